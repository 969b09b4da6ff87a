"""The test vectors of the browser's checker come from the server's own code."""

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_vectors_are_those_of_the_server() -> None:
    script = runpy.run_path(str(WEB / "fairness_vectors.py"))
    written = (WEB / "tests/fairness/vectors.json").read_text(encoding="utf-8")
    assert written == script["vectors"](), "run: python web/fairness_vectors.py"

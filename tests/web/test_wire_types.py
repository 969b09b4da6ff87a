"""The client's types are those of the server."""

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    script = runpy.run_path(str(WEB / "wire_types.py"))
    written = (WEB / "src/wire/types.ts").read_text(encoding="utf-8")
    assert written == script["types"](), "run: python web/wire_types.py"

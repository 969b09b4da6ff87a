"""What is built with the package, and for which machines. The builder is a stub: the real one is not always there."""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
IGNORED = (ROOT / ".dockerignore").read_text().splitlines()
COMPILER = """#!/bin/sh
echo "$@" >>"{calls}"
case "$*" in *{unknown}*) exit 1 ;; esac
while [ "$1" != -o ]; do shift; done
touch "$2"
"""


class Interface:
    """What a hook gets from the builder."""

    def __class_getitem__(cls, item: object) -> type:
        return cls

    def __init__(self, root: Path, target: str) -> None:
        self.root = str(root)
        self.target_name = target
        self.warnings: list[str] = []
        self.app = SimpleNamespace(display_warning=self.warnings.append)


class Workshop:
    """A folder with what the hook looks for, and a compiler that writes down what it is asked."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, unknown: str) -> None:
        names = ["hatchling", "builders", "hooks", "plugin", "interface"]
        for place in range(len(names)):
            monkeypatch.setitem(sys.modules, ".".join(names[: place + 1]), ModuleType(names[place]))
        sys.modules[".".join(names)].BuildHookInterface = Interface  # type: ignore[attr-defined]
        self._hook = runpy.run_path(str(ROOT / "hatch_build.py"))["Hook"]
        self.folder = folder
        self.library = folder / "src" / "heckmeck" / "solve" / "libturn.so"
        self.library.parent.mkdir(parents=True)
        self._calls = folder / "calls"
        compiler = folder / "compiler"
        compiler.write_text(COMPILER.format(calls=self._calls, unknown=unknown))
        compiler.chmod(0o755)
        monkeypatch.setenv("CC", str(compiler))
        monkeypatch.setenv("PATH", "/usr/bin:/bin")

    def build(self, target: str, version: str) -> tuple[list[str], dict[str, Any]]:
        """Return what the compiler was asked, call by call, and what the builder was told."""
        data: dict[str, Any] = {"artifacts": []}
        self._hook(self.folder, target).initialize(version, data)
        return self._calls.read_text().splitlines() if self._calls.exists() else [], data


def test_the_kernel_of_a_wheel_is_for_any_machine_of_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(tmp_path, monkeypatch, "nothing")
    (asked,), told = workshop.build("wheel", "standard")
    assert "-O3" in asked
    assert "native" not in asked
    assert workshop.library.exists()
    assert told == {"artifacts": ["src/heckmeck/solve/libturn.so"], "pure_python": False, "infer_tag": True}


@pytest.mark.parametrize(
    ("unknown", "tried"),
    [
        ("nothing", ["-march=native"]),
        ("-march", ["-march=native", "-mcpu=native"]),
        ("native", ["-march=native", "-mcpu=native", ""]),
    ],
)
def test_the_kernel_of_a_checkout_is_for_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unknown: str, tried: list[str]
) -> None:
    workshop = Workshop(tmp_path, monkeypatch, unknown)
    asked, _ = workshop.build("wheel", "editable")
    assert [" ".join(word for word in call.split() if "native" in word) for call in asked] == tried
    assert workshop.library.exists()


def test_an_sdist_has_no_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(tmp_path, monkeypatch, "nothing")
    asked, told = workshop.build("sdist", "standard")
    assert asked == []
    assert told == {"artifacts": []}


def goes_into_an_image(path: str) -> bool:
    """What container engines make of `.dockerignore`: the last line that fits a file or a folder above it decides."""
    parts = path.split("/")
    above = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    fitting = [line for line in IGNORED if any(fnmatchcase(each, line.removeprefix("!")) for each in above)]
    return fitting[-1].startswith("!")


def test_all_that_an_image_is_built_from_goes_into_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    hatch = project["tool"]["hatch"]["build"]
    copied = re.findall(r"^COPY (\w+) \w+$", (ROOT / "deploy" / "Containerfile").read_text(), re.MULTILINE)
    assert copied == ["scripts", "web"]
    needed = {
        *(f"{folder}/file" for folder in copied),
        project["project"]["readme"],
        *project["project"]["license-files"],
        *(f"{folder}/file" for folder in hatch["targets"]["wheel"]["force-include"]),
        *(f"{folder}/file" for folder in hatch["targets"]["wheel"]["packages"]),
        hatch["hooks"]["custom"]["path"],
        "pyproject.toml",
        "constraints.txt",
        "src/heckmeck/solve/kernel_body.h",
        "web/.npmrc",
    }
    assert {path for path in needed if not goes_into_an_image(path)} == set()


@pytest.mark.parametrize(
    "path",
    [
        ".git/HEAD",
        ".venv/bin/python",
        ".mypy_cache/x",
        "docs/protocol.md",
        "tests/test_build.py",
        "heckmeck.db",
        "keys.json",
        "src/heckmeck/solve/libturn.so",
        "src/heckmeck/server/static/index.html",
        "src/heckmeck/server/__pycache__/app.pyc",
        "web/node_modules/vite/package.json",
        "web/src/words/messages.js",
    ],
)
def test_nothing_else_goes_into_it(path: str) -> None:
    assert not goes_into_an_image(path)

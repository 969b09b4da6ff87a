"""Commands in an empty folder, independent of the terminal that the tests run in."""

import sys
from pathlib import Path

import pytest

from heckmeck.cli import processes
from helpers.commands import Run, run_command


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in an empty folder, and save games in it by default."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(processes, "cores", lambda: 2)
    monkeypatch.setattr(sys, "path", [*sys.path])  # folders of bots are added to it
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run() -> Run:
    """Run `heckmeck` with these arguments and this standard input."""
    return run_command

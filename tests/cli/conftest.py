"""Commands run in this process, as a shell would run them."""

import io
import sys
from pathlib import Path

import pytest

from heckmeck.cli.main import main
from helpers.commands import Result, Run


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved under a folder of the test's own, and nothing depends on the terminal."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `heckmeck` with these arguments and this standard input."""

    def command(*arguments: object, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["heckmeck", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = 0
        try:
            main()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 0
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return command

"""The commands on the pages of the documentation run, in an empty folder with the files of the page."""

import gzip
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from heckmeck.games import registry
from helpers.commands import run_command
from helpers.doc_pages import ROOT, commands, program, write_files

NOT_RUN = {
    "heckmeck serve": "starts a server, as tests/cli/commands/test_serve.py does",
    "heckmeck db backup": "needs a database and a folder of the system; tests/cli/commands/test_db.py has its own",
    "heckmeck db restore": "needs the backup",
    "heckmeck replay first.jsonl": "needs a game of a server, which tests/docs/test_tutorials.py plays",
    "heckmeck verify first.jsonl": "needs the same game",
    "heckmeck train": "learns for minutes; tests/cli/commands/test_train.py trains for a moment",
    "heckmeck arena barbecue": "plays for half a minute; other arenas are run",
}
"""Prefixes of commands that are not run here, and the reasons."""

SLOW = ("README.md", "docs/arena.md", "docs/small-games.md", "docs/terminal.md")
"""These play thousands of games or solve one."""


def is_left_out(line: str) -> bool:
    return line.startswith(tuple(NOT_RUN))


PAGES = [
    path
    for path in sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    if commands(path)
]
RUN = [path for path in PAGES if not all(is_left_out(line) for line in commands(path))]


def install_sprint(folder: Path) -> None:
    """Install the game of the page on adding one, with the entry points that it lists."""
    (folder / "my_game.py").write_text(program("docs/add-a-game.md"), "utf-8")
    information = folder / "my_game-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: my-game\nVersion: 1.0\n", "utf-8")
    entry_points = "[heckmeck.games]\nsprint = my_game:Sprint\n[heckmeck.bots]\nbold = my_game:BoldBot\n"
    (information / "entry_points.txt").write_text(entry_points, "utf-8")
    sys.path.insert(0, str(folder))
    registry.forget_installed()


def provide_export(folder: Path) -> None:
    shutil.copy(ROOT / "tests/fixtures/0.1.0/export.jsonl", folder / "FILE")


def provide_database(folder: Path) -> None:
    """Put a database with some games where the commands expect one."""
    data = folder / "data" / "heckmeck"
    data.mkdir(parents=True)
    (data / "heckmeck.db").write_bytes(gzip.decompress((ROOT / "tests/fixtures/0.1.0/heckmeck.db.gz").read_bytes()))
    assert run_command("db", "migrate").code == 0


BEFORE: dict[str, Callable[[Path], None]] = {
    "docs/add-a-game.md": install_sprint,
    "docs/fairness.md": provide_export,
    "docs/protocol.md": provide_database,
}
"""What some pages assume to be there."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    registry.forget_installed()


@pytest.mark.parametrize("path", [pytest.param(path, marks=pytest.mark.slow if path in SLOW else ()) for path in RUN])
def test_commands_run_one_after_another(path: str, folder: Path) -> None:
    write_files(path, folder)
    if path in BEFORE:
        BEFORE[path](folder)
    for line in commands(path):
        if not is_left_out(line):
            done = run_command(*shlex.split(line)[1:], typed="q\n")
            assert done.code == 0, f"{line}\n{done.out}\n{done.err}"


def test_what_is_not_run_and_what_is_slow_is_still_there() -> None:
    lines = [line for path in PAGES for line in commands(path)]
    assert len(lines) > 50
    assert [start for start in NOT_RUN if not any(line.startswith(start) for line in lines)] == []
    assert set(SLOW) | set(BEFORE) <= set(RUN)


@pytest.mark.parametrize("line", sorted({line for path in PAGES for line in commands(path) if is_left_out(line)}))
def test_commands_that_are_not_run_have_only_options_that_exist(line: str) -> None:
    words = shlex.split(line)[1:]
    group = 2 if words[0] == "db" else 1
    known = run_command(*words[:group], "--help").out
    assert [word for word in words if word.startswith("--") and word not in known] == []

"""Modules beside the file of a bot: each folder has its own."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from heckmeck.bots import make
from heckmeck.games import get
from helpers.bot_files import FIRST, write_bot

GAME = get("barbecue")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = {**sys.modules}
    yield
    for name in sys.modules.keys() - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def write_family(folder: str) -> None:
    """Write a bot that reads its folder from a module and a package beside it."""
    write_bot(f"PLACE = {folder!r}", f"{folder}/beside.py")
    write_bot("from beside import PLACE", f"{folder}/players/__init__.py")
    write_bot(f"PLACE = {folder!r}", f"{folder}/players/inner.py")
    imports = "import beside\nimport players.inner\n"
    write_bot(f"{imports}{FIRST}    places = beside.PLACE, players.PLACE, players.inner.PLACE\n", f"{folder}/bot.py")


def places(name: str) -> object:
    return make(name, GAME, Random(1)).places  # type: ignore[attr-defined]


@pytest.mark.parametrize("first", ["one/bot.py", "bot.py", "bot"])
def test_each_folder_has_its_own_neighbours(first: str) -> None:
    for folder in ("one", "two", "."):
        write_family(folder)
    there = "one" if first.startswith("one") else "."
    assert places(f"{first}:FirstBot") == (there,) * 3
    known = {name: sys.modules[name] for name in ("beside", "players", "players.inner")}
    assert places("two/bot.py:FirstBot") == ("two",) * 3
    assert {name: sys.modules[name] for name in known} == known, "what was there first is found by other code as before"


def test_a_neighbour_comes_before_a_module_of_the_current_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    write_family("one")
    write_family(".")
    monkeypatch.syspath_prepend("")
    assert places("one/bot.py:FirstBot") == ("one",) * 3


def test_a_neighbour_may_be_imported_later() -> None:
    write_bot("PLACE = 'here'", "one/later.py")
    write_bot(
        f"{FIRST}    def place(self):\n        import later\n        return later.PLACE\n",
        "one/bot.py",
    )
    assert make("one/bot.py:FirstBot", GAME, Random(1)).place() == "here"  # type: ignore[attr-defined]


def test_the_path_is_left_as_it_was_but_for_the_end() -> None:
    write_family("one")
    before = [*sys.path]
    places("one/bot.py:FirstBot")
    assert sys.path == [*before, str(Path("one").absolute())]

"""Bots by the place of their class: in a file, or in a module."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from heckmeck.bots import make
from heckmeck.bots.bot_class import BotClass
from heckmeck.games import BadSetup, get
from heckmeck.games.entry_points import BrokenPlugin
from helpers.bot_files import FIRST, write_bot

GAME = get("barbecue")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("my_bot.py:MyBot", BotClass("my_bot.py", "MyBot")),
        ("./a/../b.py:MyBot:3:4", BotClass("a/../b.py", "MyBot", "3:4")),
        ("/tmp/my bot.py:MyBot", BotClass("/tmp/my bot.py", "MyBot")),
        ("my_bot.py", BotClass("my_bot.py", "")),
        ("package.module:MyBot", BotClass("package.module", "MyBot")),
        ("module:MyBot:3", BotClass("module", "MyBot", "3")),
        ("greedy", None),
        ("perfect:small.values", None),
        ("perfect:/tmp/small.py:3", None),
        ("", None),
        (":MyBot", None),
    ],
)
def test_class_locations_are_distinguished_from_names(text: str, parsed: BotClass | None) -> None:
    assert BotClass.parse(text) == parsed


def test_a_drive_of_windows_is_part_of_the_file() -> None:
    found = BotClass.parse(r"C:\bots\my_bot.py:MyBot:3")
    assert found is not None
    assert (found.kind, found.argument) == ("MyBot", "3")


@pytest.mark.parametrize("place", ["my_bot.py", "./my_bot.py", "my_bot"])
def test_a_class_in_this_folder_is_made(place: str) -> None:
    write_bot()
    assert type(make(f"{place}:FirstBot", GAME, Random(1))).__name__ == "FirstBot"


def test_a_module_of_a_package_in_this_folder_is_found() -> None:
    write_bot("", "players/__init__.py")
    write_bot(path="players/first.py")
    assert type(make("players.first:FirstBot", GAME, Random(1))).__name__ == "FirstBot"


def test_a_file_in_the_home_folder_may_be_written_with_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(Path("home").absolute()))
    write_bot(path="home/my_bot.py")
    assert type(make("~/my_bot.py:FirstBot", GAME, Random(1))).__name__ == "FirstBot"


def test_a_file_may_import_its_neighbours_and_use_dataclasses() -> None:
    write_bot("NUMBER = 7", "bots/neighbour.py")
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom typing import ClassVar\n"
        "from neighbour import NUMBER\n@dataclass\nclass Memory:\n    turns: ClassVar[int] = NUMBER\n"
    )
    write_bot(text + FIRST + "    memory = Memory()\n", "bots/my_bot.py")
    bot = make("bots/my_bot.py:FirstBot", GAME, Random(1))
    assert bot.memory.turns == 7  # type: ignore[attr-defined]


def test_a_file_is_imported_once_and_again_after_it_was_written() -> None:
    path = write_bot()
    kinds = [type(make("my_bot.py:FirstBot", GAME, Random(1))) for _ in range(2)]
    assert kinds[0] is kinds[1]
    path.write_text(f"{FIRST}    mood = 'new'\n")
    os.utime(path, ns=(1, 1))
    assert make("my_bot.py:FirstBot", GAME, Random(1)).mood == "new"  # type: ignore[attr-defined]


def test_two_files_of_one_name_are_two_modules() -> None:
    write_bot(path="a/my_bot.py")
    write_bot(path="b/my_bot.py")
    kinds = [type(make(f"{folder}/my_bot.py:FirstBot", GAME, Random(1))) for folder in "ab"]
    assert kinds[0] is not kinds[1]
    assert kinds[0].__module__ != kinds[1].__module__


def test_an_edited_file_never_runs_its_old_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for number, mood in enumerate(("calm", "wild")):
        write_bot(f"MOOD = {mood!r}\n", "neighbour.py")
        path = write_bot(f"from neighbour import MOOD\n{FIRST}    mood = {mood!r}, MOOD\n")
        for file in (path, Path("neighbour.py")):
            os.utime(file, ns=(10**18, 10**18 + number))  # in the same second
        sys.modules.pop("neighbour", None)
        assert make("my_bot.py:FirstBot", GAME, Random(1)).mood == (mood, mood)  # type: ignore[attr-defined]
    assert not Path("__pycache__").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere/my_bot.py:MyBot", "There is no file nowhere/my_bot.py"),
        ("nowhere.module:MyBot", "There is no module nowhere, neither installed nor here"),
        ("heckmeck.nowhere:MyBot", "There is no module heckmeck.nowhere"),
        ("my_bot.py", "write my_bot.py:CLASS"),
        ("my_bot.py:", "write my_bot.py:CLASS"),
        ("my_bot.py:MyBot", "The class 'MyBot' does not exist: my_bot.py has FirstBot"),
        ("my_bot.py:NUMBER", "'NUMBER' is not a subclass of heckmeck.Bot"),
        ("empty.py:MyBot", "empty.py has no bots"),
        ("my_bot.py:FirstBot:3", "The bot my_bot.py:FirstBot takes nothing after its name"),
        ("my_bot.py:Patient", "write my_bot.py:Patient:TURNS"),
        ("my_bot.py:Carded", "my_bot.py:Carded does not play Heckmeck Barbecue"),
        ("clever:MyBot", "There is no bot 'clever'"),
    ],
)
def test_a_mistake_is_explained(name: str, words: str) -> None:
    write_bot("", "empty.py")
    write_bot(
        f"{FIRST}\nNUMBER = 7\nclass Patient(FirstBot):\n    argument = 'TURNS'\n"
        "class Carded(FirstBot):\n    games = ('karteneck',)\n"
    )
    with pytest.raises(BadSetup) as caught:
        make(name, GAME, Random(1))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("open('nowhere.txt')", "FileNotFoundError"),
        ("x = (", "SyntaxError"),
        ("raise SystemExit(1)", "SystemExit: 1"),
        (f"{FIRST}    def __init__(self, source):\n        1 / 0\n", "ZeroDivisionError"),
        ("from heckmeck import Bot\nclass FirstBot(Bot): ...\n", "TypeError: Can't instantiate abstract class"),
    ],
)
@pytest.mark.parametrize("place", ["my_bot.py", "my_bot"])
def test_an_error_of_the_code_is_the_cause(text: str, words: str, place: str) -> None:
    write_bot(text)
    with pytest.raises(BrokenPlugin) as caught:
        make(f"{place}:FirstBot", GAME, Random(1))
    assert f"The bot {place}:FirstBot cannot be used: {words}" in str(caught.value)
    assert type(caught.value.__cause__).__name__ == words.partition(":")[0]

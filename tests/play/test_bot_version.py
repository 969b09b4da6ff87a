"""Versions of bots: the package's, and digests of the files that a bot reads."""

import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from random import Random

import pytest

from heckmeck import __version__
from heckmeck.bots.random import RandomBot
from heckmeck.games import get
from heckmeck.play import bot_version as module
from heckmeck.play.bot_version import bot_version
from helpers.bot_files import FIRST, write_bot

GAME = get("bratwurmeck")


def test_a_bot_of_ours_has_our_version() -> None:
    assert bot_version("greedy", GAME) == f"heckmeck {__version__}"


def test_a_file_that_the_bot_reads_is_part_of_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "make", lambda name, game, source: RandomBot(source))
    path = tmp_path / "small: 21.values"
    path.write_text("one")
    one = bot_version(f"perfect:{path}", GAME)
    path.write_text("other")
    other = bot_version(f"perfect:{path}", GAME)
    assert one.startswith(f"heckmeck {__version__}, small: 21.values ")
    assert one != other


def test_a_class_that_no_package_brings_has_the_digest_of_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class OwnBot(RandomBot):
        pass

    monkeypatch.setattr(module, "make", lambda name, game, source: OwnBot(Random()))
    assert bot_version("own", GAME).startswith(f"{Path(__file__).name} ")


def test_a_package_with_modules_of_the_same_name_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class OwnBot(RandomBot):
        pass

    own = OwnBot.__module__.partition(".")[0]
    monkeypatch.setattr(metadata, "packages_distributions", lambda: {own: ["msgspec"]})
    monkeypatch.setattr(module, "make", lambda name, game, source: OwnBot(Random()))
    assert bot_version("own", GAME).startswith(f"{Path(__file__).name} ")


@pytest.fixture
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.usefixtures("_own_folder")
@pytest.mark.parametrize("name", ["my_bot.py:FirstBot", "players/inner.py:FirstBot", "own_players.inner:FirstBot"])
def test_what_a_bot_imports_from_its_folder_is_part_of_its_version(name: str) -> None:
    file = Path(name.partition(":")[0].replace(".inner", "/inner.py"))
    folder = file.parent
    start = "from .beside import one" if file.parent.name == "own_players" else "from beside import one"
    write_bot(f"{start}\n{FIRST}", str(file))
    neighbours = ["beside.py", "deep/__init__.py", "deep/inner.py", "bare/late.py"]
    for each in neighbours:
        write_bot("", f"{folder}/{each}")
    dot = "." if file.parent.name == "own_players" else ""
    text = f"from {dot}deep import inner\ndef one():\n    from {dot}bare.late import thing\n"
    write_bot(text, f"{folder}/beside.py")
    write_bot("", f"{folder}/other.py")
    versions = {bot_version(name, GAME)}
    (version,) = versions
    assert [part.split()[0] for part in version.split(", ")] == [
        file.name, "__init__.py", "beside.py", "inner.py", "late.py",
    ]  # fmt: skip
    for each in neighbours:
        (folder / each).write_text(f"{(folder / each).read_text()}# changed\n")
        versions.add(bot_version(name, GAME))
    assert len(versions) == 1 + len(neighbours)
    (folder / "other.py").write_text("# changed")
    assert bot_version(name, GAME) in versions, "the bot does not import it"


@pytest.mark.usefixtures("_own_folder")
def test_a_bot_that_a_file_has_from_its_neighbour_has_the_digests_of_both() -> None:
    write_bot(path="first_of_all.py")
    write_bot("from first_of_all import FirstBot")
    names = [part.split()[0] for part in bot_version("my_bot.py:FirstBot", GAME).split(", ")]
    assert names == ["my_bot.py", "first_of_all.py"]

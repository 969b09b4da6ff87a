"""Versions of bots: the package's, and digests of the files that a bot reads."""

from pathlib import Path
from random import Random

import pytest

from heckmeck import __version__
from heckmeck.bots.random import RandomBot
from heckmeck.games import get
from heckmeck.play import bot_version as module
from heckmeck.play.bot_version import bot_version

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

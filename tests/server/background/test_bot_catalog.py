"""The bots that may sit at tables."""

from pathlib import Path
from random import Random
from typing import Any, ClassVar, get_args

import pytest

from heckmeck import bots
from heckmeck.bots.random import RandomBot
from heckmeck.games import GAMES
from heckmeck.server.background import bot_catalog
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.table.messages import Strength
from helpers.installed_games import install_games
from helpers.text_game import Toss

BOTS = BotCatalog()


@pytest.mark.parametrize("game", GAMES)
def test_bots_are_listed_from_the_weakest_to_the_strongest(game: str) -> None:
    infos = BOTS.infos(game)
    assert [info.name for info in infos] == list(BOTS.names(game))
    strengths = [get_args(Strength).index(info.strength) for info in infos]
    assert strengths == sorted(strengths)
    assert strengths[0] < strengths[-1]


def test_a_name_that_is_not_in_the_catalog_makes_no_bot_and_runs_no_code(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text("from pathlib import Path\nPath(__file__ + '.run').touch()\n")
    for name in (f"{file}:MyBot", "perfect:FILE", "antigravity:MyBot"):
        with pytest.raises(KeyError):
            BOTS.make(name, "barbecue", Random(1))
    assert [path.name for path in tmp_path.iterdir()] == ["my_bot.py"]
    assert BOTS.make("random", "barbecue", Random(1)).name == "random"


@pytest.mark.parametrize("game", GAMES)
def test_hard_stands_in_and_medium_fills_seats(game: str) -> None:
    assert BOTS.stand_in(game) == "hard"
    assert BOTS.filler(game) == "medium"


@pytest.mark.parametrize(("names", "stand_in"), [(("random", "hold"), "hold"), (("greedy", "hold"), "greedy")])
def test_without_levels_greedy_or_the_strongest_bot_plays_instead(
    names: tuple[str, ...], stand_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_catalog, "_bots_of", lambda game: dict.fromkeys(names))
    assert BOTS.stand_in("other") == BOTS.filler("other") == stand_in


@pytest.mark.parametrize("game", GAMES)
def test_the_levels_are_marked_and_older_bots_stay(game: str) -> None:
    assert [info.name for info in BOTS.infos(game) if info.level] == ["easy", "medium", "hard", "champion"]
    assert {"random", "cautious", "greedy"} <= {info.name for info in BOTS.infos(game) if not info.level}


def test_only_bots_that_observe_get_events() -> None:
    assert BOTS.remembers("sampler", "karteneck")
    assert not BOTS.remembers("random", "karteneck")
    assert not BOTS.remembers("nobody", "karteneck")


def test_an_unknown_game_has_no_bots() -> None:
    assert BOTS.names("chess") == ()


class Boastful(RandomBot):
    """Has an unknown strength."""

    name = "boastful"
    strength: ClassVar[Any] = "unbeatable"


def test_a_bot_of_unknown_strength_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install_games(monkeypatch, Toss())
    monkeypatch.setattr(bots, "bots_for", lambda game: {"boastful": Boastful, "random": RandomBot})
    bot_catalog._bots_of.cache_clear()
    assert BOTS.names("toss") == ("random",)
    assert "boastful" in caplog.text
    bot_catalog._bots_of.cache_clear()

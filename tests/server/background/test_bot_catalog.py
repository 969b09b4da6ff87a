"""The bots that may sit at tables."""

from typing import get_args

import pytest

from heckmeck.games import GAMES, BadSetup
from heckmeck.server.background import bot_catalog
from heckmeck.server.background.bot_catalog import LAST_RESORT, BotCatalog
from heckmeck.server.table.messages import Strength

BOTS = BotCatalog()


@pytest.mark.parametrize("game", GAMES)
def test_bots_are_listed_from_the_weakest_to_the_strongest(game: str) -> None:
    infos = BOTS.infos(game)
    assert [info.name for info in infos] == list(BOTS.names(game))
    strengths = [get_args(Strength).index(info.strength) for info in infos]
    assert strengths == sorted(strengths)
    assert strengths[0] < strengths[-1]


@pytest.mark.parametrize("game", GAMES)
def test_greedy_stands_in_where_it_plays(game: str) -> None:
    assert BOTS.stand_in(game) == "greedy"


@pytest.mark.parametrize(
    ("names", "stand_in"), [(("random", "hold"), "hold"), (("greedy", "hold"), "greedy"), ((), LAST_RESORT)]
)
def test_else_the_strongest_bot_stands_in(
    names: tuple[str, ...], stand_in: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_catalog, "_bots_of", lambda game: dict.fromkeys(names))
    assert BOTS.stand_in("other") == stand_in


def test_only_bots_that_observe_are_told_what_happened() -> None:
    assert BOTS.remembers("sampler", "karteneck")
    assert not BOTS.remembers("random", "karteneck")
    assert not BOTS.remembers("nobody", "karteneck")


def test_an_unknown_game_has_no_bots() -> None:
    with pytest.raises(BadSetup, match="no game 'chess'"):
        BOTS.names("chess")

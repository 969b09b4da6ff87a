"""The bot `sure`: the best chance of any prize."""

from random import Random

import pytest

from heckmeck.bots import make
from heckmeck.bots.sure import SureBot
from heckmeck.games import get
from heckmeck.games.barbecue.situation import barbecue_view
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from helpers.strength import interval


def test_every_prize_is_worth_the_same_and_the_end_of_the_game_is_none() -> None:
    game, view = get("barbecue"), barbecue_view(pool=0)
    stop, fail = SureBot(Random(1)).worths(game, view, game.prizes(view))
    assert (stop[22], stop[23], stop[36], stop[37], fail) == (None, 1, 1, None, 0)


def test_it_takes_what_it_has() -> None:
    assert str(make("sure", get("bratwurmeck"), Random(1)).choose(bratwurmeck_view(kept="1WWWW"))) == "take 21"


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_it_beats_random(name: str) -> None:
    low, _ = interval(get(name), "sure", "random", deals=40)
    assert low > 0.8

"""The bot `cautious` of the dice games: it takes the first prize that it can earn."""

from random import Random

import pytest

from heckmeck.bots import make
from heckmeck.games import DiceView, get
from heckmeck.games.barbecue import Spot
from heckmeck.games.barbecue.situation import ME, OTHER, barbecue_view
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from helpers.strength import interval


def chosen(view: DiceView) -> str:
    return str(make("cautious", get(view.game), Random(1)).choose(view))


@pytest.mark.parametrize(
    ("view", "move"),
    [
        (bratwurmeck_view(rolled="1155555W"), "keep W"),
        (bratwurmeck_view(kept="W", rolled="1144444"), "keep 4"),
        (barbecue_view(kept="W", rolled="1144666"), "keep 6"),
    ],
)
def test_it_keeps_worms_first_then_what_counts_most(view: DiceView, move: str) -> None:
    assert chosen(view) == move


@pytest.mark.parametrize(
    ("view", "move"),
    [
        (bratwurmeck_view(kept="44WWW"), "take 23"),
        (bratwurmeck_view(kept="1WWW"), "roll"),
        (bratwurmeck_view(kept="55555"), "roll"),
        (bratwurmeck_view(kept="44WWW", grill=[21, 22], tops=[23]), "steal 23"),
        (bratwurmeck_view(kept="44WWW", grill=[21, 22]), "take 22"),
        (bratwurmeck_view(kept="44WWW", grill=[24]), "roll"),
        (barbecue_view(kept="44WWW"), "stop"),
        (barbecue_view(kept="44WWW", spots={23: Spot(OTHER, 1)}), "stop"),
        (barbecue_view(kept="44WWW", spots={23: Spot(ME, 2)}), "roll"),
        (barbecue_view(kept="4WWW"), "roll"),
        (barbecue_view(kept="66666WW", pool=0), "stop"),
    ],
)
def test_it_stops_as_soon_as_that_earns_something(view: DiceView, move: str) -> None:
    assert chosen(view) == move


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_it_beats_random(name: str) -> None:
    low, _ = interval(get(name), "cautious", "random", deals=40)
    assert low > 0.8

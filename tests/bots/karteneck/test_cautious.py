"""The bot `cautious` of Karteneck: a valid layout as soon as it can have one."""

from random import Random

from heckmeck.bots import make
from heckmeck.games.karteneck import Draw, Grill, KarteneckState
from helpers.karteneck_moments import GAME
from helpers.strength import interval


def chosen(state: KarteneckState) -> str:
    return str(make("cautious", GAME, Random(1)).choose(GAME.view(state, state.seat)))


def test_it_lays_a_worm_and_drops_out_with_a_valid_layout() -> None:
    state = GAME.start(GAME.setup(seats=2, hand=3))
    for outcome in (Draw((3, 4, 9)), Draw((3, 3, 5)), Grill((16, 30))):
        state = GAME.apply(state, outcome).state
    assert chosen(state) == "lay 4"
    assert chosen(state._replace(layouts=((4,), ()), hands=((3, 9, 10), (3,)))) == "lay W4 W5"
    assert chosen(state._replace(hands=((9,), (3,)))) == "lay W4"
    assert chosen(state._replace(seat=1)) == "lay 3"
    assert chosen(state._replace(layouts=((9,), ()))) == "out"
    assert chosen(state._replace(layouts=((1, 5, 5, 9), ()), stacks=((), (16,)))) == "out steal"
    assert chosen(state._replace(hands=((), (3,)))) == "out"


def test_it_beats_random() -> None:
    low, _ = interval(GAME, "cautious", "random", deals=100)
    assert low > 0.5

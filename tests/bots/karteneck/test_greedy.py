"""The bot `greedy` of Karteneck: what it plans."""

from random import Random

from heckmeck.bots import make
from heckmeck.games.karteneck import KarteneckView
from helpers.karteneck_moments import GAME, position
from helpers.strength import interval


def chosen(view: KarteneckView) -> str:
    return str(make("greedy", GAME, Random(1)).choose(view))


def test_greedy_steals_where_it_can() -> None:
    view = position((1, 2, 3), (16, 17), layouts=((5, 5, 5, 5, 5, 5, 10), ()), stacks=((), (35,)))
    assert chosen(view) == "out steal"


def test_greedy_works_towards_an_exact_total() -> None:
    stolen = {"layouts": ((5, 5, 5, 5, 10), ()), "stacks": ((), (33,)), "out": (False, True), "grill": (17,)}
    assert chosen(position((1, 4, 4), (16, 17), **stolen)) == "lay 4 4"
    assert chosen(position((1, 4, 4), (16, 17), **{**stolen, "stacks": ((), ())})) == "lay 1", "for a better card"


def test_greedy_holds_its_worms_back() -> None:
    assert chosen(position((1, 3, 9, 10), (16, 40))) == "lay 1"


def test_greedy_needs_no_worm_where_nobody_is_left_to_beat() -> None:
    assert chosen(position((5, 9, 10), (40, 41), out=(False, True), grill=(41,))) == "out"


def test_greedy_beats_cautious() -> None:
    low, _ = interval(GAME, "greedy", "cautious", deals=40)
    assert low > 0.9

"""The numbers that a network sees: as many as were said, the same for what looks the same, and some of them by hand."""

import pytest

from heckmeck.bots.karteneck.afterstates import Afterstate, afterstates
from heckmeck.bots.karteneck.features import own_features, own_size, table_features, table_size
from heckmeck.games.karteneck import Lay
from helpers.karteneck_moments import moments, position


def after(text: str, **changes: object) -> Afterstate:
    """Return what a move of seat 0 leads to: it holds 2 2 4 W3 W9, and 20 and 33 are on the grill."""
    view = position((2, 2, 4, 8, 14), (20, 33), **changes)
    return next(each for each in afterstates(view) if str(each.move) == text)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_their_number_depends_on_the_seats_alone(seats: int) -> None:
    for moment in moments(seats, seed=seats):
        for each in afterstates(moment.view):
            assert len(table_features(each.view)) == table_size(seats)
            assert len(own_features(each.view)) == own_size(seats)


def test_lays_of_a_decision_share_the_table() -> None:
    for moment in moments(3, seed=6):
        lays = [each for each in afterstates(moment.view) if isinstance(each.move, Lay)]
        assert len({tuple(table_features(each.view)) for each in lays}) <= 1


def test_a_layout_is_valid_with_a_worm() -> None:
    assert own_features(after("lay 2 2").view)[:3] == [0.0, 0.0, 4 / 30]
    assert own_features(after("lay W3").view)[:3] == [0.0, 1.0, 5 / 30]
    assert own_features(after("out").view)[:3] == [1.0, 0.0, 0.0]


def test_prizes_go_from_all_others_beaten_to_none() -> None:
    """An empty layout is still in the round; 20 has one worm and 33 has four."""
    place = own_size(2) - 18 - 4
    assert own_features(after("lay W3").view)[place : place + 4] == [0.2, 0.8, 0.8, 0.2]


def test_a_theft_is_seen_when_the_hand_allows_it() -> None:
    """With 2 2 4 W3 W9 one can come to 18, and to 21 with a 3, a 5 or another worm."""
    within = own_features(after("lay 4", stacks=((), (18,))).view)
    assert within[-5:] == [0.0, 1.0, 0.2, 0.0, 14 / 20]
    beyond = own_features(after("lay 4", stacks=((), (21,))).view)
    assert beyond[-5:-2] == [0.0, 0.0, 0.0]
    assert beyond[-2] == pytest.approx((17 + 17 + 23) / 105)
    assert own_features(after("lay 4", stacks=((), (0,))).view)[-5:] == [0.0] * 5

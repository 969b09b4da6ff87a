"""States that look the same to one seat."""

import pytest

from heckmeck.games import BadSetup
from heckmeck.games.karteneck.hidden import imagined
from helpers.karteneck import GAME, cards, table


def test_the_true_hands_give_the_true_state_back() -> None:
    state = table("1 2 W3", "4 5", layouts=("2", "1"), grill=(18, 20), seat=0)
    assert imagined(GAME.view(state, 0), state.hands) == state


def test_other_hands_of_the_same_size_look_the_same() -> None:
    state = table("1 2 W3", "4 5", grill=(18, 20), seat=0)
    other = imagined(GAME.view(state, 0), [state.hands[0], cards("W7 3")])
    assert other.hands[1] == cards("3 W7")
    assert GAME.view(other, 0) == GAME.view(state, 0)


@pytest.mark.parametrize(
    ("own", "others"),
    [("1 2", "4 5"), ("1 2 W4", "4 5"), ("1 2 W3", "4"), ("1 2 W3", "4 W3"), ("1 2 W3", "W7 W7")],
)
def test_hands_that_the_view_rules_out_are_refused(own: str, others: str) -> None:
    view = GAME.view(table("1 2 W3", "4 5", grill=(18, 20), seat=0), 0)
    with pytest.raises(BadSetup, match="do not fit"):
        imagined(view, [cards(own), cards(others)])


def test_only_the_seat_to_act_can_imagine() -> None:
    state = table("1 2 W3", "4 5", grill=(18, 20), seat=0)
    with pytest.raises(BadSetup, match="do not fit"):
        imagined(GAME.view(state, 1), state.hands)

"""The serving: the highest total takes the highest portion, and so on."""

import pytest

from heckmeck.games.karteneck import (
    DroppedOut,
    KarteneckState,
    LayoutDiscarded,
    PortionServed,
    PortionTaken,
    RoundEnded,
    total,
)
from helpers.karteneck import GAME, cards, table
from helpers.notation import after, play, rule


def last(*layouts: str) -> KarteneckState:
    """The last seat of three is about to drop out, the others did so with valid layouts."""
    return table("1", "2", "3 3", layouts=layouts, grill=(17, 25, 40), out=(0, 1), seat=2, discard="4 5")


@rule("KE-6.1")
def test_the_highest_total_takes_the_highest_portion_and_so_on() -> None:
    state, events = play(GAME, last("5 5 W1", "W2", "4 5 5 5 W3"), "out")
    assert events == [
        DroppedOut(2, True, 24),
        PortionServed(2, 40, 24),
        PortionServed(0, 25, 15),
        PortionServed(1, 17, 5),
        RoundEnded(3),
    ]
    assert (state.grill, state.stacks) == ((), ((25,), (17,), (40,)))


@rule("KE-6.1")
def test_the_order_of_dropping_out_does_not_count() -> None:
    _, events = play(GAME, last("4 5 5 5 W3", "5 5 W1", "W2"), "out")
    assert events == [
        DroppedOut(2, True, 5),
        PortionServed(0, 40, 24),
        PortionServed(1, 25, 15),
        PortionServed(2, 17, 5),
        RoundEnded(3),
    ]


@rule("KE-6.1")
def test_the_number_of_worms_in_a_layout_does_not_count() -> None:
    _, events = play(GAME, last("W1 W2 W3", "4 4 4 W4", "W5"), "out")
    assert events[1:3] == [PortionServed(1, 40, 17), PortionServed(0, 25, 15)]


@rule("KE-6.1")
def test_there_is_a_portion_for_each_valid_layout() -> None:
    # Seat 0 had an invalid layout and the lowest portion; seat 2 drops out last.
    state = table(
        "1", "2", "3", layouts=("", "W1", "W2 W3"), grill=(25, 40), stacks=((17,), (), ()), out=(0, 1), seat=2
    )
    state, events = play(GAME, state, "out")
    assert events == [DroppedOut(2, True, 10), PortionServed(2, 40, 10), PortionServed(1, 25, 5), RoundEnded(2)]
    assert state.stacks == ((17,), (25,), (40,))


@rule("KE-6.1")
def test_the_last_one_takes_the_lowest_portion_before_the_others_are_served() -> None:
    state, events = play(GAME, last("5 5 W1", "W2", "4 5 5 5"), "out")
    assert events == [
        DroppedOut(2, False, 19),
        LayoutDiscarded(2, cards("4 5 5 5")),
        PortionTaken(2, 17),
        PortionServed(0, 40, 15),
        PortionServed(1, 25, 5),
        RoundEnded(2),
    ]
    assert state.stacks == ((40,), (25,), (17,))


@rule("KE-6.1")
def test_a_zero_can_be_served() -> None:
    state = table("1", "2", layouts=("W1", "W2 W3"), grill=(0, 0), out=(0,), seat=1)
    assert after(GAME, state, "out").stacks == ((0,), (0,))


@rule("KE-6.2")
@pytest.mark.parametrize(
    ("layouts", "order"),
    [
        pytest.param(("W5", "W9", "W7"), (1, 2, 0), id="one worm each"),
        pytest.param(("W12 W13", "W20 W1", "W14 W15"), (1, 2, 0), id="the highest shield, not the sum"),
        pytest.param(("5 W10", "W8 W9", "1 4 W11"), (2, 0, 1), id="not the number of worms"),
    ],
)
def test_of_equal_totals_the_highest_shield_goes_first(layouts: tuple[str, ...], order: tuple[int, ...]) -> None:
    value = total(cards(layouts[0]))
    _, events = play(GAME, last(*layouts), "out")
    assert events == [
        DroppedOut(2, True, value),
        PortionServed(order[0], 40, value),
        PortionServed(order[1], 25, value),
        PortionServed(order[2], 17, value),
        RoundEnded(3),
    ]


@rule("KE-6.2")
def test_shields_count_only_between_equal_totals() -> None:
    _, events = play(GAME, last("W25", "1 W1", "2 W2"), "out")
    assert events[1:4] == [PortionServed(2, 40, 7), PortionServed(1, 25, 6), PortionServed(0, 17, 5)]


@rule("KE-6.3")
def test_without_a_valid_layout_there_is_no_serving() -> None:
    state = table("1", "2", "3", layouts=("", "", "5 5"), grill=(40,), stacks=((17,), (25,), ()), out=(0, 1), seat=2)
    state, events = play(GAME, state, "out")
    assert events == [
        DroppedOut(2, False, 10),
        LayoutDiscarded(2, cards("5 5")),
        PortionTaken(2, 40),
        RoundEnded(0),
    ]
    assert (state.grill, state.stacks) == ((), ((17,), (25,), (40,)))


@rule("KE-6.4")
def test_layouts_go_to_the_discard_pile() -> None:
    state = after(GAME, last("5 5 W1", "W2", "4 W3"), "out")
    assert state.layouts == ((), (), ())
    assert state.discard == cards("4 4 5 5 5 W1 W2 W3")


@rule("KE-6.4")
def test_hands_are_kept() -> None:
    state = after(GAME, last("5 5 W1", "W2", "4 W3"), "out")
    assert state.hands == (cards("1"), cards("2"), cards("3 3"))


@rule("KE-6.4")
def test_hands_are_kept_when_the_next_round_begins() -> None:
    state = after(GAME, last("5 5 W1", "W2", "4 W3"), "out", "=grill 18 19 20")
    assert state.hands == (cards("1"), cards("2"), cards("3 3"))
    assert (state.discard, state.out) == (cards("4 4 5 5 5 W1 W2 W3"), (False, False, False))

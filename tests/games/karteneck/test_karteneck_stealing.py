"""Stealing: a player who drops out with a valid layout may take the top portion that equals its total."""

import pytest

from heckmeck.games import IllegalMove
from heckmeck.games.karteneck import (
    CardsDrawn,
    CardsSeen,
    DroppedOut,
    KarteneckState,
    PortionServed,
    PortionStolen,
    PortionTaken,
    RoundEnded,
)
from helpers.karteneck import GAME, cards, table
from helpers.notation import after, moves, play, refused, rule

TWENTY = "2 4 4 W1 W2"


def turn(*stacks: tuple[int, ...], layout: str = TWENTY) -> KarteneckState:
    """Seat 0 of three may drop out with a total of 20."""
    return table("3", "1", "1", layouts=(layout, "", ""), grill=(30, 32, 34), stacks=stacks)


@rule("KE-5.4", "may")
def test_a_top_portion_that_equals_the_total_may_be_stolen() -> None:
    state = turn((16,), (17,), (20,))
    assert moves(GAME, state) == ["lay 3", "out", "out steal"]
    state, events = play(GAME, state, "out steal", "=draw 5 5")
    assert events == [
        DroppedOut(0, True, 20),
        PortionStolen(0, 20, victim=2),
        CardsDrawn(0, 2),
        CardsSeen(0, cards("5 5")),
    ]
    assert state.stacks == ((16, 20), (17,), ())


@rule("KE-5.4", "may")
def test_the_player_may_leave_the_portion_where_it_is() -> None:
    state, events = play(GAME, turn((16,), (17,), (20,)), "out")
    assert events == [DroppedOut(0, True, 20)]
    assert state.stacks == ((16,), (17,), (20,))


@rule("KE-5.4", "may")
def test_only_the_top_portion_is_stolen() -> None:
    assert after(GAME, turn((16,), (17, 18, 20), (19, 21)), "out steal").stacks == ((16, 20), (17, 18), (19, 21))


@rule("KE-5.4", "may")
def test_a_portion_may_be_stolen_from_a_player_who_has_dropped_out() -> None:
    state = table("3", "1", layouts=(TWENTY, ""), grill=(32,), stacks=((16,), (17, 20)), out=(1,))
    _, events = play(GAME, state, "out steal")
    assert events == [
        DroppedOut(0, True, 20),
        PortionStolen(0, 20, victim=1),
        PortionServed(0, 32, 20),
        RoundEnded(1),
    ]


@rule("KE-5.4", "may")
def test_a_portion_taken_from_the_grill_in_this_round_may_be_stolen() -> None:
    state = table("3", "1", layouts=("", TWENTY), grill=(20, 32))
    _, events = play(GAME, state, "out", "=draw 5 5", "out steal")
    assert events == [
        DroppedOut(0, False, 0),
        PortionTaken(0, 20),
        CardsDrawn(0, 2),
        CardsSeen(0, cards("5 5")),
        DroppedOut(1, True, 20),
        PortionStolen(1, 20, victim=0),
        PortionServed(1, 32, 20),
        RoundEnded(1),
    ]


@rule("KE-5.4", "may")
def test_a_stolen_portion_may_be_stolen_back() -> None:
    state = table("3", "1", layouts=(TWENTY, "5 5 W3 W4"), grill=(30, 32), stacks=((16,), (20,)))
    state, events = play(GAME, state, "out steal", "=draw 5 5", "out steal")
    assert events[1] == PortionStolen(0, 20, victim=1)
    assert events[4:6] == [DroppedOut(1, True, 20), PortionStolen(1, 20, victim=0)]
    assert state.stacks == ((16, 30), (20, 32))


@rule("KE-5.4", "may")
def test_a_stolen_portion_may_be_stolen_on_by_a_third_player() -> None:
    state = table("3", "1", "1", layouts=(TWENTY, "", "5 5 W3 W4"), grill=(30, 32, 34), stacks=((16,), (20,), (17,)))
    state = after(GAME, state, "out steal", "=draw 5 5", "lay 1", "=draw 5", "out steal")
    assert state.stacks == ((16,), (), (17, 20))


@rule("KE-5.4", "may")
def test_a_thief_takes_part_in_the_serving_too() -> None:
    state = table("3", "1", layouts=(TWENTY, "W3"), grill=(30, 32), stacks=((16,), (20,)))
    _, events = play(GAME, state, "out steal", "=draw 5 5", "out")
    assert events[5:] == [PortionServed(0, 32, 20), PortionServed(1, 30, 5), RoundEnded(2)]


@rule("KE-5.4", "may")
def test_a_portion_under_a_stolen_one_may_be_stolen_next() -> None:
    state = table("3", "1", "1", layouts=(TWENTY, "", "1 5 5 W3 W4"), grill=(30, 32, 34), stacks=((), (21, 20), (16,)))
    state = after(GAME, state, "out steal", "=draw 5 5", "lay 1", "=draw 5", "out steal")
    assert state.stacks == ((20,), (), (16, 21))


@rule("KE-5.4", "may not")
@pytest.mark.parametrize(
    "stacks",
    [
        pytest.param(((16,), (19,), (21,)), id="other portions on top"),
        pytest.param(((16,), (20, 17), ()), id="under the top"),
        pytest.param(((20,), (16,), (17,)), id="only one's own"),
        pytest.param(((16,), (20, 0), ()), id="under a zero"),
        pytest.param(((), (), ()), id="no stacks"),
    ],
)
def test_nothing_but_the_matching_top_portion_of_another_may_be_stolen(stacks: tuple[tuple[int, ...], ...]) -> None:
    state = turn(*stacks)
    error = refused(GAME, state, "out steal")
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("cannot_steal", "KE-5.4")
    assert moves(GAME, state) == ["lay 3", "out"]


@rule("KE-5.4", "may not")
@pytest.mark.parametrize("layout", ["5 5 5 5", "1 1 4 4 5 5"])
def test_an_invalid_layout_may_not_steal(layout: str) -> None:
    error = refused(GAME, turn((16,), (17,), (20,), layout=layout), "out steal")
    assert (error.code, error.rule) == ("cannot_steal", "KE-5.4")


@rule("KE-5.4", "may not")
@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        ("5 5 5 5", "A layout without a worm cannot steal. (KE-5.4)"),
        ("5 W1", "Nobody else has the 10 on top. (KE-5.4)"),
    ],
)
def test_the_refusal_says_why(layout: str, sentence: str) -> None:
    assert str(refused(GAME, turn((16,), (17,), (20,), layout=layout), "out steal")) == sentence


@rule("KE-5.4", "may not")
def test_a_portion_on_the_grill_may_not_be_stolen() -> None:
    state = table("3", "1", layouts=(TWENTY, ""), grill=(20, 32))
    assert refused(GAME, state, "out steal").rule == "KE-5.4"


@rule("KE-5.4", "may not")
def test_an_empty_layout_may_not_steal_a_zero() -> None:
    error = refused(GAME, turn((16,), (17,), (0,), layout=""), "out steal")
    assert (error.code, error.rule) == ("cannot_steal", "KE-5.4")


@rule("KE-5.4", "may not")
def test_a_zero_that_was_just_taken_protects_the_stack() -> None:
    state = table("3", "1", layouts=("", TWENTY), grill=(0, 32), stacks=((20,), (16,)))
    state = after(GAME, state, "out", "=draw 5 5")
    assert (state.stacks[0], moves(GAME, state)) == ((20, 0), ["lay 1", "out"])


@rule("KE-5.4", "may not")
def test_a_player_who_dropped_out_earlier_may_not_steal_later() -> None:
    # Seat 0 drops out with a 20; the 20 is taken from the grill only afterwards.
    state = table("3", "1", layouts=(TWENTY, ""), grill=(20, 32), stacks=((16,), (17,)))
    _, events = play(GAME, state, "out", "=draw 5 5", "out")
    assert events[3:] == [
        DroppedOut(1, False, 0),
        PortionTaken(1, 20),
        PortionServed(0, 32, 20),
        RoundEnded(1),
    ]


@rule("KE-5.6")
def test_a_stolen_portion_covers_the_thief_s_stack() -> None:
    state = table("3", "1", "1", layouts=(TWENTY, "", "1 W3 W4 W5"), grill=(30, 32, 34), stacks=((16,), (20,), (17,)))
    state = after(GAME, state, "out steal", "=draw 5 5", "lay 1", "=draw 5")
    assert (state.stacks[0], moves(GAME, state)) == ((16, 20), ["out"])

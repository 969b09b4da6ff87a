"""Dropping out: a player with an invalid layout takes the lowest portion, with a valid one waits for the serving."""

import pytest

from heckmeck.games import CHANCE, NotYourTurn
from heckmeck.games.karteneck import (
    CardsDrawn,
    CardsSeen,
    DroppedOut,
    KarteneckState,
    LayoutDiscarded,
    PortionServed,
    PortionTaken,
    RoundEnded,
)
from helpers.karteneck import GAME, cards, table
from helpers.notation import after, moves, play, refused, rule

GRILL = (18, 20, 22)


def turn(hand: str, layout: str = "") -> KarteneckState:
    """Seat 0 of three is to move and nobody has dropped out."""
    return table(hand, "1", "1", layouts=(layout, "", ""), grill=GRILL)


@rule("KE-5.1", "may")
def test_a_player_who_could_lay_may_drop_out() -> None:
    state = turn("3 W9", layout="2 W4")
    assert moves(GAME, state) == ["lay 3", "out"]
    assert after(GAME, state, "out").out == (True, False, False)


@rule("KE-5.1", "may")
def test_a_player_may_drop_out_with_an_empty_layout() -> None:
    assert moves(GAME, turn("3")) == ["lay 3", "out"]


@rule("KE-5.1")
def test_a_player_who_cannot_lay_must_drop_out() -> None:
    assert moves(GAME, turn("2 2 W9", layout="2 W4")) == ["out"]


@rule("KE-5.1")
def test_a_player_with_an_empty_hand_must_drop_out() -> None:
    assert moves(GAME, turn("", layout="2 W4")) == ["out"]


@rule("KE-5.1", "may not")
@pytest.mark.parametrize("step", ["lay 3", "out"])
def test_a_player_who_dropped_out_may_not_come_back(step: str) -> None:
    state = after(GAME, turn("3 3"), "out", "=draw 4 4")
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(state, GAME.parse(step), by=0)
    assert caught.value.code == "not_your_turn"


@rule("KE-5.1", "may not")
def test_a_player_may_not_drop_out_before_drawing_for_a_lay() -> None:
    assert refused(GAME, after(GAME, turn("3 4"), "lay 3"), "out").code == "chance_to_act"


@rule("KE-5.2")
def test_an_invalid_layout_is_discarded_and_brings_the_lowest_portion() -> None:
    state, events = play(GAME, turn("W9", layout="2 2 4"), "out")
    assert events == [DroppedOut(0, False, 8), LayoutDiscarded(0, cards("2 2 4")), PortionTaken(0, 18)]
    assert (state.layouts, state.discard) == (((), (), ()), cards("2 2 4"))
    assert (state.grill, state.stacks) == ((20, 22), ((18,), (), ()))


@rule("KE-5.2")
def test_an_empty_layout_is_an_invalid_one() -> None:
    state, events = play(GAME, turn("3 W9"), "out")
    assert events == [DroppedOut(0, False, 0), PortionTaken(0, 18)]
    assert (state.hands[0], state.discard, state.grill) == (cards("3 W9"), (), (20, 22))


@rule("KE-5.2")
def test_a_high_layout_of_fives_is_invalid_without_a_worm() -> None:
    _, events = play(GAME, turn("W9", layout="4 4 4 5 5 5 5"), "out")
    assert events == [
        DroppedOut(0, False, 32),
        LayoutDiscarded(0, cards("4 4 4 5 5 5 5")),
        PortionTaken(0, 18),
    ]


@rule("KE-5.2")
def test_a_worm_in_the_hand_does_not_make_a_layout_valid() -> None:
    assert after(GAME, turn("W9 W10", layout="5"), "out").stacks[0] == (18,)


@rule("KE-5.2")
def test_the_lowest_portion_is_the_lowest_now_on_the_grill() -> None:
    _, events = play(GAME, turn("3"), "out", "=draw 4 4", "out")
    assert events[2:] == [
        CardsDrawn(0, 2),
        CardsSeen(0, cards("4 4")),
        DroppedOut(1, False, 0),
        PortionTaken(1, 20),
    ]


@rule("KE-5.2")
def test_a_zero_is_the_lowest_portion() -> None:
    state = table("3", "1", grill=(0, 16))
    assert after(GAME, state, "out").stacks == ((0,), ())


@rule("KE-5.2")
def test_an_invalid_layout_takes_no_part_in_the_serving() -> None:
    # Seat 0 has dropped out with a valid 5; seat 1 ends the round with an invalid 25 and does not get the 22.
    state = table("", "", layouts=("W4", "5 5 5 5 5"), grill=(18, 22), out=(0,), seat=1)
    _, events = play(GAME, state, "out")
    assert events == [
        DroppedOut(1, False, 25),
        LayoutDiscarded(1, cards("5 5 5 5 5")),
        PortionTaken(1, 18),
        PortionServed(0, 22, 5),
        RoundEnded(1),
    ]


@rule("KE-5.3")
def test_a_valid_layout_stays_and_the_grill_too() -> None:
    state, events = play(GAME, turn("3", layout="2 2 W4"), "out")
    assert events == [DroppedOut(0, True, 9)]
    assert (state.layouts[0], state.discard) == (cards("2 2 W4"), ())
    assert (state.grill, state.stacks) == (GRILL, ((), (), ()))


@rule("KE-5.3")
def test_one_worm_alone_is_a_valid_layout() -> None:
    _, events = play(GAME, turn("3", layout="W1"), "out")
    assert events == [DroppedOut(0, True, 5)]


@rule("KE-5.3")
def test_a_valid_layout_takes_part_in_the_serving() -> None:
    state = table("", "", layouts=("W4", "W5 W6"), grill=(18, 22), out=(0,), seat=1)
    _, events = play(GAME, state, "out")
    assert events == [DroppedOut(1, True, 10), PortionServed(1, 22, 10), PortionServed(0, 18, 5), RoundEnded(2)]


@rule("KE-5.5")
@pytest.mark.parametrize("layout", ["", "2 2", "2 2 W4"])
def test_after_dropping_out_the_player_draws_two_cards(layout: str) -> None:
    state = after(GAME, turn("3", layout=layout), "out")
    assert GAME.to_act(state) is CHANCE
    state, events = play(GAME, state, "=draw 5 W9")
    assert events == [CardsDrawn(0, 2), CardsSeen(0, cards("5 W9"))]
    assert (state.hands[0], GAME.to_act(state)) == (cards("3 5 W9"), 1)


@rule("KE-5.5")
@pytest.mark.parametrize("step", ["=draw 5", "=draw 5 5 5"])
def test_neither_one_nor_three_cards_are_drawn_for_dropping_out(step: str) -> None:
    assert refused(GAME, after(GAME, turn("3"), "out"), step).code == "bad_draw"


@rule("KE-5.5")
def test_the_last_to_drop_out_with_an_invalid_layout_draws_none() -> None:
    state = table("3", "4", grill=(22,), stacks=((), (18,)), out=(1,))
    state, events = play(GAME, state, "out")
    assert events == [DroppedOut(0, False, 0), PortionTaken(0, 22), RoundEnded(0)]
    assert (state.hands, state.draws) == ((cards("3"), cards("4")), 0)


@rule("KE-5.5")
def test_the_last_to_drop_out_with_a_valid_layout_draws_none() -> None:
    state = table("3", "4", layouts=("W9", ""), grill=(22,), stacks=((), (18,)), out=(1,))
    state, events = play(GAME, state, "out")
    assert events == [DroppedOut(0, True, 5), PortionServed(0, 22, 5), RoundEnded(1)]
    assert (state.hands, state.draws) == ((cards("3"), cards("4")), 0)


@rule("KE-5.5")
def test_the_last_but_one_to_drop_out_draws_two() -> None:
    state = table("3", "4", "5", grill=(20, 22), stacks=((18,), (), ()), out=(0,), seat=1)
    state = after(GAME, state, "out", "=draw 1 2")
    assert (state.hands[1], GAME.to_act(state)) == (cards("1 2 4"), 2)


@rule("KE-5.6")
def test_a_portion_taken_from_the_grill_goes_on_top_of_the_stack() -> None:
    state = table("3", "4", grill=(18, 20), stacks=((30, 16), ()))
    assert after(GAME, state, "out").stacks == ((30, 16, 18), ())


@rule("KE-5.6")
def test_a_served_portion_goes_on_top_of_the_stack() -> None:
    state = table("", "", layouts=("W9", "2 W8"), grill=(18, 20), stacks=((30,), (31,)), out=(1,))
    assert after(GAME, state, "out").stacks == ((30, 18), (31, 20))


@rule("KE-5.6")
def test_everybody_sees_the_stacks_in_order() -> None:
    state = table("3", "4", grill=(18, 20), stacks=((30, 16), (31, 0, 25, 17)))
    assert GAME.view(state, None).stacks == ((30, 16), (31, 0, 25, 17))

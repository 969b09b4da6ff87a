"""The draw pile: when the discard pile is shuffled into a new one, and what is drawn when both are empty."""

import pytest

from heckmeck.games import CHANCE
from heckmeck.games.karteneck import (
    CardsDrawn,
    CardsLaid,
    CardsSeen,
    DroppedOut,
    LayoutDiscarded,
    PileReshuffled,
    PortionTaken,
)
from helpers.karteneck import GAME, SMALL, cards, table
from helpers.notation import after, moves, play, refused, rule

GRILL = (18, 20)


@rule("KE-7.2")
def test_the_discard_pile_is_reshuffled_when_a_card_must_be_drawn_and_none_is_left() -> None:
    # The discard pile is 3 4 5.
    state = table("1", "2", layouts=("W1", "W2"), grill=GRILL, pile="", **SMALL)
    state, events = play(GAME, state, "lay 1", "=draw 4")
    assert events == [
        CardsLaid(0, cards("1"), 6),
        PileReshuffled(3),
        CardsDrawn(0, 1),
        CardsSeen(0, cards("4")),
    ]
    assert (state.hands[0], state.pile, state.discard) == (cards("4"), cards("3 5"), ())


@rule("KE-7.2")
def test_drawing_the_last_card_does_not_reshuffle_yet() -> None:
    state = table("1", "2", layouts=("W1", "W2"), grill=GRILL, pile="3", **SMALL)
    state, events = play(GAME, state, "lay 1", "=draw 3")
    assert events == [CardsLaid(0, cards("1"), 6), CardsDrawn(0, 1), CardsSeen(0, cards("3"))]
    assert (state.pile, state.discard) == ((), cards("4 5"))


@rule("KE-7.2")
def test_drawing_the_last_two_cards_does_not_reshuffle_yet() -> None:
    state = table("1", "2", layouts=("W1", "W2"), grill=GRILL, pile="3 4", **SMALL)
    state, events = play(GAME, state, "out", "=draw 3 4")
    assert events == [DroppedOut(0, True, 5), CardsDrawn(0, 2), CardsSeen(0, cards("3 4"))]
    assert (state.pile, state.discard) == ((), cards("5"))


@rule("KE-7.2")
def test_in_the_middle_of_drawing_two_the_old_rest_comes_first() -> None:
    state = table("1", "2", layouts=("W1", "W2"), grill=GRILL, pile="3", **SMALL)
    state, events = play(GAME, state, "out", "=draw 3 5")
    assert events == [
        DroppedOut(0, True, 5),
        PileReshuffled(2),
        CardsDrawn(0, 2),
        CardsSeen(0, cards("3 5")),
    ]
    assert (state.hands[0], state.pile, state.discard) == (cards("1 3 5"), cards("4"), ())


@rule("KE-7.2")
def test_in_the_middle_of_drawing_two_the_old_rest_comes_for_certain() -> None:
    state = after(GAME, table("1", "2", layouts=("W1", "W2"), grill=GRILL, pile="3", **SMALL), "out")
    assert [(str(draw), weight) for draw, weight in GAME.chance(state)] == [("=draw 3 4", 1), ("=draw 3 5", 1)]
    error = refused(GAME, state, "=draw 4 5")
    assert (error.code, error.rule) == ("bad_draw", "KE-7.2")


@rule("KE-7.2")
def test_a_card_equal_to_the_old_rest_can_come_from_the_new_pile() -> None:
    # The draw pile is a 3, the discard pile 1 2 3.
    state = table("1 2", "4 4 5 5", layouts=("W1", ""), grill=GRILL, pile="3", copies=2, worm_cards=1, hand=5)
    state = after(GAME, state, "out")
    assert [str(draw) for draw, _ in GAME.chance(state)] == ["=draw 1 3", "=draw 2 3", "=draw 3 3"]
    assert after(GAME, state, "=draw 3 3").pile == cards("1 2")


@rule("KE-7.2")
def test_cards_in_layouts_are_not_reshuffled() -> None:
    state = table("1", "2", layouts=("W1", "W2 4"), grill=GRILL, pile="", **SMALL)
    state = after(GAME, state, "lay 1")
    assert [str(draw) for draw, _ in GAME.chance(state)] == ["=draw 3", "=draw 5"]


@rule("KE-7.2")
def test_layouts_are_discarded_at_the_end_of_the_round_and_reshuffled_only_when_needed() -> None:
    state = table("1", "2", layouts=("W1", "3 W2"), grill=GRILL, out=(1,), pile="4", **SMALL)
    state = after(GAME, state, "out")
    assert (state.pile, state.discard) == (cards("4"), cards("3 5 W1 W2"))


@rule("KE-5.2")
def test_an_invalid_layout_is_discarded_before_its_player_draws() -> None:
    # Nothing but the player's own layout is there to be drawn.
    state = table("1 2", "W1 W2", layouts=("3 4 5", ""), grill=GRILL, **SMALL)
    state, events = play(GAME, state, "out", "=draw 3 5")
    assert events == [
        DroppedOut(0, False, 12),
        LayoutDiscarded(0, cards("3 4 5")),
        PortionTaken(0, 18),
        PileReshuffled(3),
        CardsDrawn(0, 2),
        CardsSeen(0, cards("3 5")),
    ]
    assert (state.hands[0], state.pile, state.discard) == (cards("1 2 3 5"), cards("4"), ())


@rule("KE-7.2")
@pytest.mark.parametrize(
    ("pile", "reshuffled"),
    [pytest.param("5", [], id="in the draw pile"), pytest.param("", [PileReshuffled(1)], id="in the discard pile")],
)
def test_with_one_card_left_a_player_draws_one_for_dropping_out(pile: str, reshuffled: list[PileReshuffled]) -> None:
    state = table("1 2", "3 4 W2", layouts=("W1", ""), grill=GRILL, pile=pile, **SMALL)
    state, events = play(GAME, state, "out", "=draw 5")
    assert events == [DroppedOut(0, True, 5), *reshuffled, CardsDrawn(0, 1), CardsSeen(0, cards("5"))]
    assert (state.pile, state.discard, GAME.to_act(state)) == ((), (), 1)


@rule("KE-7.2")
def test_the_only_card_of_an_invalid_layout_is_drawn_alone() -> None:
    state = table("1 2 4", "3 W1 W2", layouts=("5", ""), grill=GRILL, **SMALL)
    state = after(GAME, state, "out")
    assert [(str(draw), weight) for draw, weight in GAME.chance(state)] == [("=draw 5", 1)]


@rule("KE-7.2")
def test_with_both_piles_empty_nothing_is_drawn_for_a_lay() -> None:
    state = table("1 2 4 5", "3 W1 W2", grill=GRILL, **SMALL)
    state, events = play(GAME, state, "lay 4")
    assert events == [CardsLaid(0, cards("4"), 4)]
    assert (GAME.to_act(state), state.hands[0]) == (1, cards("1 2 5"))
    assert moves(GAME, state) == ["lay 3", "lay W1", "lay W1 W2", "lay W2", "out"]


@rule("KE-7.2")
@pytest.mark.parametrize(
    ("layout", "hand", "event"),
    [
        pytest.param("W1", "1 2 4 5", [DroppedOut(0, True, 5)], id="valid"),
        pytest.param("", "1 2 4 5 W1", [DroppedOut(0, False, 0), PortionTaken(0, 18)], id="empty"),
    ],
)
def test_with_both_piles_empty_nothing_is_drawn_for_dropping_out(layout: str, hand: str, event: list[object]) -> None:
    state = table(hand, "3 W2", layouts=(layout, ""), grill=GRILL, **SMALL)
    state, events = play(GAME, state, "out")
    assert events == event
    assert (GAME.to_act(state), state.hands[0]) == (1, cards(hand))


@rule("KE-7.2")
def test_with_both_piles_empty_no_draw_can_happen() -> None:
    state = after(GAME, table("1 2 4 5", "3 W1 W2", grill=GRILL, **SMALL), "lay 4")
    assert refused(GAME, state, "=draw 4").code == "player_to_act"


@rule("KE-7.2")
def test_a_lone_player_goes_on_with_both_piles_empty() -> None:
    state = table("1 2 4", "3 5 W1 W2", grill=(20,), stacks=((), (18,)), out=(1,), **SMALL)
    state = after(GAME, state, "lay 4")
    assert (GAME.to_act(state), moves(GAME, state)) == (0, ["lay 1", "lay 2", "out"])


@rule("KE-7.2")
def test_a_pile_that_was_used_up_waits_for_the_next_draw() -> None:
    # The last to drop out draws none: nothing is reshuffled for them.
    state = table("1", "2", layouts=("W1", ""), grill=(20,), stacks=((), (18,)), out=(1,), pile="", **SMALL)
    state = after(GAME, state, "out", "=grill 22 24")
    assert (state.pile, state.discard) == ((), cards("3 4 5 W1 W2"))
    state = after(GAME, state, "lay 1")
    assert (GAME.to_act(state), state.discard) == (CHANCE, cards("3 4 5 W1 W2"))
    assert after(GAME, state, "=draw W2").pile == cards("3 4 5 W1")

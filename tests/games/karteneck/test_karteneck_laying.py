"""Laying out: one sort at a time, each sort once a round; then one card is drawn."""

import pytest

from heckmeck.games import CHANCE, IllegalMove, NotYourTurn, get
from heckmeck.games.karteneck import CardsDrawn, CardsLaid, CardsSeen, KarteneckState, Lay
from helpers.karteneck import GAME, cards, table
from helpers.notation import after, moves, play, refused, rule

GRILL = (18, 20, 22)


def turn(hand: str, layout: str = "") -> KarteneckState:
    """Seat 0 is to move; the others hold a card each and have laid nothing."""
    return table(hand, "1", "1", layouts=(layout, "", ""), grill=GRILL)


@rule("KE-4.1", "may")
def test_one_or_more_cards_of_one_sort_may_be_laid() -> None:
    assert moves(GAME, turn("2 2 2 5 W3")) == ["lay 2", "lay 2 2", "lay 2 2 2", "lay 5", "lay W3", "out"]


@rule("KE-4.1", "may")
def test_any_of_the_worms_may_be_laid() -> None:
    ways = ["lay W3", "lay W3 W8", "lay W3 W8 W25", "lay W3 W25", "lay W8", "lay W8 W25", "lay W25", "out"]
    assert moves(GAME, turn("W3 W8 W25")) == ways


@rule("KE-4.1", "may")
def test_cards_of_the_sort_may_be_held_back() -> None:
    state, events = play(GAME, turn("2 2 2 W3 W8"), "lay 2 2")
    assert events == [CardsLaid(0, cards("2 2"), 4)]
    assert (state.hands[0], state.layouts[0]) == (cards("2 W3 W8"), cards("2 2"))


@rule("KE-4.1", "may")
def test_a_worm_may_be_held_back() -> None:
    state = after(GAME, turn("W3 W8"), "lay W3")
    assert (state.hands[0], state.layouts[0]) == (cards("W8"), cards("W3"))


@rule("KE-4.1", "may not")
@pytest.mark.parametrize("step", ["lay 2", "lay 2 2"])
def test_a_sort_in_the_layout_may_not_be_laid_again(step: str) -> None:
    error = refused(GAME, turn("2 2 4", layout="2"), step)
    assert isinstance(error, IllegalMove)
    assert (error.code, error.rule) == ("sort_laid", "KE-4.1")


@rule("KE-4.1", "may not")
def test_worms_may_not_be_laid_twice_whatever_their_shields() -> None:
    error = refused(GAME, turn("W8", layout="W3"), "lay W8")
    assert (error.code, error.rule) == ("sort_laid", "KE-4.1")


@rule("KE-4.1", "may not")
@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("lay 2", "There are 2s in your layout already this round. (KE-4.1)"),
        ("lay W8", "There are worms in your layout already this round. (KE-4.1)"),
    ],
)
def test_the_refusal_names_the_sort(step: str, sentence: str) -> None:
    assert str(refused(GAME, turn("2 W8", layout="2 W3"), step)) == sentence


@rule("KE-4.1", "may not")
def test_a_card_held_back_may_not_be_laid_later_in_the_round() -> None:
    state = after(GAME, turn("2 2 4"), "lay 2", "=draw 3", "lay 1", "=draw 3", "lay 1", "=draw 3")
    assert moves(GAME, state) == ["lay 3", "lay 4", "out"]


@rule("KE-4.1", "may")
def test_worms_may_be_laid_to_fives_and_fives_to_worms() -> None:
    assert moves(GAME, turn("W8", layout="5 5")) == ["lay W8", "out"]
    assert moves(GAME, turn("5 W8", layout="W3")) == ["lay 5", "out"]


@rule("KE-4.1", "may")
def test_a_sort_that_another_player_laid_may_be_laid() -> None:
    state = table("2", "2", "1", layouts=("", "2 2", "2"), grill=GRILL)
    assert moves(GAME, state) == ["lay 2", "out"]


@rule("KE-4.1", "may")
def test_a_sort_may_be_laid_again_in_the_next_round() -> None:
    state = table("2", "1", layouts=("2 W3", ""), grill=(22,), stacks=((), (18,)), out=(1,))
    state = after(GAME, state, "out", "=grill 30 31")
    assert moves(GAME, state) == ["lay 2", "out"]


@rule("KE-4.1", "may not")
@pytest.mark.parametrize("step", ["lay 2 3", "lay 2 2 W3", "lay 5 W3"])
def test_two_sorts_may_not_be_laid_at_once(step: str) -> None:
    error = refused(GAME, turn("2 2 3 5 W3"), step)
    assert (error.code, error.rule) == ("mixed_sorts", "KE-4.1")


@rule("KE-4.1", "may not")
@pytest.mark.parametrize("step", ["lay 4", "lay 2 2 2", "lay W8", "lay W3 W3", "lay W3 W8", "lay 1"])
def test_what_is_not_in_the_hand_may_not_be_laid(step: str) -> None:
    error = refused(GAME, turn("2 2 W3"), step)
    assert (error.code, error.rule) == ("not_in_hand", "KE-4.1")


@rule("KE-4.1", "may not")
def test_laying_nothing_is_no_lay() -> None:
    state = turn("2 2 W3")
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, Lay(()))
    assert (caught.value.code, caught.value.rule) == ("nothing_laid", "KE-4.1")
    assert Lay(()) not in GAME.legal_moves(state)


@rule("KE-4.2")
def test_the_total_of_the_whole_layout_is_called_after_each_lay() -> None:
    _, events = play(GAME, turn("2 2 W3 W8", layout="4 4"), "lay W3 W8")
    assert events == [CardsLaid(0, cards("W3 W8"), 18)]


@rule("KE-4.2")
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everybody_sees_the_totals(viewer: int | None) -> None:
    state = table("2", "1", "3", layouts=("4 4 W25", "", "5"), grill=GRILL)
    assert GAME.view(state, viewer).totals == (13, 0, 5)


@rule("KE-4.3")
def test_then_the_player_draws_one_card() -> None:
    state, events = play(GAME, turn("2 2 W3"), "lay 2 2", "=draw W9")
    assert events == [CardsLaid(0, cards("2 2"), 4), CardsDrawn(0, 1), CardsSeen(0, cards("W9"))]
    assert (state.hands[0], len(state.pile)) == (cards("W3 W9"), 110 - 5 - 1)


@rule("KE-4.3")
@pytest.mark.parametrize("step", ["=draw 3 3", "=draw W3", "=draw W8", "=grill 30 31 32"])
def test_nothing_but_one_card_of_the_pile_can_be_drawn(step: str) -> None:
    # W3 is in the hand and W8 in the layout.
    error = refused(GAME, after(GAME, turn("2 2 W3 W8"), "lay W8"), step)
    assert error.code == "bad_draw"


@rule("KE-4.3")
def test_nobody_moves_before_the_card_is_drawn() -> None:
    state = after(GAME, turn("2 2 W3"), "lay 2")
    error = refused(GAME, state, "lay 1")
    assert isinstance(error, NotYourTurn)
    assert (error.code, GAME.to_act(state), moves(GAME, state)) == ("chance_to_act", CHANCE, [])


@rule("KE-4.3")
def test_no_card_is_drawn_while_a_player_decides() -> None:
    error = refused(GAME, turn("2 2 W3"), "=draw 1")
    assert (type(error), error.code) == (IllegalMove, "player_to_act")


@rule("KE-4.3")
def test_the_card_that_was_drawn_is_not_laid_in_the_same_turn() -> None:
    state = after(GAME, turn("2 2 W3"), "lay 2", "=draw W9")
    assert GAME.to_act(state) == 1


@rule("KE-3.2")
def test_the_turn_goes_clockwise() -> None:
    state = after(GAME, turn("2 2 W3"), "lay 2", "=draw 5")
    assert GAME.to_act(state) == 1
    state = after(GAME, state, "lay 1", "=draw 5")
    assert GAME.to_act(state) == 2
    state = after(GAME, state, "lay 1", "=draw 5")
    assert GAME.to_act(state) == 0


@rule("KE-3.2")
def test_the_turn_passes_over_players_who_dropped_out() -> None:
    state = table("2", "2", "2", "2", grill=(18, 20), stacks=((16,), (17,), (), ()), out=(1, 0), seat=3)
    assert GAME.to_act(after(GAME, state, "lay 2", "=draw 5")) == 2


@rule("KE-3.2")
def test_the_last_one_left_goes_on_alone() -> None:
    state = table("2 3", "2", grill=(18,), stacks=((), (16,)), out=(1,))
    state = after(GAME, state, "lay 2", "=draw 5")
    assert (GAME.to_act(state), moves(GAME, state)) == (0, ["lay 3", "lay 5", "out"])


@rule("KE-3.2")
def test_a_player_moves_only_in_turn() -> None:
    state = turn("2 2 W3")
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(state, GAME.parse("lay 1"), by=1)
    assert caught.value.code == "not_your_turn"


@rule("KE-3.2")
def test_the_player_in_turn_moves() -> None:
    state = turn("2 2 W3")
    assert GAME.apply(state, GAME.parse("lay 2"), by=0).events == (CardsLaid(0, cards("2"), 2),)


def test_a_move_of_another_game_is_refused() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(turn("2 2 W3"), get("bratwurmeck").parse("roll"))
    assert caught.value.code == "unknown_move"

"""What a player may know: their own hand, and everything that lies open."""

from random import Random

import pytest

from heckmeck.games import CHANCE, seen_by
from heckmeck.games.karteneck import CardsDrawn, CardsLaid, CardsSeen, KarteneckState, PileReshuffled
from heckmeck.games.karteneck.cards import without
from helpers.karteneck import GAME, SMALL, cards, table
from helpers.notation import after, moves, play, rule


def middle() -> KarteneckState:
    """Three seats in the middle of a round; seat 1 is to move."""
    return table(
        "1 W9",
        "2 2 W8 W7",
        "3",
        layouts=("4 4", "", "5 W3"),
        grill=(18, 22),
        stacks=((30, 0), (), (16, 31)),
        out=(2,),
        seat=1,
        discard="1 1 W20",
    )


@rule("KE-2.2")
def test_a_player_sees_their_own_hand_and_the_sizes_of_the_others() -> None:
    view = GAME.view(middle(), 0)
    assert (view.seat, view.hand, view.hand_sizes) == (0, cards("1 W9"), (2, 4, 1))


@rule("KE-2.2")
def test_a_spectator_sees_no_hand() -> None:
    view = GAME.view(middle(), None)
    assert (view.seat, view.hand, view.hand_sizes, view.moves) == (None, (), (2, 4, 1), ())


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everybody_sees_what_lies_open(viewer: int | None) -> None:
    view = GAME.view(middle(), viewer)
    assert view.layouts == (cards("4 4"), (), cards("5 W3"))
    assert view.totals == (8, 0, 10)
    assert view.out == (False, False, True)
    assert view.stacks == ((30, 0), (), (16, 31))
    assert view.scores == (3, 0, 4)
    assert view.grill == (18, 22)
    assert view.discard == cards("1 1 W20")


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everybody_knows_how_many_cards_and_portions_are_hidden(viewer: int | None) -> None:
    view = GAME.view(middle(), viewer)
    assert (view.pile, view.supply) == (110 - 7 - 4 - 3, 24 - 6)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_everybody_knows_whose_turn_it_is(viewer: int | None) -> None:
    view = GAME.view(middle(), viewer)
    assert (view.to_act, view.turn_of) == (1, 1)


def test_everybody_knows_who_draws() -> None:
    view = GAME.view(after(GAME, middle(), "lay 2"), 0)
    assert (view.to_act, view.turn_of, view.moves) == (CHANCE, 1, ())


def test_only_the_player_in_turn_is_shown_the_moves() -> None:
    state = middle()
    assert list(map(str, GAME.view(state, 1).moves)) == moves(GAME, state)
    assert moves(GAME, state) == ["lay 2", "lay 2 2", "lay W7", "lay W7 W8", "lay W8", "out"]
    assert (GAME.view(state, 0).moves, GAME.view(state, 2).moves) == ((), ())


def test_the_game_says_that_it_hides_something() -> None:
    assert GAME.hides


def test_other_hands_and_the_draw_pile_are_hidden() -> None:
    # Seats 1 and 2 swap all they hold for cards of the pile.
    state = middle()
    pile = without(state.pile, cards("1 3 3 W25 5"))
    other = state._replace(
        hands=(state.hands[0], cards("1 3 3 W25"), cards("5")),
        pile=tuple(sorted((*pile, *state.hands[1], *state.hands[2]))),
    )
    assert other.hands != state.hands
    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.view(other, None) == GAME.view(state, None)
    assert GAME.view(other, 1) != GAME.view(state, 1)


@rule("KE-4.3")
@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (1, (CardsLaid(1, cards("2"), 2), CardsDrawn(1, 1), CardsSeen(1, cards("W25")))),
        (0, (CardsLaid(1, cards("2"), 2), CardsDrawn(1, 1))),
        (2, (CardsLaid(1, cards("2"), 2), CardsDrawn(1, 1))),
        (None, (CardsLaid(1, cards("2"), 2), CardsDrawn(1, 1))),
    ],
)
def test_only_the_one_who_draws_sees_the_card(viewer: int | None, seen: tuple[object, ...]) -> None:
    _, events = play(GAME, middle(), "lay 2", "=draw W25")
    assert seen_by(events, viewer) == seen


@rule("KE-2.2")
def test_only_the_one_who_is_dealt_a_hand_sees_it() -> None:
    state = GAME.start(GAME.setup(seats=2))
    _, events = play(GAME, state, "=draw 1 1 1 1 1 1", "=draw 2 2 2 2 2 2")
    assert seen_by(events, 0) == (CardsDrawn(0, 6), CardsSeen(0, cards("1 1 1 1 1 1")), CardsDrawn(1, 6))
    assert seen_by(events, 1) == (CardsDrawn(0, 6), CardsDrawn(1, 6), CardsSeen(1, cards("2 2 2 2 2 2")))


@rule("KE-7.2")
def test_everybody_sees_a_reshuffle() -> None:
    state = table("1", "2", layouts=("W1", "W2"), grill=(18, 20), pile="", **SMALL)
    _, events = play(GAME, state, "lay 1", "=draw 4")
    assert seen_by(events, None) == (CardsLaid(0, cards("1"), 6), PileReshuffled(3), CardsDrawn(0, 1))


def test_unseen_cards_are_all_but_the_own_hand_the_layouts_and_the_discard_pile() -> None:
    # 1 and 2 are seat 0's hand; seat 1's 3 and the pile's W2 are unseen.
    state = table("1 2", "3", layouts=("4", "W1"), grill=(18, 20), discard="5", **SMALL)
    assert GAME.view(state, 0).unseen_cards == cards("3 W2")
    assert GAME.view(state, 1).unseen_cards == cards("1 2 W2")
    assert GAME.view(state, None).unseen_cards == cards("1 2 3 W2")


def test_unseen_cards_come_back_with_a_reshuffle() -> None:
    state = table("1 2", "3", layouts=("W2", "W1"), grill=(18, 20), pile="", **SMALL)
    assert GAME.view(state, 1).unseen_cards == cards("1 2")
    assert GAME.view(after(GAME, state, "lay 1", "=draw 5"), 1).unseen_cards == cards("2 4 5")


def test_unseen_cards_are_as_many_as_other_hands_and_the_pile() -> None:
    view = GAME.view(middle(), 0)
    assert len(view.unseen_cards) == 4 + 1 + view.pile


@rule("KE-2.1")
def test_unseen_portions_are_the_supply_and_what_was_taken_out() -> None:
    view = GAME.view(middle(), 0)
    assert view.unseen_portions == (0, 0, 17, 19, 20, 21, *range(23, 30), *range(32, 43))
    assert len(view.unseen_portions) == view.supply + 6


@rule("KE-2.1")
def test_unseen_portions_at_the_start_are_all_portions() -> None:
    assert GAME.view(GAME.start(GAME.setup(seats=2)), None).unseen_portions == (0, 0, 0, *range(16, 43))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_dealing_the_hidden_cards_again_changes_nothing_that_a_player_sees(viewer: int | None) -> None:
    state = middle()
    other = GAME.resample(state, viewer, Random(3))
    assert other.hands != state.hands
    assert GAME.view(other, viewer) == GAME.view(state, viewer)


def test_dealing_the_hidden_cards_again_loses_no_card() -> None:
    state = middle()
    other = GAME.resample(state, 0, Random(3))
    assert sorted((*other.pile, *other.hands[1], *other.hands[2])) == sorted(
        (*state.pile, *state.hands[1], *state.hands[2])
    )

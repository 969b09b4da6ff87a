"""Before the first move: portions are taken out, hands are dealt, the grill is laid out."""

from random import Random

import pytest

from heckmeck.games import CHANCE, NotYourTurn
from heckmeck.games.karteneck import CardsDrawn, CardsSeen, GrillLaidOut, KarteneckSetup, KarteneckState
from helpers.karteneck import GAME, cards, table
from helpers.notation import after, moves, play, refused, rule

HANDS = ("=draw 1 1 2 3 W4 W25", "=draw 1 2 3 4 5 W1", "=draw 5 5 5 5 5 5")


def start(seats: int = 3, **options: object) -> KarteneckState:
    return GAME.start(GAME.setup(seats=seats, **options))


def test_a_state_knows_its_set_up() -> None:
    assert GAME.setup_of(start(seats=2, first=1)) == KarteneckSetup(seats=2, first=1)


def test_equal_states_are_one_key() -> None:
    assert len({start(seats=2), start(seats=2), start(seats=3)}) == 2


@rule("KE-2.1")
@pytest.mark.parametrize(("seats", "removed"), [(2, 12), (3, 6), (4, 2), (5, 0)])
def test_portions_are_taken_out_by_the_number_of_players(seats: int, removed: int) -> None:
    assert KarteneckSetup(seats=seats).supply == 30 - removed


@rule("KE-2.1")
def test_nobody_sees_which_portions_are_taken_out() -> None:
    state = start(seats=2)
    assert state.supply == 18
    assert state.unseen == (0, 0, 0, *range(16, 43))


@rule("KE-2.1")
@pytest.mark.parametrize(("seats", "removed"), [(2, 12), (3, 6), (4, 2), (5, 0)])
def test_what_was_taken_out_is_never_laid_out(seats: int, removed: int) -> None:
    state, source = start(seats), Random(seats)
    while GAME.to_act(state) is not None:
        chance = GAME.to_act(state) is CHANCE
        state = GAME.apply(state, GAME.sample(state, source) if chance else GAME.legal_moves(state)[0]).state
    assert len(state.unseen) == removed
    assert sum(map(len, state.stacks)) == 30 - removed


@rule("KE-2.2")
def test_each_player_draws_six_cards() -> None:
    state, events = play(GAME, start(), *HANDS)
    assert events == [
        CardsDrawn(0, 6),
        CardsSeen(0, cards("1 1 2 3 W4 W25")),
        CardsDrawn(1, 6),
        CardsSeen(1, cards("1 2 3 4 5 W1")),
        CardsDrawn(2, 6),
        CardsSeen(2, cards("5 5 5 5 5 5")),
    ]
    assert state.hands == (cards("1 1 2 3 W4 W25"), cards("1 2 3 4 5 W1"), cards("5 5 5 5 5 5"))
    assert len(state.pile) == 110 - 18


@rule("KE-2.2")
@pytest.mark.parametrize(
    "step",
    [
        pytest.param("=draw 1 1 2 3 W4", id="five cards"),
        pytest.param("=draw 1 1 2 3 W4 W5 W6", id="seven cards"),
        pytest.param("=draw 1 1 2 3 W4 W4", id="a worm twice"),
        pytest.param("=grill 18 20 22", id="portions"),
    ],
)
def test_nothing_but_six_cards_can_be_dealt(step: str) -> None:
    error = refused(GAME, start(), step)
    assert (error.code, error.rule) == ("bad_draw", "KE-2.2")


@rule("KE-2.2")
def test_a_dealt_card_cannot_be_dealt_again() -> None:
    error = refused(GAME, after(GAME, start(), HANDS[0]), "=draw 1 1 2 3 5 W25")
    assert (error.code, error.rule) == ("bad_draw", "KE-2.2")


@rule("KE-2.2")
def test_nobody_moves_while_cards_are_dealt() -> None:
    state = after(GAME, start(), HANDS[0])
    error = refused(GAME, state, "out")
    assert isinstance(error, NotYourTurn)
    assert (error.code, moves(GAME, state), GAME.to_act(state)) == ("chance_to_act", [], CHANCE)


@rule("KE-2.2")
@pytest.mark.parametrize(
    ("steps", "dealing"),
    [((), True), (HANDS[:2], True), (HANDS, False), ((*HANDS, "=grill 18 20 22", "lay 1"), False)],
)
def test_the_deal_is_over_when_all_have_their_hands(steps: tuple[str, ...], dealing: bool) -> None:
    assert after(GAME, start(), *steps).dealing is dealing


@rule("KE-2.2")
def test_hands_of_one_card_are_dealt_to_all() -> None:
    state = after(GAME, start(hand=1), "=draw 1", "=draw 2", "=draw 3")
    assert state.hands == (cards("1"), cards("2"), cards("3"))


@rule("KE-2.2")
def test_the_hand_option_changes_the_number_of_cards() -> None:
    state = after(GAME, start(seats=2, hand=2), "=draw 1 W1", "=draw 2 W2")
    assert state.hands == (cards("1 W1"), cards("2 W2"))
    assert (GAME.to_act(state), state.draws) == (CHANCE, 0)


@rule("KE-2.3")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_table_decides_who_begins(first: int) -> None:
    state, events = play(GAME, after(GAME, start(first=first), *HANDS), "=grill 18 20 22")
    assert events == [GrillLaidOut(first, (18, 20, 22))]
    assert GAME.to_act(state) == first


@rule("KE-2.3")
def test_seat_0_is_dealt_first_no_matter_who_begins() -> None:
    _, events = play(GAME, start(first=2), HANDS[0])
    assert events == [CardsDrawn(0, 6), CardsSeen(0, cards("1 1 2 3 W4 W25"))]


@rule("KE-3.1")
@pytest.mark.parametrize(("seats", "portions"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_the_grill_has_as_many_portions_as_there_are_players(seats: int, portions: int) -> None:
    state = table(*["1"] * seats)
    state = GAME.apply(state, GAME.sample(state, Random(1))).state
    assert len(state.grill) == portions


@rule("KE-3.1")
def test_the_grill_comes_from_the_supply() -> None:
    state, events = play(GAME, table("1", "2", "3"), "=grill 42 0 16")
    assert events == [GrillLaidOut(0, (0, 16, 42))]
    assert (state.grill, state.supply) == ((0, 16, 42), 21)
    assert state.unseen == (0, 0, *range(17, 42))


@rule("KE-3.1")
@pytest.mark.parametrize(
    "step",
    [
        pytest.param("=grill 18 20", id="too few"),
        pytest.param("=grill 18 20 22 24", id="too many"),
        pytest.param("=grill 18 18 22", id="one twice"),
        pytest.param("=grill 15 18 22", id="no such portion"),
        pytest.param("=grill 18 22 30", id="one that a player owns"),
        pytest.param("=draw 1 2 3", id="cards"),
    ],
)
def test_nothing_but_unseen_portions_can_be_laid_out(step: str) -> None:
    error = refused(GAME, table("1", "2", "3", stacks=((30,), (31,), (32,))), step)
    assert (error.code, error.rule) == ("bad_draw", "KE-3.1")


@rule("KE-3.1")
def test_three_zeros_can_lie_on_one_grill() -> None:
    assert after(GAME, table("1", "2", "3"), "=grill 0 0 0").grill == (0, 0, 0)


@rule("KE-3.1")
def test_four_zeros_cannot_lie_on_one_grill() -> None:
    assert refused(GAME, table("1", "2", "3", "4"), "=grill 0 0 0 0").code == "bad_draw"


@rule("KE-3.1")
def test_nobody_moves_before_the_grill_is_laid_out() -> None:
    error = refused(GAME, table("1", "2", "3"), "lay 1")
    assert (error.code, GAME.to_act(table("1", "2", "3"))) == ("chance_to_act", CHANCE)

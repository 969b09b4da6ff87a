"""The exact chances of draws and grills, checked by counting all orders of a small pile."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import pytest

from heckmeck.games import ChanceOutcome, Distribution, GameOver, IllegalMove, Source
from heckmeck.games.karteneck import Draw, Grill, KarteneckState
from helpers.karteneck import GAME, SMALL, table
from helpers.notation import after, rule

FEW: dict[str, Any] = {"portions": (16, 18), "removed": 2}
"""Options for six portions, 0 0 0 16 17 18, of which four are laid out."""


class Scripted(Source):
    """A source that gives the numbers it was given."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers: Iterator[int] = iter(numbers)

    def randrange(self, stop: int, /) -> int:
        number = next(self.numbers)
        assert number < stop
        return number


def weights(chances: Distribution[ChanceOutcome]) -> dict[str, int]:
    return {str(outcome): weight for outcome, weight in chances}


def outcome(step: str) -> ChanceOutcome:
    found = GAME.parse(step)
    assert isinstance(found, ChanceOutcome)
    return found


def small_deal() -> KarteneckState:
    """The first hand of three is about to be dealt from 1 1 2 2 3 3 4 4 5 5 W1 W2."""
    return GAME.start(GAME.setup(seats=2, copies=2, worm_cards=2, hand=3))


def small_drop_out(pile: str) -> KarteneckState:
    """Two cards are about to be drawn; what is not in the pile of 1 1 2 3 3 W2 was discarded."""
    state = table("4 4", "2 5 5", layouts=("W1", ""), grill=(18, 20), pile=pile, copies=2, worm_cards=2, hand=3)
    return after(GAME, state, "out")


@rule("KE-2.2")
def test_the_chances_of_a_hand_are_those_of_all_orders_of_the_pile() -> None:
    counted = Counter(str(Draw(hand)) for hand in combinations((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7), 3))
    assert weights(GAME.chance(small_deal())) == counted


@rule("KE-2.2")
def test_the_chances_of_a_hand_add_up() -> None:
    chances = GAME.chance(small_deal())
    assert (chances.total, sum(weight for _, weight in chances)) == (220, 220)


@rule("KE-2.2")
@pytest.mark.parametrize(
    ("step", "weight"),
    [
        ("=draw 1 1 1 1 1 1", comb(17, 6)),
        ("=draw 1 2 3 4 5 W25", 17**5),
        ("=draw 1 1 2 2 W3 W4", comb(17, 2) ** 2),
        ("=draw W1 W2 W3 W4 W5 W6", 1),
        ("=draw W1 W2 W3 W4 W5 W5", 0),
        ("=draw 1 1 1 1 1", 0),
        ("=grill 1 2 3 4 5 6", 0),
    ],
)
def test_the_exact_weight_of_a_hand(step: str, weight: int) -> None:
    chances = GAME.chance(GAME.start(GAME.setup(seats=2)))
    assert (chances.weight(outcome(step)), chances.total) == (weight, comb(110, 6))


@rule("KE-2.2")
def test_the_chances_of_the_second_hand_are_those_of_the_rest() -> None:
    state = after(GAME, small_deal(), "=draw 1 1 W1")
    counted = Counter(str(Draw(hand)) for hand in combinations((2, 2, 3, 3, 4, 4, 5, 5, 7), 3))
    assert weights(GAME.chance(state)) == counted


@rule("KE-3.1")
def test_the_chances_of_a_grill_with_three_zeros() -> None:
    chances = GAME.chance(table("1", "2", **FEW))
    assert weights(chances) == {
        "=grill 0 0": 3,
        "=grill 0 16": 3,
        "=grill 0 17": 3,
        "=grill 0 18": 3,
        "=grill 16 17": 1,
        "=grill 16 18": 1,
        "=grill 17 18": 1,
    }
    assert chances.total == 15


@rule("KE-2.1")
def test_taking_portions_out_unseen_leaves_the_same_chances() -> None:
    # All orders of the six portions: the first two are taken out, the next two are the grill.
    orders = permutations((0, 0, 0, 16, 17, 18))
    counted = Counter(str(Grill(tuple(sorted(order[2:4])))) for order in orders)
    chances = GAME.chance(table("1", "2", **FEW))
    assert {grill: weight * 48 for grill, weight in weights(chances).items()} == counted


@rule("KE-2.1")
def test_what_was_taken_out_can_still_come_as_far_as_anybody_knows() -> None:
    # The same orders, now those whose first grill was 0 17: what comes on the second one?
    orders = (order for order in permutations((0, 0, 0, 16, 17, 18)) if sorted(order[2:4]) == [0, 17])
    counted = Counter(str(Grill(tuple(sorted(order[4:])))) for order in orders)
    chances = GAME.chance(table("1", "2", stacks=((0,), (17,)), **FEW))
    assert weights(chances) == {"=grill 0 0": 1, "=grill 0 16": 2, "=grill 0 18": 2, "=grill 16 18": 1}
    assert {grill: weight * 24 for grill, weight in weights(chances).items()} == counted


@rule("KE-3.1")
@pytest.mark.parametrize(
    ("step", "weight"),
    [
        ("=grill 16 17 18 19 20", 1),
        ("=grill 0 16 17 18 19", 3),
        ("=grill 0 0 16 17 18", 3),
        ("=grill 0 0 0 16 17", 1),
        ("=grill 0 0 0 0 16", 0),
        ("=grill 15 16 17 18 19", 0),
        ("=grill 16 16 17 18 19", 0),
        ("=grill 16 17 18 19", 0),
        ("=draw W11 W12 W13 W14 W15", 0),
    ],
)
def test_the_exact_weight_of_a_grill_for_five(step: str, weight: int) -> None:
    chances = GAME.chance(table("1", "2", "3", "4", "5"))
    assert (chances.weight(outcome(step)), chances.total) == (weight, 142506)


@rule("KE-4.3")
def test_the_chances_of_a_card_are_the_counts_of_the_pile() -> None:
    state = table("1 4", "2 5", layouts=("W1", ""), grill=(18, 20), discard="1 3", copies=3, worm_cards=3)
    chances = GAME.chance(after(GAME, state, "lay 4"))
    assert weights(chances) == {
        "=draw 1": 1,
        "=draw 2": 2,
        "=draw 3": 2,
        "=draw 4": 2,
        "=draw 5": 2,
        "=draw W2": 1,
        "=draw W3": 1,
    }
    assert chances.total == 11


@rule("KE-5.5")
def test_the_chances_of_two_cards_are_those_of_all_pairs() -> None:
    chances = GAME.chance(small_drop_out("1 1 2 3 3 W2"))
    counted = Counter(str(Draw(pair)) for pair in combinations((1, 1, 2, 3, 3, 7), 2))
    assert (weights(chances), chances.total) == (counted, 15)


@rule("KE-7.2")
@pytest.mark.parametrize("rest", [1, 2, 3, 7])
def test_the_chances_of_two_cards_with_one_left_are_those_of_all_shuffles(rest: int) -> None:
    others = [1, 1, 2, 3, 3, 7]
    others.remove(rest)
    counted = Counter(str(Draw(tuple(sorted((rest, shuffled[0]))))) for shuffled in permutations(others))
    chances = GAME.chance(small_drop_out(str(rest) if rest < 6 else "W2"))
    assert {draw: weight * 24 for draw, weight in weights(chances).items()} == counted
    assert chances.total == 5


@rule("KE-7.2")
def test_the_chances_of_two_cards_with_none_left_are_those_of_the_discard_pile() -> None:
    chances = GAME.chance(small_drop_out(""))
    counted = Counter(str(Draw(pair)) for pair in combinations((1, 1, 2, 3, 3, 7), 2))
    assert (weights(chances), chances.total) == (counted, 15)


@rule("KE-7.2")
def test_all_that_is_left_comes_for_certain() -> None:
    state = table("1 2", "4 5 W2", layouts=("W1", ""), grill=(18, 20), **SMALL)
    chances = GAME.chance(after(GAME, state, "out"))
    assert (weights(chances), chances.total) == ({"=draw 3": 1}, 1)


@rule("KE-5.5")
def test_samples_of_two_cards_follow_the_weights() -> None:
    state = small_drop_out("1 1 2 3 3 W2")
    drawn = Counter(str(GAME.sample(state, Scripted(numbers))) for numbers in product(range(6), range(5)))
    assert drawn == {draw: 2 * weight for draw, weight in weights(GAME.chance(state)).items()}


@rule("KE-7.2")
def test_samples_with_one_card_left_follow_the_weights() -> None:
    state = small_drop_out("2")
    drawn = Counter(str(GAME.sample(state, Scripted((number,)))) for number in range(5))
    assert drawn == {"=draw 1 2": 2, "=draw 2 3": 2, "=draw 2 W2": 1}


@rule("KE-3.1")
def test_samples_of_a_grill_follow_the_weights() -> None:
    state = table("1", "2", **FEW)
    drawn = Counter(str(GAME.sample(state, Scripted(numbers))) for numbers in product(range(6), range(5)))
    assert drawn == {grill: 2 * weight for grill, weight in weights(GAME.chance(state)).items()}


def test_a_draw_is_written_in_one_order_only() -> None:
    chances = GAME.chance(small_drop_out("1 1 2 3 3 W2"))
    assert (chances.weight(Draw((1, 2))), chances.weight(Draw((2, 1)))) == (2, 0)


def test_there_are_no_chances_where_a_player_decides() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.chance(table("1", "2", grill=(18, 20)))
    assert caught.value.code == "player_to_act"


def test_there_are_no_chances_after_the_end() -> None:
    with pytest.raises(GameOver) as caught:
        GAME.chance(table("1", "2", stacks=((0, 16), (17, 18)), **FEW))
    assert caught.value.code == "game_over"

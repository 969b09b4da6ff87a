"""Exact numbers of nodes and states, computed by hand or by counting that is independent of our code."""

from collections import Counter
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import pytest

from heckmeck.games import CHANCE, AnyGame, get
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.games.dice import DICE
from heckmeck.games.roll_and_keep import RollAndKeep
from heckmeck.games.turn import Keep, Turn


def kind(game: AnyGame, state: Any) -> str:
    actor = game.to_act(state)
    return "terminal" if actor is None else "chance" if actor is CHANCE else "decision"


def children(game: AnyGame, state: Any) -> list[Any]:
    if game.to_act(state) is CHANCE:
        return [game.apply(state, outcome).state for outcome, _ in game.chance(state)]
    return [game.apply(state, move).state for move in game.legal_moves(state)]


def plies(game: AnyGame, depth: int, **options: object) -> list[Counter[str]]:
    """The kinds of nodes at each depth of the tree."""
    level = [game.start(game.setup(**options))]
    counts = []
    for _ in range(depth):
        counts.append(Counter(kind(game, state) for state in level))
        level = [child for state in level for child in children(game, state)]
    return [*counts, Counter(kind(game, state) for state in level)]


def whole_tree(game: AnyGame, **options: object) -> Counter[str]:
    total: Counter[str] = Counter()
    level = [game.start(game.setup(**options))]
    while level:
        total.update(kind(game, state) for state in level)
        level = [child for state in level for child in children(game, state)]
    return total


def test_the_first_turn_of_bratwurmeck_branches_as_counted_by_hand() -> None:
    """Eight dice show C(13, 5) multisets. Face f is in C(12, 5) of them, so 6 * 792 keeps follow.

    After a keep one rolls or stops, in 2 ways, except for eight of a kind: five faces fail at once without a worm,
    and the eight worms (40) take any of the 16 portions.
    """
    rolls, keeps = comb(13, 5), 6 * comb(12, 5)
    counts = plies(get("bratwurmeck"), 3, seats=2)
    assert counts[:3] == [{"chance": 1}, {"decision": rolls}, {"decision": keeps - 5, "chance": 5}]
    stops_and_rolls = 2 * (keeps - 6) + 16
    after_five_failures = 5 * rolls
    assert sum(counts[3].values()) == stops_and_rolls + after_five_failures


def test_the_first_turn_of_barbecue_branches_as_counted_by_hand() -> None:
    """Stopping needs 23 with a worm: five to seven worms allow it beside rolling, eight worms allow nothing else.

    There are C(12 - k, 4) rolls with exactly k worms.
    """
    rolls, keeps = comb(13, 5), 6 * comb(12, 5)
    counts = plies(get("barbecue"), 3, seats=2)
    assert counts[:3] == [{"chance": 1}, {"decision": rolls}, {"decision": keeps - 5, "chance": 5}]
    may_stop_too = sum(comb(12 - worms, 4) for worms in (5, 6, 7))
    assert sum(counts[3].values()) == keeps - 5 + may_stop_too + 5 * rolls


def test_the_smallest_game_of_karteneck_has_the_tree_drawn_by_hand() -> None:
    """Two worms, one in each hand, one round: 7 decisions and 4 ends for each of the two deals."""
    options = {"portions": (16, 17), "zeros": 0, "removed": 0, "copies": 0, "worm_cards": 2, "hand": 1}
    counts = whole_tree(get("karteneck"), seats=2, **options)
    assert counts == {"decision": 2 * 7, "terminal": 2 * 4, "chance": 1 + 2 + 2}


def test_a_small_game_of_karteneck_has_the_tree_that_plain_counting_finds() -> None:
    """Six different cards, two seats, one round; the dealing is three further plies of chance."""
    options = {"portions": (16, 17), "zeros": 0, "removed": 0, "copies": 1, "worm_cards": 1, "hand": 1}
    cards = frozenset("12345W")
    expected = Counter(chance=1 + 6 + 6 * 5)
    for first, second in permutations(cards, 2):
        none: frozenset[str] = frozenset()
        hands = (frozenset(first), frozenset(second))
        expected += counted_round(
            0, hands, (none, none), (False, False), [16, 17], ([], []), cards - {first, second}, none
        )
    assert whole_tree(get("karteneck"), seats=2, **options) == expected
    assert expected == {"decision": 11790, "chance": 5017, "terminal": 8400}


Set = frozenset[str]
Pair = tuple[Set, Set]


def counted_round(
    seat: int, hands: Pair, layouts: Pair, out: tuple[bool, bool], grill: list[int], stacks: Any, pile: Set, thrown: Set
) -> Counter[str]:
    """Nodes of a round of two seats with cards that all differ, written straight from the rules."""
    total = sum(5 if card == "W" else int(card) for card in layouts[seat])
    valid = "W" in layouts[seat]
    nodes = Counter(decision=1)
    for card in hands[seat] - layouts[seat]:
        held, laid = put(hands, seat, hands[seat] - {card}), put(layouts, seat, layouts[seat] | {card})
        nodes += counted_draw(1, seat, held, laid, out, grill, stacks, pile, thrown)
    for steal in (False, True) if valid and stacks[1 - seat][-1:] == [total] else (False,):
        tops, rest, laid, heap = stacks, grill, layouts, thrown
        if not valid:
            tops = put(stacks, seat, [*stacks[seat], grill[0]])
            rest, laid, heap = grill[1:], put(layouts, seat, frozenset()), thrown | layouts[seat]
        elif steal:
            tops = put(put(stacks, seat, [*stacks[seat], total]), 1 - seat, stacks[1 - seat][:-1])
        gone = put(out, seat, True)
        if all(gone):
            nodes += Counter(terminal=1)
        else:
            nodes += counted_draw(2, seat, hands, laid, gone, rest, tops, pile, heap)
    return nodes


def counted_draw(
    number: int, seat: int, hands: Pair, layouts: Pair, out: Any, grill: Any, stacks: Any, pile: Set, thrown: Set
) -> Counter[str]:
    number = min(number, len(pile | thrown))
    certain, source = (pile, thrown) if number > len(pile) else (frozenset(), pile)
    following = seat if out[1 - seat] else 1 - seat
    nodes = Counter(chance=1 if number else 0)
    for drawn in combinations(sorted(source), number - len(certain)):
        held = put(hands, seat, hands[seat] | certain | set(drawn))
        left = source - set(drawn)
        heap = frozenset() if number > len(pile) else thrown
        nodes += counted_round(following, held, layouts, out, grill, stacks, left, heap)
    return nodes


def put(pair: Any, seat: int, thing: Any) -> Any:
    return (thing, pair[1]) if seat == 0 else (pair[0], thing)


def test_a_hand_of_three_can_be_dealt_in_as_many_ways_as_counted() -> None:
    """k of 25 worms, and a multiset of 3 - k values out of five."""
    game = get("karteneck")
    chances = game.chance(game.start(game.setup(seats=2, hand=3)))
    assert len(list(chances)) == sum(comb(25, k) * comb(3 - k + 4, 4) for k in range(4)) == 4210
    assert chances.total == comb(110, 3)


def turn_states(game: RollAndKeep[Any, Any, Any]) -> set[tuple[int, int, int]]:
    """All (faces used, dice left, sum) that the engine reaches after a keep, by applying every roll and keep."""
    start = game.start(game.setup(seats=2))
    kept, todo = {""}, [""]
    while todo:
        rolling = start._replace(turn=Turn(todo.pop(), "", True))
        for outcome, _ in game.chance(rolling):
            rolled = game.apply(rolling, outcome).state
            for move in game.legal_moves(rolled) if rolled.turn.rolled else ():
                assert isinstance(move, Keep)
                after = game.apply(rolled, move)
                dice = game.die.add(rolled.turn.kept, move.face, rolled.turn.rolled.count(move.face))
                if dice not in kept:
                    kept.add(dice)
                    if not game.die.facts[dice].over:
                        assert after.state.turn.kept == dice
                        todo.append(dice)
    facts = game.die.facts
    return {(facts[dice].bits, DICE - len(dice), facts[dice].total) for dice in kept}


def counted_turn_states(values: tuple[int, ...]) -> set[tuple[int, int, int]]:
    """The same by plain counting: any numbers of dice of each face, eight at most."""
    return {
        (
            sum(1 << face for face, number in enumerate(numbers) if number),
            DICE - sum(numbers),
            sum(number * value for number, value in zip(numbers, values, strict=True)),
        )
        for numbers in product(range(DICE + 1), repeat=6)
        if sum(numbers) <= DICE
    }


@pytest.mark.parametrize(("name", "values"), [("bratwurmeck", (1, 2, 3, 4, 5, 5)), ("barbecue", (1, 2, 3, 4, 6, 5))])
def test_a_turn_has_just_the_states_that_counting_finds(name: str, values: tuple[int, ...]) -> None:
    game = get(name)
    assert isinstance(game, RollAndKeep)
    assert turn_states(game) == counted_turn_states(values)


def test_a_turn_of_bratwurmeck_has_1939_states_and_1287_that_can_roll() -> None:
    states = turn_states(Bratwurmeck())
    assert len(states) == 1939
    assert sum(left > 0 and bits != 0b111111 for bits, left, _ in states) == 1287

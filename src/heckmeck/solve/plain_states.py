"""The states of a roll-and-keep turn, numbered, with their successors, and the outcomes of rolls.

A state is (faces set aside, dice left, sum): the order of the keeps does not matter, nor how the sum was reached. Rolls
are merged: all dice that show a face set aside already count as the same.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple

from heckmeck.games.dice import DICE, WORM, Die

KEEPS = 2**14
"""Number of pairs of dice kept and dice rolled, of 75,582, whose successors are kept in memory."""


class TurnState(NamedTuple):
    """The state of a turn after a keep, or before its first roll."""

    bits: int
    left: int
    total: int


class PlainStates:
    """All states of a turn with one kind of die: first those where no roll is possible, then by the dice left.

    >>> states = plain_states(Die("12345W"))
    >>> len(states.states), len(states.states) - states.rolling
    (1939, 1287)
    """

    def __init__(self, die: Die) -> None:
        self.die = die
        self.sums = DICE * max(die.values.values()) + 1
        reached = {TurnState(t.bits, DICE - len(dice), t.total) for dice, t in die.facts.items()}
        over = [state for state in reached if self._is_over(state)]
        rolling = [state for state in reached if not self._is_over(state)]
        rolling.sort(key=lambda state: (state.left, self.unused(state), state))
        self.states = (*sorted(over), *rolling)
        self.rolling = len(over)
        self.number = {state: number for number, state in enumerate(self.states)}
        self.start = self.number[TurnState(0, DICE, 0)]
        self._by_dice = {
            dice: self.number[TurnState(facts.bits, DICE - len(dice), facts.total)] for dice, facts in die.facts.items()
        }
        self.by_face = [{} if self._is_over(state) else self._by_unused_face(state) for state in self.states]
        """The states after keeping none, 1, 2, ... of an unused face, by state and face."""
        self.keeps = lru_cache(KEEPS)(self._keeps)

    def after(self, kept: str) -> int:
        """Return the number of the state with these dice set aside."""
        return self._by_dice[kept]

    def has_worm_in(self, state: TurnState) -> bool:
        """Return whether a worm is set aside."""
        return bool(state.bits & self.die.bits[WORM])

    def unused(self, state: TurnState) -> int:
        """Return the number of faces that are not set aside."""
        return len(self.die.faces) - state.bits.bit_count()

    def successors(self, number: int) -> list[list[int]]:
        """Return, for each unused face, the states after keeping 1, 2, ... of it."""
        return [after[1:] for after in self.by_face[number].values()]

    def _keeps(self, kept: str, rolled: str) -> tuple[tuple[str, int], ...]:
        """Return the faces of a roll that may be kept, ascending, each with the number of the state after it.

        >>> states = plain_states(Die("12345W"))
        >>> [face for face, _ in states.keeps("44W", "1145W")]
        ['1', '5']
        """
        after = self.by_face[self._by_dice[kept]]
        faces = self.die.facts[rolled].faces
        return tuple([(face, after[face][rolled.count(face)]) for face in faces if face in after])

    def _is_over(self, state: TurnState) -> bool:
        return state.left == 0 or state.bits == self.die.all_bits

    def _by_unused_face(self, state: TurnState) -> dict[str, list[int]]:
        """Return, by unused face, the states after keeping none of it (which changes nothing), 1, 2, ... of it."""
        bits, left, total = state
        return {
            face: [
                self.number[state],
                *[
                    self.number[TurnState(bits | bit, left - count, total + count * self.die.values[face])]
                    for count in range(1, left + 1)
                ],
            ]
            for face, bit in self.die.bits.items()
            if not bits & bit
        }


@cache
def plain_states(die: Die) -> PlainStates:
    """Return the states of a kind of die, built on first use."""
    return PlainStates(die)


class OrderedOutcomes(NamedTuple):
    """The outcomes of a roll, ordered so that the value of each follows from that of an earlier one by a single choice.

    Keeping `count` dice of the face-th unused face is the choice `face * dice + count - 1`. The value of an outcome is
    the better of its last choice and of the outcome before it, which lacks that face. Outcomes with the same last
    choice are adjacent, first those that others build on. A weight is a probability; `fail` is that of no new face.
    """

    order: list[tuple[int, ...]]
    """The counts of unused faces of each outcome."""
    choice: dict[tuple[int, ...], int]
    """The last choice of each outcome."""
    parents: set[tuple[int, ...]]
    """The outcomes that others build on, and that of no new face."""
    weights: dict[tuple[int, ...], float]
    """The probabilities; outcomes that others only build on have none."""
    fail: float


def order_outcomes(faces: int, dice: int) -> OrderedOutcomes:
    """Return the outcomes of a roll of `dice` dice with `faces` unused faces."""
    weights = dict(outcomes(faces, dice))
    fail = weights.pop((0,) * faces, 0.0)
    # With a used face, every outcome that another builds on can happen itself; without one, some of them cannot.
    nodes = set(weights)
    todo = list(weights)
    while todo:
        shorter = without_last(todo.pop())
        if any(shorter) and shorter not in nodes:
            nodes.add(shorter)
            todo.append(shorter)
    parents = {without_last(counts) for counts in nodes}
    choice = {counts: _last(counts) * dice + counts[_last(counts)] - 1 for counts in nodes}
    order = sorted(nodes, key=lambda counts: (choice[counts], counts not in parents, counts))
    return OrderedOutcomes(order, choice, parents, weights, fail)


def _last(counts: tuple[int, ...]) -> int:
    """Return the last face that occurs."""
    return max(face for face, count in enumerate(counts) if count)


def without_last(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the outcome without the last face that occurs."""
    last = _last(counts)
    return (*counts[:last], *(0,) * (len(counts) - last))


def outcomes(faces: int, dice: int) -> list[tuple[tuple[int, ...], float]]:
    """Return all outcomes of a roll, the last face varying fastest: the counts of unused faces, and the probability.

    >>> outcomes(1, 1)
    [((0,), 0.8333333333333334), ((1,), 0.16666666666666666)]
    """
    used = 6 - faces
    found = []
    for counts in product(range(dice + 1), repeat=faces):
        rest = dice - sum(counts)
        if rest == 0 or (rest > 0 and used):
            ways = factorial(dice) // (prod(map(factorial, counts)) * factorial(rest)) * used**rest
            found.append((counts, ways / 6**dice))
    return found

"""The states of a roll-and-keep turn, numbered, with their successors: tables that are built once for each kind of die.

A state is (faces set aside, dice left, sum): the order of the keeps does not matter, nor how the sum was reached. Rolls
are merged: all dice that show a face set aside already count as the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.dice import DICE, WORM, Die

KEEPS = 2**14
"""Number of pairs of dice kept and dice rolled, of 75,582, whose successors are kept in memory."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class TurnState(NamedTuple):
    """The state of a turn after a keep, or before its first roll."""

    bits: int
    left: int
    total: int


class RollClass(NamedTuple):
    """States with the same rolls: the same number of unused faces, and the same number of dice left.

    `successors[choice]` has, for each state, the number of the state after that choice; see `Outcomes` for the rest.
    """

    faces: int
    left: int
    first: int
    successors: Ints
    outcomes: Outcomes


class Level(NamedTuple):
    """All (state, roll) pairs with the same number of dice.

    `choices[k]` has for each pair the state after its k-th choice, or `nothing`. A roll without a new face leads to
    `failed`. `starts` is where each state's pairs begin.
    """

    first: int
    last: int
    choices: Ints
    weights: Floats
    starts: Ints


class TurnStates:
    """All states of a turn with one kind of die. The numbers `failed` and `nothing` come after the last state's.

    >>> states = turn_states(Die("12345W"))
    >>> len(states.states), len(states.states) - states.rolling
    (1939, 1287)
    """

    def __init__(self, die: Die) -> None:
        self.die = die
        self.sums = DICE * max(die.values.values()) + 1
        reached = {TurnState(t.bits, DICE - len(dice), t.total) for dice, t in die.facts.items()}
        over = [state for state in reached if self._is_over(state)]
        rolling = [state for state in reached if not self._is_over(state)]
        rolling.sort(key=lambda state: (state.left, self._unused(state), state))
        self.states = (*sorted(over), *rolling)
        self.rolling = len(over)
        self.failed = len(self.states)
        self.nothing = len(self.states) + 1
        self.number = {state: number for number, state in enumerate(self.states)}
        self._by_dice = {
            dice: self.number[TurnState(facts.bits, DICE - len(dice), facts.total)] for dice, facts in die.facts.items()
        }
        self.keeps = lru_cache(KEEPS)(self._keeps)
        self.total = np.array([state.total for state in self.states], np.int32)
        self.has_worm = np.array([bool(state.bits & die.bits[WORM]) for state in self.states])
        self.start = self.number[TurnState(0, DICE, 0)]
        self._by_face = [{} if self._is_over(state) else self._by_unused_face(state) for state in self.states]
        self.classes = tuple(self._classes())
        self.levels = tuple(self._level(left) for left in range(1, DICE + 1))

    def after(self, kept: str) -> int:
        """Return the number of the state with these dice set aside."""
        return self._by_dice[kept]

    def _keeps(self, kept: str, rolled: str) -> tuple[tuple[str, int], ...]:
        """Return the faces of a roll that may be kept, ascending, each with the number of the state after it.

        >>> states = turn_states(Die("12345W"))
        >>> [face for face, _ in states.keeps("44W", "1145W")]
        ['1', '5']
        """
        after = self._by_face[self._by_dice[kept]]
        faces = self.die.facts[rolled].faces
        return tuple([(face, after[face][rolled.count(face)]) for face in faces if face in after])

    def _is_over(self, state: TurnState) -> bool:
        return state.left == 0 or state.bits == self.die.all_bits

    def _unused(self, state: TurnState) -> int:
        return len(self.die.faces) - state.bits.bit_count()

    def _successors(self, state: TurnState) -> list[list[int]]:
        """Return, for each unused face, the states after keeping 1, 2, ... of it."""
        return [after[1:] for after in self._by_face[self.number[state]].values()]

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

    def _classes(self) -> Iterator[RollClass]:
        first = self.rolling
        while first < len(self.states):
            left, faces = self.states[first].left, self._unused(self.states[first])
            alike = [s for s in self.states[first:] if s.left == left and self._unused(s) == faces]
            successors = [[to for by_face in self._successors(state) for to in by_face] for state in alike]
            yield RollClass(faces, left, first, np.array(successors, np.int32).T.copy(), ordered_outcomes(faces, left))
            first += len(alike)

    def _level(self, left: int) -> Level:
        states = [state for state in self.states[self.rolling :] if state.left == left]
        rows: list[list[int]] = []
        weights: list[float] = []
        starts: list[int] = []
        for state in states:
            starts.append(len(rows))
            successors = self._successors(state)
            for counts, weight in outcomes(len(successors), left):
                rows.append(
                    [successors[face][count - 1] for face, count in enumerate(counts) if count] or [self.failed]
                )
                weights.append(weight)
        width = max(map(len, rows))
        choices = np.array([row + [self.nothing] * (width - len(row)) for row in rows], np.int32).T.copy()
        first = self.number[states[0]]
        return Level(first, first + len(states), choices, np.array(weights), np.array(starts, np.int32))


@cache
def turn_states(die: Die) -> TurnStates:
    """Return the tables of a kind of die, built on first use."""
    return TurnStates(die)


class Outcomes(NamedTuple):
    """The outcomes of a roll, ordered so that the value of each follows from that of an earlier one by a single choice.

    Keeping `count` dice of the face-th unused face is the choice `face * dice + count - 1`. The value of an outcome is
    the better of its last choice and of the outcome `before` it, which lacks that face. Outcomes with the same last
    choice are adjacent, first those that others build on; `runs[choice]` has the number of those and the number of all.
    Outcomes that others build on are numbered from 1 in this order; `before` is such a number, or 0 for none. A weight
    is a probability; `fail` is the probability of no new face at all.
    """

    before: Ints
    runs: Ints
    weight: Floats
    fail: float


def ordered_outcomes(faces: int, dice: int) -> Outcomes:
    """Return the outcomes of a roll of `dice` dice with `faces` unused faces.

    >>> two = ordered_outcomes(2, 2)  # 1 alone, both 1; 2 alone, 1 and 2, both 2
    >>> two.before.tolist(), two.runs.tolist()
    ([0, 0, 0, 1, 0], [[1, 1], [0, 1], [0, 2], [0, 1]])
    """
    weights = dict(outcomes(faces, dice))
    fail = weights.pop((0,) * faces, 0.0)
    # With a used face, every outcome that another builds on can happen itself; without one, some of them cannot.
    nodes = set(weights)
    todo = list(weights)
    while todo:
        shorter = _without_last(todo.pop())
        if any(shorter) and shorter not in nodes:
            nodes.add(shorter)
            todo.append(shorter)
    parents = {_without_last(counts) for counts in nodes}
    choice = {counts: _last(counts) * dice + counts[_last(counts)] - 1 for counts in nodes}
    order = sorted(nodes, key=lambda counts: (choice[counts], counts not in parents, counts))
    number = {counts: place for place, counts in enumerate((c for c in order if c in parents), start=1)}
    runs = np.zeros((faces * dice, 2), np.int32)
    for counts in order:
        runs[choice[counts]] += (counts in parents, 1)
    return Outcomes(
        before=np.array([number.get(_without_last(counts), 0) for counts in order], np.int32),
        runs=runs,
        weight=np.array([weights.get(counts, 0.0) for counts in order]),
        fail=fail,
    )


def _last(counts: tuple[int, ...]) -> int:
    """Return the last face that occurs."""
    return max(face for face, count in enumerate(counts) if count)


def _without_last(counts: tuple[int, ...]) -> tuple[int, ...]:
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

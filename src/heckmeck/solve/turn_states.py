"""The states of a roll-and-keep turn in tables for numpy and the kernel, built once for each kind of die."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.dice import DICE, Die
from heckmeck.solve.plain_states import PlainStates, order_outcomes, outcomes, without_last

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


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


class TurnStates(PlainStates):
    """The states of a turn with tables for numpy. The numbers `failed` and `nothing` come after the last state's."""

    def __init__(self, die: Die) -> None:
        super().__init__(die)
        self.failed = len(self.states)
        self.nothing = len(self.states) + 1
        self.total = np.array([state.total for state in self.states], np.int32)
        self.has_worm = np.array([self.has_worm_in(state) for state in self.states])
        self.classes = tuple(self._classes())
        self.levels = tuple(self._level(left) for left in range(1, DICE + 1))

    def _classes(self) -> Iterator[RollClass]:
        first = self.rolling
        while first < len(self.states):
            left, faces = self.states[first].left, self.unused(self.states[first])
            alike = [s for s in self.states[first:] if s.left == left and self.unused(s) == faces]
            successors = [[to for by_face in self.successors(self.number[state]) for to in by_face] for state in alike]
            yield RollClass(faces, left, first, np.array(successors, np.int32).T.copy(), ordered_outcomes(faces, left))
            first += len(alike)

    def _level(self, left: int) -> Level:
        states = [state for state in self.states[self.rolling :] if state.left == left]
        rows: list[list[int]] = []
        weights: list[float] = []
        starts: list[int] = []
        for state in states:
            starts.append(len(rows))
            successors = self.successors(self.number[state])
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
    """The outcomes of a roll in their order, as in `OrderedOutcomes`.

    `runs[choice]` has the number of outcomes with that last choice that others build on, and the number of all. Those
    that others build on are numbered from 1 in this order; `before` is such a number, or 0 for none.
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
    order, choice, parents, weights, fail = order_outcomes(faces, dice)
    number = {counts: place for place, counts in enumerate((c for c in order if c in parents), start=1)}
    runs = np.zeros((faces * dice, 2), np.int32)
    for counts in order:
        runs[choice[counts]] += (counts in parents, 1)
    return Outcomes(
        before=np.array([number.get(without_last(counts), 0) for counts in order], np.int32),
        runs=runs,
        weight=np.array([weights.get(counts, 0.0) for counts in order]),
        fail=fail,
    )

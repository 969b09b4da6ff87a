"""The value of a turn in exact fractions, written straight from the rules and independent of the solver.

Fractions with n dice left have the denominator D[n] = 6 * 6**2 * ... * 6**n in common, so whole numbers will do.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb

DICE = 8
D = [6 ** (n * (n + 1) // 2) for n in range(DICE + 1)]

State = tuple[frozenset[str], int, int]
"""Faces set aside, dice left, sum."""


@cache
def rolls(faces: int, dice: int) -> list[tuple[tuple[int, ...], int]]:
    """How many dice show each of the unused faces, and in how many of the 6**dice sequences."""

    def some(left: int, others: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if others == 0:
            if left == 0 or faces < 6:
                yield (), (6 - faces) ** left
            return
        for count in range(left + 1):
            for rest, ways in some(left - count, others - 1):
                yield (count, *rest), comb(left, count) * ways

    return list(some(dice, faces))


class Reference:
    """Solves turns with faces of these values. `may_fail` says whether a stop that earns nothing is allowed."""

    def __init__(self, values: dict[str, int], may_fail: bool) -> None:
        self.values = values
        self.may_fail = may_fail
        self.states = sorted(self._reachable(), key=lambda state: state[1])
        number = {state: place for place, state in enumerate(self.states)}
        # For each state its rolls: in how many ways, and what can be kept, with the factor to the common denominator.
        self.rolls = [
            [
                (ways, [(number[after], D[left - 1] // D[after[1]]) for after in nexts])
                for ways, nexts in self._rolls(state)
            ]
            for state in self.states
            for _, left, _ in [state]
        ]

    def _reachable(self) -> set[State]:
        start: State = (frozenset(), DICE, 0)
        found, todo = {start}, [start]
        while todo:
            new = {after for _, nexts in self._rolls(todo.pop()) for after in nexts} - found
            found |= new
            todo += new
        return found

    def _rolls(self, state: State) -> Iterator[tuple[int, list[State]]]:
        kept, left, total = state
        unused = [face for face in self.values if face not in kept]
        if left and unused:
            for counts, ways in rolls(len(unused), left):
                shown = [(face, n) for face, n in zip(unused, counts, strict=True) if n]
                yield ways, [(kept | {face}, left - n, total + n * self.values[face]) for face, n in shown]

    def solve(self, stop: Sequence[int | None], fail: int) -> dict[State, Fraction]:
        """The value of every state; None in `stop` means that a stop is not allowed."""
        values: list[int] = []
        for (kept, left, total), all_rolls in zip(self.states, self.rolls, strict=True):
            worth = stop[total] if "W" in kept else (fail if self.may_fail and kept else None)
            if not all_rolls:
                values.append((fail if worth is None else worth) * D[left])
                continue
            failing = fail * D[left - 1]
            rolled = sum(
                [
                    ways * (max([values[to] * scale for to, scale in nexts]) if nexts else failing)
                    for ways, nexts in all_rolls
                ]
            )
            values.append(rolled if worth is None else max(rolled, worth * D[left]))
        return {state: Fraction(value, D[state[1]]) for state, value in zip(self.states, values, strict=True)}

"""Solved turns in plain Python, for where there is no numpy. `heckmeck.solve` does the same much faster."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf

from heckmeck.games import AnyDiceGame
from heckmeck.games.dice import DICE, WORM

EQUAL = 1e-9
"""Worths that differ by no more are equal but for rounding."""

Kept = tuple[int, int, int]
"""Dice set aside, as far as they matter: the bits of their faces, how many dice are left, and the sum."""
Roll = tuple[int, tuple[tuple[int, int, int], ...]]
"""The weight of a roll, and for each of its faces the bit, the number of dice and their sum."""


class PlainTurn:
    """The exact optimal value of every state of a turn that is asked for; see `heckmeck.solve.SolvedTurn`.

    `stop` is what the prize of each sum is worth, None where there is none.
    """

    def __init__(self, game: AnyDiceGame, stop: Sequence[float | None], fail: float, gives_up: bool = True) -> None:
        self._game = game
        self._stop, self._fail = stop, fail
        self._nothing = fail if gives_up and game.stop_may_fail else -inf
        self._worm = game.die.bits[WORM]
        self._values: dict[Kept, float] = {}

    def best_keep(self, kept: str, rolled: str) -> str:
        """Return the face that is best kept: of equal ones the first."""
        worths = self.keep_values(kept, rolled)
        best = next(iter(worths))
        for face, worth in worths.items():
            if worth > worths[best] + EQUAL:
                best = face
        return best

    def keep_values(self, kept: str, rolled: str) -> dict[str, float]:
        """What keeping each face of a roll that may be kept is worth."""
        die = self._game.die
        faces = [face for face in die.faces if face in rolled and face not in kept]
        return {face: self.value(die.add(kept, face, rolled.count(face))) for face in faces}

    def rolls_on(self, kept: str) -> bool:
        """Whether rolling on is better than stopping now: false where they are equal."""
        state = self._state(kept)
        return not self._is_over(state) and self._value(state) > self._stopping(state) + EQUAL

    def value(self, kept: str) -> float:
        """What the turn is worth with these dice set aside: the better of stopping and rolling."""
        return self._value(self._state(kept))

    def stop_value(self, kept: str) -> float | None:
        """What stopping now is worth; None where it is not allowed."""
        worth = self._stopping(self._state(kept))
        return None if worth == -inf else worth

    def roll_value(self, kept: str) -> float | None:
        """What rolling on is worth; None where no roll is possible."""
        state = self._state(kept)
        return None if self._is_over(state) else self._rolling(state)

    def _state(self, kept: str) -> Kept:
        facts = self._game.die.facts[kept]
        return facts.bits, DICE - len(kept), facts.total

    def _is_over(self, state: Kept) -> bool:
        return state[1] == 0 or state[0] == self._game.die.all_bits

    def _stopping(self, state: Kept) -> float:
        bits, _, total = state
        worth = self._stop[total] if bits & self._worm else None
        if worth is None:
            return self._fail if self._is_over(state) else self._nothing
        return worth

    def _value(self, state: Kept) -> float:
        found = self._values.get(state)
        if found is None:
            found = self._stopping(state)
            if not self._is_over(state):
                found = max(found, self._rolling(state))
            self._values[state] = found
        return found

    def _rolling(self, state: Kept) -> float:
        bits, left, total = state
        known, fail = self._values, self._fail
        total_worth, ways = 0.0, float(6**left)
        for weight, groups in _rolls(self._game, left):
            best = -inf
            for bit, number, points in groups:
                if not bits & bit:
                    after = (bits | bit, left - number, total + points)
                    worth = known.get(after)
                    if worth is None:
                        worth = self._value(after)
                    best = max(best, worth)
            total_worth += weight * (fail if best == -inf else best)
        return total_worth / ways


@cache
def _rolls(game: AnyDiceGame, number: int) -> tuple[Roll, ...]:
    die = game.die
    return tuple(
        (
            weight,
            tuple(
                (die.bits[face], dice.faces.count(face), dice.faces.count(face) * die.values[face])
                for face in dict.fromkeys(dice.faces)
            ),
        )
        for dice, weight in die.rolls(number)
    )

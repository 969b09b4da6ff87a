"""The exact optimal value of every decision of a turn, given what its results are worth."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from heckmeck.games import AnyDiceGame, get_dice_game
from heckmeck.solve.kernel import Array, Kernel, library
from heckmeck.solve.solved_turn import SolvedTurn
from heckmeck.solve.turn_states import turn_states
from heckmeck.solve.worths import MAY_NOT_STOP

if TYPE_CHECKING:
    from collections.abc import Iterable

BATCH = 64
"""Number of turns that numpy solves at a time: more do not fit into the caches."""


class TurnSolver:
    """Solves turns of one dice game.

    `stop[s]` is the worth of stopping at the sum s with a worm; `MAY_NOT_STOP` if that is not allowed while a roll is
    possible (if none is, the attempt fails). `fail` is what a failed attempt is worth. Without `gives_up`, a player who
    could roll on never stops where that would be a failed attempt, even if the rules allow it.

    >>> solver = turn_solver("bratwurmeck")
    >>> stop = np.where(np.arange(solver.sums) >= 21, 1.0, 0.0)
    >>> round(solver.solve(stop, fail=0).start, 9)  # the best chance of a result of at least 21
    0.893026737
    """

    def __init__(self, game: AnyDiceGame, use_kernel: bool = True, gives_up: bool = True) -> None:
        self.game = game
        self.gives_up = gives_up and game.stop_may_fail
        self.states = turn_states(game.die)
        self.sums = self.states.sums
        self.fail_slot = 2 * self.sums
        self._none_slot = self.fail_slot + 1
        self.stop_slot = self._stop_slots()
        self.stop_slots: list[int] = self.stop_slot.tolist()  # single numbers are read faster from a list
        found = library() if use_kernel else None
        self.kernel = Kernel(found, self.states, self.stop_slot, self._none_slot + 1) if found else None

    def stop_values(self, worths: Iterable[float | None], fail: float) -> list[float]:
        """Return the stop values, given the worth of the prize for each sum; None stands for no prize.

        Without a prize, a stop is a failed attempt or not allowed, depending on the rules of the game.
        """
        nothing = fail if self.gives_up else MAY_NOT_STOP
        return [nothing if worth is None else worth for worth in worths]

    def solve(self, stop: ArrayLike, fail: float, dtype: DTypeLike = np.float64, *, start: bool = True) -> SolvedTurn:
        """Solve one turn.

        With `start=False` the value before the first roll, which costs the most to compute, is skipped: it is NaN.
        """
        memory = self._memory_of_one(np.asarray(stop, dtype), fail)
        slots, values = memory[: self._none_slot + 1], memory[self._none_slot + 1 :]
        if self.kernel:
            self.kernel.solve(memory, start)
        else:
            values[:] = self._by_numpy(slots[None])[0]
        if not start:
            values[self.states.start] = np.nan
        return SolvedTurn(self, slots, values)

    def solve_many(
        self, stop: ArrayLike, fail: ArrayLike, dtype: DTypeLike = np.float32, *, full: bool = False, threads: int = 1
    ) -> Array:
        """Return the value before the first roll for each row of worths, or with `full` the values of all states."""
        slots = self._slots(np.asarray(stop, dtype), np.asarray(fail, dtype))
        if threads > 1:
            with ThreadPoolExecutor(threads) as pool:
                return np.concatenate(
                    list(pool.map(lambda part: self._many(part, full), np.array_split(slots, threads)))
                )
        return self._many(slots, full)

    def _many(self, slots: Array, full: bool) -> Array:
        if self.kernel:
            return self.kernel.solve_many(np.ascontiguousarray(slots), full)
        parts = [self._by_numpy(slots[i : i + BATCH]) for i in range(0, len(slots), BATCH)]
        values = np.concatenate(parts) if parts else np.empty((0, len(self.states.states)), slots.dtype)
        return values if full else values[:, self.states.start]

    def _stop_slots(self) -> NDArray[np.int32]:
        """Return, for each state, the index of the slot that holds the worth of stopping there.

        The slots are: the stop values for states that may roll on; the stop values for states that may not, with a
        failed attempt in place of stops that are not allowed; the worth of a failed attempt; and that of an impossible
        choice.
        """
        states = self.states
        numbers = np.arange(len(states.states))
        over = numbers < states.rolling
        without_worm = np.where(over | self.gives_up, self.fail_slot, self._none_slot)
        slots = np.where(states.has_worm, states.total + np.where(over, self.sums, 0), without_worm)
        slots[states.start] = self._none_slot
        return slots.astype(np.int32)

    def _memory_of_one(self, stop: Array, fail: float) -> Array:
        """Return the slots of a single solve, followed by room for its values.

        Fast path of `_slots` for bots, which solve one turn at a time: such a solve takes half the time.
        """
        # The comparison is false for NaN. Called as ufuncs, the reductions are faster.
        if stop.shape != (self.sums,) or not (np.maximum.reduce(stop) < np.inf and isfinite(fail)):
            self._slots(stop[None], np.asarray([fail], stop.dtype))  # raises the error
        memory: Array = np.empty(self._none_slot + 1 + len(self.states.states), stop.dtype)
        memory[: self.sums] = memory[self.sums : self.fail_slot] = stop
        if np.minimum.reduce(stop) == MAY_NOT_STOP:
            memory[self.sums : self.fail_slot][stop == MAY_NOT_STOP] = fail
        memory[self.fail_slot] = fail
        memory[self._none_slot] = MAY_NOT_STOP
        return memory

    def _slots(self, stop: Array, fail: Array) -> Array:
        """Check the worths and write them into the slots of the states."""
        if stop.ndim != 2 or stop.shape[1] != self.sums or fail.shape != stop.shape[:1]:
            raise ValueError(
                f"The stop values must be of the shape (solves, {self.sums}) and the values of failing (solves,), "
                f"not {stop.shape} and {fail.shape}."
            )
        # The comparison is false for NaN.
        if not np.isfinite(fail).all() or (stop.size and not stop.max() < np.inf):
            raise ValueError("The worths must be finite; only a stop value may be minus infinity, for no stop.")
        slots = np.empty((len(fail), self._none_slot + 1), stop.dtype)
        at_end = slots[:, self.sums : self.fail_slot]
        slots[:, : self.sums] = at_end[:] = stop
        if stop.size and stop.min() == MAY_NOT_STOP:
            np.copyto(at_end, fail[:, None], where=stop == MAY_NOT_STOP)
        slots[:, self.fail_slot] = fail
        slots[:, self._none_slot] = MAY_NOT_STOP
        return slots

    def _by_numpy(self, slots: Array) -> Array:
        """Go backward through the levels: those with fewer dice left come first."""
        states = self.states
        fail, none = slots[:, self.fail_slot], slots[:, self._none_slot]
        values = np.concatenate([slots[:, self.stop_slot].T, fail[None], none[None]])
        for level in states.levels:
            best = values[level.choices].max(axis=0)
            rolled = np.add.reduceat(best * level.weights[:, None].astype(slots.dtype), level.starts)
            np.maximum(values[level.first : level.last], rolled, out=values[level.first : level.last])
        return np.ascontiguousarray(values[: len(states.states)].T)


def turn_solver(game: AnyDiceGame | str, use_kernel: bool = True, gives_up: bool = True) -> TurnSolver:
    """Return the solver of a dice game, given the game or its name. There is one solver per game."""
    return _turn_solver(get_dice_game(game) if isinstance(game, str) else game, use_kernel, gives_up)


_turn_solver = cache(TurnSolver)

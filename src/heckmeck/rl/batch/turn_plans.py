"""Whole turns of many games: solved for the worths of their results, and played by the best decisions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from heckmeck.games import BadSetup
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.layout import Indices, Ints
from heckmeck.rl.batch.turn_tables import PASS, Floats64, Plans, turn_tables

SOLVES = 512
"""Number of turns that are solved and then played at a time: their values take 8 MB."""


class TurnPlans:
    """A solved turn for each game of a batch, to be followed decision by decision."""

    def __init__(self, batch: Batch, gives_up: bool = True) -> None:
        self.batch = batch
        self._tables = turn_tables(batch.dice_layout.game, gives_up)
        solver, games = self._tables.solver, len(batch)
        self._plans = Plans(
            values=np.zeros((games, len(solver.states.states))),
            stop=np.zeros((games, solver.sums)),
            fail=np.zeros(games),
            action=np.full((games, solver.sums), PASS, np.int32),
            gives_up=gives_up,
        )

    def solve(self, games: Indices, stop: ArrayLike, fail: ArrayLike, action: Ints) -> None:
        """Solve the turns of some games; see `play_turns` for the worths."""
        turns = _Turns(self.batch, games, stop, fail, action, self._plans.gives_up)
        for part, rows, plans in turns.solved():
            self._plans.values[games[part]] = plans.values[rows]
        self._plans.stop[games], self._plans.fail[games] = turns.stop, turns.fail
        self._plans.action[games] = turns.action

    def decide(self, games: Indices) -> Ints:
        """Return the best actions of some games that are not over."""
        plans = self._plans._replace(action=self._plans.action[games])
        return self._tables.decide(self.batch.records[games], games, plans)


def play_turns(
    batch: Batch, games: Indices, stop: ArrayLike, fail: ArrayLike, action: Ints, *, gives_up: bool = True
) -> None:
    """Play some games to the end of their current turns, by the best decisions for these worths.

    `stop` has a row for each of the games: the worth of a stop at each sum with a worm, `MAY_NOT_STOP` where it is not
    allowed. `fail` is the worth of a failed attempt, `action` the action of each stop, PASS where a sum earns nothing.
    Without `gives_up` nobody who could roll on stops where that would be a failed attempt.
    The decisions are those of a `TurnBot` with the same worths.

    >>> from heckmeck.games import get
    >>> from heckmeck.rl.batch import make_batch
    >>> batch = make_batch(get("bratwurmeck").setup(seats=2), games=1000, seed=1)
    >>> prizes = batch.dice_layout.prizes(batch.records)
    >>> play_turns(batch, np.arange(1000), prizes.gain, np.zeros(1000), prizes.action)
    >>> worms, _ = batch.standings()
    >>> worms.mean(axis=0).round(1).tolist(), batch.seats.max()
    ([1.7, 0.0], np.int8(1))
    """
    for part, rows, plans in _Turns(batch, games, stop, fail, action, gives_up).solved():
        batch.follow(games[part], rows, plans)


class _Turns:
    """The turns of some games. Equal turns are solved once."""

    def __init__(
        self, batch: Batch, games: Indices, stop: ArrayLike, fail: ArrayLike, action: Ints, gives_up: bool
    ) -> None:
        self._solver = turn_tables(batch.dice_layout.game, gives_up).solver
        self._gives_up = gives_up
        self.stop, self.fail = np.asarray(stop, np.float64), np.asarray(fail, np.float64)
        self.action = np.ascontiguousarray(action, np.int32)
        self._check(batch, games)
        worths: Floats64 = np.ascontiguousarray(np.column_stack([self.stop, self.fail]))
        keys = worths.view(np.dtype((np.void, worths.dtype.itemsize * worths.shape[1]))).ravel()
        _, self._first, row = np.unique(keys, return_index=True, return_inverse=True)
        self._row: NDArray[np.intp] = row.ravel()

    def _check(self, batch: Batch, games: Indices) -> None:
        """Refuse arguments that the kernel could not play."""
        batch.check_turns(games)
        shape = (len(games), self._solver.sums)
        if self.stop.shape != shape or self.action.shape != shape or self.fail.shape != shape[:1]:
            problem = f"stop and action must have a row of {self._solver.sums} sums for each game, fail one number."
            raise BadSetup("bad_option", problem)
        batch.check_stops(self.action)

    def solved(self) -> Iterator[tuple[Indices, Indices, Plans]]:
        """Yield the indices of games, the row of each in the solved turns, and the solved turns."""
        order = np.argsort(self._row, kind="stable")
        for begin in range(0, len(self._first), SOLVES):
            first = self._first[begin : begin + SOLVES]
            stop, fail = self.stop[first], self.fail[first]
            values = self._solver.solve_many(stop, fail, np.float64, full=True).astype(np.float64, copy=False)
            low, high = np.searchsorted(self._row[order], [begin, begin + SOLVES])
            part = order[low:high]
            yield part, self._row[part] - begin, Plans(values, stop, fail, self.action[part], self._gives_up)

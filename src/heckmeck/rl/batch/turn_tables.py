"""The decisions of many solved turns: those of a `TurnBot`, in array form."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import AnyDiceGame
from heckmeck.games.dice import DICE
from heckmeck.games.roll_and_keep import ROLL, STOP
from heckmeck.games.turn import Keep
from heckmeck.rl.batch.layout import FACES, Indices, Ints, Records
from heckmeck.rl.encoding.dice import turn_moves
from heckmeck.solve import turn_solver
from heckmeck.solve.worths import EQUAL

PASS: Final = -1
"""As an action: leave this game as it is. For a sum: it earns nothing."""
Floats64 = NDArray[np.float64]


class Plans(NamedTuple):
    """Solved turns: the values of all states, and what stops and a failed attempt are worth, a row for each.

    Games with the same worths share a row; `action`, the action of each stop, has a row for each game. `gives_up` is
    that of the solver.
    """

    values: Floats64
    stop: Floats64
    fail: Floats64
    action: Ints
    gives_up: bool = True


class TurnTables:
    """Tables for finding decisions in the values of solved turns of one dice game."""

    def __init__(self, game: AnyDiceGame, gives_up: bool = True) -> None:
        self.solver = turn_solver(game, gives_up=gives_up)
        self.number = np.zeros((2**FACES, DICE + 1, self.solver.sums), np.int32)
        """The number of each state by the bits of its faces, the dice left and the sum."""
        for state, number in self.solver.states.number.items():
            self.number[state.bits, state.left, state.total] = number
        self._face_values = np.array([game.die.values[face] for face in game.die.faces], np.int32)
        moves = turn_moves(game.die)
        assert moves == (*map(Keep, game.die.faces), ROLL, STOP)
        self._roll, self._stop = moves.index(ROLL), moves.index(STOP)

    def decide(self, records: Records, rows: Indices, plans: Plans) -> Ints:
        """Return the best actions. Among equal ones it is the first, and a stop if rolling gains nothing.

        `rows` says which of the plans belongs to each record.
        """
        bits = (records["kept"] > 0) @ _FACE_BITS
        rolled = records["rolled"].astype(np.int32)
        left, total = records["left"].astype(np.int32), records["total"].astype(np.int32)
        keeps = self._best_keeps(bits, rolled, left, total, rows, plans)
        return np.where(rolled.any(axis=1), keeps, self._stop_or_roll(bits, left, total, rows, plans))

    def _best_keeps(self, bits: Ints, rolled: Ints, left: Ints, total: Ints, rows: Indices, plans: Plans) -> Ints:
        may = (rolled > 0) & (bits[:, None] & _FACE_BITS == 0)
        dice = np.where(may, rolled, 0)
        sums = total[:, None] + dice * self._face_values
        after = self.number[np.where(may, bits[:, None] | _FACE_BITS, 0), left[:, None] - dice, sums]
        worths = np.where(may, plans.values[rows[:, None], after], -np.inf)
        best, most = np.zeros(len(bits), np.int32), np.full(len(bits), -np.inf)
        for face in range(FACES):
            better = worths[:, face] > most + EQUAL
            best[better], most[better] = face, worths[better, face]
        return best

    def _stop_or_roll(self, bits: Ints, left: Ints, total: Ints, rows: Indices, plans: Plans) -> Ints:
        worm = bits & _FACE_BITS[-1] > 0
        stop = np.where(worm, plans.stop[rows, total], plans.fail[rows] if self.solver.gives_up else -np.inf)
        over = (left == 0) | (bits == _FACE_BITS.sum())
        rolls = ~over & (plans.values[rows, self.number[bits, left, total]] > stop + EQUAL)
        action = np.where(worm, plans.action[np.arange(len(bits)), total], PASS)
        without_prize = self._stop if self.solver.gives_up else self._roll
        return np.where(rolls, self._roll, np.where(action == PASS, without_prize, action)).astype(np.int32)


_FACE_BITS: Ints = 1 << np.arange(FACES, dtype=np.int32)

turn_tables = cache(TurnTables)
"""Return the tables of a dice game, built on first use."""

"""A small game of Bratwurmeck with its exact win probabilities, to compare learners with."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from afterstates import Worths
from network import Floats
from numpy.typing import NDArray

from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckState
from heckmeck.games.turn import Turn
from heckmeck.rl.batch import PASS, Records
from heckmeck.rl.batch.bratwurmeck import FIRST_TAKE, BratwurmeckLayout
from heckmeck.rl.encoding.bratwurmeck import LOWEST, NUMBERS
from heckmeck.solve import turn_solver
from heckmeck.solve.bratwurmeck import Positions, solve, stop_worths
from heckmeck.solve.values import Values

TOLERANCE = 1e-6


class Errors(NamedTuple):
    """The distance of probabilities from the exact ones."""

    mean: float
    largest: float


class ExactGame:
    """All positions between two turns, as records with seat 0 to move, and the win probability in each of them."""

    def __init__(self, layout: BratwurmeckLayout) -> None:
        self.layout = layout
        self.positions = Positions(layout.setup)
        values = Values(self.positions)
        solve(values, TOLERANCE)
        self.exact = values.middle(np.arange(len(self.positions)))
        self.start = self.positions.start
        self._successors = self.positions.successors(slice(0, len(self.positions)))
        self._ends = values.low[len(self.positions) :]
        digits = self.positions.places.digits(self.positions.codes)
        self.records: Records = np.concatenate([layout.record(self._state(places.tolist())) for places in digits])

    def _state(self, places: list[int]) -> BratwurmeckState:
        """Return the state of a position; see `heckmeck.solve.bratwurmeck.positions` for the places of portions."""
        portions = self.positions.places.portions
        by_place = sorted(zip(places, portions, strict=True))
        own, other = 2, 2 + len(portions)
        grill = tuple(portion for place, portion in by_place if place == 0)
        mine = tuple(portion for place, portion in by_place if own <= place < other)
        theirs = tuple(portion for place, portion in by_place if place >= other)
        return BratwurmeckState(self.layout.setup, grill, (mine, theirs), 0, Turn("", "", True))

    def errors(self, records: Records, values: Floats) -> Errors:
        """Compare probabilities for positions between two turns."""
        _, first, which = np.unique(self.layout.boards(records), axis=0, return_index=True, return_inverse=True)
        numbers = np.array([self._find(record) for record in records[first]])
        distance = np.abs(values - self.exact[numbers[which.ravel()]])
        return Errors(float(distance.mean()), float(distance.max()))

    def _find(self, record: np.void) -> int:
        """Return the number of a position."""
        state, seat = self.layout.state(record), int(record["seat"])
        return self.positions.find(state.grill, state.stacks[seat], state.stacks[1 - seat])

    def guaranteed(self, worths: Worths) -> float:
        """Return the guaranteed share of the wins of a player against any opponent. For perfect play it is one half.

        The player plays for these worths, a row for each position. The share is exact: the opponent knows the player's
        policy and plays best against it; both seats count equally.
        """
        chances = self._result_chances(worths)
        solver, setup, after = turn_solver(Bratwurmeck.name), self.layout.setup, self._successors
        results = np.column_stack([np.maximum(after.exact, 0), after.fail])
        # For the seat to move. The player's value begins too low and the opponent's too high; both converge.
        player, opponent = np.zeros_like(self.exact), np.ones_like(self.exact)
        while True:
            before = player
            theirs = np.concatenate([opponent, self._ends])
            player = (chances * (1 - theirs[results])).sum(axis=1)
            mine = np.concatenate([player, self._ends])
            fail = 1 - mine[after.fail]
            stop = stop_worths(setup, after, 1 - mine[after.exact], fail)
            opponent = np.asarray(solver.solve_many(stop, fail, np.float64), np.float64)
            if np.abs(player - before).max() < TOLERANCE:
                return float(player[self.start] + 1 - opponent[self.start]) / 2

    def _result_chances(self, worths: Worths) -> NDArray[np.float64]:
        """Return the chance of each portion as the result of a turn, in every position; the last column is failure."""
        solver, count = turn_solver(Bratwurmeck.name), len(self.positions.places.portions)
        lowest = self.positions.places.portions[0] - LOWEST
        columns = np.where(worths.action == PASS, count, (worths.action - FIRST_TAKE) % len(NUMBERS) - lowest)
        chances = np.zeros((len(self.exact), count + 1))
        for row, stop, fail, column in zip(chances, worths.stop, worths.fail, columns, strict=True):
            results = solver.solve(stop, float(fail)).policy().results()
            np.add.at(row, column, results.stop)
            row[-1] += results.fail
        return chances

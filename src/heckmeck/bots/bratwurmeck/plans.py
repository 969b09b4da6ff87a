"""The best turns of a solved small game, each computed when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from heckmeck.games import Move
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.solve import SolvedTurn, read_values, turn_solver
from heckmeck.solve.bratwurmeck import SmallValues, stop_worths
from heckmeck.solve.bratwurmeck.positions import NONE
from heckmeck.solve.turn_states import Floats
from heckmeck.solve.worths import first_best

MAX_PLANS = 4096
"""Maximum number of solved turns of a file kept in memory."""

MAX_FILES = 4
"""Maximum number of files kept open."""


class Plan(NamedTuple):
    """A position solved: what each portion taken or stolen is worth, and the turn."""

    exact: Floats
    solved: SolvedTurn

    def best_stop(self, stops: Mapping[Move, int]) -> Move:
        """Return the stop that is worth most, of some with the places of their portions: of equal ones the first."""
        return first_best((move, self.exact[place]) for move, place in stops.items())


class Plans:
    """The plans of a solved game, by the numbers of its positions."""

    def __init__(self, values: SmallValues) -> None:
        self.values = values
        self.of = lru_cache(MAX_PLANS)(self._solve)

    def _solve(self, number: int) -> Plan:
        positions = self.values.positions
        successors = positions.successors(slice(number, number + 1))
        exact = np.where(successors.exact == NONE, -np.inf, 1 - self.values.middle(successors.exact))
        fail = 1 - self.values.middle(successors.fail)
        stop = stop_worths(positions.setup, successors, exact, fail)
        return Plan(exact[0], turn_solver(Bratwurmeck.name).solve(stop[0], float(fail[0])))


def read_plans(name: str) -> Plans:
    """Return the plans of a file. It is opened and verified once for all games, and again after it was written."""
    path = Path(name).absolute()
    return _plans_of(path, path.stat().st_mtime_ns)


@lru_cache(MAX_FILES)
def _plans_of(path: Path, changed: int) -> Plans:
    return Plans(read_values(path))

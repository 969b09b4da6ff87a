"""The bot `perfect`: the best move in every position of a small game that was solved."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from heckmeck.bots.bot import Bot
from heckmeck.games import BadSetup, Move, Setup, Source, View
from heckmeck.games.bratwurmeck import BratwurmeckView, Steal, Take
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep
from heckmeck.solve import SolvedTurn, turn_solver
from heckmeck.solve.bratwurmeck.positions import NONE
from heckmeck.solve.bratwurmeck.small_game import Values, stop_worths
from heckmeck.solve.turn_states import Floats
from heckmeck.solve.value_file import read_values

SOLVED = 4096
"""So many solved turns of a file are remembered."""

FILES = 4
"""So many files are kept open."""


class Plan(NamedTuple):
    """A position solved: what each portion taken or stolen is worth, and the turn."""

    exact: Floats
    solved: SolvedTurn


class Plans:
    """The plans of a solved game, each made when it is first asked for."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.of = lru_cache(SOLVED)(self._solve)

    def _solve(self, number: int) -> Plan:
        positions = self.values.positions
        successors = positions.successors(slice(number, number + 1))
        exact = np.where(successors.exact == NONE, -np.inf, 1 - self.values.middle(successors.exact))
        fail = 1 - self.values.middle(successors.fail)
        solver = turn_solver("bratwurmeck")
        stop = stop_worths(solver, positions.setup, successors, exact, fail)
        return Plan(exact[0], solver.solve(stop[0], float(fail[0])))


@lru_cache(FILES)
def _plans_of(path: Path, changed: int) -> Plans:
    """Return the plans of a file, opened and verified once for all games; `changed` is when it was last written."""
    return Plans(read_values(path))


class PerfectBot(Bot):
    """Plays the best turn by the win probabilities of a small game, from a file that `heckmeck solve` has written.

    `values` is that file's path, or what `read_values` gets from it.
    """

    name = "perfect"
    strength = "strong"
    games = ("bratwurmeck",)
    argument = "FILE"

    def __init__(self, source: Source, values: Values | str) -> None:
        super().__init__(source)
        self._plans = Plans(values) if isinstance(values, Values) else _read(values)
        self.values = self._plans.values

    def check(self, setup: Setup) -> None:
        """Refuse a game other than the one that was solved."""
        found = self.values.positions.setup
        if replace(setup, first=0) != found:
            lowest, highest = found.portions
            turns = str(found.returned_highest_turns).lower()
            raise BadSetup(
                "other_options",
                f"The bot perfect has no values for this game, but for two seats with portions={lowest}-{highest}, "
                f"lower_portion={found.lower_portion} and returned_highest_turns={turns}.",
            )

    def choose(self, view: View) -> Move:
        """Keep the best face; stop where rolling on is worth no more, and then take what is worth most."""
        assert isinstance(view, BratwurmeckView)
        self.check(view.setup)
        own, other = view.stacks[view.turn_of], view.stacks[1 - view.turn_of]
        plan = self._plans.of(self.values.positions.find(view.grill, own, other))
        if view.rolled:
            keeps = plan.solved.keep_values(view.kept, view.rolled)
            return Keep(max(keeps, key=keeps.__getitem__))
        if ROLL in view.moves and plan.solved.rolls_on(view.kept):
            return ROLL
        lowest = view.setup.portions[0]
        stops = {move: plan.exact[move.portion - lowest] for move in view.moves if isinstance(move, Take | Steal)}
        return max(stops, key=stops.__getitem__) if stops else view.moves[-1]


def _read(name: str) -> Plans:
    path = Path(name).absolute()
    return _plans_of(path, path.stat().st_mtime_ns)

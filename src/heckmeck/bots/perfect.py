"""The bot `perfect`: the best move in every position of a small game that was solved."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from heckmeck.bots.bot import Bot
from heckmeck.games import BadSetup, Move, Source, View
from heckmeck.games.bratwurmeck import BratwurmeckView, Steal, Take
from heckmeck.games.rollandkeep import ROLL
from heckmeck.games.turn import Keep
from heckmeck.solve import SolvedTurn, turn_solver
from heckmeck.solve.positions import NONE
from heckmeck.solve.small import Values, stop_worths
from heckmeck.solve.states import Floats

SOLVED = 4096
"""So many solved turns are remembered."""


class Plan(NamedTuple):
    """A position solved: what each portion taken or stolen is worth, and the turn."""

    exact: Floats
    solved: SolvedTurn


class PerfectBot(Bot):
    """Plays the best turn by the win probabilities of a small game, as `read_values` gets them from a file."""

    name = "perfect"
    games = ("bratwurmeck",)

    def __init__(self, source: Source, values: Values) -> None:
        super().__init__(source)
        self.values = values
        self._plan = lru_cache(SOLVED)(self._solve)

    def choose(self, view: View) -> Move:
        """Keep the best face; stop where rolling on is worth no more, and then take what is worth most."""
        assert isinstance(view, BratwurmeckView)
        plan = self._plan(self._number(view))
        if view.rolled:
            keeps = plan.solved.keep_values(view.kept, view.rolled)
            return Keep(max(keeps, key=keeps.__getitem__))
        if ROLL in view.moves and plan.solved.rolls_on(view.kept):
            return ROLL
        lowest = view.setup.portions[0]
        stops = {move: plan.exact[move.portion - lowest] for move in view.moves if isinstance(move, Take | Steal)}
        return max(stops, key=stops.__getitem__) if stops else view.moves[-1]

    def _number(self, view: BratwurmeckView) -> int:
        positions = self.values.positions
        if replace(view.setup, first=0) != positions.setup:
            raise BadSetup("other_options", "The bot perfect has no values for a game with these options.")
        own, other = view.stacks[view.turn_of], view.stacks[1 - view.turn_of]
        return positions.find(view.grill, own, other)

    def _solve(self, number: int) -> Plan:
        positions = self.values.positions
        successors = positions.successors(slice(number, number + 1))
        exact = np.where(successors.exact == NONE, -np.inf, 1 - self.values.middle(successors.exact))
        fail = 1 - self.values.middle(successors.fail)
        solver = turn_solver("bratwurmeck")
        stop = stop_worths(solver, positions.setup, successors, exact, fail)
        return Plan(exact[0], solver.solve(stop[0], float(fail[0])))

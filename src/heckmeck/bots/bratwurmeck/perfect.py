"""The bot `perfect`: the best move in every position of a small game that was solved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from heckmeck.bots.bot import Bot
from heckmeck.games import BadSetup, Move, Setup, Source
from heckmeck.games.bratwurmeck import BratwurmeckView, Steal, Take
from heckmeck.games.roll_and_keep import ROLL
from heckmeck.games.turn import Keep

if TYPE_CHECKING:
    from heckmeck.solve.bratwurmeck import SmallValues


class PerfectBot(Bot[BratwurmeckView]):
    """Plays the best turn by the win probabilities of a small game, from a file that `heckmeck solve` has written.

    `values` is that file's path, or what `read_values` gets from it.
    """

    name = "perfect"
    games = ("bratwurmeck",)
    strength = "strong"
    argument = "FILE"

    def __init__(self, source: Source, values: SmallValues | str) -> None:
        from heckmeck.bots.bratwurmeck.plans import (  # loads numpy, which listing the bots does not need
            Plans,
            read_plans,
        )

        super().__init__(source)
        self._plans = read_plans(values) if isinstance(values, str) else Plans(values)
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

    def choose(self, view: BratwurmeckView) -> Move:
        """Keep the best face; stop where rolling on is worth no more, and then take what is worth most."""
        self.check(view.setup)
        own, other = view.stacks[view.turn_of], view.stacks[1 - view.turn_of]
        plan = self._plans.of(self.values.positions.find(view.grill, own, other))
        if view.rolled:
            return Keep(plan.solved.best_keep(view.kept, view.rolled))
        if ROLL in view.moves and plan.solved.rolls_on(view.kept):
            return ROLL
        lowest = view.setup.portions[0]
        stops: dict[Move, int] = {move: move.portion - lowest for move in view.moves if isinstance(move, Take | Steal)}
        return plan.best_stop(stops) if stops else view.moves[-1]

"""The bot `greedy` of Karteneck: follows the plan that is worth most."""

from __future__ import annotations

from typing import ClassVar

from heckmeck.bots.bot import Bot, Strength
from heckmeck.bots.karteneck.prospect import Prospect, plans
from heckmeck.games import Move
from heckmeck.games.karteneck import KarteneckView, Lay


class KarteneckGreedyBot(Bot[KarteneckView]):
    """Plans the round from its hand and from what lies open, and plans it again with every card it draws.

    It lays the low values first and holds its worms back: without them it can still leave with the lowest portion,
    and a worm drawn on the way can be laid with the others.
    """

    name = "greedy"
    games = ("karteneck",)
    strength: ClassVar[Strength] = "strong"

    def choose(self, view: KarteneckView) -> Move:
        """Drop out, or lay the first cards of the best plan."""
        prospect = Prospect(view)
        move, best = prospect.leave()
        for plan in plans(view.layable):
            if (worth := prospect.worth(plan)) > best:
                move, best = Lay(plan.lays[0]), worth
        return move

"""A bot for Pig."""

from __future__ import annotations

from heckmeck.bots import Bot
from heckmeck.games import Move
from heckmeck_pig.game import HOLD, ROLL, PigView

ENOUGH = 20
"""Rolling on with this much at stake loses as much as it gains on average."""


class HoldBot(Bot[PigView]):
    """Holds as soon as the turn has brought 20, or enough to win."""

    name = "hold"
    games = ("pig",)
    strength = "strong"

    def choose(self, view: PigView) -> Move:
        """Hold or roll."""
        wins = view.scores[view.turn_of] + view.at_stake >= view.setup.target
        return HOLD if wins or view.at_stake >= ENOUGH else ROLL

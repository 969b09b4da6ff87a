"""The bot `sure`: whatever it is, but something."""

from __future__ import annotations

from heckmeck.bots.turn_bot import TurnBot
from heckmeck.solve import DiceView, Prizes


class SureBot(TurnBot):
    """Maximises the chance to get anything at all."""

    name = "sure"

    @classmethod
    def worths(cls, view: DiceView, won: Prizes) -> tuple[list[float | None], float]:
        """One for any prize, nought for none."""
        return [None if prize is None or prize.name == "end" else 1.0 for prize in won], 0.0

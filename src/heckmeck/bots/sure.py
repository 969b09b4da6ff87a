"""The bot `sure`: the best chance of any prize."""

from __future__ import annotations

from heckmeck.bots.turn_bot import TurnBot, Worths
from heckmeck.games import AnyDiceGame, DiceView, Prizes
from heckmeck.games.prize import END


class SureBot(TurnBot):
    """Maximises the chance to win anything at all."""

    name = "sure"

    def worths(self, game: AnyDiceGame, view: DiceView, prizes: Prizes) -> Worths:
        """Return one for any prize and zero for none."""
        return Worths([None if prize is None or prize.name == END else 1.0 for prize in prizes], 0.0)

"""The bot `greedy`: as much as possible out of this turn."""

from __future__ import annotations

from typing import ClassVar

from heckmeck.bots.bot import Strength
from heckmeck.bots.turn_bot import TurnBot, Worths
from heckmeck.games import AnyDiceGame, DiceView, Prizes
from heckmeck.games.prize import END

SECURED = 0.5
"""Worth of securing something, as a share of its gain: it cannot be stolen any more."""

DECIDED = 4.0
"""Worth of ending the game for the player who leads; its cost for any other."""


class GreedyBot(TurnBot):
    """Maximises what this turn gains less what it loses. A theft counts twice: the other player loses what it gains."""

    name = "greedy"
    strength: ClassVar[Strength] = "strong"

    def worths(self, game: AnyDiceGame, view: DiceView, prizes: Prizes) -> Worths:
        """Count gains, what others lose by thefts, what is secured, and the end of the game."""
        stop: list[float | None] = [
            None if prize is None else prize.gain + prize.loss + (SECURED * prize.gain if prize.secures else 0)
            for prize in prizes
        ]
        fail = -float(game.failure_cost(view)) + (_end(view) if game.failure_ends(view) else 0.0)
        highest = prizes[-1]
        if highest is not None and highest.name == END:  # it is the prize of all high sums or of none
            end = _end(view)
            stop = [end if prize is highest else worth for prize, worth in zip(prizes, stop, strict=True)]
        return Worths(stop, fail)


def _end(view: DiceView) -> float:
    return DECIDED if _leads(view) else -DECIDED


def _leads(view: DiceView) -> bool:
    others = [score for seat, score in enumerate(view.scores) if seat != view.turn_of]
    return view.scores[view.turn_of] > max(others)

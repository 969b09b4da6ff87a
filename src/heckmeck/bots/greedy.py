"""The bot `greedy`: as much as possible out of this turn."""

from __future__ import annotations

from heckmeck.bots.turn_bot import TurnBot
from heckmeck.solve import DiceView, Prizes, fail_cost, fail_ends

SECURED = 0.5
"""How much of its worms again a secured spot is worth: they cannot be stolen any more."""

DECIDED = 4.0
"""What ending the game is worth to the one who leads, and costs one who does not."""


class GreedyBot(TurnBot):
    """Maximises what this turn gains less what it loses. A theft counts twice: what one gets, the other lacks."""

    name = "greedy"
    strength = "strong"

    @classmethod
    def worths(cls, view: DiceView, won: Prizes) -> tuple[list[float | None], float]:
        """Worms and points, the swing of a theft, a secured spot, and the end of the game."""
        stop = [
            None if prize is None else prize.gain + prize.loss + SECURED * prize.gain * prize.secures for prize in won
        ]
        fail = -float(fail_cost(view)) + (_end(view) if fail_ends(view) else 0.0)
        highest = won[-1]
        if highest is not None and highest.name == "end":  # and so it is for all sums above the spots
            end = _end(view)
            stop = [end if prize is highest else worth for prize, worth in zip(won, stop, strict=True)]
        return stop, fail


def _end(view: DiceView) -> float:
    return DECIDED if _leads(view) else -DECIDED


def _leads(view: DiceView) -> bool:
    others = [score for seat, score in enumerate(view.scores) if seat != view.turn_of]
    return view.scores[view.turn_of] > max(others)

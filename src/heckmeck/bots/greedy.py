"""The bot `greedy`: as much as possible out of this turn."""

from __future__ import annotations

from heckmeck.bots.turnbot import TurnBot
from heckmeck.solve import DiceView, Prize, Prizes, fail_cost, fail_ends

SECURED = 0.5
"""How much of its worms again a secured spot is worth: they cannot be stolen any more."""

DECIDED = 4.0
"""What ending the game is worth to the one who leads, and costs one who does not."""


class GreedyBot(TurnBot):
    """Maximises what this turn gains less what it loses. A theft counts twice: what one gets, the other lacks."""

    name = "greedy"

    @classmethod
    def worths(cls, view: DiceView, won: Prizes) -> tuple[list[float | None], float]:
        """Worms and points, the swing of a theft, a secured spot, and the end of the game."""
        end = DECIDED if _leads(view) else -DECIDED
        fail = -float(fail_cost(view)) + (end if fail_ends(view) else 0.0)
        return [None if prize is None else _worth(prize, end) for prize in won], fail


def _worth(prize: Prize, end: float) -> float:
    if prize.name == "end":
        return end
    return prize.gain + prize.loss + (SECURED * prize.gain if prize.secures else 0.0)


def _leads(view: DiceView) -> bool:
    others = [score for seat, score in enumerate(view.scores) if seat != view.turn_of]
    return view.scores[view.turn_of] > max(others)

"""The pace of bots: how long they let people wait, so that these can follow."""

from __future__ import annotations

import time

from heckmeck.server.table.messages import Pace
from heckmeck.server.table.state import TableState

FACTORS: dict[Pace, float] = {"quick": 0.5, "normal": 1.0, "calm": 2.0}
"""What the pace of a table makes of the time for a move."""
SHRINK = 0.75
"""Each further move of a turn takes this part of the time of the one before: the longest turn takes four times as long
as the shortest, however many moves it has."""
HURRIED = 0.15
"""Seconds for a move of a bot that a person hurries."""
STEP = 0.15
"""Bots that think too long move after a whole number of steps, which take at least this many seconds."""


def time_for_move(table: TableState, base: float) -> float:
    """Return how long the bot to act takes, where it takes `base` at the normal pace for the first move of a turn."""
    return base * FACTORS[table.pace] * _crowd_factor(table) * SHRINK**table.streak


def _crowd_factor(table: TableState) -> float:
    """With more than two bots, people would wait too long."""
    bots = sum(holder is not None and holder.bot is not None for holder in table.seats)
    return max(0.4, min(1.0, 2 / bots)) if bots else 1.0


def remaining(moved_at: int, pace: float) -> float:
    """Return how long to wait with a bot's move: until its time is over, or else a whole number of steps more.

    The time that a bot thinks depends on its cards, so it must not be observable.
    """
    late = time.time() - moved_at / 1000 - pace
    if late < 0 or pace <= 0:
        return max(0.0, -late)
    step = max(pace / 2, STEP)
    return step - late % step

"""The pace of bots: delays before their moves, so that people can follow."""

from __future__ import annotations

from heckmeck.server.table.messages import Pace
from heckmeck.server.table.state import TableState

FACTORS: dict[Pace, float] = {"quick": 0.5, "normal": 1.0, "calm": 2.0}
"""The factor for the time of a move, by the pace of a table."""
SHRINK = 0.75
"""Factor from the time of one move to that of the next in a turn: no turn takes over four times as long as another."""
HURRIED = 0.15
"""Seconds for a move of a bot when a person is hurrying it."""
STEP = 0.15
"""Minimum length in seconds of the steps to which the time of a slow bot is rounded up."""


def time_for_move(table: TableState, base: float) -> float:
    """Return the time for the next move; `base` is that for the first move of a turn at the normal pace."""
    return base * FACTORS[table.pace] * _crowd_factor(table) * SHRINK**table.streak


def _crowd_factor(table: TableState) -> float:
    """Return a factor that shortens moves if there are more than two bots, as people would wait too long."""
    bots = sum(holder is not None and holder.bot is not None for holder in table.seats)
    return max(0.4, min(1.0, 2 / bots)) if bots else 1.0


def remaining(waited: float, pace: float) -> float:
    """Return how long to delay a bot's move: until its time is over or, if it is late, to the end of the current step.

    `waited` is the time in seconds since it became the bot's turn. The time that a bot takes to decide depends on its
    cards, so it must not be observable.
    """
    late = waited - pace
    if late < 0 or pace <= 0:
        return max(0.0, -late)
    step = max(pace / 2, STEP)
    return step - late % step

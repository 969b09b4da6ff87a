"""Weights to begin with, from a network for another number of seats."""

from __future__ import annotations

from typing import Any

import numpy as np

from heckmeck.bots.features import Features
from heckmeck.train.backend import Weights


def transfer(weights: Weights, old: Features[Any, Any], new: Features[Any, Any]) -> Weights:
    """Return weights for other seats: each new seat plays the part of an old one, the player to move that of itself.

    What the old network has no part for, such as comparisons that only larger tables have, begins with zeros.
    """
    rows = np.array([_old_row(row, old, new) for row in range(new.size)])
    table = np.where((rows >= 0)[:, None], weights["table"][np.maximum(rows, 0)], np.float32(0))
    parts = [old_seat(seat, old.seats, new.seats) for seat in range(new.seats)]
    last = {"last": weights["last"][:, parts].copy(), "last_bias": weights["last_bias"][parts].copy()}
    return {**{name: weight.copy() for name, weight in weights.items()}, "table": table.astype(np.float32), **last}


def old_seat(seat: int, old: int, new: int) -> int:
    """Return which of the old seats is most like a new one, counted from the player to move.

    >>> [old_seat(seat, old=7, new=4) for seat in range(4)], [old_seat(seat, old=3, new=5) for seat in range(5)]
    ([0, 1, 4, 6], [0, 1, 1, 2, 2])
    """
    if seat == 0 or new == 2:
        return seat
    return 1 + (2 * (seat - 1) * (old - 2) + new - 2) // (2 * (new - 2))


def _old_row(row: int, old: Features[Any, Any], new: Features[Any, Any]) -> int:
    question, seat, answer = new.meaning(row)
    if seat is None:
        return old.row(question, None, answer)
    return old.row(question, old_seat(seat, old.seats, new.seats), answer)

"""Short pauses for garbage collection: young objects often, everything rarely."""

from __future__ import annotations

import asyncio
import gc
from itertools import count

YOUNG_INTERVAL = 0.2
"""Seconds between collections of young objects."""
FULL_EVERY = 3000
"""Number of collections after which one is a full collection."""


async def collect_garbage(interval: float = YOUNG_INTERVAL, full_every: int = FULL_EVERY) -> None:
    """Collect garbage until cancelled.

    Objects allocated for a move are freed by reference counting, and long-lived objects of sockets and tables are not
    part of reference cycles. With Python's default thresholds, young objects pile up, and a collection then pauses
    every table for up to a quarter of a second. Frequent collections keep each pause short, and freezing the survivors
    excludes them from later collections.
    """
    gc.disable()
    gc.freeze()
    try:
        for number in count(1):
            await asyncio.sleep(interval)
            if number % full_every == 0:
                gc.unfreeze()
                gc.collect()
            else:
                gc.collect(0)
            gc.freeze()
    finally:
        gc.unfreeze()
        gc.enable()

"""Short pauses for garbage collection: young objects often, everything rarely."""

from __future__ import annotations

import asyncio
import gc
from itertools import count

YOUNG_INTERVAL = 0.2
"""Seconds between collections of young objects."""
FULL_EVERY = 3000
"""Every collection with such a number is a full one."""


async def collect_garbage(interval: float = YOUNG_INTERVAL, full_every: int = FULL_EVERY) -> None:
    """Collect garbage until cancelled.

    What a move allocates is freed by reference counting, and the objects that stay at thousands of sockets and tables
    are in no cycle. Python's own thresholds let young objects pile up and then pause every table for up to a quarter of
    a second. Collecting often keeps each pause short, and freezing the survivors keeps them out of the next ones.
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

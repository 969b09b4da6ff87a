"""When a server's process looks for memory that only holds on to itself: often in what is new, seldom in everything."""

from __future__ import annotations

import asyncio
import gc
from itertools import count

NEW = 0.2
"""Every so many seconds what is new is looked through."""
ALL = 3000
"""After so many looks at what is new everything is looked through."""


async def sweep(new: float = NEW, everything: int = ALL) -> None:
    """Look for cycles until cancelled.

    What a move needs is freed at once, by counting references, and what stays at thousands of sockets and tables is in
    no cycle. Python's own times for collecting go by how much more there is than before, and come when a lot of it has
    gathered: then everybody's move waits for as much as a quarter of a second. Here little gathers, and what has been
    looked through once is left alone for a long while.
    """
    gc.disable()
    gc.freeze()
    try:
        for look in count(1):
            await asyncio.sleep(new)
            if look % everything == 0:
                gc.unfreeze()
                gc.collect()
            else:
                gc.collect(0)
            gc.freeze()
    finally:
        gc.unfreeze()
        gc.enable()

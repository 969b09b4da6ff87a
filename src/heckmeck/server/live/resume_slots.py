"""Limits on the number of clients that read old entries at the same time, and on their total rate."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

MAX_READS = 16
"""Maximum number of pages of old entries that are read at the same time; other reads wait."""
MAX_READS_EACH = 2
"""Maximum number of pages that are read at the same time for the clients of one address."""
FREE_PAGES = 8
"""Number of pages that a client is sent without a delay: most clients have missed little."""
REST = 0.003
"""Seconds between two further pages, for all readers together, so that players have priority."""


class ResumeSlots:
    """Slots for reading old entries. A waiting client costs nothing except its connection.

    A slot is held for a page and not for a whole resume, because a client that reads slowly must not block others.
    """

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(MAX_READS)
        self._each: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._rest = asyncio.Lock()

    @asynccontextmanager
    async def slot(self, group: str | None, pages: int) -> AsyncIterator[None]:
        """Hold a slot for the next page after `pages` others. Clients without a group count only towards the total."""
        async with self._of(group), self._all:
            if pages >= FREE_PAGES:
                async with self._rest:
                    await asyncio.sleep(REST)
            yield

    def _of(self, group: str | None) -> asyncio.Semaphore:
        """Return the semaphore of an address. It is deleted when it is no longer used."""
        own = None if group is None else self._each.get(group)
        if own is None:
            own = asyncio.Semaphore(MAX_READS_EACH)
            if group is not None:
                self._each[group] = own
        return own

"""How many clients read old entries at the same time, and how fast all of them together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

MAX_READS = 16
"""Maximum number of pages of old entries that are read at the same time; others wait."""
MAX_READS_EACH = 2
"""The same for the clients of one address."""
FREE_PAGES = 8
"""Number of pages that a client is sent without a rest: most have missed little."""
REST = 0.003
"""Seconds between two further pages, for all readers together: players come first."""


class ResumeSlots:
    """Slots for reading old entries. A client that gets none waits, and costs nothing but its connection.

    A slot is kept for a page and not for a whole resume: a client that reads slowly must not keep others waiting.
    """

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(MAX_READS)
        self._each: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._rest = asyncio.Lock()

    @asynccontextmanager
    async def slot(self, group: str | None, pages: int) -> AsyncIterator[None]:
        """Wait for a slot for another page, after so many, and keep it. Clients without a group count only in all."""
        async with self._of(group), self._all:
            if pages >= FREE_PAGES:
                async with self._rest:
                    await asyncio.sleep(REST)
            yield

    def _of(self, group: str | None) -> asyncio.Semaphore:
        """Return the semaphore of an address, which lasts as long as somebody uses it."""
        own = None if group is None else self._each.get(group)
        if own is None:
            own = asyncio.Semaphore(MAX_READS_EACH)
            if group is not None:
                self._each[group] = own
        return own

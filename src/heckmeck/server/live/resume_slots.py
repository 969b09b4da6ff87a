"""How many clients read old entries at the same time, and how fast all of them together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

MAX_RESUMES = 64
"""Maximum number of clients that are sent old entries at the same time; others wait."""
MAX_RESUMES_EACH = 4
"""The same for the clients of one address."""
FREE_PAGES = 8
"""Number of pages that a client is sent without a rest: most have missed little."""
REST = 0.003
"""Seconds between two further pages, whoever reads them: the time belongs to those who play."""


class ResumeSlots:
    """Slots for reading old entries. Whoever gets none waits, and costs nothing but the connection."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(MAX_RESUMES)
        self._each: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def slot(self, group: str | None) -> AsyncIterator[None]:
        """Wait for a slot, and keep it. Clients without a group count only in all."""
        own = asyncio.Semaphore(1) if group is None else self._each.get(group)
        if own is None:
            own = asyncio.Semaphore(MAX_RESUMES_EACH)
        if group is not None:
            self._each[group] = own
        async with own, self._all:
            yield

    async def turn(self, pages: int) -> None:
        """Wait until a client that has read so many pages may read another one."""
        if pages < FREE_PAGES:
            await asyncio.sleep(0)
            return
        async with self._turn:
            await asyncio.sleep(REST)

"""Taking over the tables of processes that are gone, and trying again where that fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from hashlib import blake2b

from heckmeck.server.background.failure_log import Troubles
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable

logger = logging.getLogger("heckmeck.server")

LONGEST_WAIT = 64
"""After so many heartbeats at most, what failed is tried again."""


def chosen(code: str, alive: tuple[str, ...]) -> str:
    """Return the process that a table falls to: each of the living comes to the same answer."""
    return max(alive, key=lambda process: blake2b(f"{code} {process}".encode(), digest_size=8).digest())


class Adoption:
    """Goes through the tables whose last writer is gone, one after another, and hands over those that fall to us.

    It does so in the background, because reading many tables must not hold up the next heartbeat, and never twice at a
    time. What failed is tried again with a later heartbeat, after a wait that doubles each time.
    """

    def __init__(self, hub: Hub, take: Callable[[LiveTable], None]) -> None:
        self._hub = hub
        self._take = take
        self._alive: tuple[str, ...] = ()
        self._after: str | None = None
        """The orphans after this code are still to be asked for; None when all were."""
        self._failed: set[str] = set()
        self._troubles = Troubles("tables cannot be taken over")
        self._wait = 1
        self._beats = 0
        """Heartbeats until the next attempt."""
        self._taken = 0
        self._running = False
        self._stopped = False

    def begin(self, alive: tuple[str, ...]) -> None:
        """Begin anew, because others are alive than before."""
        self._alive, self._after = alive, ""
        self._failed.clear()
        self._wait, self._beats = 1, 0

    def stop(self) -> None:
        """Take nothing over any more."""
        self._stopped = True

    def go_on(self) -> None:
        """Go on with what is left to do, if it is time; to be called with each heartbeat."""
        if self._running or not self._unfinished:
            return
        self._beats -= 1
        if self._beats <= 0:
            self._running = True
            self._hub.do(self._run())

    @property
    def _unfinished(self) -> bool:
        return not self._stopped and (self._after is not None or bool(self._failed))

    async def _run(self) -> None:
        again, self._taken = list(self._failed), 0
        self._beats, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        try:
            while self._after is not None and not self._stopped:
                await self._adopt_page(self._alive, self._after)
            for code in again:
                if code in self._failed:
                    await self._adopt(code)
        finally:
            self._running = False
            self._troubles.tell()
            if self._taken:
                logger.info("tables of processes that are gone were taken over", extra={"count": self._taken})

    async def _adopt_page(self, alive: tuple[str, ...], after: str) -> None:
        page = await self._hub.store.orphans(alive, after)
        for code in page:
            if alive is self._alive and chosen(code, alive) == self._hub.process:
                await self._adopt(code)
        if alive is self._alive:  # else it has begun anew
            self._after = page[-1] if page else None

    async def _adopt(self, code: str) -> None:
        if self._stopped:
            return
        try:
            table = await self._hub.get(code)
            if table is not None:
                self._take(table)
                self._taken += 1
        except Exception as error:
            # One table that cannot be read must not keep the others waiting.
            self._failed.add(code)
            self._troubles.note(code, error)
        else:
            self._failed.discard(code)
            self._troubles.forget(code)
        await asyncio.sleep(0)

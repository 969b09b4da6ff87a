"""Takeover of the tables of dead processes, with retries."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from hashlib import blake2b

from heckmeck.server.background.failure_log import FailureLog
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable

logger = logging.getLogger("heckmeck.server")

MAX_WAIT = 64
"""Maximum number of heartbeats between two attempts."""


def responsible(code: str, alive: tuple[str, ...]) -> str:
    """Return the process that is responsible for a table without a writer. All processes compute the same result."""
    return max(alive, key=lambda process: blake2b(f"{code} {process}".encode(), digest_size=8).digest())


class Takeover:
    """Takes over the tables whose last writer is dead, as far as this process is responsible for them.

    Only tables with pending actions are loaded into memory; the others are loaded on demand. This runs in the
    background, one round at a time, because reading many tables must not delay the next heartbeat. Failures are retried
    with a later heartbeat, after a wait that doubles each time.
    """

    def __init__(self, hub: Hub, take: Callable[[LiveTable], None]) -> None:
        self._hub = hub
        self._take = take
        self._alive: tuple[str, ...] = ()
        self._after: str | None = None
        """The code after which the next page of orphaned tables begins; None when all were read."""
        self._failed: set[str] = set()
        self._failures = FailureLog("tables cannot be taken over")
        self._wait = 1
        self._beats = 0
        """Number of heartbeats until the next attempt."""
        self._taken = 0
        self._running = False
        self._stopped = False

    def restart(self, alive: tuple[str, ...]) -> None:
        """Start over, because the set of living processes has changed."""
        self._alive, self._after = alive, ""
        self._failed.clear()
        self._wait, self._beats = 1, 0

    def stop(self) -> None:
        """Stop taking over tables."""
        self._stopped = True

    def resume(self) -> None:
        """Continue with the remaining tables, if it is time. Called with every heartbeat."""
        if self._running or not self._unfinished:
            return
        self._beats -= 1
        if self._beats <= 0:
            self._running = True
            self._hub.run(self._run())

    @property
    def _unfinished(self) -> bool:
        return not self._stopped and (self._after is not None or bool(self._failed))

    async def _run(self) -> None:
        again, self._taken = list(self._failed), 0
        self._beats, self._wait = self._wait, min(2 * self._wait, MAX_WAIT)
        try:
            while self._after is not None and not self._stopped:
                await self._take_page(self._alive, self._after)
            for code in again:
                if code in self._failed:
                    await self._take_table(code)
        finally:
            self._running = False
            self._failures.flush()
            if self._taken:
                logger.info("tables of processes that are gone were taken over", extra={"count": self._taken})

    async def _take_page(self, alive: tuple[str, ...], after: str) -> None:
        page = await self._hub.store.orphans(alive, after)
        for code in page:
            if alive is self._alive and responsible(code, alive) == self._hub.process:
                await self._take_table(code)
        if alive is self._alive:  # else it was restarted meanwhile
            self._after = page[-1] if page else None

    async def _take_table(self, code: str) -> None:
        if self._stopped:
            return
        used = code in self._hub.live
        try:
            table = await self._hub.get(code)
            if table is not None:
                if used:  # its last entry may not have been announced: the writer was killed
                    await table.refresh()
                self._take(table)
                self._taken += 1
                if not table.state.pending and not used:  # an older version did not store this flag
                    await self._hub.store.set_not_pending(code)
                    self._hub.unload(table)
        except Exception as error:
            # A table that cannot be read must not block the others.
            self._failed.add(code)
            self._failures.add(code, error)
        else:
            self._failed.discard(code)
            self._failures.clear(code)
        await asyncio.sleep(0)

"""Closing tables that everybody has forgotten."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from heckmeck.server.background.failure_log import Troubles
from heckmeck.server.background.takeover import chosen
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table import decisions
from heckmeck.server.table.decisions import Decision
from heckmeck.server.table.state import TableState

DAY = 24 * 60 * 60 * 1000
FORGOTTEN = 2 * DAY
"""After so many milliseconds without an entry a table between games is closed."""
ABANDONED = 30 * DAY
"""After so many milliseconds without an entry a game is broken off."""
ROUND = 600.0
"""Every so many seconds a process goes through the forgotten tables."""
ANSWER = 5.0
"""So many seconds have other processes to say that somebody follows a table there."""


class Cleaner:
    """Closes tables without an entry for long that nobody follows; a game is broken off first, and waited for longer.

    It goes through them in the background, one round at a time, and leaves to the other processes what falls to them.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._troubles = Troubles("forgotten tables cannot be closed")
        self._began: float | None = None
        self._running = False
        self._stopped = asyncio.Event()

    def go_on(self, alive: tuple[str, ...]) -> None:
        """Begin another round, if it is time; to be called with each heartbeat."""
        now = time.monotonic()
        if not self._running and (self._began is None or now - self._began > ROUND):
            self._began, self._running = now, True
            self._hub.do(self._run(alive))

    def stop(self) -> None:
        """Close nothing any more."""
        self._stopped.set()

    async def _run(self, alive: tuple[str, ...]) -> None:
        now, after = time.time_ns() // 1_000_000, ""
        try:
            while page := await self._hub.store.quiet(now - FORGOTTEN, now - ABANDONED, after):
                await self._clear([code for code in page if chosen(code, alive) == self._hub.process], now)
                if self._stopped.is_set():
                    return
                after = page[-1]
        finally:
            self._running = False
            self._troubles.tell()

    async def _clear(self, codes: list[str], now: int) -> None:
        tables = [table for code in codes if (table := await self._unfollowed(code)) is not None]
        if tables and self._hub.presences.ask_about(tables):
            await self._wait_for_answers()
        for table in tables:
            if not self._stopped.is_set() and self._hub.presences.nobody_at(table):
                await self._close(table, now)

    async def _wait_for_answers(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), ANSWER)

    async def _unfollowed(self, code: str) -> LiveTable | None:
        """Return a table that nobody follows here; None where that cannot be said."""
        try:
            table = await self._hub.get(code)
        except Exception as error:
            # One table that cannot be read must not keep the others open.
            self._troubles.note(code, error)
            return None
        return None if table is None or table.followers else table

    async def _close(self, table: LiveTable, now: int) -> None:
        def choose(state: TableState, luck: ChainLuck) -> Decision | None:
            return None if table.followers else decisions.forgotten(state, now - FORGOTTEN, now - ABANDONED)

        try:
            await table.act(f"forgotten:{table.state.seq + 1}", choose)
        except Exception as error:
            self._troubles.note(table.code, error)
        else:
            self._troubles.forget(table.code)

"""Closing tables that have not been used for a long time."""

from __future__ import annotations

import time

from heckmeck.server.background.cautious_clock import CautiousClock
from heckmeck.server.background.failure_log import FailureLog
from heckmeck.server.background.takeover import responsible
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table import deadlines
from heckmeck.server.table.environment import Decision
from heckmeck.server.table.state import TableState

DAY = 24 * 60 * 60 * 1000
UNSTARTED_LIFETIME = DAY
"""Milliseconds without an entry after which a table without any game is closed."""
TABLE_LIFETIME = 2 * DAY
"""Milliseconds without an entry after which a table between games is closed."""
GAME_LIFETIME = 30 * DAY
"""Milliseconds without an entry after which a game is broken off."""
INTERVAL = 600.0
"""Seconds between two rounds in which a process goes through the expired tables."""


class TableExpiry:
    """Closes tables without followers whose last entry is old. A game is broken off first, after a longer time.

    This runs in the background, one round at a time. Every process closes the tables it is responsible for.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._clock = CautiousClock()
        self._failures = FailureLog("forgotten tables cannot be closed")
        self._began: float | None = None
        self._running = False
        self._stopped = False

    def resume(self, alive: tuple[str, ...]) -> None:
        """Start another round, if it is time. Called with every heartbeat."""
        now = time.monotonic()
        if not self._running and (self._began is None or now - self._began > INTERVAL):
            self._began, self._running = now, True
            self._hub.run(self._run(alive))

    def stop(self) -> None:
        """Stop closing tables."""
        self._stopped = True

    async def _run(self, alive: tuple[str, ...]) -> None:
        now, after = self._clock.now(), ""
        before = (now - TABLE_LIFETIME, now - GAME_LIFETIME)
        try:
            while page := await self._hub.store.inactive(*before, after, unstarted=now - UNSTARTED_LIFETIME):
                await self._close_all([code for code in page if responsible(code, alive) == self._hub.process], now)
                if self._stopped:
                    return
                after = page[-1]
        finally:
            self._running = False
            self._failures.flush()

    async def _close_all(self, codes: list[str], now: int) -> None:
        tables = [table for code in codes if (table := await self._unfollowed(code)) is not None]
        deserted = await self._hub.presences.roll_call.deserted([table.code for table in tables]) if tables else ()
        for table in tables:
            if not self._stopped and table.code in deserted:
                await self._close(table, now)

    async def _unfollowed(self, code: str) -> LiveTable | None:
        """Return a table if it has no followers in this process and can be read, else None."""
        try:
            table = await self._hub.get(code)
        except Exception as error:
            # A table that cannot be read must not keep the others open.
            self._failures.add(code, error)
            return None
        return None if table is None or table.followers else table

    async def _close(self, table: LiveTable, now: int) -> None:
        def choose(state: TableState, luck: ChainLuck) -> Decision | None:
            if table.followers:
                return None
            lifetimes = (UNSTARTED_LIFETIME, TABLE_LIFETIME, GAME_LIFETIME)
            return deadlines.expire(state, *(now - lifetime for lifetime in lifetimes))

        try:
            await table.act(f"forgotten:{table.state.seq + 1}", choose)
        except Exception as error:
            self._failures.add(table.code, error)
        else:
            self._failures.clear(table.code)

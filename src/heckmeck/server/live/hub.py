"""All tables that one process has in memory."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from heckmeck.server.live.followers import Follower
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.presence import Presences
from heckmeck.server.net.identity import new_code
from heckmeck.server.store import Store, StoreError
from heckmeck.server.store.store import ANY_TABLE
from heckmeck.server.table import entries
from heckmeck.server.table.decisions import Caller, Refusal, check_plan
from heckmeck.server.table.messages import Plan

logger = logging.getLogger("heckmeck.server")


class Hub:
    """Brings tables into memory when they are asked for, once, and lets go of those that nobody needs."""

    def __init__(self, store: Store, process: str, *, most_tables: int) -> None:
        self.store = store
        self.process = process
        self.live: dict[str, LiveTable] = {}
        self.on_change: Callable[[LiveTable], None] = lambda table: None
        self._most_tables = most_tables
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._hinted: set[str] = set()
        self._chores: set[asyncio.Task[None]] = set()
        self.presences = Presences(store, process, self.live)

    async def open(self, plan: Plan, by: Caller) -> LiveTable:
        """Open a new table."""
        check_plan(plan)
        if await self.store.count() >= self._most_tables:
            raise Refusal("too_many_tables", "There are too many tables here at the moment: try again later.")
        while True:
            code = new_code()
            table = await LiveTable.open(self.store, self.process, code, entries.Opened(by.player, plan), self._changed)
            if table is not None:
                return self._keep(table)

    async def get(self, code: str) -> LiveTable | None:
        """Return a table; None where there is none of this code, or it is closed."""
        table = self.live.get(code)
        if table is None:
            task = self._loading.get(code)
            if task is None:
                task = self._loading[code] = asyncio.create_task(self._load(code))
            table = await asyncio.shield(task)
        if table is not None:
            table.touch()
        return None if table is None or table.state.phase == "closed" else table

    async def _load(self, code: str) -> LiveTable | None:
        try:
            table = await LiveTable.load(self.store, self.process, code, self._changed)
            return None if table is None else self._keep(table)
        finally:
            del self._loading[code]
            if code in self._hinted:  # what came while the table was being read may be missing from it
                self._hinted.discard(code)
                self.hint(code, sys.maxsize)

    def _keep(self, table: LiveTable) -> LiveTable:
        self.live[table.code] = table
        table.on_presence = self.presences.changed
        return table

    def _changed(self, table: LiveTable) -> None:
        self.on_change(table)

    def follow(self, table: LiveTable, follower: Follower) -> None:
        """Let somebody follow a table, and tell the others."""
        table.follow(follower)
        self.presences.changed(table)
        self.on_change(table)

    def unfollow(self, table: LiveTable, follower: Follower) -> None:
        """Take a follower away, and tell the others."""
        table.unfollow(follower)
        self.presences.changed(table)

    def hint(self, code: str, seq: int) -> None:
        """Hear that another process may have appended something."""
        self._hinted.update(self._loading if code == ANY_TABLE else {code} & self._loading.keys())
        tables = list(self.live.values()) if code == ANY_TABLE else [self.live[code]] if code in self.live else []
        for table in tables:
            if code == ANY_TABLE or table.state.seq < seq:
                self.do(table.refresh())
        if code == ANY_TABLE:
            self.presences.ask()

    def do(self, chore: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background, and hold on to it."""
        task = asyncio.create_task(chore)
        self._chores.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreError):
                logger.warning("the store failed: %s", error)
            else:
                logger.error("a chore failed", exc_info=error)

    async def finish(self) -> None:
        """Wait for what is being done in the background."""
        while self._chores:
            await asyncio.wait(self._chores)
        await self.presences.finish()

    def sweep(self) -> int:
        """Let go of tables that nobody follows, asked for lately or cares for; return how many."""
        idle = [code for code, table in self.live.items() if table.idle]
        for code in idle:
            del self.live[code]
        return len(idle)

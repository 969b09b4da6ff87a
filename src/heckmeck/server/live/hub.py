"""All tables that one process has in memory."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Generic, NamedTuple, TypeVar

from heckmeck.server.live.followers import Follower
from heckmeck.server.live.live_table import LiveTable, TableContext
from heckmeck.server.live.mutes import Mutes
from heckmeck.server.live.presence import PresenceTracker
from heckmeck.server.live.resume_slots import ResumeSlots
from heckmeck.server.store import ANY_TABLE, Store, StoreError, TableStore
from heckmeck.server.table.decisions import open_table
from heckmeck.server.table.environment import Bots, Caller, Refusal
from heckmeck.server.table.messages import Notice, Plan

logger = logging.getLogger("heckmeck.server")

S = TypeVar("S", bound=TableStore)

LOOKED_AT = 1000
"""Number of tables that are checked with one query."""


class OpenRequest(NamedTuple):
    """A request to open a table. It leads to the same code and key, however often it is sent."""

    code: str
    key: str


class TableHub(Generic[S]):
    """Loads each table once on demand, and unloads tables that are not in use."""

    def __init__(self, store: S, process: str, bots: Bots, new_code: Callable[[], str], *, max_tables: int) -> None:
        self.store = store
        self.process = process
        self.bots = bots
        self.live: dict[str, LiveTable] = {}
        self.on_change: Callable[[LiveTable], None] = lambda table: None
        self.on_hurry: Callable[[LiveTable], None] = lambda table: None
        self._context = TableContext(
            store,
            process,
            bots,
            lambda table: self.on_change(table),
            lambda table: self.on_hurry(table),
            lambda table: self.presences.roll_call.attendance(table),
            lambda player: self.mutes.of(player),
        )
        self._new_code = new_code
        self._max_tables = max_tables
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._hinted: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.presences = PresenceTracker(store, process, self.live)
        self.resume_slots = ResumeSlots()
        self.mutes = Mutes(store)
        self.joining: set[Follower] = set()
        """The connections that are still receiving missed entries, and do not follow a table yet."""
        self.notices: tuple[Notice, ...] = ()
        """The current messages of the operator."""

    async def open(self, plan: Plan, by: Caller, request: OpenRequest | None = None) -> LiveTable:
        """Open a new table, or return the one that was opened by the same request before."""
        decision = open_table(plan, by)
        if request is not None and (known := await self._opened(request)) is not None:
            return known
        if await self.store.count() >= self._max_tables:
            raise Refusal("too_many_tables", "There are too many tables here at the moment: try again later.")
        while True:
            code, key = request or OpenRequest(self._new_code(), "opened")
            table = await LiveTable.open(self._context, code, key, decision)
            if table is not None:
                return self._add(table)
            # The code is taken: by the same request a moment ago, or by coincidence.
            if request is not None and (known := await self._opened(request)) is not None:
                return known
            request = None

    async def _opened(self, request: OpenRequest) -> LiveTable | None:
        found = await self.store.find(request.code, request.key)
        return None if found is None else await self.get(request.code)

    async def get(self, code: str) -> LiveTable | None:
        """Return a table; None if there is none with this code, or it is closed."""
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
            table = await LiveTable.load(self._context, code)
            return None if table is None else self._add(table)
        finally:
            del self._loading[code]
            if code in self._hinted:  # entries that were appended during the loading may be missing
                self._hinted.discard(code)
                self.hint(code, sys.maxsize)

    def _add(self, table: LiveTable) -> LiveTable:
        self.live[table.code] = table
        table.on_presence = self.presences.changed
        return table

    def follow(self, table: LiveTable, follower: Follower) -> None:
        """Add a follower to a table, and notify the others."""
        table.follow(follower)
        self.presences.changed(table)
        self.on_change(table)

    def unfollow(self, table: LiveTable, follower: Follower) -> None:
        """Remove a follower from a table, and notify the others."""
        table.unfollow(follower)
        self.presences.roll_call.left(table, follower.player)
        self.presences.changed(table)

    def disconnect(self, wanted: Callable[[Follower], bool]) -> None:
        """Disconnect the followers and joining connections of this process for which `wanted` returns true."""
        followers = [follower for table in self.live.values() for follower in table.followers]
        for follower in filter(wanted, [*self.joining, *followers]):
            follower.abort()

    def announce(self, notices: tuple[Notice, ...]) -> None:
        """Send new messages of the operator to all followers, now and when they connect later."""
        new = [notice for notice in notices if notice not in self.notices]
        self.notices = notices
        for table in list(self.live.values()):
            for notice in new:
                table.followers.send_all(notice)

    def hint(self, code: str, seq: int) -> None:
        """Look for entries of other processes: one of them may have appended this entry."""
        self._hinted.update(self._loading if code == ANY_TABLE else {code} & self._loading.keys())
        tables = list(self.live.values()) if code == ANY_TABLE else [self.live[code]] if code in self.live else []
        for table in tables:
            if code == ANY_TABLE or table.state.seq < seq:
                self.run(table.refresh())
        if code == ANY_TABLE:
            self.presences.ask()

    async def look_for_entries(self) -> None:
        """Look for entries of other processes at the tables that are followed here: hints may have been lost."""
        followed = [table for table in self.live.values() if table.followers]
        for place in range(0, len(followed), LOOKED_AT):
            known = {table.code: table.state.seq for table in followed[place : place + LOOKED_AT]}
            for code, seq in await self.store.appended_after(known):
                self.hint(code, seq)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background, and keep a reference to its task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreError):
                logger.warning("the store failed: %s", error)
            else:
                logger.error("a background task failed", exc_info=error)

    async def finish(self) -> None:
        """Wait for all background work."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self.presences.finish()

    def unload(self, table: LiveTable) -> None:
        """Unload a table that was only inspected, unless it is in use."""
        if not table.in_use and self.live.get(table.code) is table:
            del self.live[table.code]

    def unload_idle(self) -> int:
        """Unload the tables that are not in use. Return their number."""
        idle = [code for code, table in self.live.items() if table.idle]
        for code in idle:
            del self.live[code]
        return len(idle)


Hub = TableHub[Store]
"""All tables that one process of a server has in memory."""
AnyHub = TableHub[Any]

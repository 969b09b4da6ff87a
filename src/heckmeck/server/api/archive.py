"""Reading games from the archive: one after another, so that running games are not delayed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from heckmeck.server.api.requests import AnyRequest, service_of, visit_of
from heckmeck.server.background.answer_cache import Busy
from heckmeck.server.fairness.proof import FairRecord
from heckmeck.server.live.archive import find_game, to_fair_record
from heckmeck.server.live.log_reader import rows_of_game
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.service import GameAt
from heckmeck.server.store import Store
from heckmeck.server.table.environment import Refusal

T = TypeVar("T")

MAX_PENDING = 64
"""Maximum number of requests in one process, running and waiting; more are refused."""
MAX_PENDING_EACH = 32
"""Maximum number of requests from one address, such as a class at school."""


class ArchiveQueue:
    """The queue of archive requests. When a game ends, all its players send one at the same time.

    Addresses take turns: a client that asks for many games waits for them, and others wait for at most one of them.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._each: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._pending: dict[asyncio.Task[Any], str | None] = {}

    async def run(self, work: Callable[[], Coroutine[Any, Any, T]], group: str | None = None) -> T:
        """Run some work when it is its turn, or refuse it if too many requests wait, in total or from one address."""
        own = 0 if group is None else sum(waiting == group for waiting in self._pending.values())
        if len(self._pending) >= MAX_PENDING or own >= MAX_PENDING_EACH:
            raise Busy("busy", "Too many games are being read at the moment: try again later.")
        # Work that has started is finished even if the client disconnects, and counts until then.
        task = asyncio.create_task(self._in_turn(work, group))
        self._pending[task] = group
        task.add_done_callback(self._pending.pop)
        return await asyncio.shield(task)

    async def _in_turn(self, work: Callable[[], Coroutine[Any, Any, T]], group: str | None) -> T:
        # Reading several long logs at the same time would take much memory and block the event loop.
        async with self._of(group), self._lock:
            return await work()

    def _of(self, group: str | None) -> asyncio.Lock:
        """Return the lock of an address. It is deleted when it is no longer used."""
        return asyncio.Lock() if group is None else self._each.setdefault(group, asyncio.Lock())


def archive_queue_of(request: AnyRequest) -> ArchiveQueue:
    """Return the archive queue of the process."""
    queue: ArchiveQueue = request.app.state.archive_queue
    return queue


async def read_game(request: AnyRequest, game: GameAt, convert: Callable[[FairRecord], T]) -> T:
    """Read a game and convert it. Every read counts against the limit of replays, whatever the format."""
    service, visit = service_of(request), await visit_of(request)
    if not service.limits.replays.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    return await archive_queue_of(request).run(lambda: _read(service.store, *game, convert), visit.group)


async def _read(store: Store, table: str, number: int, convert: Callable[[FairRecord], T]) -> T:
    secret = await store.chain(table, number)
    assert secret is not None, "a game and its chain are stored together"
    rows = await rows_of_game(store, table, number)
    return await asyncio.to_thread(lambda: convert(to_fair_record(find_game(rows, number), secret)))

"""Looking back: games of the past are worked out one after another, so that nobody who plays waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from heckmeck.server.api.requests import AnyRequest, service_of, visit_of
from heckmeck.server.background.coach import Busy
from heckmeck.server.fairness.proof import FairRecord
from heckmeck.server.live.archive import fair_record, played
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.store import Store
from heckmeck.server.table.decisions import Refusal

T = TypeVar("T")

WAITING = 64
"""So many games are worked out or waited for in one process; whoever asks then is told to come later."""


class Lookback:
    """The queue of those who look back. When a game ends, all who played it come at once."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._asked: set[asyncio.Task[Any]] = set()

    async def look(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do some work when its turn has come, unless too many wait already."""
        if len(self._asked) >= WAITING:
            raise Busy("busy", "Many games are looked at just now: try again in a moment.")
        # One that is begun is finished, also when whoever asked has gone: it counts until then.
        task = asyncio.create_task(self._in_turn(work))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        # A long log takes a while, and several at the same time would take memory, and time from the event loop.
        async with self._turn:
            return await work()


def lookback_of(request: AnyRequest) -> Lookback:
    """Return the queue of the process that a request came to."""
    lookback: Lookback = request.app.state.lookback
    return lookback


async def past_game(request: AnyRequest, code: str, number: int, show: Callable[[FairRecord], T]) -> T:
    """Return what is made of a game of a table. It costs the credits of a replay, whatever is made of it."""
    service, visit = service_of(request), await visit_of(request)
    known = await service.known(code, visit)
    if not service.credits.replays.spend(visit.group):
        raise Refusal("too_fast", TOO_FAST)
    return await lookback_of(request).look(lambda: _shown(service.store, known, number, show))


async def _shown(store: Store, table: str, number: int, show: Callable[[FairRecord], T]) -> T:
    secret = await store.chain(table, number)
    if secret is None:
        raise Refusal("no_such_game", "There was no such game at this table.")
    rows = await store.rows(table)
    return await asyncio.to_thread(lambda: show(fair_record(played(rows, number), secret)))

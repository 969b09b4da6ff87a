"""Looking back: games of the past are worked out a few at a time, so that nobody who plays waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from heckmeck.server.api.requests import AnyRequest, service_of, visit_of
from heckmeck.server.archive import fair_record, played
from heckmeck.server.coach import Busy
from heckmeck.server.fairness.proof import FairRecord
from heckmeck.server.ruling import Refusal
from heckmeck.server.store import Store

T = TypeVar("T")

AT_ONCE = 8
"""So many games are read, worked out or waited for in one process; whoever asks then is told to come later."""

_thread = ThreadPoolExecutor(1, "lookback")
"""One after another: a long log takes a while, and several at the same time would slow down the event loop."""
_asked: set[asyncio.Task[Any]] = set()


async def past_game(request: AnyRequest, code: str, number: int, show: Callable[[FairRecord], T]) -> T:
    """Return what is made of a game of a table. It costs the credits of a replay, whatever is made of it."""
    service, visit = service_of(request), await visit_of(request)
    known = await service.known(code, visit)
    if not service.credits.replays.spend(visit.group):
        raise Refusal("too_fast", "Not so fast, please: wait a moment.")
    return await few(lambda: _shown(service.store, known, number, show))


async def few(look: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Look back, unless too many do that already."""
    if len(_asked) >= AT_ONCE:
        raise Busy("busy", "Many games are looked at just now: try again in a moment.")
    # One that is begun is finished, also when whoever asked has gone: it counts until then.
    task = asyncio.create_task(look())
    _asked.add(task)
    task.add_done_callback(_asked.discard)
    return await asyncio.shield(task)


async def in_turn(work: Callable[[], T]) -> T:
    """Do some work beside the event loop, after all that was asked for before."""
    return await asyncio.get_running_loop().run_in_executor(_thread, work)


async def _shown(store: Store, table: str, number: int, show: Callable[[FairRecord], T]) -> T:
    secret = await store.chain(table, number)
    if secret is None:
        raise Refusal("no_such_game", "There was no such game at this table.")
    rows = await store.rows(table)
    return await in_turn(lambda: show(fair_record(played(rows, number), secret)))

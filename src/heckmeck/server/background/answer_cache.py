"""A cache of answers that take long to compute, with limits on the number of questions."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from typing import Generic, TypeVar

from heckmeck.server.table.environment import Refusal

MAX_PENDING = 8
"""Maximum number of questions of a kind in one process, running and waiting; more are refused."""
MAX_PENDING_EACH = 4
"""Maximum number of questions from one address, so that one client cannot occupy the coach."""
REMEMBERED = 64
"""Maximum number of answers of a kind that are cached."""
BUSY = "The coach is busy: try again in a moment."

K = TypeVar("K")
V = TypeVar("V")


class Busy(Refusal):
    """Too many requests are pending, or the answer took too long."""


class AnswerCache(Generic[K, V]):
    """A cache of answers by question. Concurrent requests with the same question share one computation."""

    def __init__(self, max_pending: int = MAX_PENDING, remembered: int = REMEMBERED, busy: str = BUSY) -> None:
        self._known: OrderedDict[K, V] = OrderedDict()
        self._working: dict[K, asyncio.Task[V]] = {}
        self._groups: dict[K, str | None] = {}
        """The address on whose behalf each question is computed."""
        self._max_pending = max_pending
        self._remembered = remembered
        self._busy = busy

    def __contains__(self, key: K) -> bool:
        return key in self._known or key in self._working

    async def get(self, key: K, work: Callable[[], Awaitable[V]], group: str | None = None) -> V:
        """Return the answer to a question, or refuse it if too many are pending, in total or for an address."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        task = self._working.get(key)
        if task is None:
            own = 0 if group is None else sum(waiting == group for waiting in self._groups.values())
            if len(self._working) >= self._max_pending or own >= MAX_PENDING_EACH:
                raise Busy("busy", self._busy)
            self._groups[key] = group
            task = self._working[key] = asyncio.create_task(self._work(key, work))
        # A client that disconnects must not cancel the work for others that wait for the same answer.
        return await asyncio.shield(task)

    async def _work(self, key: K, work: Callable[[], Awaitable[V]]) -> V:
        try:
            answer = await work()
        except (TimeoutError, BrokenExecutor):
            raise Busy("busy", self._busy) from None
        finally:
            del self._working[key], self._groups[key]
        self._known[key] = answer
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return answer

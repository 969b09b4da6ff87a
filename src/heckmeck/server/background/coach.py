"""The coach: advice and reviews, computed in the processes of the bots, a few at a time, and cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Generic, TypeVar

from heckmeck.server.background.bot_pool import BotPool, Question
from heckmeck.server.store import Store
from heckmeck.server.table.environment import Refusal

if TYPE_CHECKING:
    from heckmeck.play.advice import Option
    from heckmeck.play.review import Review

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
        except (TimeoutError, BrokenProcessPool):
            raise Busy("busy", self._busy) from None
        finally:
            del self._working[key], self._groups[key]
        self._known[key] = answer
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return answer


class Coach:
    """The advice and the reviews of one server process."""

    def __init__(self, pool: BotPool, store: Store) -> None:
        self._pool = pool
        self._store = store
        self.advices: AnswerCache[tuple[str, int], tuple[Option, ...]] = AnswerCache()
        """By table and the last entry that changed its game."""
        self.reviews: AnswerCache[tuple[str, int], Review] = AnswerCache()
        """By table and number of the game."""

    async def advise(self, code: str, moved: int, question: Question, group: str | None) -> tuple[Option, ...]:
        """Return the values of the moves of the seat to act, best first; `group` is the address of the client."""
        return await self.advices.get((code, moved), lambda: self._pool.advise(question), group)

    async def review(self, code: str, number: int, group: str | None) -> Review:
        """Return the review of a game that is over; `group` is the address of the client."""
        return await self.reviews.get((code, number), lambda: self._review(code, number), group)

    async def _review(self, code: str, number: int) -> Review:
        from heckmeck.play.record import encode
        from heckmeck.server.live.archive import GameRunning, find_game, to_record
        from heckmeck.server.live.log_reader import rows_of_game

        rows = await rows_of_game(self._store, code, number)
        game = await asyncio.to_thread(find_game, rows, number)  # a long log takes a while
        if not game.over:
            raise GameRunning("game_on", "The game is still running: it can be reviewed when it is over.")
        return await self._pool.review(encode(to_record(game)))

"""The coach: advice and reviews are worked out in the processes of the bots, few at a time, each of them once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Generic, TypeVar

from heckmeck.server.background.bot_pool import BotPool, Question
from heckmeck.server.store import Store
from heckmeck.server.table.decisions import Refusal

if TYPE_CHECKING:
    from heckmeck.play.advice import Option
    from heckmeck.play.review import Review

AT_ONCE = 8
"""So many answers of a kind are worked out or waited for in one process; whoever asks then is told to come later."""
REMEMBERED = 64
BUSY = "The coach is busy: try again in a moment."

K = TypeVar("K")
V = TypeVar("V")


class Busy(Refusal):
    """There is too much to do, or it took too long."""


class Answers(Generic[K, V]):
    """Answers by what was asked. The same question, asked again or meanwhile, is worked out once."""

    def __init__(self, at_once: int = AT_ONCE, remembered: int = REMEMBERED) -> None:
        self._known: OrderedDict[K, V] = OrderedDict()
        self._working: dict[K, asyncio.Task[V]] = {}
        self._at_once = at_once
        self._remembered = remembered

    def __contains__(self, key: K) -> bool:
        return key in self._known or key in self._working

    async def get(self, key: K, work: Callable[[], Awaitable[V]]) -> V:
        """Return the answer to a question; refuse it where too many are being worked out."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        task = self._working.get(key)
        if task is None:
            if len(self._working) >= self._at_once:
                raise Busy("busy", BUSY)
            task = self._working[key] = asyncio.create_task(self._work(key, work))
        # Somebody who goes away must not spoil it for the others who wait for the same.
        return await asyncio.shield(task)

    async def _work(self, key: K, work: Callable[[], Awaitable[V]]) -> V:
        try:
            answer = await work()
        except (TimeoutError, BrokenProcessPool):
            raise Busy("busy", BUSY) from None
        finally:
            del self._working[key]
        self._known[key] = answer
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return answer


class Coach:
    """What one server process knows about how well somebody plays."""

    def __init__(self, pool: BotPool, store: Store) -> None:
        self._pool = pool
        self._store = store
        self.advices: Answers[tuple[str, int], tuple[Option, ...]] = Answers()
        """By a table and the entry that changed its game last."""
        self.reviews: Answers[tuple[str, int], Review] = Answers()
        """By a table and the number of its game."""

    async def advise(self, code: str, moved: int, question: Question) -> tuple[Option, ...]:
        """Return what the moves of the seat to act are worth, the best one first."""
        return await self.advices.get((code, moved), lambda: self._pool.advise(question))

    async def review(self, code: str, number: int) -> Review:
        """Return the review of a game that is over."""
        return await self.reviews.get((code, number), lambda: self._review(code, number))

    async def _review(self, code: str, number: int) -> Review:
        from heckmeck.play.record import encode
        from heckmeck.server.live.archive import Unready, played, record_of

        rows = await self._store.rows(code)
        game = await asyncio.to_thread(played, rows, number)  # a long log takes a while
        if not game.over:
            raise Unready("game_on", "The game goes on: it can be reviewed when it is over.")
        return await self._pool.review(encode(record_of(game)))

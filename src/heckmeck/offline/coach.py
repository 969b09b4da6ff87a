"""The coach without other processes: advice and reviews, computed between the messages of the page."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any, TypeVar

from heckmeck.play.advice import Option, advise
from heckmeck.play.luck import luck_in_steps
from heckmeck.play.record import Record, encode
from heckmeck.play.review import Review, review_in_steps
from heckmeck.server.background.answer_cache import AnswerCache
from heckmeck.server.background.table_scheduler import question
from heckmeck.server.live.live_table import LiveTable

ROUNDS = 300
"""Number of rounds simulated for one piece of advice, fewer than on a server: bots wait for it."""

T = TypeVar("T")


class Coach:
    """Advice and reviews, each computed once, and the luck of finished games."""

    def __init__(self) -> None:
        self._advices: AnswerCache[tuple[str, int], tuple[Option, ...]] = AnswerCache()
        self._reviews: AnswerCache[bytes, Review] = AnswerCache()

    async def advise(self, table: LiveTable, seat: int) -> tuple[Option, ...]:
        """Return the values of the moves of the seat to act, best first."""
        state = table.state
        asked = question(table, seat, "", remembers=state.game.hides)

        async def answer() -> tuple[Option, ...]:
            await asyncio.sleep(0)
            return advise(asked.view, asked.history, ROUNDS)

        return await self._advices.get((table.code, state.moved_seq), answer)

    async def review(self, record: Record) -> Review:
        """Return the review of a game that is over."""
        return await self._reviews.get(encode(record), lambda: _finish(review_in_steps(record)))

    async def luck(self, record: Record) -> dict[int, float]:
        """Return the luck of each seat of a finished game; empty if the game has no exact odds."""
        return dict(enumerate(await _finish(luck_in_steps(record))))


async def _finish(steps: Generator[Any, None, T]) -> T:
    """Do all steps of a computation. Whatever the page has sent meanwhile comes before the next step."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result
        await asyncio.sleep(0)

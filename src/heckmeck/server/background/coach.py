"""The coach: advice and reviews, computed in the processes of the bots, a few at a time, and cached."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from heckmeck.server.background.answer_cache import AnswerCache
from heckmeck.server.background.answers import Question
from heckmeck.server.background.bot_pool import BotPool
from heckmeck.server.store import Store

if TYPE_CHECKING:
    from heckmeck.play.advice import Option
    from heckmeck.play.review import Review


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

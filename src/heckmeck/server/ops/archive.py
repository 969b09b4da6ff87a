"""Archiving the games of a database by hand, even while a server uses it."""

from __future__ import annotations

import time
from collections.abc import Callable

from heckmeck.server.store import FinishedGame, StoreError
from heckmeck.server.store.archiving import (
    ARCHIVABLE,
    FAILED,
    IS_KEPT,
    POSTGRES,
    SQLITE,
    archiving,
    to_finished,
)
from heckmeck.server.store.log_rows import LAST, log_of
from heckmeck.server.store.session import Session, SqliteSession, changing, reading
from heckmeck.server.store.table_store import MIN_AGE

PAGE = 1000
"""Number of games that are fetched with one query."""


async def count(database: str, days: int) -> int:
    """Return the number of games that can be archived."""
    async with reading(database) as session:
        values = (_before(days), 0, "", 0, _before(days), LAST)
        return int(await session.one(f"SELECT COUNT(*) FROM ({ARCHIVABLE}) AS found", *values))  # noqa: S608, a constant


async def archive_games(database: str, days: int, report: Callable[[int], object]) -> int:
    """Archive the games that ended some days ago, each in its own transaction. Return their number.

    A game that cannot be archived does not block the others; in the end, the error of the first one is raised.
    """
    before, done = _before(days), 0
    failed: StoreError | None = None
    after: FinishedGame | None = None
    while page := await _page(database, before, after):
        for game in page:
            try:
                async with changing(database) as session:
                    done += await _archive(session, game)
            except StoreError as error:
                if error.code != FAILED:
                    raise
                failed = failed or error
            report(done)
        after = page[-1]
    if failed is not None:
        raise failed
    return done


async def _page(database: str, before: int, after: FinishedGame | None) -> list[FinishedGame]:
    last = (0, "", 0) if after is None else after[:3]
    async with reading(database) as session:
        return [to_finished(found) async for found in session.stream(ARCHIVABLE, before, *last, before, PAGE)]


async def _archive(session: Session, game: FinishedGame) -> bool:
    rows = await log_of(session, game.table, game.first - 1, game.last or LAST)
    if not rows or await session.one(IS_KEPT, game.table, game.first):
        return False  # a server has just archived it
    keep = SQLITE if isinstance(session, SqliteSession) else POSTGRES
    for sql, values in archiving(game, rows, keep):
        await session.execute(sql, *values)
    return await session.one(IS_KEPT, game.table, game.first) is not None


def _before(days: int) -> int:
    return time.time_ns() // 1_000_000 - days * MIN_AGE

"""Databases with old games, for tests of the archive."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

from heckmeck.server.store import Row, connect
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.table import decisions
from helpers.eventful_tables import lived
from helpers.tables import Desk

LONG_AFTER = 10**12
"""A time long after everything that happens at a `Desk`."""
GAMES = ("bratwurmeck", "barbecue", "karteneck")


def old_tables() -> list[Desk]:
    """Tables with four games each, of 1970: of every kind a closed one and one whose last game goes on or is over."""
    desks = [
        lived(game, Random(seed), code=f"{game[:3].upper()}{'ABCD'[seed]}XYZT") for game in GAMES for seed in range(2)
    ]
    for desk in desks[::2]:
        while (decision := decisions.shut(desk.table)) is not None:
            desk.keep(decision)
    return desks


@asynccontextmanager
async def opened(database: str, process: str = "one") -> AsyncIterator[SqlStore]:
    """An open store."""
    store = connect(database)
    assert isinstance(store, SqlStore)
    await store.open(process, lambda table, seq: None)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def stored(database: str, desks: Sequence[Desk]) -> AsyncIterator[SqlStore]:
    """An open store with these tables."""
    async with opened(database) as store:
        for desk in desks:
            await desk.keep_in(store)
        yield store


async def archive_all(store: SqlStore) -> int:
    """Archive everything that can be, and return the number of games."""
    games = await store.archivable(LONG_AFTER, limit=1000)
    assert all([await store.archive(game) for game in games])
    return len(games)


def shown(rows: Sequence[Row]) -> list[tuple[object, ...]]:
    """What anybody ever sees of rows."""
    return [(row.table, row.seq, row.at, row.body) for row in rows]

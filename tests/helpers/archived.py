"""Databases with old games, for tests of the archive."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

from heckmeck.server.live.log_reader import read_log
from heckmeck.server.store import Row
from heckmeck.server.store.connect import connect
from heckmeck.server.store.session import filling
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.store.statements import COLUMNS, statements
from heckmeck.server.table import deadlines
from heckmeck.server.table.projections import project
from helpers.eventful_tables import lived
from helpers.tables import Desk

LONG_AFTER = 10**12
"""A time long after everything that happens at a `Desk`."""
GAMES = ("bratwurmeck", "barbecue", "karteneck")


def old_tables() -> list[Desk]:
    """Tables with four games each, of 1970: for every game a closed one and one whose last game is running or over."""
    desks = [
        lived(game, Random(seed), code=f"{game[:3].upper()}{'ABCD'[seed]}XYZT") for game in GAMES for seed in range(2)
    ]
    for desk in desks[::2]:
        while (decision := deadlines.shut(desk.table)) is not None:
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
    await fill(database, desks)
    async with opened(database) as store:
        yield store


async def fill(database: str, desks: Sequence[Desk]) -> None:
    """Store tables in one transaction, which is faster than one for each entry."""
    async with filling(database) as session:
        for desk in desks:
            await session.insert("entries", COLUMNS.split(", "), desk.rows)
            for step in read_log(desk.rows):
                secret = bytes([max(step.after.number - 1, 0)]) * 32
                for change in project(step.before, step.entry, step.after, secret):
                    for sql, values in statements(change):
                        await session.execute(sql, *values)


async def archive_all(store: SqlStore) -> int:
    """Archive everything that can be, and return the number of games."""
    games = await store.archivable(LONG_AFTER, limit=1000)
    assert all([await store.archive(game) for game in games])
    return len(games)


def shown(rows: Sequence[Row]) -> list[tuple[object, ...]]:
    """The parts of rows that are ever shown."""
    return [(row.table, row.seq, row.at, row.body) for row in rows]

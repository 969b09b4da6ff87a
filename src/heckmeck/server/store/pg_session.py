"""Sessions of PostgreSQL: see `session.py`, which uses them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from heckmeck.server.store.pg_connection import Connection, dial, failure, place
from heckmeck.server.store.postgres import prepare, read_version
from heckmeck.server.store.session import CHUNK, Session, check_current
from heckmeck.server.store.statements import Value, numbered
from heckmeck.server.store.version import is_current


class PostgresSession(Session):
    """A transaction of PostgreSQL."""

    def __init__(self, connection: Connection, url: str) -> None:
        self._connection = connection
        self.name = place(url)

    async def stream(self, sql: str, *values: Value) -> AsyncIterator[Sequence[Any]]:
        """Yield the rows of a query."""
        async for found in self._connection.cursor(numbered(sql), *values, prefetch=CHUNK):
            yield found  # type: ignore[misc]  # a record behaves like a sequence

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
        """Add rows."""
        await self._connection.copy_records_to_table(table, columns=columns, records=rows)

    async def execute(self, sql: str, *values: Value) -> None:
        """Execute a statement."""
        await self._connection.execute(numbered(sql), *values)


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[Session]:
    """Open a database to read a snapshot."""
    async with _current(url) as connection, connection.transaction(isolation="repeatable_read", readonly=True):
        yield PostgresSession(connection, url)


@asynccontextmanager
async def changing(url: str) -> AsyncIterator[Session]:
    """Open a database for a small change."""
    async with _current(url) as connection, connection.transaction():
        yield PostgresSession(connection, url)


@asynccontextmanager
async def filling(url: str) -> AsyncIterator[Session]:
    """Open a database for writing, and create its tables if they are missing."""
    async with _connected(url) as connection:
        await prepare(url)
        async with connection.transaction():
            yield PostgresSession(connection, url)


@asynccontextmanager
async def _current(url: str) -> AsyncIterator[Connection]:
    async with _connected(url) as connection:
        check_current(is_current(await read_version(connection), place(url)), place(url))
        yield connection


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Connection]:
    try:
        connection = await dial(url)
        try:
            yield connection
        finally:
            connection.terminate()
    except (
        OSError,
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
        asyncpg.TargetServerAttributeNotMatched,
    ) as error:
        raise failure(error, url) from error

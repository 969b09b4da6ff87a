"""Sessions for the commands of `heckmeck db`: one transaction that reads a snapshot or fills a database."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from heckmeck.server.store.connect import file_of, is_postgres
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.file_lock import FileLock
from heckmeck.server.store.pg_connection import Connection, dial, failure, place
from heckmeck.server.store.postgres import prepare, read_version
from heckmeck.server.store.sqlite import connect_file, open_for_writing, unusable
from heckmeck.server.store.sqlite import read_version as read_file_version
from heckmeck.server.store.statements import Value, numbered
from heckmeck.server.store.version import is_current

CHUNK = 1000
"""Number of rows that are read or written at once."""


class Session(ABC):
    """One transaction."""

    name: str
    """The name of the database in messages."""

    @abstractmethod
    def stream(self, sql: str, *values: Value) -> AsyncIterator[Sequence[Any]]:
        """Yield the rows of a query without loading all of them. Placeholders are question marks."""

    @abstractmethod
    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
        """Add rows."""

    @abstractmethod
    async def execute(self, sql: str, *values: Value) -> None:
        """Execute a statement. Placeholders are question marks."""

    async def one(self, sql: str, *values: Value) -> Any:
        """Return the single value of a query."""
        async for found in self.stream(sql, *values):
            return found[0]
        return None


class SqliteSession(Session):
    """A transaction of SQLite."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.name = str(path)

    async def stream(self, sql: str, *values: Value) -> AsyncIterator[Sequence[Any]]:
        """Yield the rows of a query."""
        for found in self._connection.execute(sql, values):
            yield found

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
        """Add rows."""
        marks = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)  # noqa: S608

    async def execute(self, sql: str, *values: Value) -> None:
        """Execute a statement."""
        self._connection.execute(sql, values)


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
async def reading(database: str) -> AsyncIterator[Session]:
    """Open a database to read a snapshot, even while a server uses it. Raises StoreError if it needs migration."""
    if is_postgres(database):
        async with (
            _current(database) as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            yield PostgresSession(connection, database)
        return
    with _current_file(file_of(database)) as file:
        file.execute("BEGIN")
        yield SqliteSession(file, file_of(database))


@asynccontextmanager
async def changing(database: str) -> AsyncIterator[Session]:
    """Open a database for a small change, even while a server uses it. Raises StoreError if it needs migration."""
    if is_postgres(database):
        async with _current(database) as connection, connection.transaction():
            yield PostgresSession(connection, database)
        return
    with _current_file(file_of(database)) as file:
        file.execute("BEGIN IMMEDIATE")
        yield SqliteSession(file, file_of(database))
        file.execute("COMMIT")


@asynccontextmanager
async def filling(database: str) -> AsyncIterator[Session]:
    """Open a database for writing, and create it if it is missing. Everything is committed at the end, atomically."""
    if is_postgres(database):
        async with _connected(database) as connection:
            await prepare(database)
            async with connection.transaction():
                yield PostgresSession(connection, database)
        return
    path = file_of(database)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path)
    try:
        file = open_for_writing(path)
        try:
            file.execute("BEGIN IMMEDIATE")
            yield SqliteSession(file, path)
            file.execute("COMMIT")
        finally:
            file.close()  # rolls back unless committed
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    finally:
        lock.release()


@contextmanager
def _current_file(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.exists():
        raise StoreError("no_database", f"There is no database {path}.")
    try:
        file = connect_file(path)
        try:
            _check_current(is_current(read_file_version(file, path), str(path)), str(path))
            yield file
        finally:
            file.close()  # rolls back unless committed
    except sqlite3.Error as error:
        raise unusable(path, error) from error


@asynccontextmanager
async def _current(url: str) -> AsyncIterator[Connection]:
    async with _connected(url) as connection:
        _check_current(is_current(await read_version(connection), place(url)), place(url))
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


def _check_current(current: bool, name: str) -> None:
    if not current:
        text = f"{name} is empty or has an older version: update it with `heckmeck db migrate`."
        raise StoreError("store_older", text)

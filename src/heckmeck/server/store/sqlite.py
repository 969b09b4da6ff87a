"""The store for one server process: an SQLite file."""

# ruff: noqa: D102, the methods are documented in `store.py`

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import local
from typing import Any

from heckmeck.server.store import archiving
from heckmeck.server.store.errors import StoreError, closed
from heckmeck.server.store.file_lock import FileLock
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.store.sqlite_checkpoints import Checkpointer
from heckmeck.server.store.sqlite_writer import Write, Writer
from heckmeck.server.store.statements import Statement, Value
from heckmeck.server.store.store import Hint
from heckmeck.server.store.table_store import Row
from heckmeck.server.store.version import READ_VERSION, is_current
from heckmeck.server.table.changes import Change

READERS = 2
"""Number of threads that read. They never wait for the writer."""

WAL_PAGES = 32_000
"""Size of the write-ahead log in pages (128 MB) at which SQLite checkpoints it while all appends wait. The checkpointer
normally prevents that, and the log is small enough to be read quickly after a crash."""

CHECK = "UPDATE alembic_version SET version_num = version_num"
"""A write that changes nothing and is synced to the disk like any other."""


class SqliteStore(SqlStore):
    """Stores everything in one file, which no other process uses."""

    keep_archived = archiving.SQLITE

    def __init__(self, path: Path) -> None:
        self.path = path
        self.address = f"sqlite:///{path}"
        self._process = ""
        self._lock: FileLock | None = None
        self._writer: Writer | None = None
        self._checkpointer: Checkpointer | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._connections: list[sqlite3.Connection] = []
        self._mine = local()

    async def open(self, process: str, hint: Hint) -> None:
        self._process = process
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(self.path)
        try:
            connection = open_for_writing(self.path)
        except BaseException:
            self._lock.release()
            raise
        self._connections.append(connection)
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._checkpointer = Checkpointer(lambda: connect_file(self.path))
        self._checkpointer.start()
        self._writer = Writer(connection, asyncio.get_running_loop(), self._checkpointer)
        self._writer.start()

    async def close(self) -> None:
        writer, checkpointer, readers, lock = self._writer, self._checkpointer, self._readers, self._lock
        if writer is None or checkpointer is None or readers is None or lock is None:
            return
        self._writer = self._checkpointer = self._readers = self._lock = None  # refuse further requests
        writer.ask(None)
        await asyncio.to_thread(writer.join)
        checkpointer.close()
        await asyncio.to_thread(checkpointer.join)
        await asyncio.to_thread(readers.shutdown)
        await asyncio.sleep(0)  # the writer's last answers are in the loop's queue
        for connection in reversed(self._connections):  # the writer's last: it empties the write-ahead log
            connection.close()
        self._connections.clear()
        lock.release()

    async def append(self, row: Row, changes: Collection[Change] = ()) -> bool:
        return await self._ask(row, changes)

    async def check_writable(self) -> None:
        await self.execute([(CHECK, ())])

    async def heartbeat(self) -> tuple[str, ...]:
        return (self._process,)

    async def execute(self, statements: Collection[Statement]) -> None:
        await self._ask(None, (), statements)

    async def fetch(self, sql: str, *values: Value) -> Sequence[Any]:
        if self._readers is None:
            raise closed()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._fetch, sql, values)

    def _ask(
        self, row: Row | None, changes: Collection[Change], extra: Collection[Statement] = ()
    ) -> asyncio.Future[bool]:
        writer = self._writer
        if writer is None:
            raise closed()
        done: asyncio.Future[bool] = writer.loop.create_future()
        writer.ask(Write(done, row, changes, extra))
        return done

    def _fetch(self, sql: str, values: tuple[Value, ...]) -> list[Any]:
        try:
            return self._reader().execute(sql, values).fetchall()
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            raise StoreError("store_failed", f"{self.path} could not be read: {error}.") from error

    def _reader(self) -> sqlite3.Connection:
        """Return the connection of this thread. If it fails to open, the next query tries again."""
        found: sqlite3.Connection | None = getattr(self._mine, "connection", None)
        if found is None:
            found = connect_file(self.path)
            self._connections.append(found)
            found.execute("PRAGMA query_only = 1")
            self._mine.connection = found
        return found


def connect_file(path: Path) -> sqlite3.Connection:
    """Open a connection without implicit transactions."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=256)
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a connection with synced commits, and update the schema of the file.

    A new file is private to its owner, because it will contain the secrets of games.
    """
    connection: sqlite3.Connection | None = None
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    try:
        connection = connect_file(path)
        current = is_current(read_version(connection, path), str(path))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        if not current:
            migrate_file(connection, path)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            raise unusable(path, error) from error
        raise
    return connection


def unusable(path: Path, error: sqlite3.Error) -> StoreError:
    """Return the StoreError for a file that SQLite cannot use."""
    if getattr(error, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
        text = "is damaged or no database. If it is yours, `heckmeck db check` says more; else choose another file."
        return StoreError("store_damaged", f"{path} {text}")
    return StoreError("store_unavailable", f"{path} cannot be opened: {error}.")


def read_version(connection: sqlite3.Connection, path: Path) -> str | None:
    """Return the version of the schema, or None for an empty file. Raises StoreError for a foreign database."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "alembic_version" in names:
        found = connection.execute(READ_VERSION).fetchone()
        return found[0] if found else None
    if names:
        raise StoreError("store_foreign", f"{path} is a database of another program: choose another file.")
    return None


def migrate_file(connection: sqlite3.Connection, path: Path) -> None:
    """Update the schema in one transaction."""
    from heckmeck.server.store.migrate import log_migration, migration

    version = read_version(connection, path)
    script = migration("sqlite", version)
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    log_migration(version)

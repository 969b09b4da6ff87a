"""The store for any number of server processes: a PostgreSQL database."""

# ruff: noqa: D102, the methods are documented in `store.py`

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

import asyncpg

from heckmeck.server.store import archiving
from heckmeck.server.store.errors import StoreError, closed
from heckmeck.server.store.liveness import Liveness
from heckmeck.server.store.pg_connection import (
    ANSWER_S,
    BROADCAST_CHANNEL,
    ENTRIES_CHANNEL,
    Connection,
    dial,
    place,
    with_retries,
)
from heckmeck.server.store.pg_listen import Listener
from heckmeck.server.store.pg_notifier import Notifier
from heckmeck.server.store.pg_writer import PgWriter
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.store.statements import Statement, Value, numbered
from heckmeck.server.store.store import Hint
from heckmeck.server.store.table_store import ANY_TABLE, Row
from heckmeck.server.store.version import READ_VERSION, is_current
from heckmeck.server.table.changes import Change

READERS = 4
"""Maximum number of connections for reading."""

FORGET_MS = 3_600_000
"""Milliseconds without a heartbeat after which the row of a process is deleted."""

MIGRATION_LOCK = 0x4865636B
"""The number of the advisory lock for migrations."""

NOW = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
HEARTBEAT = f"""
WITH me AS (
  INSERT INTO processes (process, seen) VALUES ($1, {NOW})
  ON CONFLICT (process) DO UPDATE SET seen = excluded.seen RETURNING process, seen)
SELECT process, seen FROM processes WHERE process <> $1 UNION ALL SELECT process, seen FROM me
"""  # noqa: S608, constants
FORGET = f"DELETE FROM processes WHERE seen < {NOW} - {FORGET_MS}"  # noqa: S608, constants

APPENDED_AFTER = """
SELECT known.code, latest.seq FROM unnest($1::text[], $2::int[]) AS known (code, seq) CROSS JOIN LATERAL
  (SELECT seq FROM entries WHERE entries.code = known.code AND entries.seq > known.seq ORDER BY seq DESC LIMIT 1)
AS latest
"""

T = TypeVar("T")


class PostgresStore(SqlStore):
    """Stores everything in PostgreSQL. Other processes may append to the same tables: unique keys serve as locks."""

    shared = True
    keep_archived = archiving.POSTGRES

    def __init__(self, url: str) -> None:
        self.url = self.address = url
        self._process = ""
        self._liveness = Liveness("")
        self._pool: asyncpg.Pool | None = None
        self._listener: Listener | None = None
        self._writer: PgWriter | None = None
        self._notifier: Notifier | None = None

    async def open(self, process: str, hint: Hint) -> None:
        self._process, self._liveness = process, Liveness(process)
        await with_retries(lambda: prepare(self.url), self.url)
        self._pool = await with_retries(self._new_pool, self.url)
        self._listener = Listener(self.url, process, hint, lambda text: self.on_broadcast(text))
        self._notifier = Notifier(self.url, process)
        self._writer = PgWriter(self.url, process, self._notifier.announce)
        try:
            await with_retries(self._listener.start, self.url)
            await self.heartbeat()
        except BaseException:
            await self._disconnect()
            raise

    async def close(self) -> None:
        if self._writer is None:
            return
        leave = "WITH gone AS (DELETE FROM processes WHERE process = $1) SELECT pg_notify($2, $1 || $3)"
        await self._writer.close()
        with suppress(StoreError):  # without a database, other processes cannot be notified
            await self._on_pool(lambda pool: pool.execute(leave, self._process, ENTRIES_CHANNEL, f" {ANY_TABLE}:0"))
        await self._disconnect()

    async def append(self, row: Row, changes: Collection[Change] = ()) -> bool:
        if self._writer is None:
            raise closed()
        return await self._writer.ask(row, changes)

    async def appended_after(self, known: Mapping[str, int]) -> list[tuple[str, int]]:
        codes, seqs = list(known), list(known.values())
        found = await self._on_pool(lambda pool: pool.fetch(APPENDED_AFTER, codes, seqs))
        return [(code, seq) for code, seq in found]

    async def check_writable(self) -> None:
        if self._writer is None:
            raise closed()
        await self._writer.check()

    async def heartbeat(self) -> tuple[str, ...]:
        async def beat(pool: asyncpg.Pool) -> tuple[str, ...]:
            asked = monotonic()
            try:
                found = await pool.fetch(HEARTBEAT, self._process)
            except Exception:
                self._liveness.miss()
                raise
            return self._liveness.note({each["process"]: each["seen"] for each in found}, asked, monotonic())

        return await self._on_pool(beat)

    async def broadcast(self, text: str) -> None:
        line = f"{self._process} {text}"
        await self._on_pool(lambda pool: pool.execute("SELECT pg_notify($1, $2)", BROADCAST_CHANNEL, line))

    async def fetch(self, sql: str, *values: Value) -> Sequence[Any]:
        found: list[Any] = await self._on_pool(lambda pool: pool.fetch(numbered(sql), *values))
        return found

    async def execute(self, statements: Collection[Statement]) -> None:
        async def attempt(pool: asyncpg.Pool) -> None:
            async with pool.acquire() as connection, connection.transaction():
                for sql, values in statements:
                    await connection.execute(numbered(sql), *values)

        await self._on_pool(attempt)  # all of these are idempotent

    async def _on_pool(self, ask: Callable[[asyncpg.Pool], Awaitable[T]]) -> T:
        pool = self._pool
        if pool is None:
            raise closed()

        async def attempt() -> T:
            try:
                return await ask(pool)
            except asyncpg.ReadOnlySQLTransactionError:
                await pool.expire_connections()  # none of them leads to the primary now
                raise

        return await with_retries(attempt, self.url)

    async def _new_pool(self) -> asyncpg.Pool:
        async def connect(*_: Any, **__: Any) -> Connection:
            return await dial(self.url, ANSWER_S)

        async def reset(_: Any) -> None:
            """Do nothing: we leave no session state, and the usual reset takes a round trip."""

        return await asyncpg.create_pool(self.url, min_size=0, max_size=READERS, connect=connect, reset=reset)

    async def _disconnect(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        if self._notifier is not None:
            await self._notifier.close()
        if self._listener is not None:
            await self._listener.close()
        if self._pool is not None:
            self._pool.terminate()
        self._pool = self._listener = self._writer = self._notifier = None


async def prepare(url: str) -> None:
    """Update the schema. If it is up to date, this takes one query."""
    connection = await dial(url)
    try:
        if not is_current(await read_version(connection), place(url)):
            await migrate_database(connection, url)
        await connection.execute(FORGET)
        if await connection.fetchval("SHOW fsync") != "on":
            text = "%s runs with fsync off: committed data can be lost when its machine fails."
            logging.getLogger("heckmeck.store").warning(text, place(url))
    finally:
        connection.terminate()


async def read_version(connection: Connection) -> str | None:
    """Return the version of the schema, or None for an empty database."""
    try:
        version: str | None = await connection.fetchval(READ_VERSION)
    except asyncpg.UndefinedTableError:
        return None
    return version


async def migrate_database(connection: Connection, url: str) -> None:
    """Update the schema in one transaction. Other processes that try the same wait until it is done."""
    from heckmeck.server.store.migrate import log_migration, migration

    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        found = await connection.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
        exists = await connection.fetchval("SELECT to_regclass('alembic_version')") is not None
        if found and not exists:
            raise StoreError("store_foreign", f"{place(url)} is in use by another program: choose another database.")
        version = await connection.fetchval(READ_VERSION) if exists else None
        if is_current(version, place(url)):
            return
        await connection.execute(migration("postgresql", version))
    log_migration(version)

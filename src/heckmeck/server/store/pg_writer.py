"""The task of a process that appends to PostgreSQL, with group commits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import NamedTuple

from heckmeck.server.store.errors import StoreError, closed
from heckmeck.server.store.pg_connection import ANSWER_S, RETRY_S, Connection, dial, failure, is_loss
from heckmeck.server.store.statements import COLUMNS, ORDER, Value, numbered, statements
from heckmeck.server.store.table_store import Row
from heckmeck.server.table.changes import Change

MAX_GROUP = 1024
"""Maximum number of appends in one commit."""

Key = tuple[str, int, str, str]

APPEND = f"""
INSERT INTO entries ({COLUMNS})
SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::bytea[])
ON CONFLICT DO NOTHING RETURNING code, seq, command, process
"""  # noqa: S608, nothing from outside is in it
"""One statement, so that a group without changes takes one round trip."""

FIND = """
SELECT code, seq, command, process FROM entries
JOIN unnest($1::text[], $2::int[]) AS wanted (wanted_code, wanted_seq) ON code = wanted_code AND seq = wanted_seq
"""

CHECK_INSERT = f"INSERT INTO entries ({COLUMNS}) VALUES ($1, 0, '', $1, 0, '')"  # noqa: S608, a constant
CHECK_DELETE = "DELETE FROM entries WHERE code = $1 AND seq = 0"
"""A row that is deleted before the commit. It is written like all others, so it also checks for space on the disk."""


class Append(NamedTuple):
    """A row that waits to be written, with its changes and the time since when it waits."""

    done: asyncio.Future[bool]
    row: Row
    changes: Collection[Change]
    since: float

    @property
    def key(self) -> Key:
        """The identity of a row: no two processes have the same name."""
        return self.row.table, self.row.seq, self.row.command, self.row.process


class PgWriter:
    """Writes all waiting rows in one transaction, and answers when they are on the disk.

    `announce` is called with the table and number of each stored row.
    """

    def __init__(self, url: str, process: str, announce: Callable[[str, int], None]) -> None:
        self._url = url
        self._process = process
        self._announce = announce
        self._connection: Connection | None = None
        self._waiting: list[Append] = []
        self._checks: list[asyncio.Future[None]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    def ask(self, row: Row, changes: Collection[Change]) -> asyncio.Future[bool]:
        """Queue a row."""
        if self._closing:
            raise closed()
        done: asyncio.Future[bool] = self._task.get_loop().create_future()
        self._waiting.append(Append(done, row, changes, monotonic()))
        self._wake.set()
        return done

    def check(self) -> asyncio.Future[None]:
        """Queue a test write that leaves nothing behind. It is done at once, without retries."""
        if self._closing:
            raise closed()
        done: asyncio.Future[None] = self._task.get_loop().create_future()
        self._checks.append(done)
        self._wake.set()
        return done

    async def close(self) -> None:
        """Write the waiting rows and disconnect."""
        self._closing = True
        self._wake.set()
        await self._task
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        while self._waiting or self._checks or not self._closing:
            if self._checks:
                await self._answer_checks()
            if self._waiting:
                await self._store(self._take())
            if not self._waiting and not self._checks:
                self._wake.clear()
                if not self._closing:
                    await self._wake.wait()

    def _take(self) -> list[Append]:
        """Return the rows of the next commit."""
        group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
        return group

    async def _store(self, group: list[Append], again: bool = False) -> None:
        """Write a group and answer, with retries after a lost connection. Rows that cause errors fail individually."""
        delay = 0.05
        while group:
            try:
                if self._connection is None:
                    self._connection = await dial(self._url, ANSWER_S)
                won = await self._write(self._connection, group, again)
                for table, seq, *_ in won:
                    self._announce(table, seq)
                _answer(group, won)
                return
            except Exception as error:
                if not self._is_lost(error):
                    await self._bisect(group, error, again)
                    return
                group = _fail_overdue(group, failure(error, self._url))
            again = True
            await asyncio.sleep(delay)
            delay = min(2 * delay, 1.0)

    def _is_lost(self, error: Exception) -> bool:
        lost = is_loss(error) or (self._connection is not None and self._connection.is_closed())
        if lost and self._connection is not None:
            self._connection.terminate()
            self._connection = None
        return lost

    async def _answer_checks(self) -> None:
        checks, self._checks = self._checks, []
        connected = self._connection is not None
        error = await self._check()
        if error is not None and connected and self._connection is None:
            error = await self._check()  # the connection may have been lost some time ago
        for done in checks:
            if done.done():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    async def _check(self) -> StoreError | None:
        """Do a test write that leaves nothing behind, and return the error if it fails."""
        try:
            if self._connection is None:
                self._connection = await dial(self._url, ANSWER_S)
            async with self._connection.transaction():
                await self._connection.execute(CHECK_INSERT, self._process)
                await self._connection.execute(CHECK_DELETE, self._process)
        except Exception as error:
            self._is_lost(error)
            return error if isinstance(error, StoreError) else failure(error, self._url)
        return None

    async def _bisect(self, group: list[Append], error: Exception, again: bool) -> None:
        """Write one half and then the other, until only the rows that cause the error fail."""
        if half := len(group) // 2:
            await self._store(group[:half], again)
            await self._store(group[half:], again)
        elif not group[0].done.done():
            group[0].done.set_exception(error if isinstance(error, StoreError) else failure(error, self._url))

    async def _write(self, connection: Connection, group: Sequence[Append], again: bool) -> set[Key]:
        """Write a group and return the keys of the stored rows.

        On a retry it is unknown whether the previous attempt was committed. If it was, a row now conflicts with itself,
        and its process and command show that it is stored, with its changes.
        """
        # Sorted, so that two processes cannot deadlock.
        ordered = sorted(group, key=lambda each: each.key[:2])
        if any(each.changes for each in ordered):
            async with connection.transaction():
                won = await self._insert(connection, ordered)
                await _change(connection, [each for each in ordered if each.key in won])
        else:
            won = await self._insert(connection, ordered)
        if again and len(won) < len(group):
            tables, seqs, *_ = zip(*(each.key for each in ordered), strict=True)
            won |= {tuple(found) for found in await connection.fetch(FIND, tables, seqs)}
        return won

    async def _insert(self, connection: Connection, ordered: Sequence[Append]) -> set[Key]:
        columns = zip(*(each.row for each in ordered), strict=True)
        return {tuple(found) for found in await connection.fetch(APPEND, *columns)}


async def _change(connection: Connection, winners: Sequence[Append]) -> None:
    """Apply the changes of the stored rows, one kind after the other."""
    kinds: dict[str, list[tuple[Value, ...]]] = {sql: [] for sql in ORDER}
    for each in winners:
        for change in each.changes:
            for sql, values in statements(change):
                kinds[sql].append(values)
    for sql, many in kinds.items():
        if many:
            await connection.executemany(numbered(sql), many)


def _answer(group: Sequence[Append], won: set[Key]) -> None:
    """Answer whether each row is stored. Among equal rows, only the first one is."""
    for each in group:
        if not each.done.done():
            each.done.set_result(each.key in won)
        won.discard(each.key)


def _fail_overdue(group: Sequence[Append], error: StoreError) -> list[Append]:
    """Fail the rows that have waited too long, and return the others."""
    now = monotonic()
    left = [each for each in group if now - each.since < RETRY_S]
    for each in group:
        if now - each.since >= RETRY_S and not each.done.done():
            each.done.set_exception(error)
    return left

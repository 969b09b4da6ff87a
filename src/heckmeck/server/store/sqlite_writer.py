"""The thread that writes to SQLite, with group commits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.sqlite_checkpoints import CHECKPOINT, INTERVAL, Checkpointer
from heckmeck.server.store.statements import COLUMNS, Statement, statements
from heckmeck.server.store.table_store import Row
from heckmeck.server.table.changes import Change

MAX_GROUP = 1024
"""Maximum number of writes in one commit."""

MAX_ROWS = 128
"""Maximum number of rows in one statement. The thread releases the interpreter lock for each statement and must wait
for it afterwards, so one large statement is better than many small ones."""
INSERT_ONE = f"INSERT OR IGNORE INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608, a constant


@cache
def _insert(rows: int) -> str:
    """Return the statement that inserts this number of rows."""
    return f"INSERT INTO entries ({COLUMNS}) VALUES {', '.join(['(?, ?, ?, ?, ?, ?)'] * rows)}"  # noqa: S608


class Write(NamedTuple):
    """A pending write: a row with its changes, or statements without a row."""

    done: asyncio.Future[bool]
    row: Row | None
    changes: Collection[Change]
    extra: Collection[Statement] = ()


Answer = bool | StoreError


class Writer(Thread):
    """Writes everything that waits in one transaction, and answers all of it with one call to the event loop."""

    def __init__(
        self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop, checkpointer: Checkpointer
    ) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._connection = connection
        self._checkpointer = checkpointer
        self._written = 0
        self.loop = loop
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self.ask = self._waiting.put

    def run(self) -> None:
        """Write until there is a None in the queue."""
        while group := self._take():
            last = group.pop() if group[-1] is None else False
            writes = [write for write in group if write is not None]
            answers = self._write(writes) if writes else []
            self.loop.call_soon_threadsafe(_answer, writes, answers)
            if last is None:
                break
            self._checkpoint(len(writes))

    def _checkpoint(self, written: int) -> None:
        """Start or finish a checkpoint of the write-ahead log, if it is time."""
        self._written += written
        if self._checkpointer.ready:
            with suppress(sqlite3.Error):  # if something is wrong, the next write reports it
                self._connection.execute(CHECKPOINT).fetchall()
            self._written = 0
            self._checkpointer.ready = False
        elif self._written >= INTERVAL:
            self._checkpointer.ask()

    def _take(self) -> list[Write | None]:
        """Return the waiting writes, at least one; a None comes last."""
        group = [self._waiting.get()]
        try:
            while group[-1] is not None and len(group) < MAX_GROUP:
                group.append(self._waiting.get_nowait())
        except Empty:
            pass
        return group

    def _write(self, group: Sequence[Write]) -> list[Answer]:
        try:
            return self._together(group)
        except sqlite3.OperationalError as error:  # a problem of the disk, not of the data
            self._roll_back()
            return [_failure(error)] * len(group)
        except Exception:  # one of the writes caused it, which must not affect the others
            self._roll_back()
            return self._one_by_one(group)

    def _together(self, group: Sequence[Write]) -> list[Answer]:
        """Write all in as few statements as possible, assuming that there are no conflicts."""
        execute = self._connection.execute
        rows = [write.row for write in group if write.row is not None]
        with_changes = [write for write in group if write.changes or write.extra]
        alone = not with_changes and len(rows) <= MAX_ROWS  # a single statement is a transaction
        if not alone:
            execute("BEGIN IMMEDIATE")
        for start in range(0, len(rows), MAX_ROWS):
            part = rows[start : start + MAX_ROWS]
            execute(_insert(len(part)), tuple(chain.from_iterable(part)))
        for write in with_changes:
            self._apply_changes(write)
        if not alone:
            execute("COMMIT")
        return [True] * len(group)

    def _one_by_one(self, group: Sequence[Write]) -> list[Answer]:
        """Write each with its own savepoint, all in one transaction."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers = [self._write_one(write) for write in group]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            return [_failure(error)] * len(group)
        return answers

    def _write_one(self, write: Write) -> Answer:
        execute = self._connection.execute
        execute("SAVEPOINT one")
        try:
            if write.row is not None and execute(INSERT_ONE, write.row).rowcount == 0:
                return False
            self._apply_changes(write)
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            execute("ROLLBACK TO one")
            return _failure(error)
        finally:
            if self._connection.in_transaction:
                execute("RELEASE one")
        return True

    def _apply_changes(self, write: Write) -> None:
        """Apply the changes of a write."""
        for change in write.changes:
            for sql, values in statements(change):
                self._connection.execute(sql, values)
        for sql, values in write.extra:
            self._connection.execute(sql, values)

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # if something is wrong, the next BEGIN reports it
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _answer(writes: Sequence[Write], answers: Sequence[Answer]) -> None:
    """Answer all writes, in the event loop."""
    for write, answer in zip(writes, answers, strict=True):
        if write.done.done():  # the caller was cancelled
            continue
        if isinstance(answer, StoreError):
            write.done.set_exception(answer)
        else:
            write.done.set_result(answer)


def _failure(error: Exception) -> StoreError:
    code = getattr(error, "sqlite_errorname", "")
    if code == "SQLITE_FULL":
        return StoreError("store_full", "There is no room left for the database: nothing was stored.")
    if isinstance(error, sqlite3.Error):
        return StoreError("store_failed", f"The database could not be written: {error}.")
    return StoreError("store_failed", f"The database could not be written: {type(error).__name__}.")

"""The one thread that writes to SQLite. Whatever waits for it is committed together."""

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
from heckmeck.server.store.sqlite_checkpoints import EVERY, SETTLE, Settler
from heckmeck.server.store.statements import COLUMNS, Statement, statements
from heckmeck.server.store.store import Change, Row

GROUP = 1024
"""At most so many writes share a commit."""

MANY = 128
"""At most so many rows are inserted by one statement. The thread gives up the interpreter's lock for each statement,
and has to wait for it afterwards, so that one large statement is better than many small ones."""
INSERT_ONE = f"INSERT OR IGNORE INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608, a constant


@cache
def _insert(rows: int) -> str:
    """Return the statement that inserts so many rows."""
    return f"INSERT INTO entries ({COLUMNS}) VALUES {', '.join(['(?, ?, ?, ?, ?, ?)'] * rows)}"  # noqa: S608


class Write(NamedTuple):
    """What waits to be written: a row with its changes, or statements without a row."""

    done: asyncio.Future[bool]
    row: Row | None
    changes: Collection[Change]
    extra: Collection[Statement] = ()


Answer = bool | StoreError


class Writer(Thread):
    """Takes all that waits, writes it in one transaction, and tells the event loop once for all of it."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop, settler: Settler) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._connection = connection
        self._settler = settler
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
            self.loop.call_soon_threadsafe(_settle, writes, answers)
            if last is None:
                break
            self._bring_over(len(writes))

    def _bring_over(self, written: int) -> None:
        """See to it that the write-ahead log is brought into the file now and then."""
        self._written += written
        if self._settler.ready:
            with suppress(sqlite3.Error):  # whatever is wrong, the next write says it to those who wait for it
                self._connection.execute(SETTLE).fetchall()
            self._written = 0
            self._settler.ready = False
        elif self._written >= EVERY:
            self._settler.ask()

    def _take(self) -> list[Write | None]:
        """Return what waits, at least one; a None comes last."""
        group = [self._waiting.get()]
        try:
            while group[-1] is not None and len(group) < GROUP:
                group.append(self._waiting.get_nowait())
        except Empty:
            pass
        return group

    def _write(self, group: Sequence[Write]) -> list[Answer]:
        try:
            return self._together(group)
        except sqlite3.OperationalError as error:  # the disk, not what was to be written
            self._roll_back()
            return [_failure(error)] * len(group)
        except Exception:  # one of them is at fault, and the others must not suffer
            self._roll_back()
            return self._one_by_one(group)

    def _together(self, group: Sequence[Write]) -> list[Answer]:
        """Write all in as few statements as can be, hoping that nothing is there already."""
        execute = self._connection.execute
        rows = [write.row for write in group if write.row is not None]
        beside = [write for write in group if write.changes or write.extra]
        alone = not beside and len(rows) <= MANY  # one statement is a transaction by itself
        if not alone:
            execute("BEGIN IMMEDIATE")
        for start in range(0, len(rows), MANY):
            part = rows[start : start + MANY]
            execute(_insert(len(part)), tuple(chain.from_iterable(part)))
        for write in beside:
            self._beside(write)
        if not alone:
            execute("COMMIT")
        return [True] * len(group)

    def _one_by_one(self, group: Sequence[Write]) -> list[Answer]:
        """Write each for itself, and all in one transaction."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers = [self._alone(write) for write in group]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            return [_failure(error)] * len(group)
        return answers

    def _alone(self, write: Write) -> Answer:
        execute = self._connection.execute
        execute("SAVEPOINT one")
        try:
            if write.row is not None and execute(INSERT_ONE, write.row).rowcount == 0:
                return False
            self._beside(write)
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            execute("ROLLBACK TO one")
            return _failure(error)
        finally:
            if self._connection.in_transaction:
                execute("RELEASE one")
        return True

    def _beside(self, write: Write) -> None:
        """Write what goes with a row."""
        for change in write.changes:
            for sql, values in statements(change):
                self._connection.execute(sql, values)
        for sql, values in write.extra:
            self._connection.execute(sql, values)

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):  # the next BEGIN says what is wrong, to those who wait then
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _settle(writes: Sequence[Write], answers: Sequence[Answer]) -> None:
    """Answer all who wait; in the event loop."""
    for write, answer in zip(writes, answers, strict=True):
        if write.done.done():  # whoever asked has gone
            continue
        if isinstance(answer, StoreError):
            write.done.set_exception(answer)
        else:
            write.done.set_result(answer)


def _failure(error: Exception) -> StoreError:
    code = getattr(error, "sqlite_errorname", "")
    if code == "SQLITE_FULL":
        return StoreError("store_full", "There is no room left for the database: nothing was kept.")
    if isinstance(error, sqlite3.Error):
        return StoreError("store_failed", f"The database could not be written: {error}.")
    return StoreError("store_failed", f"This cannot be kept: {type(error).__name__}.")

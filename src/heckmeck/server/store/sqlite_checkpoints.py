"""Checkpoints of SQLite's write-ahead log in a separate thread, while writing continues."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from threading import Event, Thread

logger = logging.getLogger("heckmeck.store")

CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"
"""Moves as much of the log to the file as possible without blocking others."""

INTERVAL = 4000
"""Number of writes between checkpoints. A checkpoint takes long and must not delay appends. But the log is reused only
after all of it has been moved, so the writer itself moves the small rest that was written meanwhile."""


class Checkpointer(Thread):
    """A thread that does the long part of a checkpoint. When it is `ready`, the rest is short."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(name="store-checkpointer", daemon=True)
        self._connect = connect
        self._asked = Event()
        self._closing = False
        self._working = False
        self.ready = False

    def ask(self) -> None:
        """Start a checkpoint, unless one is running or ready."""
        if not self._working and not self.ready:
            self._working = True
            self._asked.set()

    def close(self) -> None:
        """Stop after the current checkpoint."""
        self._closing = True
        self._asked.set()

    def run(self) -> None:
        """Do checkpoints when asked to."""
        try:
            connection = self._connect()
        except sqlite3.Error as error:
            # The log grows until the writer must checkpoint it.
            logger.warning("the write-ahead log is not checkpointed in the background: %s", error)
            return
        while True:
            self._asked.wait()
            self._asked.clear()
            if self._closing:
                break
            try:
                connection.execute(CHECKPOINT).fetchall()
            except sqlite3.Error:
                logger.warning("the write-ahead log could not be checkpointed")
            self.ready, self._working = True, False
        connection.close()

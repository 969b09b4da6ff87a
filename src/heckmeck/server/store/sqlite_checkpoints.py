"""Brings what was committed from SQLite's write-ahead log into the file, while others go on writing."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from threading import Event, Thread

SETTLE = "PRAGMA wal_checkpoint(PASSIVE)"
"""Brings over what can be brought over without keeping anybody waiting."""

EVERY = 4000
"""After so many writes the log is brought over. That takes long, and no append has to wait for it; but the log begins
anew only when all of it is over, so that the little that came meanwhile is left to the one who writes."""


class Settler(Thread):
    """A thread that does the long part. `ready` says that it is done, and the rest is short."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(name="store-settler", daemon=True)
        self._connect = connect
        self._asked = Event()
        self._closing = False
        self._working = False
        self.ready = False

    def ask(self) -> None:
        """Begin, unless it is being done or has been done."""
        if not self._working and not self.ready:
            self._working = True
            self._asked.set()

    def close(self) -> None:
        """Stop after what is being done."""
        self._closing = True
        self._asked.set()

    def run(self) -> None:
        """Do it whenever somebody asks."""
        try:
            connection = self._connect()
        except sqlite3.Error as error:
            # The log grows until the one who writes brings it over itself.
            logging.getLogger("heckmeck.store").warning("the write-ahead log is not brought over beside: %s", error)
            return
        while True:
            self._asked.wait()
            self._asked.clear()
            if self._closing:
                break
            try:
                connection.execute(SETTLE).fetchall()
            except sqlite3.Error:
                logging.getLogger("heckmeck.store").warning("the write-ahead log could not be brought over")
            self.ready, self._working = True, False
        connection.close()

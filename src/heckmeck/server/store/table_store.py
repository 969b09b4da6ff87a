"""The part of the interface of a store that tables in memory need: the log, and a little beside it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Set
from typing import NamedTuple

from heckmeck.server.table.changes import Change

ANY_TABLE = "*"

ARCHIVED = 0
"""Stands for the sequence number of a row that is in the archive."""
MIN_AGE = 24 * 60 * 60 * 1000
"""Minimum age of a finished game in milliseconds before it is archived. A younger table has no archived games."""


class Row(NamedTuple):
    """A stored entry of a table's log. (table, seq) and (table, command) are unique."""

    table: str
    seq: int
    command: str
    """The id of the command, prefixed by the player; those of the server are `bot:57`, `due:57` and similar."""
    process: str
    """The server process that appended it."""
    at: int
    """Milliseconds since 1970."""
    body: bytes
    """The entry as JSON."""

    @property
    def author(self) -> str | None:
        """The player whose command it was; None for the server itself.

        >>> Row("ABCDEFGH", 7, "ann.say-1", "one", 99, b"").author
        'ann'
        """
        player, dot, _ = self.command.partition(".")
        return player if dot else None


class TableStore(ABC):
    """A durable store of tables. All methods may be called concurrently from one event loop.

    `append` returns True only when the row and all its changes are synced to the disk, and False, with nothing stored,
    when another row has the same (table, seq) or (table, command). Appends that wait at the same time share a commit.
    If it raises StoreError (the disk is full, the database is unavailable) or its caller is cancelled, the row may be
    stored or not: check with `rows` before continuing. A chain, a game and its end are stored once; an append that
    contains one a second time raises StoreError and stores nothing.
    """

    shared = False
    """Whether other processes may use the same tables."""
    on_broadcast: Callable[[str], None] = staticmethod(lambda text: None)
    """Called with the broadcasts of other processes."""

    async def broadcast(self, text: str) -> None:  # noqa: B027, there may be no other processes
        """Send a short message to all other processes. It is not stored and may get lost."""

    async def heartbeat(self) -> tuple[str, ...]:
        """Register that this process is alive, and return all living processes, in order."""
        return ()

    async def appended_after(self, known: Mapping[str, int]) -> list[tuple[str, int]]:
        """Return the tables that have entries after the known ones, with the last of these.

        A hint may be lost when a process dies. Without other processes the result is empty.
        """
        return []

    async def blockers(self, subject: str, among: Collection[str]) -> Set[str]:
        """Return the players among these who block the subject, without those who only mute them."""
        return frozenset()

    async def muted_by(self, players: Collection[str]) -> dict[str, Set[str]]:
        """Return the players whom each of these players mutes or blocks. Players who mute no one are left out."""
        return {}

    @abstractmethod
    async def append(self, row: Row, changes: Collection[Change] = ()) -> bool:
        """Store a row and its changes, or neither."""

    @abstractmethod
    async def rows(self, table: str, since: int = 0, limit: int = 0) -> list[Row]:
        """Return the rows of a table with a sequence number above `since`, in order; all if there is no limit.

        Archived rows are included, without the ids of their commands and their processes.
        """

    @abstractmethod
    async def game_at(self, table: str, seq: int) -> tuple[int, int] | None:
        """Return the number and the first entry of the last game that began with this entry or before it."""

    @abstractmethod
    async def game_span(self, table: str, number: int) -> tuple[int, int | None] | None:
        """Return the first and the last entry of a game (None: it is running); None if there was none."""

    @abstractmethod
    async def find(self, table: str, command: str) -> int | None:
        """Return the sequence number of the row of a command; None if there is none.

        It is ARCHIVED, a number of no row, if the row is in the archive.
        """

    @abstractmethod
    async def chain(self, table: str, number: int) -> bytes | None:
        """Return the secret of a game."""

    @abstractmethod
    async def count(self) -> int:
        """Return the number of tables that are not closed."""

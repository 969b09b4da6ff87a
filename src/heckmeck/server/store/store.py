"""The interface of a store: it appends entries durably, each exactly once, and answers queries."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

import msgspec

from heckmeck.server.store.conduct import ConductStore
from heckmeck.server.store.devices import DeviceStore
from heckmeck.server.store.table_store import TableStore
from heckmeck.server.table.changes import Phase, Result

Hint = Callable[[str, int], None]
"""Called with a table and a sequence number when another process may have appended that entry.

With ANY_TABLE (and 0) any table may have changed: hints may have been missed, or another process has stopped."""

OrderKind = Literal["ban", "mute", "erase", "close", "message"]


class Order(NamedTuple):
    """An order of the operator. It is in effect until it is carried out, revoked or expired."""

    id: str
    kind: OrderKind
    subject: str
    """The player who is banned, muted or erased, or the table to close."""
    text: str
    """The message to all players. For an erasure, the remaining work: see `background/erasures.py`."""
    at: int
    """Milliseconds since 1970."""
    until: int | None = None
    """None for a permanent order."""


class Summary(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    table: str
    game: str
    title: str
    phase: Phase
    seats: int
    free: int
    players: tuple[str, ...]
    at: int
    timer: int = 0
    """Seconds for a decision, from its plan; 0 for no limit."""
    takeable: int = 0
    """Number of bots whose seats a person could take over during the game."""


class Game(msgspec.Struct, frozen=True):
    """A game in a list of games; `ended` is None while it is running."""

    table: str
    number: int
    game: str
    setup: bytes
    began: int
    ended: int | None
    reason: str | None
    first_seq: int
    last_seq: int | None
    record: str | None
    """The code of its record, once it is over; None if it ended before records had codes."""
    results: tuple[Result, ...]


class PastTable(NamedTuple):
    """A table that exists or existed, for requests about its games."""

    code: str
    everything: bool
    """Whether all its games may be read. If not, only those that ended before records had codes may be read."""
    has_older: bool = True
    """Whether there are such games."""
    archived: bool = False
    """Whether it has archived games. `everything` does not take them into account."""


class FinishedGame(NamedTuple):
    """A game whose entries can be archived: they go from `first` to `last`, or to the end of the log."""

    ended: int
    table: str
    number: int
    first: int
    last: int | None
    closed: bool
    """Whether its table is closed, so that there are no more commands."""


class Statistics(msgspec.Struct, frozen=True):
    """Totals over one player's finished games of one kind. Luck is the sum over the games for which it is known.

    A game in which the player had several seats is one game, and at most one win; score, failed attempts and luck are
    the sums over all the player's seats. A game that a bot finished for the player counts as one of the games, but its
    result does not count. A game that was copied from a device counts only in `unverified`.
    """

    game: str
    games: int
    wins: int
    score: int
    failed: int
    luck: float | None
    unverified: int = 0
    """Number of further games, whose luck the player could have chosen. They are in none of the other figures."""


class Tally(msgspec.Struct, frozen=True):
    """Totals over the finished games of one table for one participant: a person under a name, or a bot.

    They are counted as in `Statistics`: the result of a bot that stands in for a person counts for neither.
    """

    name: str
    player: str | None
    bot: str | None
    games: int
    wins: int
    score: int
    failed: int
    luck: float | None


class Store(ConductStore, DeviceStore, TableStore):
    """The durable store of a server: its tables, and queries about tables, games and players."""

    address = ""
    """The address for `store.session`, which has separate transactions; empty if there is none."""

    @abstractmethod
    async def open(self, process: str, hint: Hint) -> None:
        """Connect, update the schema and register the process. From now on `hint` may be called.

        The name of the process is unique for every start and contains no spaces.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish pending requests, unregister the process (others are notified) and disconnect."""

    @abstractmethod
    async def check_writable(self) -> None:
        """Do a test write like `append`, which leaves nothing behind. Raises StoreError if it fails."""

    @abstractmethod
    async def tables(self, *, game: str | None = None, phase: Phase | None = None, limit: int = 50) -> list[Summary]:
        """Return the public tables that are not closed: first those with free seats, then by time, the latest first."""

    @abstractmethod
    async def orphans(self, alive: Collection[str], after: str = "", limit: int = 1000) -> list[str]:
        """Return open tables whose last writer is not alive, ordered by code and beginning after `after`.

        Tables without pending actions are left out: they are loaded on demand.
        """

    @abstractmethod
    async def set_not_pending(self, table: str) -> None:
        """Store that nothing is pending at a table, unless its pending state is stored already."""

    @abstractmethod
    async def inactive(
        self, between: int, during: int, after: str = "", limit: int = 100, *, unstarted: int = 0
    ) -> list[str]:
        """Return open tables whose last entry is old, ordered by code and beginning after `after`.

        An entry is old if it is from before `unstarted` (no game has ever begun), `between` (after a game) or `during`
        (a game is running).
        """

    @abstractmethod
    async def heartbeat(self) -> tuple[str, ...]:
        """Register that this process is alive, and return all living processes, in order."""

    @abstractmethod
    async def set_luck(self, table: str, number: int, luck: dict[int, float]) -> None:
        """Store the luck of the seats of a finished game, which is calculated after its end."""

    @abstractmethod
    async def has_luck(self, table: str, number: int) -> bool:
        """Return whether the luck of a game is stored."""

    @abstractmethod
    async def without_luck(self, latest: int = 1000) -> list[tuple[str, int, str]]:
        """Return table, number and kind of the games without luck among the most recently finished ones."""

    @abstractmethod
    async def games(
        self, table: str, before: int | None = None, limit: int = 50, *, everything: bool = True
    ) -> list[Game]:
        """Return the games of a table with their results, the latest first.

        With `before`, only those before the game with that number; `everything` as in `PastTable`.
        """

    @abstractmethod
    async def history(self, player: str, before: tuple[str, int] | None = None, limit: int = 50) -> list[Game]:
        """Return the games of a player that ended, the latest first.

        With `before`, a game given by its table and number, only those that follow it in this order; none if it is not
        among them.
        """

    @abstractmethod
    async def statistics(self, player: str) -> list[Statistics]:
        """Return the totals over a player's finished games, one row for each kind of game."""

    @abstractmethod
    async def tallies(self, table: str, *, everything: bool = True) -> list[Tally]:
        """Return the totals over the finished games of a table, one row for each participant, most wins first.

        `everything` is as in `PastTable`.
        """

    @abstractmethod
    async def past_table(self, table: str, player: str | None) -> PastTable | None:
        """Return a table, and which of its games a player may read; None if there is none.

        The games of an open table may be read by everyone. Those of a closed table may be read by participants; others
        may read only the games without record codes. `has_archived_commands` finds participants who have no result and
        whose entries are all archived.
        """

    @abstractmethod
    async def has_archived_commands(self, table: str, player: str) -> bool:
        """Return whether the archive has entries from commands of a player. This unpacks all games of the table."""

    @abstractmethod
    async def find_record(self, record: str) -> tuple[str, int] | None:
        """Return the table and the number of the game whose record has a code."""

    @abstractmethod
    async def archivable(self, before: int, after: FinishedGame | None = None, limit: int = 100) -> list[FinishedGame]:
        """Return games that ended before a time and can be archived, the earliest first and beginning after `after`.

        The last game of a table is included only if the table was closed before that time.
        """

    @abstractmethod
    async def archive(self, game: FinishedGame) -> bool:
        """Move the entries of a game to the archive, atomically. Return whether that was done.

        It is not done if the entries have changed meanwhile, or no longer exist.
        """

    @abstractmethod
    async def orders(self, now: int) -> list[Order]:
        """Return the orders of the operator that are in effect at a time."""

    @abstractmethod
    async def drop_order(self, order: Order) -> None:
        """Remove an order that was carried out."""

    @abstractmethod
    async def set_order_text(self, order: Order, text: str) -> None:
        """Change the text of an order that is carried out step by step. It ends soon if nothing is left to do."""

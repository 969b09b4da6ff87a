"""What a store is: it appends entries durably, each exactly once, and answers questions about tables and games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

import msgspec

Phase = Literal["open", "seeding", "playing", "over", "closed"]
"""Where a table stands: gathering players, agreeing on seeds, playing, between games, gone."""

Hint = Callable[[str, int], None]
"""Called with a table and a sequence number when another process may have appended there.

With ANY_TABLE (and 0) anything may have happened: hints may have been missed, or another process has signed out."""

ANY_TABLE = "*"


class Row(NamedTuple):
    """One entry of a table's log as it is kept. Unique are (table, seq) and (table, command)."""

    table: str
    seq: int
    command: str
    """The id that the maker of the command gave it; ours are `bot:57`, `time:57` and the like."""
    process: str
    """The server process that appended it."""
    at: int
    """Milliseconds since 1970."""
    body: bytes
    """The entry as JSON."""


class TableChanged(msgspec.Struct, frozen=True):
    """What a list of tables shows has changed; the first change of a table makes it."""

    table: str
    game: str
    title: str
    phase: Phase
    public: bool
    seats: int
    free: int
    """Seats that a person could take."""
    players: tuple[str, ...]
    """The names of those who sit there."""
    at: int


class ChainKept(msgspec.Struct, frozen=True):
    """The secret from which all outcomes of one game follow."""

    table: str
    number: int
    secret: bytes


class GameBegun(msgspec.Struct, frozen=True):
    """A game began at a table: the number-th one there, with its first entry at seq."""

    table: str
    number: int
    game: str
    setup: bytes
    """The options as JSON, as a record has them."""
    seq: int
    at: int


class Held(msgspec.Struct, frozen=True):
    """Who held a seat at the end: a person or a bot."""

    seat: int
    name: str
    player: str | None
    bot: str | None


class Result(msgspec.Struct, frozen=True):
    """What one seat came to. Luck is what its rolls brought beyond what was to be expected, in worms."""

    held: Held
    score: int
    rank: int
    won: bool
    failed: int
    luck: float | None = None


class GameEnded(msgspec.Struct, frozen=True):
    """A game ended with the entry at seq; without a reason it was broken off."""

    table: str
    number: int
    seq: int
    at: int
    reason: str | None
    results: tuple[Result, ...]


Change = TableChanged | ChainKept | GameBegun | GameEnded


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
    """Seconds for a decision, as its plan says; 0 for no limit."""


class Game(msgspec.Struct, frozen=True):
    """A game in a list of games; `ended` is None while it goes on."""

    table: str
    number: int
    game: str
    setup: bytes
    began: int
    ended: int | None
    reason: str | None
    first_seq: int
    last_seq: int | None
    results: tuple[Result, ...]


class Statistics(msgspec.Struct, frozen=True):
    """What one player's finished games at one kind of game came to, in all. Luck over the games where it is known.

    A game that a bot finished for the player is one of the games and brings nothing: no win, no score, no luck.
    """

    game: str
    games: int
    wins: int
    score: int
    failed: int
    luck: float | None


class Tally(msgspec.Struct, frozen=True):
    """What the finished games of one table came to for one who played there: a person under a name, or a bot.

    They are counted as in `Statistics`: what a bot does for a person counts for neither.
    """

    name: str
    player: str | None
    bot: str | None
    games: int
    wins: int
    score: int
    failed: int
    luck: float | None


class Store(ABC):
    """A place that keeps everything. All methods may be called from one event loop at the same time.

    `append` is the one that matters: it returns True only when the row and all its changes are on the disk (synced),
    and False, with nothing kept, when another row has the same (table, seq) or (table, command).
    Appends that wait at the same time share a commit. Where it raises StoreError (no room on the disk, the database is
    away), or its caller is cancelled, the row may be there or not: ask `rows` before going on. A chain, a game and its
    end are kept once; an append that brings one a second time raises StoreError and keeps nothing.
    """

    shared = False
    """Whether other processes may use the same tables."""
    heard: Callable[[str], None] = staticmethod(lambda text: None)
    """Called with what another process whispered."""

    async def whisper(self, text: str) -> None:  # noqa: B027, where nobody else is there is nobody to tell
        """Tell all other processes something short that is not kept. It may get lost."""

    @abstractmethod
    async def open(self, process: str, hint: Hint) -> None:
        """Connect, bring the schema up to date, sign the process in; from now on `hint` may be called.

        No two processes, and no two runs of one, have the same name; there are no spaces in it.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked, sign the process out (others get to know of it) and disconnect."""

    @abstractmethod
    async def append(self, row: Row, changes: Collection[Change] = ()) -> bool:
        """Keep a row and its changes, or neither."""

    @abstractmethod
    async def rows(self, table: str, since: int = 0, limit: int = 0) -> list[Row]:
        """Return the rows of a table with a sequence number above `since`, in order; all without a limit."""

    @abstractmethod
    async def find(self, table: str, command: str) -> int | None:
        """Return the sequence number of the row that a command was kept as."""

    @abstractmethod
    async def chain(self, table: str, number: int) -> bytes | None:
        """Return the secret of a game."""

    @abstractmethod
    async def tables(self, *, game: str | None = None, phase: Phase | None = None, limit: int = 50) -> list[Summary]:
        """Return the public tables that are not closed, those with free seats and then the latest first."""

    @abstractmethod
    async def count(self) -> int:
        """Return how many tables are not closed."""

    @abstractmethod
    async def orphans(self, alive: Collection[str], after: str = "", limit: int = 1000) -> list[str]:
        """Return the tables, ordered by code and after one, that are not closed and whose last writer does not live."""

    @abstractmethod
    async def quiet(self, between: int, during: int, after: str = "", limit: int = 100) -> list[str]:
        """Return the tables, ordered by code and after one, that are not closed and whose last entry is old.

        It is from before `between` where no game is played, and from before `during` where one is.
        """

    @abstractmethod
    async def beat(self) -> tuple[str, ...]:
        """Say that this process lives, and return those that do, in order."""

    @abstractmethod
    async def add_player(self, player: str, name: str, at: int) -> None:
        """Keep a player, or a new name of one that is known."""

    @abstractmethod
    async def player(self, player: str) -> str | None:
        """Return the name of a player."""

    @abstractmethod
    async def add_token(self, digest: bytes, player: str, at: int) -> None:
        """Keep the hash of a token for a player's programs."""

    @abstractmethod
    async def token(self, digest: bytes) -> str | None:
        """Return the player to whom a token was given."""

    @abstractmethod
    async def drop_tokens(self, player: str) -> None:
        """Make all tokens of a player worthless."""

    @abstractmethod
    async def set_luck(self, table: str, number: int, luck: dict[int, float]) -> None:
        """Keep the luck of the seats of a finished game, which is worked out after its end."""

    @abstractmethod
    async def has_luck(self, table: str, number: int) -> bool:
        """Whether the luck of a game is kept."""

    @abstractmethod
    async def games(self, table: str, before: int | None = None, limit: int = 50) -> list[Game]:
        """Return the games of a table, the latest first, with what is known of their results.

        With `before`, they are those from before the game of that number.
        """

    @abstractmethod
    async def history(self, player: str, before: tuple[str, int] | None = None, limit: int = 50) -> list[Game]:
        """Return the games of a player that ended, the latest first.

        With `before`, they are those that come after one of them, which is named by its table and number; none where it
        is not among them.
        """

    @abstractmethod
    async def statistics(self, player: str) -> list[Statistics]:
        """Return what a player's finished games came to, one line for each kind of game."""

    @abstractmethod
    async def tallies(self, table: str) -> list[Tally]:
        """Return what the finished games of a table came to, one line for each who played there, most wins first."""

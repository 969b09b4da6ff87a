"""The changes that are stored together with an entry: in the list of tables, the games and their results."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Phase = Literal["open", "seeding", "playing", "over", "closed"]
"""The phase of a table: waiting for players, agreeing on seeds, playing, between games, closed."""


class TableChanged(Struct, frozen=True):
    """The row of a table in the list of tables. The first change creates it, later ones replace it."""

    table: str
    game: str
    title: str
    phase: Phase
    public: bool
    seats: int
    free: int
    """Number of seats that a person could take."""
    players: tuple[str, ...]
    """Names of the people and bots at the table."""
    at: int
    takeable: int = 0
    """Number of bots whose seats a person could take over during the game."""
    pending: bool = True
    """Whether the server must act at the table, now or later, even if it has no followers."""


class PendingChanged(Struct, frozen=True):
    """A change of only the pending state in the row of a table."""

    table: str
    pending: bool


class ChainKept(Struct, frozen=True):
    """The secret that determines all outcomes of chance of one game."""

    table: str
    number: int
    secret: bytes


class GameBegun(Struct, frozen=True):
    """A game that began: its number at the table, and the sequence number of its first entry."""

    table: str
    number: int
    game: str
    setup: bytes
    """The options as JSON, as in a record."""
    seq: int
    at: int


class Held(Struct, frozen=True):
    """The holder of a seat at the end of a game: a person, a bot, or a bot for a person who was away."""

    seat: int
    name: str
    player: str | None
    bot: str | None


class Result(Struct, frozen=True):
    """The result of one seat. `luck` is the gain from its rolls above the expected value, in the game's unit."""

    held: Held
    score: int
    rank: int
    won: bool
    failed: int
    luck: float | None = None


class GameEnded(Struct, frozen=True):
    """A game that ended with the entry `seq`. `reason` is None for a game that was broken off."""

    table: str
    number: int
    seq: int
    at: int
    reason: str | None
    results: tuple[Result, ...]
    record: str | None = None
    """The code of its record."""


Change = TableChanged | PendingChanged | ChainKept | GameBegun | GameEnded

"""The other inputs of a decision besides table and command, and its result: an entry, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple, Protocol

from heckmeck.games import GameError
from heckmeck.server.table import entries
from heckmeck.server.table.progress import Progress, Seeds, Sources


class Refusal(GameError):
    """A command that is not possible at this table, at this time, or for this player."""


class Stale(Refusal):
    """A move that was made against an outdated position."""


class Caller(NamedTuple):
    """The player who sends a command, with the name to use for spectators, and the portrait for a seat."""

    player: str
    name: str
    portrait: str = ""


class Decision(NamedTuple):
    """The entry that results from a command. `progress` is the game after it, if the entry has steps."""

    entry: entries.AnyEntry
    progress: Progress | None = None


class Luck(Protocol):
    """The luck of the running game, or of the one about to begin."""

    @property
    def anchor(self) -> str:
        """The published commitment to all outcomes of the game."""
        ...

    def sources(self, game_id: str, seeds: Seeds) -> Sources:
        """Return the sources of the game's outcomes with these seeds."""
        ...

    def is_seed(self, seed: str, commitment: str | None) -> bool:
        """Return whether a seat that made this commitment has this seed."""
        ...


class Bots(Protocol):
    """The bots that may sit at a table."""

    def names(self, game: str) -> Sequence[str]:
        """Return the names of a game's bots, the weakest first."""
        ...

    def stand_in(self, game: str) -> str:
        """Return the bot that takes over from a player."""
        ...

    def filler(self, game: str) -> str:
        """Return the bot for seats that are free when a game begins."""
        ...


class Attendance(NamedTuple):
    """Which players of a table are connected. For a player in none of the sets, this is unknown."""

    connected: Set[str] = frozenset()
    recent: Set[str] = frozenset()
    """Players who were connected a moment ago: a player who reloads a page is not absent."""
    absent: Set[str] = frozenset()


class Environment(NamedTuple):
    """The inputs of a decision besides the table and the command."""

    luck: Luck
    bots: Bots
    attendance: Attendance = Attendance()
    """Only `stand_in` needs it."""
    blockers: Set[str] = frozenset()
    """The players at the table who block the caller. Only `sit` needs it."""

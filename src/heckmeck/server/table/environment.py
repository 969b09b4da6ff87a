"""What a decision depends on besides the table and the command, and what comes of it: an entry, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple, Protocol

from heckmeck.games import GameError
from heckmeck.server.table import entries
from heckmeck.server.table.progress import Progress, Seeds, Sources


class Refusal(GameError):
    """A command that cannot be done at this table, now, or by this player."""


class Stale(Refusal):
    """A move that was made against an outdated position."""


class Caller(NamedTuple):
    """The player who gives a command, with the name to use for spectators, and the portrait for a seat."""

    player: str
    name: str
    portrait: str = ""


class Decision(NamedTuple):
    """The entry that a command leads to. `progress` is the game after it, if it moved on."""

    entry: entries.AnyEntry
    progress: Progress | None = None


class Luck(Protocol):
    """The luck of one game: of the running one, or of the one about to begin."""

    @property
    def anchor(self) -> str:
        """The published commitment to all outcomes of the game."""
        ...

    def sources(self, game_id: str, seeds: Seeds) -> Sources:
        """Return the sources of the game's outcomes with these seeds."""
        ...

    def is_seed(self, seed: str, commitment: str | None) -> bool:
        """Whether a seat that made this commitment has this seed."""
        ...


class Bots(Protocol):
    """The bots that may sit at a table."""

    def names(self, game: str) -> Sequence[str]:
        """Return the names of a game's bots, the weakest first."""
        ...

    def stand_in(self, game: str) -> str:
        """Return the bot that takes over from a player."""
        ...


class Attendance(NamedTuple):
    """Which players of a table are connected. Who is in none of the sets may be connected or not: that is unknown."""

    connected: Set[str] = frozenset()
    recent: Set[str] = frozenset()
    """Those who were connected a moment ago: somebody who reloads a page is not absent."""
    absent: Set[str] = frozenset()


class Environment(NamedTuple):
    """What a decision depends on besides the table and the command."""

    luck: Luck
    bots: Bots
    attendance: Attendance = Attendance()
    """Only `stand_in` needs it."""
    blockers: Set[str] = frozenset()
    """Who of those at the table blocks the caller. Only `sit` needs it."""

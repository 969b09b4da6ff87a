"""The moves and events that only Bratwurmeck has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heckmeck.games.errors import check_type
from heckmeck.games.event import Event
from heckmeck.games.game import Move
from heckmeck.games.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Stop and take this portion from the grill."""

    portion: int

    def __post_init__(self) -> None:
        check_type(self.portion, int)

    def __str__(self) -> str:
        return f"take {self.portion}"


@dataclass(frozen=True, slots=True)
class Steal(Move):
    """Stop and steal this portion from the top of another player's stack."""

    portion: int

    def __post_init__(self) -> None:
        check_type(self.portion, int)

    def __str__(self) -> str:
        return f"steal {self.portion}"


@dataclass(frozen=True, slots=True)
class PortionReturned(Event):
    """A portion went from a stack back to the grill."""

    seat: int
    portion: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say who returned it."""
        return f"{seat_name(self.seat, names)} puts the {self.portion} back on the grill"


@dataclass(frozen=True, slots=True)
class PortionTurned(Event):
    """A portion on the grill was turned over: it is out of play."""

    portion: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say what was turned over."""
        return f"The {self.portion} is turned over: burnt"

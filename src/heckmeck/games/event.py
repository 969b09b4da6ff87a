"""Events: what happened, in the past tense, and who may know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. Events are public unless their class says otherwise."""

    @property
    def fails(self) -> bool:
        """Whether this is a failed attempt of a player."""
        return False

    @property
    def audience(self) -> tuple[int, ...] | None:
        """The seats that may see the event; None stands for everybody, spectators too."""
        return None


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over, for this reason."""

    reason: str


class Theft(Event):
    """Something was stolen: `seat` took it from `victim`. Base class of each game's thefts."""

    __slots__ = ()

    seat: int
    victim: int


def seen_by(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """Return the events that a seat (None: a spectator) may see.

    >>> seen_by([GameEnded("grill_empty")], None)
    (GameEnded(reason='grill_empty'),)
    """
    return tuple(e for e in events if e.audience is None or (seat is not None and seat in e.audience))

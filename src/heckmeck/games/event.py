"""Events: what happened, in the past tense, and who may know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from heckmeck.games.wording import reason_text, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. Events are public unless their class says otherwise."""

    on_table: ClassVar[bool] = False
    """Whether the table shows the event for the rest of the turn, so that players need no separate message about it."""

    @property
    def fails(self) -> bool:
        """Whether this is a failed attempt of a player."""
        return False

    @property
    def audience(self) -> tuple[int, ...] | None:
        """The seats that may see the event; None if it is public, for spectators too."""
        return None

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say what happened in a sentence, with seat numbers if the names of the players are not given."""
        return str(self)

    def separator_after(self, last: Event) -> str | None:
        """Return the separator from the sentence of the last event in the same line; None to start a new line.

        In the same line, the name of the event's seat is left out at the beginning of the sentence.
        """
        return None


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over, for this reason."""

    reason: str

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say why the game is over."""
        return reason_text(self.reason)


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


def describe_events(events: Iterable[Event], names: Sequence[str] = ()) -> list[str]:
    """Describe events as lines of text; events that belong together share a line.

    >>> from heckmeck.games.turn import DiceRolled, FaceKept
    >>> describe_events([DiceRolled(0, "14W"), FaceKept(0, "W", 1, 5)], ["Ann"])
    ['Ann rolls 1 4 W, keeps 1 worm: 5']
    """
    lines: list[str] = []
    last: Event | None = None
    for event in events:
        sentence = event.describe(names)
        separator = None if last is None else event.separator_after(last)
        if separator is None:
            lines.append(sentence)
        else:
            seat = getattr(event, "seat", None)
            name = "" if seat is None else f"{seat_name(seat, names)} "
            lines[-1] += separator + sentence.removeprefix(name)
        last = event
    return lines

"""The roll-and-keep turn: its moves, its events and its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from heckmeck.games.dice import WORM
from heckmeck.games.errors import check_type
from heckmeck.games.event import Event
from heckmeck.games.game import Move
from heckmeck.games.wording import count, reason, reason_text, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence


class Turn(NamedTuple):
    """The state of a turn: dice set aside, dice just rolled, and whether a roll is coming.

    If there are dice just rolled, a face must be kept. If there are none and no roll is coming, the player stops or
    rolls on.
    """

    kept: str = ""
    rolled: str = ""
    rolling: bool = True


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Set aside all dice that show this face."""

    face: str

    def __post_init__(self) -> None:
        check_type(self.face, str)

    def __str__(self) -> str:
        return f"keep {self.face}"


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Roll all remaining dice."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """End the turn."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Dice were rolled."""

    on_table: ClassVar[bool] = True

    seat: int
    dice: str

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say what was rolled."""
        return f"{seat_name(self.seat, names)} rolls {' '.join(self.dice)}"

    def separator_after(self, last: Event) -> str | None:
        """Stay in the line of the dice that were kept before."""
        return "; " if isinstance(last, FaceKept) else None


@dataclass(frozen=True, slots=True)
class FaceKept(Event):
    """All dice of a face were set aside; the turn's sum is now `total`."""

    on_table: ClassVar[bool] = True

    seat: int
    face: str
    count: int
    total: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say what was kept, and the sum."""
        kept = count(self.count, "worm") if self.face == WORM else f"{self.count} x {self.face}"
        return f"{seat_name(self.seat, names)} keeps {kept}: {self.total}"

    def separator_after(self, last: Event) -> str | None:
        """Stay in the line of the roll."""
        return ", " if isinstance(last, DiceRolled) else None


@dataclass(frozen=True, slots=True)
class AttemptFailed(Event):
    """A turn ended without success. The reason is one of `no_new_face`, `no_worm` or the game's own."""

    seat: int
    reason: str

    @property
    def fails(self) -> bool:
        """True for every event of this type."""
        return True

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say why the attempt failed."""
        return f"{seat_name(self.seat, names)} fails: {reason_text(self.reason)}"


TURN_EVENTS: tuple[type[Event], ...] = (DiceRolled, FaceKept, AttemptFailed)

NO_NEW_FACE = reason("no_new_face", "only faces that are set aside already")
NO_WORM = reason("no_worm", "no worm set aside")

"""The events that only Barbecue has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heckmeck.games.event import Event, Theft
from heckmeck.games.wording import count, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class PlatePlaced(Event):
    """A plate went on an empty spot and earned its worms from the bank."""

    seat: int
    spot: int
    worms: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say where the plate is, and what it earned."""
        return f"{seat_name(self.seat, names)} puts a plate on {self.spot} and gets {count(self.worms, 'worm')}"


@dataclass(frozen=True, slots=True)
class PlateReplaced(Theft):
    """A plate took the place of the victim's single one, and the worms went with it."""

    seat: int
    spot: int
    worms: int
    victim: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say whose place was taken over, and what was stolen."""
        victim, worms = seat_name(self.victim, names), count(self.worms, "worm")
        return f"{seat_name(self.seat, names)} takes over {self.spot} from {victim} and steals {worms}!"


@dataclass(frozen=True, slots=True)
class SpotSecured(Event):
    """A second plate went on the player's own one and earned the worms again; the spot is blocked now."""

    seat: int
    spot: int
    worms: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say which spot is secure, and what it earned."""
        worms = count(self.worms, "worm")
        return f"{seat_name(self.seat, names)} secures {self.spot} with a second plate and gets {worms}"


@dataclass(frozen=True, slots=True)
class SnailTaken(Event):
    """A player took a snail, from a spot or (None) from the pool."""

    seat: int
    spot: int | None

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say who took a snail, and where from."""
        return f"{seat_name(self.seat, names)} takes a snail from {'the pool' if self.spot is None else self.spot}"


@dataclass(frozen=True, slots=True)
class SnailPlaced(Event):
    """A snail from the pool went on a spot; `displaced` is the seat whose single plate had to go."""

    spot: int
    displaced: int | None

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say where the snail went, and whose plate it pushed off."""
        displaced = self.displaced
        pushed = "" if displaced is None else f" and pushes {seat_name(displaced, names)}'s plate off"
        return f"A snail crawls onto {self.spot}{pushed}"

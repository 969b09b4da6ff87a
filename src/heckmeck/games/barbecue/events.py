"""The events that only Barbecue has."""

from __future__ import annotations

from dataclasses import dataclass

from heckmeck.games.event import Event, Theft


@dataclass(frozen=True, slots=True)
class PlatePlaced(Event):
    """A plate went on an empty spot and earned its worms from the bank."""

    seat: int
    spot: int
    worms: int


@dataclass(frozen=True, slots=True)
class PlateReplaced(Theft):
    """A plate took the place of the victim's single one, and the worms went with it."""

    seat: int
    spot: int
    worms: int
    victim: int


@dataclass(frozen=True, slots=True)
class SpotSecured(Event):
    """A second plate went on the player's own one and earned the worms again; the spot is blocked now."""

    seat: int
    spot: int
    worms: int


@dataclass(frozen=True, slots=True)
class SnailTaken(Event):
    """A player took a snail, from a spot or (None) from the pool."""

    seat: int
    spot: int | None


@dataclass(frozen=True, slots=True)
class SnailPlaced(Event):
    """A snail from the pool went on a spot; `displaced` is the seat whose single plate had to go."""

    spot: int
    displaced: int | None

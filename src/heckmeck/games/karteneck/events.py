"""The events of Karteneck. All are public but CardsSeen."""

from __future__ import annotations

from dataclasses import dataclass

from heckmeck.games.event import Event
from heckmeck.games.karteneck.cards import Cards


@dataclass(frozen=True, slots=True)
class GrillLaidOut(Event):
    """A round began: these portions lie on the grill and this seat is the first."""

    seat: int
    portions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PileReshuffled(Event):
    """The draw pile was used up, and the discard pile with its `cards` became the new one."""

    cards: int


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat drew `count` cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class CardsSeen(Event):
    """The cards that a seat drew, visible to that seat alone."""

    seat: int
    cards: Cards

    @property
    def audience(self) -> tuple[int, ...] | None:
        """Only the seat that drew."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class CardsLaid(Event):
    """A seat laid out cards; its layout counts `total` now."""

    seat: int
    cards: Cards
    total: int


@dataclass(frozen=True, slots=True)
class DroppedOut(Event):
    """A seat dropped out with a valid or an invalid layout."""

    seat: int
    valid: bool
    total: int

    @property
    def fails(self) -> bool:
        """An invalid layout is a failed attempt."""
        return not self.valid


@dataclass(frozen=True, slots=True)
class LayoutDiscarded(Event):
    """An invalid layout went to the discard pile."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PortionServed(Event):
    """A seat got its portion in the serving."""

    seat: int
    portion: int
    total: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """All players have dropped out, `served` of them got a portion, and the valid layouts were discarded."""

    served: int

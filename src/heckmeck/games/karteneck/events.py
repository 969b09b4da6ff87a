"""The events of Karteneck. All are public except CardsSeen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heckmeck.games.event import Event
from heckmeck.games.karteneck.cards import Cards, card_names
from heckmeck.games.portion import PortionStolen, PortionTaken
from heckmeck.games.wording import count, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class GrillLaidOut(Event):
    """A round began: these portions lie on the grill and this seat is the first."""

    seat: int
    portions: tuple[int, ...]

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say what lies on the grill, and who begins."""
        return f"On the grill: {', '.join(map(str, self.portions))}. {seat_name(self.seat, names)} begins"


@dataclass(frozen=True, slots=True)
class PileReshuffled(Event):
    """The draw pile was used up, and the discard pile with its `cards` became the new one."""

    cards: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say how many cards were shuffled."""
        return f"The discard pile is shuffled: {count(self.cards, 'card')}"


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat drew `count` cards."""

    seat: int
    count: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say how many cards were drawn."""
        return f"{seat_name(self.seat, names)} draws {count(self.count, 'card')}"

    def separator_after(self, last: Event) -> str | None:
        """Stay in the line of the move that made the seat draw."""
        return ", " if isinstance(last, CardsLaid | DroppedOut | PortionTaken | PortionStolen) else None


@dataclass(frozen=True, slots=True)
class CardsSeen(Event):
    """The cards that a seat drew, visible to that seat alone."""

    seat: int
    cards: Cards

    @property
    def audience(self) -> tuple[int, ...] | None:
        """Only the seat that drew."""
        return (self.seat,)

    def describe(self, names: Sequence[str] = ()) -> str:
        """Name the cards."""
        return card_names(self.cards)

    def separator_after(self, last: Event) -> str | None:
        """Stay in the line of the number of cards."""
        return ": " if isinstance(last, CardsDrawn) else None


@dataclass(frozen=True, slots=True)
class CardsLaid(Event):
    """A seat laid out cards; its layout counts `total` now."""

    seat: int
    cards: Cards
    total: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say what was laid, and the sum of the layout."""
        return f"{seat_name(self.seat, names)} lays {card_names(self.cards)}: {self.total}"


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

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say who dropped out, and with what."""
        layout = f"with {self.total}" if self.valid else "without a worm"
        return f"{seat_name(self.seat, names)} drops out {layout}"


@dataclass(frozen=True, slots=True)
class LayoutDiscarded(Event):
    """An invalid layout went to the discard pile."""

    seat: int
    cards: Cards

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say whose cards went to the discard pile."""
        return f"{seat_name(self.seat, names)}'s cards go to the discard pile: {card_names(self.cards)}"


@dataclass(frozen=True, slots=True)
class PortionServed(Event):
    """A seat got its portion in the serving."""

    seat: int
    portion: int
    total: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say who was served what."""
        return f"{seat_name(self.seat, names)} is served {self.portion} for {self.total}"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """All players have dropped out, `served` of them got a portion, and the valid layouts were discarded."""

    served: int

    def describe(self, names: Sequence[str] = ()) -> str:
        """Say that the round is over."""
        return "The round is over"

"""What a seat of Karteneck knows about the cards in other hands, from what it has observed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from heckmeck.games import Event, Source
from heckmeck.games.karteneck import (
    Cards,
    CardsDrawn,
    CardsLaid,
    CardsSeen,
    KarteneckView,
    LayoutDiscarded,
    PileReshuffled,
    RoundEnded,
)


class Knowledge:
    """Cards that are known to be in other hands, though not always in which one.

    When the pile is used up, all cards that a seat has not seen are in other hands, and they stay there while others
    come from the new pile. With two players that is all there is to know. With more, a laid card counts as an old one
    of its seat where it can be one; and where the seat itself drew the last card of the old pile together with one of
    the new and cannot tell them apart, it counts neither as known.
    """

    def __init__(self, deck: Cards, seats: int, seat: int) -> None:
        self.seat = seat
        self.held: Counter[int] = Counter()
        """Cards that are in other hands for certain."""
        self.old = [0] * seats
        """How many of them each seat has."""
        self._unseen = Counter(deck)
        self._sizes = [0] * seats
        self._layouts: list[Cards] = [()] * seats
        self._discard: Counter[int] = Counter()
        self._reshuffled: Counter[int] | None = None  # the new pile, until its first cards are drawn
        self._last = 0  # the cards of the old pile that are drawn with them

    def learn(self, events: Iterable[Event]) -> None:
        """Take in what happened, in the order in which it did."""
        for event in events:
            match event:
                case CardsLaid(seat, cards, _):
                    self._laid(seat, cards)
                case CardsDrawn(seat, count):
                    self._drawn(seat, count)
                case CardsSeen(_, cards):
                    self._seen(cards)
                case PileReshuffled():
                    self._reshuffle()
                case LayoutDiscarded(seat, cards):
                    self._discard.update(cards)
                    self._layouts[seat] = ()
                case RoundEnded():
                    for cards in self._layouts:
                        self._discard.update(cards)
                    self._layouts = [()] * len(self._layouts)
                case _:
                    pass

    def deals(self, view: KarteneckView, source: Source) -> Iterator[tuple[list[Cards], Cards]]:
        """Deal what the seat cannot see, again and again, so that it agrees with all that the seat knows.

        A deal is a hand for every seat, and the pile.
        """
        unseen = Counter(view.unseen_cards)
        held = self.held & unseen
        known, others = list(held.elements()), list((unseen - held).elements())
        sizes = [(seat, size) for seat, size in enumerate(view.hand_sizes) if seat != self.seat]
        while True:
            old, new = known[:], others[:]
            hands = {
                seat: [old.pop(source.randrange(len(old))) for _ in range(min(self.old[seat], size, len(old)))]
                for seat, size in sizes
            }
            new += old
            for seat, size in sizes:
                hands[seat] += [new.pop(source.randrange(len(new))) for _ in range(size - len(hands[seat]))]
            dealt = [tuple(sorted(hands[seat])) if seat in hands else view.hand for seat in range(len(self.old))]
            yield dealt, tuple(sorted(new))

    def _laid(self, seat: int, cards: Cards) -> None:
        self._layouts[seat] += cards
        self._sizes[seat] -= len(cards)
        if seat == self.seat:
            return
        self._unseen.subtract(cards)
        for card in cards:
            if self.held[card] and (self.old[seat] or self.held[card] > self._unseen[card]):
                self.held[card] -= 1
                self.old[seat] = max(self.old[seat] - 1, 0)

    def _drawn(self, seat: int, count: int) -> None:
        self._sizes[seat] += count
        if seat != self.seat:
            self.old[seat] += self._last
            self._reshuffled, self._last = None, 0

    def _seen(self, cards: Cards) -> None:
        """Take in the cards that the seat drew itself."""
        if self._reshuffled is not None and self._last:
            new = self._reshuffled
            old = {card for card in cards if self.held[card] and not Counter(cards) - Counter([card]) - new}
            self.held.subtract(old)
        self._unseen.subtract(cards)
        self._reshuffled, self._last = None, 0

    def _reshuffle(self) -> None:
        """Everything unseen is in other hands now, or comes to one with the draw that follows."""
        others = [size if seat != self.seat else 0 for seat, size in enumerate(self._sizes)]
        self.held, self.old = Counter(self._unseen), others
        self._last = self._unseen.total() - sum(others)
        self._reshuffled, self._discard = self._discard, Counter()
        self._unseen.update(self._reshuffled)

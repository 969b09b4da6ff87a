"""What plans for a round of Karteneck are worth, judged by a seat's hand and by what lies open.

A plan is the layout to end the round with. Its worth is counted in worms: the portion to expect from the serving, a
theft twice (the other player loses what one gains), and the cards, because those that are laid cannot be laid again and
every lay draws another one.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from heckmeck.games import Move
from heckmeck.games.karteneck import Cards, KarteneckView
from heckmeck.games.karteneck.cards import WORM_SORT, WORM_VALUE, has_worm, sort_of
from heckmeck.games.karteneck.choices import OUT, OUT_STEAL

CARD = (0.0, 0.3, 0.35, 0.4, 0.5, 0.6, 1.0)
"""What a card in the hand is worth, by its sort."""

DRAWN = 0.55
"""What a card not yet drawn is worth."""

REACH = 2.2
"""What a card in another hand may add to a layout that has room for every sort."""

SPREAD = 4.0
"""How uncertain the last total of another layout is."""


class Plan(NamedTuple):
    """Lays to come: what they add to the layout's total, the worth of the cards they cost, and the lays by sort."""

    adds: int
    cost: float
    lays: tuple[Cards, ...]


def plans(layable: tuple[Cards, ...]) -> list[Plan]:
    """Return the cheapest plan for every sum that can be laid, with and without a worm.

    >>> [(plan.adds, plan.lays) for plan in plans(((2, 2), (9,)))]
    [(2, ((2,),)), (4, ((2, 2),)), (5, ((9,),)), (7, ((2,), (9,))), (9, ((2, 2), (9,)))]
    """
    found = {(0, False): Plan(0, 0.0, ())}
    for cards in layable:
        worm = has_worm(cards)
        value, each = (WORM_VALUE, CARD[WORM_SORT]) if worm else (cards[0], CARD[cards[0]])
        for (adds, _), plan in list(found.items()):
            for number in range(1, len(cards) + 1):
                more = (adds + number * value, worm)
                cost = plan.cost + number * each - DRAWN
                if more not in found or cost < found[more].cost:
                    found[more] = Plan(more[0], cost, (*plan.lays, cards[:number]))
    return list(found.values())[1:]


class Prospect:
    """What one seat can expect of a round, by what it sees of it."""

    def __init__(self, view: KarteneckView) -> None:
        assert view.seat is not None
        self.view = view
        self.total = view.totals[view.seat]
        self.valid = has_worm(view.layouts[view.seat])
        self.drawn = 0.0 if view.out.count(False) == 1 else 2 * DRAWN
        others = [seat for seat in range(view.setup.seats) if seat != view.seat]
        self.tops = {view.stacks[seat][-1] for seat in others if view.stacks[seat]}
        self.rivals = [_rival(view, seat) for seat in others if view.layouts[seat] or not view.out[seat]]
        unseen = view.unseen_cards
        self.no_worm = 1 - sum(card >= WORM_SORT for card in unseen) / max(len(unseen), 1)
        self._served: dict[int, float] = {}

    def leave(self) -> tuple[Move, float]:
        """Return the best way to drop out now, and its worth."""
        if not self.valid:
            return OUT, self.view.setup.worms[self.view.grill[0]] + self.drawn
        swing = self.swing(self.total)
        return (OUT_STEAL if swing else OUT), self.serving(self.total) + swing + self.drawn

    def worth(self, plan: Plan) -> float:
        """Return the worth of dropping out at the end of a plan; without a worm one may be drawn on the way."""
        total = self.total + plan.adds
        if self.valid or has_worm(plan.lays[-1]):
            return self.serving(total) + self.swing(total) + self.drawn - plan.cost
        missing = self.no_worm ** len(plan.lays)
        found = self.serving(total + WORM_VALUE) - CARD[WORM_SORT]
        lowest = self.view.setup.worms[self.view.grill[0]]
        return missing * lowest + (1 - missing) * found + self.drawn - plan.cost

    def swing(self, total: int) -> int:
        """Return twice the worms that a valid layout of this total could steal."""
        return 2 * self.view.setup.worms[total] if total in self.tops else 0

    def serving(self, total: int) -> float:
        """Return the worms to expect from the serving for a valid layout of this total."""
        if total not in self._served:
            beaten = [1.0]  # the probability of beating 0, 1, 2, ... layouts
            for rival, out in self.rivals:
                wins = _beats(total - rival, out=out)
                pairs = zip([*beaten, 0.0], [0.0, *beaten], strict=True)
                beaten = [fewer * (1 - wins) + more * wins for fewer, more in pairs]
            worms = self.view.setup.worms
            portions = zip(beaten, self.view.grill, strict=True)
            self._served[total] = sum(chance * worms[portion] for chance, portion in portions)
        return self._served[total]


def _rival(view: KarteneckView, seat: int) -> tuple[float, bool]:
    """Return the total that another seat will have in the end, and whether that is certain."""
    if view.out[seat]:
        return view.totals[seat], True
    room = WORM_SORT - len(set(map(sort_of, view.layouts[seat])))
    return view.totals[seat] + REACH * view.hand_sizes[seat] * room / WORM_SORT, False


def _beats(lead: float, *, out: bool) -> float:
    """Return the probability that a layout with this lead is served before another one."""
    if out:
        return 0.5 if lead == 0 else float(lead > 0)
    return 1 / (1 + exp(-lead / SPREAD))

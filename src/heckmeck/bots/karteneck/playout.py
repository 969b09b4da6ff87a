"""The rest of a round of Karteneck, simulated: fast, with a simple heuristic for every seat."""

from __future__ import annotations

from heckmeck.games import Source
from heckmeck.games.karteneck import Cards, KarteneckState, shield, sort_of
from heckmeck.games.karteneck.cards import WORM_SORT, WORM_VALUE, has_worm

VALUE = (0, 1, 2, 3, 4, 5, WORM_VALUE)
"""What a card counts, by its sort."""


class Playout:
    """The rest of one round, from a state in which a seat is to act. It changes as it is played.

    The rules are those of `Karteneck`, on counts instead of events, because a search simulates hundreds of rounds for
    one decision. Worms are laid lowest shield points first, and a theft that is possible is made.
    """

    __slots__ = (
        "counts", "discard", "gains", "grill", "laid", "layouts", "left", "out", "pile", "seat", "shields", "source",
        "stacks", "totals", "worms", "worms_on",
    )  # fmt: skip

    def __init__(self, state: KarteneckState, source: Source) -> None:
        self.source = source
        self.worms_on = state.setup.worms
        self.seat = state.seat
        self.counts = [_counts(hand) for hand in state.hands]
        self.worms = [[card for card in hand if card >= WORM_SORT] for hand in state.hands]
        self.layouts = [list(layout) for layout in state.layouts]
        self.totals = [sum(VALUE[sort_of(card)] for card in layout) for layout in state.layouts]
        self.laid = [sum({1 << sort_of(card) for card in layout}) for layout in state.layouts]
        self.shields = [shield(layout[-1]) if has_worm(layout) else 0 for layout in state.layouts]
        self.out = list(state.out)
        self.left = self.out.count(False)
        self.grill = list(state.grill)
        self.stacks = [list(stack) for stack in state.stacks]
        self.gains = [0] * len(state.hands)
        self.pile = list(state.pile)
        self.discard = list(state.discard)

    def fork(self) -> Playout:
        """Return another playout from the same moment."""
        new = Playout.__new__(Playout)
        new.source, new.worms_on, new.seat, new.left = self.source, self.worms_on, self.seat, self.left
        new.counts = [each[:] for each in self.counts]
        new.worms = [each[:] for each in self.worms]
        new.layouts = [each[:] for each in self.layouts]
        new.stacks = [each[:] for each in self.stacks]
        new.totals, new.laid, new.shields = self.totals[:], self.laid[:], self.shields[:]
        new.out, new.grill, new.gains = self.out[:], self.grill[:], self.gains[:]
        new.pile, new.discard = self.pile[:], self.discard[:]
        return new

    def lay(self, sort: int, number: int) -> None:
        """Lay a number of cards of a sort for the seat to act, and draw one."""
        seat = self.seat
        self.counts[seat][sort] -= number
        self.totals[seat] += number * VALUE[sort]
        self.laid[seat] |= 1 << sort
        if sort == WORM_SORT:
            worms = sorted(self.worms[seat])
            self.layouts[seat] += worms[:number]
            self.shields[seat] = shield(worms[number - 1])
            self.worms[seat] = worms[number:]
        else:
            self.layouts[seat] += [sort] * number
        self._draw(1)
        self._pass_on()

    def drop_out(self) -> None:
        """Drop out with the seat to act, stealing where possible; the last seat ends the round."""
        seat = self.seat
        self.out[seat] = True
        self.left -= 1
        if self.shields[seat]:
            self._steal()
        else:
            self.discard += self.layouts[seat]
            self._win(seat, self.grill.pop(0))
        if self.left:
            self._draw(2)
            self._pass_on()
        else:
            served = [seat for seat, points in enumerate(self.shields) if points]
            served.sort(key=lambda seat: (self.totals[seat], self.shields[seat]))
            for seat, portion in zip(served, self.grill, strict=True):
                self._win(seat, portion)

    def target(self, seat: int, total: int) -> int | None:
        """Return the seat whose top portion this total could steal, if there are worms on it."""
        for other, stack in enumerate(self.stacks):
            if stack and stack[-1] == total and other != seat and self.worms_on[total]:
                return other
        return None

    def heuristic_move(self) -> tuple[int, int] | None:
        """Return a sort and a number of cards to lay, or None to drop out, by a simple heuristic.

        Steal where the hand allows it. While others are in, lay low values first, one or sometimes all of them, and
        finally as many worms as it takes to be ahead. When the others are out, get ahead or drop out.
        """
        seat = self.seat
        counts, laid, total, valid = self.counts[seat], self.laid[seat], self.totals[seat], self.shields[seat] > 0
        if valid and self.target(seat, total) is not None:
            return None
        free = [sort for sort in range(1, WORM_SORT + 1) if counts[sort] and not laid >> sort & 1]
        if not free:
            return None
        for other, stack in enumerate(self.stacks):
            if stack and other != seat and (need := stack[-1] - total) > 0 and self.worms_on[stack[-1]]:
                lay = exactly(need, [(sort, counts[sort]) for sort in free], worm=not valid)
                if lay is not None:
                    return lay
        behind = self._ahead(seat) - total
        if self.left == 1:
            reach = sum([counts[sort] * VALUE[sort] for sort in free])
            if len(self.grill) == 1 or (valid and behind < 0) or behind >= reach:
                return None
            sort = free[-1]
            return sort, min(max(1, behind // VALUE[sort] + 1), counts[sort])
        if (sort := free[0]) == WORM_SORT:
            return sort, min(max(1, behind // WORM_VALUE + 1), counts[sort])
        return sort, counts[sort] if counts[sort] > 1 and not self.source.randrange(3) else 1

    def _ahead(self, seat: int) -> int:
        """Return the highest total that the seat has to beat."""
        rivals = [
            total
            for other, total in enumerate(self.totals)
            if other != seat and (self.shields[other] or not self.out[other])
        ]
        return max(rivals, default=0)

    def _steal(self) -> None:
        victim = self.target(self.seat, self.totals[self.seat])
        if victim is not None:
            portion = self.stacks[victim].pop()
            self.gains[victim] -= self.worms_on[portion]
            self._win(self.seat, portion)

    def _win(self, seat: int, portion: int) -> None:
        self.stacks[seat].append(portion)
        self.gains[seat] += self.worms_on[portion]

    def _draw(self, number: int) -> None:
        for _ in range(number):
            if not self.pile:
                self.pile, self.discard = self.discard, []
            if self.pile:
                card = self.pile.pop(self.source.randrange(len(self.pile)))
                if card >= WORM_SORT:
                    self.worms[self.seat].append(card)
                    card = WORM_SORT
                self.counts[self.seat][card] += 1

    def _pass_on(self) -> None:
        seat = (self.seat + 1) % len(self.out)
        while self.out[seat]:
            seat = (seat + 1) % len(self.out)
        self.seat = seat


def exactly(need: int, free: list[tuple[int, int]], *, worm: bool) -> tuple[int, int] | None:
    """Return the first lay of a way to add exactly `need`, given sorts and their numbers; with a worm if asked.

    >>> exactly(12, [(1, 1), (2, 2), (5, 1), (WORM_SORT, 1)], worm=True)
    (2, 1)
    """
    if worm and free[-1][0] != WORM_SORT:
        return None
    sums = [1]  # as bits: what the sorts from here on can add
    for sort, number in reversed(free):
        reach = 0 if worm and sort == WORM_SORT else sums[-1]
        for times in range(1, number + 1):
            reach |= sums[-1] << times * VALUE[sort]
        sums.append(reach)
    if not sums.pop() >> need & 1:
        return None
    for sort, number in free:
        rest = sums.pop()
        for times in range(number + 1):
            left = need - times * VALUE[sort]
            if left >= 0 and rest >> left & 1 and (times or not (worm and sort == WORM_SORT)):
                if times:
                    return sort, times
                break
    return None


def _counts(hand: Cards) -> list[int]:
    counts = [0] * (WORM_SORT + 1)
    for card in hand:
        counts[sort_of(card)] += 1
    return counts

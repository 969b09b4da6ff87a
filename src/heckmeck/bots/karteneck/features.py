"""What a network sees of a position of Karteneck: numbers, from a seat's view right after its own move.

There are two blocks. The table block is what a lay does not change, so that all lays of a decision share one: stacks,
scores, the grill and what others have laid. The own block is the seat's hand, its layout, and how that compares with
the others. Seats are counted from the viewer on. `src/heckmeck/rl/batch/karteneck_features.h` computes the same numbers
for many games.
"""

from __future__ import annotations

from collections.abc import Sequence

from heckmeck.games.karteneck import Cards, KarteneckView, shield, sort_of
from heckmeck.games.karteneck.cards import WORM_SORT, WORM_VALUE
from heckmeck.games.karteneck.setup import PORTIONS

ROUNDS = 9
"""The most rounds of a game."""
KINDS = 2 + PORTIONS[1] - PORTIONS[0]
"""The number of kinds of portions: zero, and each number."""
WORM_COUNTS = 6
"""A portion has 0 to 5 worms."""

TOTALS = (5, 10, 15, 20, 25, 30, 35, 40)
LEADS = (-9, -6, -4, -2, -1, 0, 1, 2, 3, 5, 7, 10)
"""Steps of a lead in worms."""
TOTAL_LEADS = (-15, -10, -5, -2, 0, 1, 3, 6, 11, 16)
"""Steps of a lead of one layout over another."""
NEEDS = (0, 1, 6, 11, 16, 21)
"""Steps of what a layout needs to equal a portion."""

VALUES = (1, 2, 3, 4, 5, WORM_VALUE)

Row = list[float]


def table_size(seats: int) -> int:
    """Return the length of a table block."""
    every, other = KINDS + 6, 13 + 3 + len(LEADS) + 1 + len(NEEDS)
    return ROUNDS + 1 + seats + 8 + 1 + WORM_COUNTS + 3 * seats + every * seats + other * (seats - 1)


def own_size(seats: int) -> int:
    """Return the length of an own block."""
    return 3 + len(TOTALS) + 6 + 25 + 14 + 2 + 4 + (len(TOTAL_LEADS) + 8) * (seats - 1)


def table_features(view: KarteneckView) -> Row:
    """Return the table block of what a seat sees right after its move."""
    order = _order(view)
    row = _progress(view, order)
    for portion in view.grill:
        row += (portion / 42, view.setup.worms[portion] / 5, 1.0)
    row += [0.0] * 3 * (len(order) - len(view.grill))
    for seat in order:
        row += _stack(view, seat)
    for seat in order[1:]:
        row += _layout(view, seat)
        row += _lead(view, order[0], seat)
        row += _threat(view, order[0], seat)
    return row


def own_features(view: KarteneckView) -> Row:
    """Return the own block of what a seat sees right after its move."""
    me, *others = _order(view)
    hand, laid = _counts(view.hand), _counts(view.layouts[me])
    out, total, playing = view.out[me], view.totals[me], bool(view.grill)
    layable = [0 if out or mine else count for count, mine in zip(hand, laid, strict=True)]
    adds = sum(count * value for count, value in zip(layable, VALUES, strict=True))
    row: Row = [float(out), float(laid[-1] > 0), total / 30, *_steps(total, TOTALS), *[float(n > 0) for n in laid]]
    for count in hand:
        row += (float(count > 0), float(count > 1), float(count > 2), count / 4)
    row.append(len(view.hand) / 8)
    for count in layable:
        row += (float(count > 0), count / 4)
    row += (adds / 30, sum(count > 0 for count in layable) / 6)
    row += (_highest_shield(view.layouts[me]) / 25, _highest_shield(view.hand) / 25)
    row += _prizes(view, me, others)
    in_serving = playing and (laid[-1] > 0 or not out)
    thefts = _Thefts(view, layable, laid)
    for other in others:
        compared = in_serving and _in_serving(view, other)
        lead = total - view.totals[other]
        row += _steps(lead, TOTAL_LEADS) if compared else [0.0] * len(TOTAL_LEADS)
        ahead = _rank(view, me) > _rank(view, other)
        settled = compared and view.out[other]
        row += (float(settled and ahead), float(settled and not ahead), float(compared and adds > -lead))
        row += thefts.of(view.stacks[other][-1] if view.stacks[other] and playing and not out else 0)
    return row


class _Thefts:
    """Which portions a layout can still come to equal, with the cards in the hand or with one more."""

    def __init__(self, view: KarteneckView, layable: list[int], laid: list[int]) -> None:
        self.total = sum(map(_product, laid, VALUES))
        self.valid = laid[-1] > 0
        self.worms = view.setup.worms
        self.sums = _sums(layable, self.valid)
        unseen = _counts(view.unseen_cards)
        all_unseen = max(sum(unseen), 1)
        self.drawn: list[tuple[float, int]] = []
        """What one more card of each sort adds to the sums, and how likely it is."""
        for sort, count in enumerate(layable):
            if not laid[sort]:
                more = [*layable[:sort], count + 1, *layable[sort + 1 :]]
                self.drawn.append((unseen[sort] / all_unseen, _sums(more, self.valid) & ~self.sums))

    def of(self, portion: int) -> Row:
        """Return five numbers about stealing a portion, zeros where it is not worth anything or cannot be stolen."""
        need = portion - self.total
        if need < 0 or not self.worms[portion]:
            return [0.0] * 5
        now = self.valid and need == 0
        reached, worms = float(self.sums >> need & 1), self.worms[portion] / 5
        chance = 0.0
        for probability, sums in self.drawn:
            chance += probability * (sums >> need & 1)
        return [float(now), reached, reached * worms, chance, need / 20]


def _sums(layable: Sequence[int], valid: bool) -> int:
    """Return as bits what cards can add to a layout that is valid with them."""
    sums = 1
    for count, value in zip(layable[:-1], VALUES, strict=False):
        more = sums
        for number in range(1, count + 1):
            more |= sums << number * value
        sums = more
    if valid:
        return sums
    more = 0
    for number in range(1, layable[-1] + 1):
        more |= sums << number * WORM_VALUE
    return more


def _product(one: int, two: int) -> int:
    return one * two


def _order(view: KarteneckView) -> list[int]:
    assert view.seat is not None
    return [(view.seat + step) % view.setup.seats for step in range(view.setup.seats)]


def _steps(number: int, steps: tuple[int, ...]) -> Row:
    return [1.0 if number >= step else 0.0 for step in steps]


def _counts(cards: Cards) -> list[int]:
    counts = [0] * WORM_SORT
    for card in cards:
        counts[sort_of(card) - 1] += 1
    return counts


def _highest_shield(cards: Cards) -> int:
    return shield(cards[-1]) if cards else 0


def _in_serving(view: KarteneckView, seat: int) -> bool:
    """Whether a seat may still have a part in the serving."""
    return not view.out[seat] or _highest_shield(view.layouts[seat]) > 0


def _rank(view: KarteneckView, seat: int) -> tuple[int, int]:
    return view.totals[seat], _highest_shield(view.layouts[seat])


def _progress(view: KarteneckView, order: list[int]) -> Row:
    """Return how far the game is, who is next, and what nobody has seen yet."""
    row: Row = [0.0] * ROUNDS
    row[view.supply // len(order)] = 1.0
    row.append(float(not view.grill))
    following = [*order[1:], order[0]]
    starts = next(seat for seat in following if not view.out[seat]) if view.grill else view.turn_of
    row += [float(seat == starts) for seat in order]
    unseen, portions = _counts(view.unseen_cards), view.unseen_portions
    row += [count / max(sum(unseen), 1) for count in unseen]
    row += (sum(unseen) / 110, view.pile / 110, len(portions) / 30)
    worms = [view.setup.worms[portion] for portion in portions]
    return row + [worms.count(number) / 9 for number in range(WORM_COUNTS)]


def _stack(view: KarteneckView, seat: int) -> Row:
    stack, worms = view.stacks[seat], view.setup.worms
    row: Row = [0.0] * KINDS
    if stack:
        row[stack[-1] and stack[-1] - PORTIONS[0] + 1] = 1.0
    top, below = (*stack[:-3:-1], 0, 0)[:2]
    row += (worms[top] / 5, worms[below] / 5, below / 42)
    return [*row, len(stack) / 10, view.scores[seat] / 20, max(stack, default=0) / 42]


def _layout(view: KarteneckView, seat: int) -> Row:
    layout, sorts = view.layouts[seat], _counts(view.layouts[seat])
    return [
        float(view.out[seat]),
        float(sorts[-1] > 0),
        view.totals[seat] / 30,
        view.hand_sizes[seat] / 8,
        *[float(count > 0) for count in sorts],
        _highest_shield(layout) / 25,
        len(layout) / 6,
        float(bool(view.grill) and _in_serving(view, seat)),
    ]


def _lead(view: KarteneckView, me: int, other: int) -> Row:
    lead = view.scores[me] - view.scores[other]
    best = max(view.stacks[me], default=0) - max(view.stacks[other], default=0)
    return [min(max(lead / 10, -2.0), 2.0), *_steps(lead, LEADS), float(best > 0), float(best == 0)]


def _threat(view: KarteneckView, me: int, other: int) -> Row:
    """Return how much another layout needs to steal the viewer's top portion."""
    stack = view.stacks[me]
    if not stack or not stack[-1] or view.out[other] or not view.grill:
        return [0.0] * (1 + len(NEEDS))
    return [1.0, *_steps(stack[-1] - view.totals[other], NEEDS)]


def _prizes(view: KarteneckView, me: int, others: list[int]) -> Row:
    """Return the lowest portion, and those to expect if all who are still in end below, as now, or above the viewer."""
    if not view.grill:
        return [0.0] * 4
    worms = [view.setup.worms[portion] / 5 for portion in view.grill]
    if not _in_serving(view, me):
        return [worms[0], 0.0, 0.0, 0.0]
    beaten = now = still = 0
    for other in others:
        if view.out[other]:
            beaten += _in_serving(view, other) and _rank(view, me) > _rank(view, other)
        else:
            still += 1
            now += view.totals[me] > view.totals[other]
    return [worms[0], worms[beaten + still], worms[beaten + now], worms[beaten]]

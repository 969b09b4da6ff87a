"""Cards as numbers: 1 to 5 are the values, and 5 + s is the worm with s shield points.

Cards therefore sort as they are written. A hand, a layout or a pile is a multiset: an ascending tuple.
"""

from __future__ import annotations

from heckmeck.games.errors import BadNotation
from heckmeck.games.setup import show

Cards = tuple[int, ...]
"""A multiset of cards, ascending."""

VALUES = range(1, 6)
WORM_VALUE = 5
WORM_CARDS = 25
WORM_SORT = 6
"""The sort of every worm card; a value card's sort is its value."""


def sort_of(card: int) -> int:
    """Return the sort: the value, or WORM_SORT. The 5 and the worm are different sorts."""
    return min(card, WORM_SORT)


def shield(card: int) -> int:
    """Return the shield points of a worm, 0 of a value card.

    >>> shield(12), shield(5)
    (7, 0)
    """
    return max(card - WORM_VALUE, 0)


def total(cards: Cards) -> int:
    """Return the sum of the values; a worm counts 5.

    >>> total((2, 2, 12))
    9
    """
    return sum(min(card, WORM_VALUE) for card in cards)


def has_worm(cards: Cards) -> bool:
    """Return whether there is a worm among the cards, which makes a layout valid."""
    return bool(cards) and cards[-1] > WORM_VALUE


def deck(copies: int, worm_cards: int) -> Cards:
    """Return all cards: the copies of each value, and the worms with shield points from 1 up."""
    values = (value for value in VALUES for _ in range(copies))
    return (*values, *range(WORM_SORT, WORM_SORT + worm_cards))


def without(cards: Cards, taken: Cards) -> Cards:
    """Return the multiset without some of its cards.

    >>> without((1, 2, 2, 9), (2, 9))
    (1, 2)
    """
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def holds(cards: Cards, some: Cards) -> bool:
    """Return whether the multiset contains all of these cards."""
    return all(cards.count(card) >= some.count(card) for card in set(some))


def card_name(card: int) -> str:
    """Return the notation of a card: `3`, `W7`."""
    return str(card) if card <= WORM_VALUE else f"W{card - WORM_VALUE}"


def card_names(cards: Cards) -> str:
    """Return cards as they are written, with spaces between them.

    >>> card_names((3, 12))
    '3 W7'
    """
    return " ".join(map(card_name, cards))


def parse_card(text: str) -> int:
    """Read a card.

    >>> parse_card("w7")
    12
    """
    worm, digits = text[:1] in ("w", "W"), text.lstrip("wW")
    if digits.isascii() and digits.isdigit() and len(digits) <= 2 and not digits.startswith("0"):
        number = int(digits)
        if worm and text[1:] == digits and number <= WORM_CARDS:
            return WORM_VALUE + number
        if not worm and number <= WORM_VALUE:
            return number
    raise BadNotation(
        "bad_card", f"{show(text)} is not a card: there are 1 to {WORM_VALUE} and the worms W1 to W{WORM_CARDS}."
    )

"""Helpers for tests of Karteneck: tables in the middle of a round, complete with cards and portions."""

from typing import Any

from heckmeck.games.karteneck import Karteneck, KarteneckState
from heckmeck.games.karteneck.cards import Cards, parse_card, without

GAME = Karteneck()

SMALL: dict[str, Any] = {"copies": 1, "worm_cards": 2, "hand": 3}
"""Options for a deck of seven cards: 1 2 3 4 5 W1 W2."""


def cards(text: str) -> Cards:
    """Cards by their names: `cards("2 2 W7")`."""
    return tuple(sorted(map(parse_card, text.split())))


def table(
    *hands: str,
    layouts: tuple[str, ...] = (),
    grill: tuple[int, ...] = (),
    stacks: tuple[tuple[int, ...], ...] = (),
    out: tuple[int, ...] = (),
    seat: int = 0,
    pile: str | None = None,
    discard: str = "",
    **options: object,
) -> KarteneckState:
    """A table where it is the seat's turn; `out` are the seats that dropped out already.

    No card and no portion is lost. Cards that are not named are in the draw pile, or, where `pile` is given, in
    the discard pile. Portions that are not named were not laid out yet.
    """
    seats = len(hands)
    start = GAME.start(GAME.setup(seats=seats, **options))
    held = tuple(map(cards, hands))
    laid = tuple(map(cards, layouts or ("",) * seats))
    rest = without(start.pile, tuple(card for some in (*held, *laid) for card in some))
    draw_pile = without(rest, cards(discard)) if pile is None else cards(pile)
    owned = stacks or ((),) * seats
    seen = (*grill, *(portion for stack in owned for portion in stack))
    assert len(seen) % seats == 0, "every round lays out as many portions as there are players"
    return start._replace(
        hands=held,
        layouts=laid,
        out=tuple(number in out for number in range(seats)),
        stacks=owned,
        grill=grill,
        unseen=without(start.unseen, seen),
        supply=start.supply - len(seen),
        pile=draw_pile,
        discard=without(rest, draw_pile),
        seat=seat,
        draws=0,
    )

"""Afterstates of Karteneck: what a seat sees right after its move, before cards are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heckmeck.games import Move
from heckmeck.games.karteneck import Cards, Karteneck, KarteneckState, KarteneckView, Lay
from heckmeck.games.karteneck.cards import has_worm
from heckmeck.games.karteneck.choices import OUT, Choices

GAME = Karteneck()


class Afterstate(NamedTuple):
    """A move, what its seat sees after it, and the seat's share of the win where the game is over then."""

    move: Move
    view: KarteneckView
    win: float | None


def distinct_moves(view: KarteneckView) -> Iterator[Move]:
    """Yield the moves worth telling apart: any number of cards of a sort, and the ways to drop out.

    Only the highest shield points of a layout count. So a number of worms is laid in two ways: those with the fewest
    points, or the one with most of them instead of the last.

    >>> view = KarteneckView(*[None] * 15, moves=Choices((1, 1, 7, 9, 12), (), steal=False))
    >>> [str(move) for move in distinct_moves(view)]
    ['lay 1', 'lay 1 1', 'lay W2', 'lay W7', 'lay W2 W4', 'lay W2 W7', 'lay W2 W4 W7', 'out']
    """
    assert isinstance(view.moves, Choices)
    for cards in view.layable:
        for number in range(1, len(cards) + 1):
            yield Lay(cards[:number])
            if has_worm(cards) and number < len(cards):
                yield Lay((*cards[: number - 1], cards[-1]))
    yield from view.moves.outs


def afterstates(view: KarteneckView) -> list[Afterstate]:
    """Return what the seat to act can bring about, one for each of the distinct moves."""
    state = GAME.imagine(view, _any_hands(view))
    return [_after(state, move) for move in distinct_moves(view)]


def same_kind(view: KarteneckView, move: Move) -> Move:
    """Return the distinct move that stands for a move: as many cards, and the highest worm if it is among them.

    >>> view = KarteneckView(*[None] * 15, moves=Choices((7, 9, 12), (), steal=False))
    >>> str(same_kind(view, Lay((9, 12)))), str(same_kind(view, Lay((9,))))
    ('lay W2 W7', 'lay W2')
    """
    if not isinstance(move, Lay) or not has_worm(move.cards):
        return move
    worms, number = view.layable[-1], len(move.cards)
    return Lay((*worms[: number - 1], worms[-1])) if worms[-1] in move.cards else Lay(worms[:number])


def _any_hands(view: KarteneckView) -> list[Cards]:
    """Return hands that agree with a view. What is in them does not matter: no afterstate shows them."""
    unseen, hands = view.unseen_cards, list[Cards]()
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(unseen[:size])
            unseen = unseen[size:]
    return hands


def _after(state: KarteneckState, move: Move) -> Afterstate:
    seat, after = state.seat, GAME.apply(state, move).state
    outcome = GAME.outcome(after)
    win = None if outcome is None else (seat in outcome.winners) / len(outcome.winners)
    return Afterstate(move, GAME.view(after, seat), win)


__all__ = ["OUT", "Afterstate", "afterstates", "distinct_moves", "same_kind"]

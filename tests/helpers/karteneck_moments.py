"""Decisions of Karteneck for bots to look at: from random games, or set up by hand."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from heckmeck.games import CHANCE, ChanceOutcome, Event, Move, seen_by
from heckmeck.games.karteneck import Cards, Draw, Grill, Karteneck, KarteneckState, KarteneckView

GAME = Karteneck()


class Moment(NamedTuple):
    """A decision: the state, what the seat sees of it, and all that the seat could observe before."""

    state: KarteneckState
    view: KarteneckView
    events: tuple[Event, ...]


def moments(seats: int, seed: int, **options: int) -> Iterator[Moment]:
    """Yield every decision of a random game."""
    source, happened = Random(seed), list[Event]()
    state = GAME.start(GAME.setup(seats=seats, **options))
    while (actor := GAME.to_act(state)) is not None:
        if actor is CHANCE:
            action: Move | ChanceOutcome = GAME.sample(state, source)
        else:
            assert isinstance(actor, int)
            view = GAME.view(state, actor)
            yield Moment(state, view, seen_by(happened, actor))
            action = view.moves[source.randrange(len(view.moves))]
        state, events = GAME.apply(state, action)
        happened += events


def position(hand: Cards, portions: tuple[int, int], **changes: object) -> KarteneckView:
    """Return what seat 0 of two sees when it is to act with this hand."""
    state = GAME.start(GAME.setup(seats=2, hand=len(hand)))
    for outcome in (Draw(hand), Draw((1, 2, 3, 4, 5, 30)[: len(hand)]), Grill(portions)):
        state = GAME.apply(state, outcome).state
    return GAME.view(state._replace(**changes), 0)  # type: ignore[arg-type]

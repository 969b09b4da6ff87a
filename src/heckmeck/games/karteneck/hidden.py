"""States that look the same to one seat, with hidden cards dealt again at random or given as a guess."""

from __future__ import annotations

from collections.abc import Sequence

from heckmeck.games.chance import Source
from heckmeck.games.errors import BadSetup
from heckmeck.games.karteneck.cards import Cards, holds, without
from heckmeck.games.karteneck.state import KarteneckState
from heckmeck.games.karteneck.view import KarteneckView


def dealt_anew(state: KarteneckState, seat: int | None, source: Source) -> KarteneckState:
    """Return the state with all cards that the seat (None: a spectator) cannot see dealt again at random."""
    hidden = [other for other in range(state.setup.seats) if other != seat]
    cards = sorted([*state.pile, *(card for other in hidden for card in state.hands[other])])
    hands = list(state.hands)
    for other in hidden:
        dealt = [cards.pop(source.randrange(len(cards))) for _ in state.hands[other]]
        hands[other] = tuple(sorted(dealt))
    return state._replace(hands=tuple(hands), pile=tuple(cards))


def imagined(view: KarteneckView, hands: Sequence[Cards]) -> KarteneckState:
    """Return the state that a view of the seat to act would show if the seats had these hands.

    All other cards that the viewer cannot see are in the draw pile. Hands that the view rules out are refused.
    """
    others = tuple(card for seat, hand in enumerate(hands) if seat != view.seat for card in hand)
    unseen = view.unseen_cards
    own = view.seat == view.to_act and [*hands[view.turn_of : view.turn_of + 1]] == [view.hand]
    if not own or tuple(map(len, hands)) != view.hand_sizes or not holds(unseen, others):
        raise BadSetup("bad_hands", "These hands do not fit what the seat to act can see.")
    return KarteneckState(
        setup=view.setup,
        hands=tuple(map(tuple, map(sorted, hands))),
        layouts=view.layouts,
        out=view.out,
        stacks=view.stacks,
        grill=view.grill,
        unseen=view.unseen_portions,
        supply=view.supply,
        pile=without(unseen, others),
        discard=view.discard,
        seat=view.turn_of,
        draws=0,
    )

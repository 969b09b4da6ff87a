"""The notation of Karteneck's positions.

The draw pile, the supply and the portions that were never laid out are omitted, because they follow from the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from heckmeck.games.chance import CHANCE
from heckmeck.games.karteneck.cards import Cards, card_name, has_worm, parse_card
from heckmeck.games.karteneck.setup import HAND, KarteneckSetup
from heckmeck.games.karteneck.state import DRAWS_AFTER_DROP_OUT, DRAWS_AFTER_LAY, SUPPLY_EMPTY, KarteneckState
from heckmeck.games.karteneck.view import KarteneckView
from heckmeck.games.portion import Stack
from heckmeck.games.position import HIDDEN, NOTHING, Parts, bad_position, read_numbers, write_by_seat, write_numbers
from heckmeck.games.setup import show


def state_parts(state: KarteneckState) -> Mapping[str, str]:
    """Write a state with all hands."""
    return _parts(state, [*map(_write_cards, state.hands)], state.seat, state.draws)


def view_parts(view: KarteneckView) -> Mapping[str, str]:
    """Write a view, with one `?` for each card in another hand."""
    hands = [HIDDEN * size or NOTHING for size in view.hand_sizes]
    if view.seat is not None:
        hands[view.seat] = _write_cards(view.hand)
    return _parts(view, hands, view.turn_of, _draws(view))


def read_state(setup: KarteneckSetup, parts: Parts) -> KarteneckState:
    """Take all parts and return the state. Hidden hands are filled with the lowest cards that are left."""
    seats = setup.seats
    layouts = tuple(_read_cards("layouts", cards) for cards in parts.by_seat("layouts", seats))
    discard = _read_cards("discard", parts.text("discard"))
    hands, pile = _read_hands(setup, parts, (*layouts, discard))
    out = parts.numbers("out", range(seats))
    portions = setup.all_portions
    grill = parts.numbers("grill", portions)
    stacks = tuple(read_numbers("stacks", stack, portions) for stack in parts.by_seat("stacks", seats))
    unseen = _rest(portions, (grill, *stacks), "portions")
    state = KarteneckState(
        setup=setup,
        hands=hands,
        layouts=layouts,
        out=tuple(seat in out for seat in range(seats)),
        stacks=stacks,
        grill=tuple(sorted(grill)),
        unseen=unseen,
        supply=setup.supply - (len(portions) - len(unseen)),
        pile=pile,
        discard=discard,
        seat=parts.number("turn", range(seats)),
        draws=parts.number("drawing", range(1, HAND + 1)) if "drawing" in parts else 0,
    )
    _check(state, ended=parts.optional("ended"))
    return state


def _parts(table: KarteneckState | KarteneckView, hands: Sequence[str], seat: int, draws: int) -> Mapping[str, str]:
    parts = {
        "hands": write_by_seat(hands),
        "layouts": write_by_seat([*map(_write_cards, table.layouts)]),
        "out": write_numbers([seat for seat, out in enumerate(table.out) if out]),
        "grill": write_numbers(table.grill),
        "stacks": write_by_seat([*map(write_numbers, table.stacks)]),
        "discard": _write_cards(table.discard),
        "turn": str(seat),
    }
    if draws:
        parts["drawing"] = str(draws)
    if not (table.grill or table.supply):
        parts["ended"] = SUPPLY_EMPTY
    return parts


def _draws(view: KarteneckView) -> int:
    """Return the number of cards that the seat is about to draw."""
    if view.to_act is not CHANCE:
        return 0
    if view.grill:
        return _draws_in_round(view.out[view.turn_of], view.pile + len(view.discard))
    dealing = not any(view.stacks) and not view.hand_sizes[view.turn_of]
    return view.setup.hand if dealing else 0


def _draws_in_round(out: bool, cards: int) -> int:
    return min(DRAWS_AFTER_DROP_OUT if out else DRAWS_AFTER_LAY, cards)


def _check(state: KarteneckState, ended: str | None) -> None:
    """Refuse impossible positions. Each check relies on those before it."""
    laid_out = state.setup.supply - state.supply
    if state.supply < 0 or laid_out % state.setup.seats:
        raise bad_position(f"{laid_out} portions were laid out, which does not make full rounds")
    if state.grill:
        _check_round(state)
    elif any(state.layouts) or any(state.out):
        raise bad_position("between rounds there are no layouts and nobody is out")
    elif laid_out:
        if state.draws:
            raise bad_position("between rounds nobody draws")
    else:
        _check_deal(state)
    if ended != (None if state.grill or state.supply else SUPPLY_EMPTY):
        raise bad_position(f"ended cannot be {show(ended)}" if ended else "ended=... is missing")


def _check_round(state: KarteneckState) -> None:
    out, layout = state.out[state.seat], state.layouts[state.seat]
    failed = [gone and not cards for gone, cards in zip(state.out, state.layouts, strict=True)]
    if any(gone and cards and not has_worm(cards) for gone, cards in zip(state.out, state.layouts, strict=True)):
        raise bad_position("a layout without a worm is discarded when its player drops out")
    if len(state.grill) != state.setup.seats - sum(failed):
        raise bad_position("the grill does not hold one portion for each player who has not failed")
    if all(state.out) or (out and not state.draws):
        raise bad_position(f"seat {state.seat} has dropped out")
    if state.draws and (state.draws != _draws_in_round(out, len(state.pile) + len(state.discard))):
        raise bad_position(f"seat {state.seat} does not draw {state.draws} cards")
    if state.draws and not (out or layout):
        raise bad_position(f"seat {state.seat} has laid no cards that it could draw one for")


def _check_deal(state: KarteneckState) -> None:
    """Compare hands and turn with those before the first round: seat 0 draws first, the first seat begins."""
    hand, seats = state.setup.hand, state.setup.seats
    dealt = state.seat if state.draws else seats
    sizes = [hand] * dealt + [0] * (seats - dealt)
    if [*map(len, state.hands)] != sizes or state.draws not in (0, hand) or state.discard:
        raise bad_position("before the first round every seat draws one hand of cards, one after the other")
    if not state.draws and state.seat != state.setup.first:
        raise bad_position(f"seat {state.setup.first} begins")


def _read_hands(setup: KarteneckSetup, parts: Parts, seen: Sequence[Cards]) -> tuple[tuple[Cards, ...], Cards]:
    """Return the hands, and what is left for the draw pile."""
    texts = parts.by_seat("hands", setup.seats)
    hands = [() if set(text) == {HIDDEN} else _read_cards("hands", text) for text in texts]
    pile = _rest(setup.deck, (*seen, *hands), "cards")
    for seat, text in enumerate(texts):
        if set(text) == {HIDDEN}:
            hands[seat], pile = pile[: len(text)], pile[len(text) :]
            if len(hands[seat]) < len(text):
                raise bad_position("there are more cards than the game has")
    return tuple(hands), pile


def _rest(things: Iterable[int], seen: Iterable[Cards | Stack], name: str) -> tuple[int, ...]:
    """Return a multiset without the things that are seen."""
    left = Counter(things)
    for some in seen:
        left.subtract(some)
    if min(left.values()) < 0:
        raise bad_position(f"there are more {name} of one number than the game has")
    return tuple(sorted(left.elements()))


def _write_cards(cards: Cards) -> str:
    return "".join(map(card_name, cards)) or NOTHING


_CARDS = re.compile("[0-9]*(W[0-9]+)*")
_CARD = re.compile("W[0-9]+|[0-9]")


def _read_cards(name: str, text: str) -> Cards:
    if text == NOTHING:
        return ()
    if not _CARDS.fullmatch(text):
        raise bad_position(f"{name} cannot be {show(text)}: write values, then worms, such as 225W3W12")
    return tuple(sorted(map(parse_card, _CARD.findall(text))))

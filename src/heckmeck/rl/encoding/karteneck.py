"""The encoding of Karteneck: 113 actions, and a history for what a seat remembers.

Worms are chosen one after another, with ascending shield points, and then laid: `add W3`, `add W7`, `lay`. Every other
move has one id. So each move has exactly one encoding, although nine worms can be laid in 511 ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

import numpy as np

from heckmeck.games import CHANCE, BadNotation, ChanceOutcome, Move
from heckmeck.games.karteneck import (
    Cards,
    Choices,
    Draw,
    DropOut,
    Grill,
    Karteneck,
    KarteneckSetup,
    KarteneckState,
    KarteneckView,
    Lay,
    card_name,
    sort_of,
)
from heckmeck.games.karteneck.cards import VALUES, WORM_CARDS, WORM_SORT
from heckmeck.games.karteneck.setup import COPIES, PORTIONS, ZEROS
from heckmeck.games.setup import show
from heckmeck.rl.encoding.encoding import Encoding, Field, Ids, Numbers, places

OUT, OUT_STEAL, LAY_WORMS, FIRST_WORM = 0, 1, 2, 3
FIRST_VALUE = FIRST_WORM + WORM_CARDS
CARDS = WORM_SORT - 1 + WORM_CARDS
"""The number of kinds of cards: the values 1 to 5, and the worms with 1 to 25 shield points."""
KINDS = (0, *range(PORTIONS[0], PORTIONS[1] + 1))
"""The numbers of portions."""
SLOTS = (0,) * (ZEROS - 1) + KINDS
"""The portions themselves: there are three zeros."""
_KIND = {portion: kind for kind, portion in enumerate(KINDS)}

FIRST_CARD_TOKEN = 1 + FIRST_VALUE + len(VALUES) * COPIES
FIRST_PORTION_TOKEN = FIRST_CARD_TOKEN + CARDS
DRAWS_IN_ROUND = WORM_SORT + 2
"""The maximum number of cards that a seat draws in a round: one for each sort, two for dropping out."""
MOVES_IN_ROUND = WORM_SORT + 1


def _action_names() -> Iterator[str]:
    yield str(DropOut())
    yield str(DropOut(steal=True))
    yield "lay"
    yield from (f"add {card_name(card)}" for card in range(WORM_SORT, WORM_SORT + WORM_CARDS))
    yield from (str(Lay((value,) * number)) for value in VALUES for number in range(1, COPIES + 1))


class KarteneckEncoding(Encoding[KarteneckSetup, KarteneckState, KarteneckView]):
    """The encoding of Karteneck. Cards have fixed places: the values 1 to 5, then the worms by their shield points.

    A seat that remembers knows more than it sees: when the discard pile becomes the draw pile, the cards in it are
    known. So there is a history too: the grills, all actions and the seat's own cards, in order.
    """

    game = Karteneck()
    actions = tuple(_action_names())

    @property
    def most_points(self) -> int:
        """An upper bound of a seat's worms: those of all portions."""
        return sum(self.setup.worms[portion] for portion in self.setup.all_portions)

    @property
    def history_length(self) -> int:
        """The maximum number of tokens in a game: for grills, moves, worms, and the seat's own cards."""
        rounds = self.setup.supply // self.seats
        in_round = self.seats * (1 + MOVES_IN_ROUND) + self.setup.worm_cards + DRAWS_IN_ROUND
        return self.setup.hand + rounds * in_round

    def ids(self, move: Move) -> Ids:
        """Return the ids of a move: several for worms, else one."""
        match move:
            case DropOut(steal):
                return (OUT_STEAL if steal else OUT,)
            case Lay(cards) if cards and len({*map(sort_of, cards)}) == 1:
                if cards[0] >= WORM_SORT:
                    return (*(FIRST_WORM + card - WORM_SORT for card in cards), LAY_WORMS)
                return (self._value_id(cards[0], len(cards)),)
        raise BadNotation("bad_move", f"{show(str(move))} is not a move of {self.game.title}.")

    def move(self, chosen: Ids) -> Move | None:
        """Return the move; None while worms are being chosen."""
        if not chosen or FIRST_WORM <= chosen[-1] < FIRST_VALUE:
            return None
        if chosen[-1] == LAY_WORMS:
            return Lay(_worms(chosen[:-1]))
        if chosen[-1] >= FIRST_VALUE:
            value, number = divmod(chosen[-1] - FIRST_VALUE, COPIES)
            return Lay((VALUES[value],) * (number + 1))
        return DropOut(steal=chosen[-1] == OUT_STEAL)

    def legal(self, view: KarteneckView, chosen: Ids = ()) -> list[int]:
        """Return the ids that may be chosen: after a worm, those above it and `lay`."""
        if not isinstance(view.moves, Choices):
            return []
        layable = {sort_of(cards[0]): cards for cards in view.moves.layable}
        worms = [FIRST_WORM + card - WORM_SORT for card in layable.pop(WORM_SORT, ())]
        if chosen:
            return [LAY_WORMS, *(worm for worm in worms if worm > chosen[-1])]
        outs = [OUT, OUT_STEAL][: len(view.moves.outs)]
        lays = [self._value_id(value, n) for value, cards in layable.items() for n in range(1, len(cards) + 1)]
        return [*outs, *worms, *lays]

    def ends_turn(self, step: Move | ChanceOutcome, after: KarteneckState) -> bool:
        """Return whether the step was a turn: laying cards, or dropping out."""
        return isinstance(step, Move)

    def tokens(self, step: Move | ChanceOutcome, by: int | None, viewer: int) -> tuple[int, ...]:
        """Return the tokens of a step: 1 to 113 for actions, 114 to 143 for the viewer's cards, then portions."""
        if isinstance(step, Move):
            return tuple(action + 1 for action in self.ids(step))
        if isinstance(step, Grill):
            return tuple(FIRST_PORTION_TOKEN + _KIND[portion] for portion in step.things)
        if isinstance(step, Draw) and by == viewer:
            return tuple(FIRST_CARD_TOKEN + card - 1 for card in step.things)
        return ()

    def _value_id(self, value: int, number: int) -> int:
        if number > COPIES:
            raise BadNotation("bad_move", f"There are no {number} cards with the value {value}.")
        return FIRST_VALUE + (value - VALUES[0]) * COPIES + number - 1

    def _fields(self) -> Iterator[Field]:
        seats, deck = self.seats, len(VALUES) * COPIES + WORM_CARDS
        cards = "for the values 1 to 5 and the worms W1 to W25"
        slots = f"the portions 0, 0, 0 and {PORTIONS[0]} to {PORTIONS[1]}"
        yield from self._seat_fields()
        yield Field("chance", (1,), 1, "1 if cards or portions are about to be drawn")
        yield Field("hand", (CARDS,), COPIES, f"the viewer's cards, {cards}")
        yield Field("chosen", (WORM_CARDS,), 1, "1 for each worm that the viewer has chosen to lay now")
        yield Field("hand_sizes", (seats,), deck, "cards in each seat's hand")
        yield Field("layouts", (seats, CARDS), COPIES, f"cards that each seat has laid, {cards}")
        yield Field("out", (seats,), 1, "1 for each seat that has dropped out")
        yield Field("stacks", (seats, len(SLOTS)), len(SLOTS), f"place of {slots} in a seat's stack, 1 for the top")
        yield Field("grill", (len(KINDS),), ZEROS, f"portions 0 and {PORTIONS[0]} to {PORTIONS[1]} on the grill")
        yield Field("discard", (CARDS,), COPIES, f"cards in the discard pile, {cards}")
        yield Field("supply", (1,), len(SLOTS), "portions for coming rounds")
        yield Field("pile", (1,), deck, "cards in the draw pile")

    def _write(self, view: KarteneckView, chosen: Ids, parts: Mapping[str, Numbers]) -> None:
        order = self._from_viewer(self._viewer(view))
        parts["chance"][0] = view.to_act is CHANCE
        _count(parts["hand"], view.hand)
        for worm in chosen:
            parts["chosen"][worm - FIRST_WORM] = 1
        zero = 0
        for row, seat in enumerate(order):
            parts["hand_sizes"][row] = view.hand_sizes[seat]
            _count(parts["layouts"][row], view.layouts[seat])
            parts["out"][row] = view.out[seat]
            for portion, place in places(view.stacks[seat]):
                # Zeros are interchangeable: they take their slots in the order in which they occur.
                parts["stacks"][row, _KIND[portion] + ZEROS - 1 if portion else zero] = place
                zero += not portion
        for portion in view.grill:
            parts["grill"][_KIND[portion]] += 1
        _count(parts["discard"], view.discard)
        parts["supply"][0] = view.supply
        parts["pile"][0] = view.pile

    def _read(self, parts: Mapping[str, Numbers], seat: int) -> tuple[KarteneckState, Ids]:
        order = self._from_viewer(seat)
        rows = [order.index(each) for each in range(self.seats)]
        hand, discard = _cards(parts["hand"]), _cards(parts["discard"])
        layouts = tuple(_cards(parts["layouts"][row]) for row in rows)
        sizes = [0 if each == seat else int(parts["hand_sizes"][row]) for each, row in enumerate(rows)]
        unseen = _without(self.setup.deck, (*hand, *discard, *(card for layout in layouts for card in layout)))
        starts = accumulate(sizes, initial=0)
        hands = [unseen[start : start + size] for start, size in zip(starts, sizes, strict=False)]
        hands[seat] = hand
        grill = tuple(portion for portion, number in zip(KINDS, parts["grill"], strict=True) for _ in range(number))
        state = KarteneckState(
            setup=self.setup,
            hands=tuple(hands),
            layouts=layouts,
            out=tuple(bool(parts["out"][row]) for row in rows),
            stacks=tuple(_stack(parts["stacks"][row]) for row in rows),
            grill=grill,
            unseen=(),  # the view has only their number
            supply=int(parts["supply"][0]),
            pile=unseen[sum(sizes) :],
            discard=discard,
            seat=order[int(parts["turn"].argmax())],
            draws=int(bool(parts["chance"][0]) and bool(grill)),
        )
        return state, tuple(FIRST_WORM + int(worm) for worm in np.flatnonzero(parts["chosen"]))


def _count(counts: Numbers, cards: Cards) -> None:
    for card in cards:
        counts[card - 1] += 1


def _cards(counts: Numbers) -> Cards:
    return tuple(int(kind) + 1 for kind in np.flatnonzero(counts) for _ in range(counts[kind]))


def _worms(chosen: Iterable[int]) -> Cards:
    return tuple(worm - FIRST_WORM + WORM_SORT for worm in chosen)


def _stack(row: Numbers) -> tuple[int, ...]:
    held = [int(slot) for slot in np.flatnonzero(row)]
    return tuple(SLOTS[slot] for slot in sorted(held, key=lambda slot: -int(row[slot])))


def _without(deck: Cards, seen: Cards) -> Cards:
    left = Counter(deck)
    left.subtract(seen)
    return tuple(sorted(left.elements()))

"""The drawing of Karteneck: grill, layouts with totals, stacks, and the hands that may be seen."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from heckmeck.games.drawing import HINT, Block, Drawing, Line, Screen, Span, aligned, words, wrapped
from heckmeck.games.karteneck.cards import WORM_SORT, Cards, card_name, has_worm, sort_of, total
from heckmeck.games.karteneck.setup import KarteneckSetup
from heckmeck.games.pieces import (
    below,
    fitted,
    number_cell,
    on_grill,
    open_portion,
    players,
    result_lines,
    stack_cell,
    tiles,
)
from heckmeck.games.portion import Stack, stack_standings
from heckmeck.games.wording import count, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ACROSS = 5


class Scene(NamedTuple):
    """The parts of a state or view that are drawn.

    `hands` has the hands that may be seen, by seat; `ended` is the reason why the game is over, empty while it is not.
    """

    setup: KarteneckSetup
    hands: Mapping[int, Cards]
    hand_sizes: tuple[int, ...]
    layouts: tuple[Cards, ...]
    out: tuple[bool, ...]
    stacks: tuple[Stack, ...]
    grill: tuple[int, ...]
    supply: int
    pile: int
    discarded: int
    turn_of: int
    ended: str
    viewer: int | None = None

    def draw(self, names: Sequence[str], screen: Screen) -> Drawing:
        """Return the whole table."""
        return fitted(lambda compact: self._table(names, screen, compact), screen)

    def _table(self, names: Sequence[str], screen: Screen, compact: bool) -> Block:
        piles = words(
            f"{count(self.supply, 'portion')} in the supply, {count(self.pile, 'card')} in the draw pile, "
            f"{self.discarded} discarded",
            HINT,
        )
        seats = players(
            ("worms", "hand", "layout", "stack, top first"),
            [self._cells(seat) for seat in range(self.setup.seats)],
            active=None if self.ended else self.turn_of,
            viewer=self.viewer,
            names=names,
            screen=screen,
        )
        hands = self._result(names, screen) if self.ended else self._hands(names, screen)
        return [*on_grill(self._grill(screen)), *wrapped(piles, screen.width), *seats, *below(hands, compact)]

    def _grill(self, screen: Screen) -> Block:
        if not self.grill:
            return [(Span("empty", HINT),)]
        return tiles([open_portion(portion, self.setup.worms[portion]) for portion in self.grill], ACROSS, screen)

    def _cells(self, seat: int) -> Sequence[Line]:
        stack = self.stacks[seat]
        worms = sum(self.setup.worms[portion] for portion in stack)
        return number_cell(worms), number_cell(self.hand_sizes[seat]), self._layout(seat), stack_cell(stack)

    def _layout(self, seat: int) -> Line:
        layout, out = self.layouts[seat], self.out[seat]
        if not layout:
            return (Span("out, without a worm" if out else "", HINT),)
        line = [*_cards(layout), Span(f"= {total(layout)}", "sum")]
        if not has_worm(layout):
            line += [Span(" "), Span("no worm", "worm")]
        if out:
            line += [Span(" "), Span("out", HINT)]
        return tuple(line)

    def _result(self, names: Sequence[str], screen: Screen) -> Block:
        standings = stack_standings(self.stacks, self.setup.worms.__getitem__)
        return result_lines(self.ended, standings, "worm", names, screen)

    def _hands(self, names: Sequence[str], screen: Screen) -> Block:
        """Return the hands that may be seen, with their owners."""
        rows = [
            ((Span("your hand" if seat == self.viewer else f"hand of {seat_name(seat, names)}", HINT),), _cards(hand))
            for seat, hand in self.hands.items()
            if hand
        ]
        return aligned(rows, screen.width) if rows else []


def _cards(cards: Cards) -> Line:
    """Return cards in groups of a sort."""
    line: list[Span] = []
    for sort, group in groupby(cards, key=sort_of):
        for card in group:
            line += [Span(f" {card_name(card)} ", "die_worm" if sort == WORM_SORT else "die"), Span(" ")]
        line.append(Span(" "))
    return tuple(line)

"""The table of Karteneck: grill, layouts with totals, stacks, and the viewer's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from heckmeck.cli.draw.pieces import on_grill, open_portion, player, players, rows, stack
from heckmeck.cli.words import count
from heckmeck.games.karteneck import Cards, KarteneckView, card_name, sort_of
from heckmeck.games.karteneck.cards import WORM_SORT, has_worm


def draw_karteneck(view: KarteneckView, names: Sequence[str]) -> RenderableType:
    """Return the whole table. Of the hands only the viewer's own is known to the view."""
    grill = rows([open_portion(portion, view.setup.worms[portion]) for portion in view.grill], 5)
    piles = Text(
        f"{count(view.supply, 'portion')} in the supply, {count(view.pile, 'card')} in the draw pile, "
        f"{len(view.discard)} discarded",
        style="hint",
    )
    lines = [
        (
            player(seat, names, view.seat),
            str(view.scores[seat]),
            str(view.hand_sizes[seat]),
            _layout(view, seat),
            stack(view.stacks[seat]),
        )
        for seat in range(view.setup.seats)
    ]
    active = None if view.to_act is None else view.turn_of
    table = players(("worms", "hand", "layout", "stack, top first"), lines, active)
    parts: list[RenderableType] = [on_grill(grill if view.grill else Text("empty", style="hint")), piles, table]
    if view.seat is not None and view.to_act is not None:
        parts += ["", Text.assemble(("your hand  ", "hint"), _cards(view.hand))]
    return Group(*parts)


def _layout(view: KarteneckView, seat: int) -> Text:
    layout = view.layouts[seat]
    text = _cards(layout)
    if layout:
        text.append(f"= {view.totals[seat]}", style="bold")
        if not has_worm(layout):
            text.append(" no worm", style="worm")
    if view.out[seat]:
        text.append(" out" if layout else "out, without a worm", style="hint")
    return text


def _cards(cards: Cards) -> Text:
    """Return cards in groups of a sort."""
    text = Text()
    for sort, group in groupby(cards, key=sort_of):
        for card in group:
            text.append(f" {card_name(card)} ", style="die_worm" if sort == WORM_SORT else "die")
            text.append(" ")
        text.append(" ")
    return text

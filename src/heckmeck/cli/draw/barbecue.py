"""The table of Barbecue: the board of spots with plates and snails, the players, the dice."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from heckmeck.cli.console import SHAPES
from heckmeck.cli.draw.pieces import on_grill, player, players, rows, tile, turn_line, worms
from heckmeck.games.barbecue import BarbecueView, Spot

ACROSS = 7
SNAIL_SIGN = "@"


def draw_barbecue(view: BarbecueView, names: Sequence[str]) -> RenderableType:
    """Return the whole table."""
    board = rows(
        [
            _spot(number, worth, spot)
            for number, (worth, spot) in enumerate(zip(view.setup.worms, view.spots, strict=True), view.setup.spots[0])
        ],
        ACROSS,
    )
    pool = f"snails in the pool: [snail]{SNAIL_SIGN * view.pool} {view.pool}[/]"
    lines = [
        (
            player(seat, names, view.seat),
            str(view.scores[seat]),
            str(view.worms[seat]),
            Text(f"{view.snails[seat]} {SNAIL_SIGN * view.snails[seat]}", style="snail"),
        )
        for seat in range(view.setup.seats)
    ]
    over = view.to_act is None
    table = players(("points", "worms", "snails"), lines, None if over else view.turn_of)
    parts: list[RenderableType] = [on_grill(board, "barbecue", pool), table, ""]
    if not over:
        parts.append(turn_line(view.kept, view.rolled, view.total, "barbecue_die"))
    return Group(*parts)


def _spot(number: int, worth: int, spot: Spot) -> Text:
    """Return a spot: its number and worms above, what lies on it below."""
    if spot.snail:
        content = Text(f"{SNAIL_SIGN}_/", style="snail")
    elif spot.owner is None:
        content = Text("·", style="hint")
    else:
        content = Text(SHAPES[spot.owner] * spot.plates, style=f"seat{spot.owner}")
        if spot.plates == 2:
            content = Text.assemble("[", content, "]")
    return tile(Text(str(number), style="portion"), worms(worth), content, style="")

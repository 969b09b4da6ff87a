"""The table of Bratwurmeck: grill, stacks, dice."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from heckmeck.cli.draw.pieces import on_grill, open_portion, player, players, rows, stack, tile, turn_line
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.bratwurmeck.setup import worms_on

ACROSS = 8


def draw_bratwurmeck(view: BratwurmeckView, names: Sequence[str]) -> RenderableType:
    """Return the whole table."""
    lowest, highest = view.setup.portions
    grill = rows([_portion(view, portion) for portion in range(lowest, highest + 1)], ACROSS)
    lines = [
        (player(seat, names, view.seat), str(view.scores[seat]), stack(portions))
        for seat, portions in enumerate(view.stacks)
    ]
    parts: list[RenderableType] = [on_grill(grill), players(("worms", "stack, top first"), lines, _active(view)), ""]
    if view.grill:
        parts.append(turn_line(view.kept, view.rolled, view.total, "die"))
    return Group(*parts)


def _active(view: BratwurmeckView) -> int | None:
    return view.turn_of if view.grill else None


def _portion(view: BratwurmeckView, portion: int) -> Text:
    if portion in view.grill:
        return open_portion(portion, worms_on(portion))
    if portion in view.turned:
        return tile("▒▒▒▒", "▒▒▒▒", style="turned")
    return tile("·", "", style="gone")

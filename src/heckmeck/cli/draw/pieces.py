"""The pieces that pictures are made of: tiles, dice, players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heckmeck.cli.console import out, seat_text
from heckmeck.games.dice import DICE

WORM_SIGN = "~"
TILE = 6
"""The width of a tile."""


def tile(*lines: str | Text, style: str, width: int = TILE) -> Text:
    """Return a small block of lines, each in the middle."""
    block = Text()
    for number, line in enumerate(lines):
        text = line.copy() if isinstance(line, Text) else Text(line)
        text.align("center", width)
        if number:
            block.append("\n")
        block.append_text(Text("").append_text(text))
    block.stylize_before(style)
    return block


LOW = 32
"""A screen with fewer lines gets no empty ones between rows."""


def rows(tiles: Sequence[Text], across: int) -> Table:
    """Return tiles side by side, so many across, or fewer where the screen is narrow."""
    across = max(1, min(across, (out.width - 8) // (TILE + 1)))
    grid = Table.grid(padding=(0, 1))
    for start in range(0, len(tiles), across):
        if start and out.height >= LOW:
            grid.add_row("")
        grid.add_row(*tiles[start : start + across])
    return grid


def worms(number: int) -> Text:
    """Return worms to count: up to five as signs, more as a number."""
    return Text(WORM_SIGN * number if number <= 5 else f"{number}{WORM_SIGN}", style="worm")


def open_portion(portion: int, number: int) -> Text:
    """Return a portion that lies open, with its worms."""
    return tile(Text(str(portion), style="bold"), worms(number), style="portion")


def on_grill(content: RenderableType, title: str = "grill", below: str | None = None) -> Panel:
    """Return something framed by the grill, with a word above and one below."""
    return Panel(
        content,
        title=f"[ember]≋≋ {title} ≋≋[/]",
        subtitle=below,
        border_style="ember",
        expand=False,
        padding=(0, 2),
    )


def dice(faces: Iterable[str], style: str) -> Text:
    """Return dice in a row."""
    row = Text()
    for face in faces:
        row.append(f" {face} ", style=f"{style}_worm" if face == "W" else style)
        row.append(" ")
    return row


def turn_line(kept: str, rolled: str, total: int, die_style: str) -> Group:
    """Return the dice of the turn: those set aside in groups, their sum, and those just rolled."""
    aside = Text.assemble(("kept    ", "hint"))
    for _, group in groupby(kept):
        aside.append_text(dice(group, "kept_die")).append(" ")
    aside.append(f"= {total}" if kept else "nothing yet", style="bold" if kept else "hint")
    aside.append("" if not kept or "W" in kept else "   no worm yet", style="worm")
    if rolled:
        return Group(aside, Text.assemble(("rolled  ", "hint"), dice(rolled, die_style)))
    return Group(aside, Text(f"left    {DICE - len(kept)} dice to roll", style="hint"))


def players(headings: Sequence[str], cells: Iterable[Sequence[RenderableType]], active: int | None) -> Table:
    """Return the players, one a line, the active one marked."""
    table = Table(box=None, pad_edge=False, header_style="hint", padding=(0, 2, 0, 0))
    for heading in ("", "player", *headings):
        table.add_column(heading)
    for seat, line in enumerate(cells):
        table.add_row(Text("▶" if seat == active else " ", style="ember"), *line)
    return table


def stack(portions: Sequence[int]) -> Text:
    """Return a stack, its top first; only the top can be stolen."""
    if not portions:
        return Text("nothing", style="hint")
    text = Text(f" {portions[-1]} ", style="portion")
    buried = " ".join(map(str, reversed(portions[:-1])))
    return Text.assemble(text, Text(f" on {buried}" if buried else "", style="hint"))


def player(seat: int, names: Sequence[str], viewer: int | None) -> Text:
    """Return the name of a seat; the viewer's own is marked."""
    own = " (you)" if seat == viewer else ""
    return Text.assemble(seat_text(seat, names[seat]), (own, "hint"))

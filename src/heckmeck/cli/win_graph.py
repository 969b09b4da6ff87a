"""Everybody's chance to win over a game, drawn with characters: a band for each seat, as thick as its chance."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from heckmeck.bots.win_shares import Shares
from heckmeck.cli.console import out
from heckmeck.games.pieces import SHAPES

ROWS = 12
"""Height of the graph in lines."""
MARGIN = 6
"""Columns for the axis at its left."""
LETTERS = "ABCDEFG"
"""What stands for the seats where the terminal knows ASCII only."""
LEAST_GAP = 8
"""Columns between two numbers of turns."""


def win_graph(course: Sequence[Shares], width: int, unit: str = "turn") -> list[Text]:
    """Return the lines of the graph, the first seat on top, and below them the numbers of the turns or rounds."""
    columns = max(width - MARGIN, 10)
    places = [place * (len(course) - 1) / (columns - 1) for place in range(columns)]
    shares = [_between(course, place) for place in places]
    lines = [_line(row, shares) for row in range(ROWS)]
    return [*lines, _axis(len(course) - 1, columns, unit)]


def seat_sign(seat: int) -> str:
    """Return the shape of a seat, or its letter.

    >>> seat_sign(0) in ("●", "A")
    True
    """
    return (LETTERS if out.options.ascii_only else SHAPES)[seat % len(SHAPES)]


def _line(row: int, shares: Sequence[Shares]) -> Text:
    label = {0: "100 %", ROWS // 2: " 50 %", ROWS - 1: "  0 %"}.get(row, "     ")
    line = Text(f"{label} ", "hint")
    for share in shares:
        seat = _seat_at((row + 0.5) / ROWS, share)
        line.append(seat_sign(seat), f"seat{seat % len(SHAPES)}")
    return line


def _seat_at(height: float, shares: Shares) -> int:
    """Return whose band is at this height, from 0 at the top to 1."""
    reached = 0.0
    for seat, share in enumerate(shares):
        reached += share
        if height <= reached:
            return seat
    return len(shares) - 1


def _between(course: Sequence[Shares], place: float) -> Shares:
    """Return the chances between two turns."""
    before = min(int(place), len(course) - 1)
    after = min(before + 1, len(course) - 1)
    part = place - before
    return tuple(one + part * (other - one) for one, other in zip(course[before], course[after], strict=True))


def _axis(turns: int, columns: int, unit: str) -> Text:
    marks = [" "] * (MARGIN + columns)
    free = 0
    for turn in range(turns + 1):
        text = str(turn)
        at = MARGIN + round(turn * (columns - 1) / max(turns, 1)) - len(text) // 2
        if at >= free and at + len(text) <= len(marks):
            marks[at : at + len(text)] = text
            free = at + len(text) + LEAST_GAP
    return Text("".join(marks).replace(" " * len(unit), unit, 1) if turns else "", "hint")

"""Drawings: a position as lines of text. Each part of a line says what it shows, so that a terminal can colour it.

>>> coin = [(Span("heads", "coin"),)]
>>> drawing = Drawing(frame(coin, "table"))
>>> print(drawing)
╭── table ──╮
│  heads    │
╰───────────╯
>>> drawing.lines[1][2]
Span(text='heads', role='coin')
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP = 2
"""The space between two columns."""
PADDING = 2
"""The space between a frame and its content."""
FRAME = "frame"
HINT = "hint"


class Span(NamedTuple):
    """A piece of text and what it shows: `worm`, `portion`, `seat0`, ...; plain text has no role."""

    text: str
    role: str = ""


Line = tuple[Span, ...]
Block = list[Line]
"""Lines below each other."""


class Screen(NamedTuple):
    """The size that a drawing should fit into, in characters."""

    width: int = 80
    height: int = 24


SCREEN = Screen()
"""The screen that `str(state)` and `str(view)` draw for."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished drawing. `str(drawing)` is its plain text."""

    lines: Block

    @classmethod
    def of_text(cls, text: str) -> Drawing:
        """Return plain text as a drawing."""
        return cls([(Span(line),) for line in text.splitlines()])

    def __str__(self) -> str:
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)


def text_width(text: str) -> int:
    """Return the number of columns that a text takes up in a terminal.

    >>> text_width("Ann"), text_width("安娜")
    (3, 4)
    """
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def width(line: Line) -> int:
    """Return the number of columns that a line takes up."""
    return sum(text_width(text) for text, _ in line)


def centered(line: Line, columns: int, role: str = "") -> Line:
    """Return the line centered in this number of columns."""
    spare = max(columns - width(line), 0)
    return (Span(" " * (spare // 2), role), *line, Span(" " * (spare - spare // 2), role))


def padded(line: Line, columns: int) -> Line:
    """Return the line padded with spaces to this number of columns."""
    return (*line, Span(" " * (columns - width(line))))


def wrapped(line: Line, columns: int) -> Block:
    """Break a line between its spans if it is too long; blanks around a break are left out.

    >>> [[span.text for span in part] for part in wrapped((Span("one"), Span(" "), Span("two")), 5)]
    [['one'], ['two']]
    """
    parts: Block = []
    part: list[Span] = []
    for span in line:
        if part and width((*part, span)) > columns:
            parts.append(_stripped(part))
            part = []
        if part or span.role or span.text.strip():
            part.append(span)
    return [*parts, tuple(part)]


def _stripped(part: list[Span]) -> Line:
    """Return the line without blank spans at its end."""
    end = len(part)
    while end and not part[end - 1].role and not part[end - 1].text.strip():
        end -= 1
    return tuple(part[:end])


def beside(blocks: Sequence[Block]) -> Block:
    """Return blocks of the same height side by side."""
    lines: Block = []
    for parts in zip(*blocks, strict=True):
        line: list[Span] = []
        for part in parts:
            line += part if not line else (Span(" "), *part)
        lines.append(tuple(line))
    return lines


def frame(content: Block, title: str, below: Line = ()) -> Block:
    """Return the content in a box, with a title on its upper edge and optional text on its lower edge."""
    words = (Span(f" {title} ", FRAME),)
    if below:
        below = (Span(" ", FRAME), *below, Span(" ", FRAME))
    inner = max([width(words) + 4, width(below) + 4, *(width(line) + 2 * PADDING for line in content)])
    space = Span(" " * PADDING)
    side = Span("│", FRAME)
    body = [(side, space, *padded(line, inner - 2 * PADDING), space, side) for line in content]
    return [_edge("╭", words, inner, "╮"), *body, _edge("╰", below, inner, "╯")]


def _edge(left: str, words: Line, inner: int, right: str) -> Line:
    spare = inner - width(words)
    return (
        Span(left + "─" * (spare // 2), FRAME),
        *words,
        Span("─" * (spare - spare // 2) + right, FRAME),
    )


def words(text: str, role: str) -> Line:
    """Return a text as a line that may be broken between its words."""
    line: list[Span] = []
    for word in text.split():
        line += [Span(" "), Span(word, role)] if line else [Span(word, role)]
    return tuple(line)


def table(headings: Sequence[str], rows: Iterable[Sequence[Line]], columns: int) -> Block:
    """Return rows of cells below their headings. If they are too wide, the widest cells are wrapped."""
    return aligned([tuple(words(heading, HINT) for heading in headings), *rows], columns)


def aligned(rows: Sequence[Sequence[Line]], columns: int) -> Block:
    """Return rows of cells, aligned in columns."""
    widths = _column_widths(rows, columns)
    return [line for row in rows for line in _row(row, widths)]


def _column_widths(cells: Sequence[Sequence[Line]], columns: int) -> list[int]:
    """Return the width of each column: that of its widest cell, or less if the table would be too wide."""
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    least = [max(map(_longest_span, column)) for column in zip(*cells, strict=True)]
    room = columns - GAP * (len(widths) - 1)
    while sum(widths) > room and widths != least:
        widest = max((each for each in range(len(widths)) if widths[each] > least[each]), key=widths.__getitem__)
        widths[widest] -= 1
    return widths


def _longest_span(cell: Line) -> int:
    return max((text_width(text) for text, _ in cell), default=0)


def _row(cells: Sequence[Line], widths: Sequence[int]) -> Block:
    broken = [wrapped(cell, columns) for cell, columns in zip(cells, widths, strict=True)]
    height = max(map(len, broken))
    lines: Block = []
    for number in range(height):
        line: list[Span] = []
        for parts, columns in zip(broken, widths, strict=True):
            part = parts[number] if number < len(parts) else ()
            line += [*padded(part, columns), Span(" " * GAP)]
        lines.append(tuple(line[:-1]))
    return lines

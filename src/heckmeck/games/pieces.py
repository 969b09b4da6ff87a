"""The pieces that the drawings of our games have in common: tiles, dice, players, stacks."""

from __future__ import annotations

from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from heckmeck.games.dice import DICE, WORM, WORM_VALUE
from heckmeck.games.drawing import (
    GAP,
    HINT,
    Block,
    Drawing,
    Line,
    Screen,
    Span,
    beside,
    centered,
    frame,
    padded,
    table,
    width,
    words,
    wrapped,
)
from heckmeck.games.outcome import rank
from heckmeck.games.wording import count, reason_text, seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from heckmeck.games.outcome import Standing
    from heckmeck.games.portion import Stack

SHAPES = "●▲■◆★✚⬢"
"""A shape for each seat, so that seats can be told apart without colour."""
WORM_SIGN = "~"
TILE = 6
"""The width of a tile."""
MARGIN = 8
"""The width of a frame and its padding, with a little to spare."""
TALL = 32
"""Minimum height of a screen, in lines, for empty lines between the rows of tiles."""
MOST_SIGNS = 5
"""Maximum number of worms that are drawn one by one; more are written as a number."""


def fitted(draw: Callable[[bool], Block], screen: Screen) -> Drawing:
    """Return the full drawing, `draw(False)`, or the compact one if the screen is not high enough."""
    roomy = draw(False)
    return Drawing(roomy if len(roomy) <= screen.height else draw(True))


def seat_span(seat: int, name: str) -> Span:
    """Return a player's name with the shape of the seat.

    >>> seat_span(1, "Bo")
    Span(text='▲ Bo', role='seat1')
    """
    number = seat % len(SHAPES)
    return Span(f"{SHAPES[number]} {name}", f"seat{number}")


def worms(number: int, role: str = "worm") -> Span:
    """Return a number of worms: a few as signs, more as a number."""
    return Span(WORM_SIGN * number if number <= MOST_SIGNS else f"{number}{WORM_SIGN}", role)


def tile(*lines: Line, role: str = "") -> Block:
    """Return a small block of lines, each centered; the role is that of the space around them."""
    return [centered(line, TILE, role) for line in lines]


def open_portion(portion: int, number: int) -> Block:
    """Return a portion that lies open, with its worms."""
    return tile((Span(str(portion), "portion"),), (worms(number, "portion_worm"),), role="portion")


def tiles(blocks: Sequence[Block], across: int, screen: Screen) -> Block:
    """Return rows of tiles, at most `across` in each, and fewer if the screen is narrow."""
    across = max(1, min(across, (screen.width - MARGIN) // (TILE + 1)))
    lines: Block = []
    for start in range(0, len(blocks), across):
        if start and screen.height >= TALL:
            lines.append(())
        lines += beside(blocks[start : start + across])
    return lines


def on_grill(content: Block, title: str = "grill", below: Line = ()) -> Block:
    """Return the content in the frame of the grill."""
    return frame(content, f"≋≋ {title} ≋≋", below)


def players(
    headings: Sequence[str],
    cells: Sequence[Sequence[Line]],
    *,
    active: int | None,
    viewer: int | None,
    names: Sequence[str],
    screen: Screen,
    compact: bool = False,
) -> Block:
    """Return the players with what they own, one per line (if compact, two if they fit), the active one marked."""
    rows: list[tuple[Line, Line, Sequence[Line]]] = []
    for seat, line in enumerate(cells):
        mark = Span("▶" if seat == active else " ", "active")
        own = Span(" (you)" if seat == viewer else "", HINT)
        rows.append(((mark,), (seat_span(seat, seat_name(seat, names)), own), line))
    one = table(("", "player", *headings), [(mark, player, *line) for mark, player, line in rows], screen.width)
    if not compact:
        return one
    header = ("  player", *(heading.partition(",")[0] for heading in headings))
    narrow = [((*mark, Span(" "), *player), *line) for mark, player, line in rows]
    half, columns = (len(rows) + 1) // 2, (screen.width - GAP) // 2
    two = [table(header, part, columns) for part in (narrow[:half], narrow[half:])]
    return _side_by_side(two, columns) if max(map(len, two)) < len(one) and _widest(two) <= columns else one


def _widest(blocks: Sequence[Block]) -> int:
    return max(width(line) for block in blocks for line in block)


def _side_by_side(blocks: Sequence[Block], columns: int) -> Block:
    """Return blocks of any height side by side, each in this number of columns."""
    lines: Block = []
    for parts in zip_longest(*blocks, fillvalue=()):
        lines.append(tuple(span for part in parts for span in (*padded(part, columns), Span(" " * GAP))))
    return lines


def number_cell(number: int) -> Line:
    """Return a number for the players' table."""
    return (Span(str(number)),)


def stack_cell(stack: Stack) -> Line:
    """Return a stack, its top first; only the top can be stolen."""
    if not stack:
        return (Span("nothing", HINT),)
    line = [Span(f" {stack[-1]} ", "portion")]
    for word in ["on", *map(str, reversed(stack[:-1]))] if len(stack) > 1 else []:
        line += [Span(" "), Span(word, HINT)]
    return tuple(line)


def turn_lines(kept: str, rolled: str, die: str) -> Block:
    """Return the dice of the turn: those set aside in groups, their sum, and those just rolled."""
    line = [Span("kept    ", HINT)]
    for _, group in groupby(kept):
        line += [*_dice(group, "kept_die"), Span(" ")]
    if kept:
        line.append(Span(f"= {_total(kept)}", "sum"))
        line.append(Span("" if WORM in kept else "   no worm yet", "worm"))
    else:
        line.append(Span("nothing yet", HINT))
    if rolled:
        return [tuple(line), (Span("rolled  ", HINT), *_dice(rolled, die))]
    left = DICE - len(kept)
    return [tuple(line), (Span(f"left    {left} {'die' if left == 1 else 'dice'} to roll", HINT),)]


def below(lines: Block, compact: bool) -> Block:
    """Return the lines below the players, after an empty line unless the drawing is compact."""
    return [(), *lines] if lines and not compact else lines


def result_lines(reason: str, standings: Sequence[Standing], noun: str, names: Sequence[str], screen: Screen) -> Block:
    """Return lines that say why the game is over and who won with which score; `noun` is the unit of the score."""
    outcome = rank(reason, standings)
    winners, best = outcome.winners, outcome.winners[0]
    line: list[Span] = []
    for place, seat in enumerate(winners):
        line += [*_separator(place, len(winners)), seat_span(seat, seat_name(seat, names))]
    score, highest = standings[best]
    verb = "wins" if len(winners) == 1 else "share the win"
    tie = f"; {highest} decides the tie" if len(winners) == 1 and outcome.scores.count(score) > 1 else ""
    line += [Span(" "), *words(f"{verb} with {count(score, noun)}{tie}.", "sum")]
    why = words(f"The game is over. {reason_text(reason)}", "")
    return [*wrapped(why, screen.width), *wrapped(tuple(line), screen.width)]


def _separator(place: int, number: int) -> Line:
    """Return the separator before the name at this place in a list of names."""
    if place == 0:
        return ()
    return (Span(" "), Span("and"), Span(" ")) if place == number - 1 else (Span(","), Span(" "))


def _dice(faces: Iterable[str], role: str) -> list[Span]:
    row: list[Span] = []
    for face in faces:
        row += [Span(f" {face} ", f"{role}_worm" if face == WORM else role), Span(" ")]
    return row


def _total(dice: str) -> int:
    return sum(WORM_VALUE if face == WORM else int(face) for face in dice)

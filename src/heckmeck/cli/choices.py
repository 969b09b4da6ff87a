"""The choices of a decision, numbered, with their effects and the coach's advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from heckmeck.cli.console import BEST, out, sign
from heckmeck.cli.verdict import grade
from heckmeck.cli.win_words import percent
from heckmeck.games import Move, View, get
from heckmeck.play.advice import Option, option_for

UNLIMITED = 1000
"""A width that is enough for any table."""


class Choice(NamedTuple):
    """A move with its number, its effect, and the coach's advice, which is empty while there is none."""

    number: int
    move: Move
    hint: str
    grade: str = ""
    win: str = ""
    success: str = ""
    gain: str = ""
    best: bool = False


class ChoiceList:
    """All choices that are offered. Their numbers do not change when the advice arrives."""

    def __init__(self, view: View, names: Sequence[str], options: Sequence[Option] = ()) -> None:
        self._view = view
        self._options = options
        self._unit = get(view.game).unit
        self.moves = self._listed()
        self._choices = [self._choice(number, move, names) for number, move in enumerate(self.moves, 1)]

    def _listed(self) -> list[Move]:
        """Return the moves to offer, followed by the best one if it is not among them."""
        listed = list(self._view.main_moves)
        if self._options:
            best = self._options[0]
            if not any(option_for(self._view, move, self._options) is best for move in listed):
                move = get(self._view.game).parse(best.move)
                assert isinstance(move, Move)
                listed.append(move)
        return listed

    def _choice(self, number: int, move: Move, names: Sequence[str]) -> Choice:
        choice = Choice(number, move, self._view.hint(move, names))
        option = option_for(self._view, move, self._options) if self._options else None
        if option is None:
            return choice
        win = "" if option.win is None else percent(option.win)
        success = "" if option.success is None else f"{100 * option.success:.0f} %"
        error = "" if option.error is None else f" ± {option.error:.2f}"
        gain = sign(f"{option.gain:+.2f}{error}")
        return choice._replace(
            grade=grade(option, self._options, self._view.setup.seats),
            win=win,
            success=success,
            gain=gain,
            best=option is self._options[0],
        )

    def render(self, columns: int, width: int) -> RenderableType:
        """Return the choices in one column, or in up to `columns` columns, in which hints may be left out."""
        shown = next((table for table in self._tables(columns) if _width(table) <= width), self._table(1, hints=True))
        other = next((move for move in self._view.moves if move not in self.moves), None)
        if other is None:
            return shown
        return Group(shown, f"[hint]or any other legal move, such as[/] [bold]{escape(str(other))}[/]")

    def _tables(self, most: int) -> Iterator[Table]:
        """Yield tables with several columns, the widest first."""
        for columns in range(min(most, len(self._choices)), 1, -1):
            yield self._table(columns, hints=True)
            yield self._table(columns, hints=False)

    def _table(self, columns: int, hints: bool) -> Table:
        table = Table(
            box=None, show_header=bool(self._options) and columns == 1, header_style="hint", padding=(0, 2, 0, 0)
        )
        for _ in range(columns):
            for heading, right in self._headings(hints):
                table.add_column(heading, justify="right" if right else "left", no_wrap=right)
        cells = [[*self._cells(choice, hints)] for choice in self._choices]
        height = -(-len(cells) // columns)
        for row in range(height):
            table.add_row(*(cell for choice in cells[row::height] for cell in choice))
        return table

    def _headings(self, hints: bool) -> Iterator[tuple[str, bool]]:
        """Yield the headings of a choice's cells, and whether the cells are numbers."""
        yield "", True
        yield "", False
        if hints:
            yield "", False
        if self._options:
            yield "coach", False
            if self._options[0].win is not None:
                yield "wins", True
            if self._options[0].success is not None:
                yield "success", True
            yield self._unit, True

    def _cells(self, choice: Choice, hints: bool) -> Iterator[Text]:
        yield Text.assemble((sign(BEST) if choice.best else "", "good"), (str(choice.number), "key"))
        yield Text(str(choice.move), "bold")
        if hints:
            yield Text(choice.hint, "hint")
        if self._options:
            yield Text(choice.grade, grade_style(choice.grade))
            if self._options[0].win is not None:
                yield Text(choice.win)
            if self._options[0].success is not None:
                yield Text(choice.success)
            yield Text(choice.gain)


def grade_style(grade: str) -> str:
    """Return the style of a grade: `better` looks like `good`, and so on."""
    return {"better": "good", "fair": "risky", "about equal": "risky", "worse": "poor"}.get(grade, grade)


def _width(table: Table) -> int:
    return out.measure(table, options=out.options.update(max_width=UNLIMITED)).maximum

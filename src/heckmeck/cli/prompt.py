"""Asking a person at the keyboard: what may be done, and what was meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from heckmeck.cli.console import out, read_line
from heckmeck.cli.hint import hint
from heckmeck.games import GameError, Move, View
from heckmeck.games.karteneck import Choices, DropOut, Lay

MANY = 16
"""More moves than this are not listed one by one."""


def listed(moves: Sequence[Move]) -> list[Move]:
    """Return the moves to number: all of them, or where they are too many, the first and the last of each sort."""
    if len(moves) <= MANY or not isinstance(moves, Choices):
        return list(moves)
    chosen: list[Move] = []
    for cards in moves.layable:
        chosen += [Lay(cards[:1])] if len(cards) == 1 else [Lay(cards[:1]), Lay(cards)]
    return chosen + [move for move in (DropOut(), DropOut(steal=True)) if move in moves]


def choices(view: View, names: Sequence[str]) -> RenderableType:
    """Return the legal moves with their numbers and what they would do."""
    numbered = listed(view.moves)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, move in enumerate(numbered, 1):
        table.add_row(f"[key]{number}[/]", f"[bold]{move}[/]", f"[hint]{escape(hint(move, view, names))}[/]")
    if len(numbered) == len(view.moves):
        return table
    other = next(move for move in view.moves if move not in numbered)
    return Group(table, f"[hint]or any other cards of one of these sorts, such as[/] [bold]{other}[/]")


def ask(view: View, show: Callable[[], None], check: Callable[[str], Move], rules: str) -> Move:
    """Ask until a legal move is given. `show` draws the table and the choices; `check` reads a move in notation.

    Enter alone draws everything anew. What is wrong with an answer is explained.
    """
    numbered = listed(view.moves)
    show()
    while True:
        text = read_line()
        if not text:
            show()
        elif text in ("?", "help"):
            out.print(
                f"Type a number from the list, or the move itself, such as [bold]{numbered[0]}[/]. Enter alone shows "
                f"the table again, [key]q[/] saves the game and leaves. The rules: [bold]heckmeck rules {rules}[/]"
            )
        else:
            try:
                return _chosen(numbered, text) if text.isdecimal() else check(text)
            except GameError as error:
                out.print(Text(str(error), style="error"))
                out.print("[hint]Try again, or type ? for help.[/]")


def _chosen(numbered: Sequence[Move], text: str) -> Move:
    number = int(text) if len(text) <= 3 else 0
    if 1 <= number <= len(numbered):
        return numbered[number - 1]
    raise GameError("bad_number", f"There is no choice {text[:6]}: the list goes from 1 to {len(numbered)}.")

"""Asking a person for a move: the choices there are, and what the answer means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from heckmeck.cli.console import out, read_line
from heckmeck.games import AnyGame, GameError, Move, View

HELP = ("?", "help")
POSITION = "position"


def choices(view: View, names: Sequence[str]) -> RenderableType:
    """Return the moves to choose from, numbered, with what they would do."""
    listed = view.main_moves
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, move in enumerate(listed, 1):
        table.add_row(
            f"[key]{number}[/]", f"[bold]{escape(str(move))}[/]", f"[hint]{escape(view.hint(move, names))}[/]"
        )
    if len(listed) == len(view.moves):
        return table
    other = next(move for move in view.moves if move not in listed)
    return Group(table, f"[hint]or any other legal move, such as[/] [bold]{escape(str(other))}[/]")


def ask(game: AnyGame, view: View, show: Callable[[], None], parse: Callable[[str], Move]) -> Move:
    """Ask for a move until the answer is a legal one.

    `show` displays the table and the choices; `parse` reads a move in notation and raises a GameError if it is not
    legal, which is explained. An empty line displays the table again.
    """
    listed = view.main_moves
    show()
    while True:
        text = read_line()
        try:
            if not text:
                show()
            elif text.lower() in HELP:
                _help(game, listed[0])
            elif text.lower() == POSITION:
                out.print(Text(game.position(view)), soft_wrap=True)
            else:
                return _numbered(listed, text) if text.isdecimal() else parse(text)
        except GameError as error:
            out.print(Text(str(error), style="error"))
            out.print("[hint]Try again, or type ? for help.[/]")


def _help(game: AnyGame, example: Move) -> None:
    out.print(
        f"Type a number from the list, or the move itself, such as [bold]{escape(str(example))}[/]. Enter alone shows "
        f"the table again, [key]{POSITION}[/] prints the position to copy, [key]q[/] saves the game and leaves. "
        f"The rules: [bold]heckmeck rules {game.name}[/]"
    )


def _numbered(moves: Sequence[Move], text: str) -> Move:
    number = int(text) if len(text) <= 3 else 0
    if 1 <= number <= len(moves):
        return moves[number - 1]
    raise GameError("bad_number", f"There is no choice {text[:6]}: the list goes from 1 to {len(moves)}.")

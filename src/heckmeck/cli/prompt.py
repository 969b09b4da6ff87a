"""Asking a person at the keyboard: what may be done, and what was meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.markup import escape
from rich.table import Table

from heckmeck.cli.console import out
from heckmeck.cli.hint import hint
from heckmeck.games import GameError, Move, View
from heckmeck.games.karteneck import Choices, DropOut, Lay

MANY = 16
"""More moves than this are not listed one by one."""

HELP = "Type a number from the list, or the move itself. [key]q[/] saves the game and leaves."


class Leave(KeyboardInterrupt):
    """The person wants to leave the game, and says so politely."""


def listed(moves: Sequence[Move]) -> list[Move]:
    """Return the moves to number: all of them, or where they are too many, the first and the last of each sort."""
    if len(moves) <= MANY or not isinstance(moves, Choices):
        return list(moves)
    chosen: list[Move] = []
    for cards in moves.layable:
        chosen += [Lay(cards[:1])] if len(cards) == 1 else [Lay(cards[:1]), Lay(cards)]
    return chosen + [move for move in (DropOut(), DropOut(steal=True)) if move in moves]


def show_choices(view: View, names: Sequence[str]) -> list[Move]:
    """Print the legal moves with their numbers; return them in that order."""
    numbered = listed(view.moves)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, move in enumerate(numbered, 1):
        table.add_row(f"[key]{number}[/]", f"[bold]{move}[/]", f"[hint]{escape(hint(move, view, names))}[/]")
    out.print(table)
    if len(numbered) < len(view.moves):
        other = next(move for move in view.moves if move not in numbered)
        out.print(f"[hint]or any other cards of one of these sorts, such as[/] [bold]{other}[/]")
    return numbered


def ask(view: View, names: Sequence[str], read: Callable[[], str], check: Callable[[str], Move]) -> Move:
    """Ask until a legal move is given; `check` reads a move in notation or says by a GameError what is wrong with it.

    Raises Leave where the person wants to go.
    """
    numbered = show_choices(view, names)
    while True:
        text = read()
        if text.lower() in ("q", "quit", "exit"):
            raise Leave
        if text == "?":
            numbered = show_choices(view, names)
            out.print(HELP)
        elif text:
            try:
                return _chosen(numbered, text) if text.isdecimal() else check(text)
            except GameError as error:
                out.print(f"[error]{escape(str(error))}[/] [hint]Try again, or type ? for help.[/]")


def _chosen(numbered: Sequence[Move], text: str) -> Move:
    number = int(text) if len(text) <= 3 else 0
    if 1 <= number <= len(numbered):
        return numbered[number - 1]
    raise GameError("bad_number", f"There is no choice {text[:6]}: the list goes from 1 to {len(numbered)}.")

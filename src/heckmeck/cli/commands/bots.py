"""`heckmeck bots`: a list of the bots."""

from __future__ import annotations

from math import inf
from typing import Annotated

import msgspec
import typer
from rich.table import Table as Grid
from rich.text import Text

from heckmeck.bots.catalog import ListedBot, Rating, listed_bots, read_ratings
from heckmeck.cli.arena_report import rating_text
from heckmeck.cli.console import err, out
from heckmeck.cli.options import GAME_NAMES
from heckmeck.games import all_games, get
from heckmeck.play import Measured


def bots(
    game: Annotated[
        str | None,
        typer.Argument(help=f"One of {GAME_NAMES}; by default all.", metavar="GAME", show_default=False),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the list for programs.")] = False,
) -> None:
    """List the bots of each game, with their strength and their origin.

    Your own class needs no registration: write FILE.py:CLASS or MODULE:CLASS instead of the name of a bot.
    """
    games = all_games().values() if game is None else [get(game)]
    found = {each.name: listed_bots(each) for each in games}
    if json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    for each in games:
        out.print(Text(f"{each.title}  ", style="bold").append(each.name, style="hint"))
        out.print(_grid(found[each.name]))
        out.print()
    ratings = read_ratings()
    out.print(
        f"[hint]Elo points around the average of each game's bots, with 95 % intervals and {ratings.seats} seats, by "
        f"{ratings.command}. Open ends: all deals were won or lost.[/]"
    )
    for problem in dict.fromkeys(bot.problem for listed in found.values() for bot in listed if bot.problem):
        err.print(Text(problem, style="error"), soft_wrap=True)


def _rating(rating: Rating) -> str:
    low, high = rating.low, rating.high
    return rating_text(Measured(rating.points, -inf if low is None else low, inf if high is None else high))


def _grid(listed: list[ListedBot]) -> Grid:
    grid = Grid("bot", "strength", "Elo points", "from", box=None, header_style="hint", padding=(0, 2, 0, 0))
    for bot in listed:
        if bot.problem is None:
            rating = "–" if bot.rating is None else _rating(bot.rating)
            grid.add_row(Text(bot.name), Text(bot.strength or ""), rating, Text(bot.origin))
    return grid

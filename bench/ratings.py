"""Elo points of the built-in bots: an arena for each game, at tables with two seats.

With --write they are stored where `heckmeck bots` finds them.
"""

from __future__ import annotations

import argparse
import os
from math import isfinite

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from heckmeck.bots.builtin import BUILTIN_BOTS
from heckmeck.bots.catalog import RATINGS, Rating, Ratings
from heckmeck.cli.arena_report import rating_text
from heckmeck.games import GAMES, AnyGame
from heckmeck.play import Arena, Measured
from heckmeck.play.process_pool import process_map

SEATS = 2


def measure(game: AnyGame, deals: int, processes: int, console: Console) -> dict[str, Measured]:
    """Return the ratings of the built-in bots of a game that need no argument."""
    names = [kind.name for kind in BUILTIN_BOTS if kind.argument is None and kind.plays(game)]
    arena = Arena(game, names, SEATS, seed="ratings")
    with process_map(processes) as mapper, Progress(console=console, transient=True) as progress:
        task = progress.add_task(game.name, total=2 * deals * len(arena.scores))
        for games in arena.play(deals, mapper=mapper):
            progress.advance(task, games)
    return arena.ratings()


def rounded(measured: Measured) -> Rating:
    """Return a rating as it is stored; an end that the games do not determine is left open."""
    low, high = (round(end) if isfinite(end) else None for end in (measured.low, measured.high))
    return Rating(round(measured.value), low, high)


def main() -> None:
    """Measure, print, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500, help="for each pairing; two games each")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help=f"store the ratings in {RATINGS.name}")
    arguments = parser.parse_args()
    console = Console()
    found = {name: measure(game, arguments.deals, arguments.processes, console) for name, game in GAMES.items()}
    table = Table("game", "bot", "Elo points")
    for name, rated in found.items():
        for bot, rating in rated.items():
            table.add_row(name, bot, rating_text(rating))
    console.print(table)
    if arguments.write:
        stored = {name: {bot: rounded(rating) for bot, rating in rated.items()} for name, rated in found.items()}
        ratings = Ratings(f"bench/ratings --deals {arguments.deals}", SEATS, stored)
        RATINGS.write_bytes(msgspec.json.format(msgspec.json.encode(ratings), indent=2) + b"\n")


if __name__ == "__main__":
    main()

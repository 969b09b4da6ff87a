"""Games per second for each pairing of bots, in one process, at tables with two seats."""

from __future__ import annotations

import argparse
import sys
from itertools import combinations_with_replacement
from time import process_time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from heckmeck.bots import bots_for
from heckmeck.games import GAMES, AnyGame
from heckmeck.play import Simulation
from heckmeck.solve import turn_solver


def games_per_second(game: AnyGame, bots: tuple[str, str], seconds: float) -> tuple[float, float]:
    """Return games and steps per second of processor time, measured for about this long after a first game."""
    next(Simulation(game, bots, seed="before").tables(1))
    simulation = Simulation(game, bots, seed="bench")
    began = process_time()
    for _ in simulation.tables(10**9):
        if process_time() - began > seconds:
            break
    took = process_time() - began
    return simulation.tally.games / took, simulation.tally.steps / took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="for each pairing")
    seconds = parser.parse_args().seconds
    console = Console()
    kernel = "with" if turn_solver("bratwurmeck").kernel else "without"
    console.print(f"Python {sys.version.split()[0]}, {kernel} the C kernel")
    table = Table("game", "bots", "games/s", "steps/s")
    pairings = [(game, pair) for game in GAMES.values() for pair in combinations_with_replacement(bots_for(game), 2)]
    for game, pair in track(pairings, "measuring", console=console, transient=True):
        games, steps = games_per_second(game, pair, seconds)
        table.add_row(game.name, " ".join(pair), f"{games:,.0f}", f"{steps:,.0f}")
    console.print(table)


if __name__ == "__main__":
    main()

"""Measure games of bots against themselves: in batches by whole turns and by decisions, and one by one, in one process.

All three make the same decisions; the batches even play the same games. The rounds alternate, and medians are printed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
from rich.console import Console
from rich.table import Table

from heckmeck.games import AnyGame, get
from heckmeck.play import bot_table
from heckmeck.rl.batch import BatchTurnBot, make_batch, make_batch_bot

GAMES = ("bratwurmeck", "barbecue")
BOTS = ("greedy", "sure")
PLAIN = 20
"""The number of games that plain bots play in a round."""


def by_turns(game: AnyGame, seats: int, bot: str, games: int, seed: int) -> float:
    """Play games to their ends by whole turns; return games a second."""
    batch = make_batch(game.setup(seats=seats), games, seed)
    player, began = make_batch_bot(batch, bot), perf_counter()
    assert isinstance(player, BatchTurnBot)
    while not batch.over.all():
        player.play_turns(np.flatnonzero(~batch.over))
    return games / (perf_counter() - began)


def by_decisions(game: AnyGame, seats: int, bot: str, games: int, seed: int) -> float:
    """Play games to their ends decision by decision; return games a second."""
    batch = make_batch(game.setup(seats=seats), games, seed)
    player, began = make_batch_bot(batch, bot), perf_counter()
    while not batch.over.all():
        batch.step(player.actions())
    return games / (perf_counter() - began)


def one_by_one(game: AnyGame, seats: int, bot: str, games: int, seed: int) -> float:
    """Play games at tables of plain bots; return games a second."""
    began = perf_counter()
    for number in range(PLAIN):
        for _ in bot_table(game, game.setup(seats=seats), [bot] * seats, f"{seed}-{number}").play():
            pass
    return PLAIN / (perf_counter() - began)


WAYS: dict[str, Callable[[AnyGame, int, str, int, int], float]] = {
    "by turns": by_turns,
    "by decisions": by_decisions,
    "plain": one_by_one,
}


def main() -> None:
    """Measure alternately, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2048, help="in a batch")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    table = Table("game", "bot", *(f"{way}, games/s" for way in WAYS), "by turns : plain")
    for name in GAMES:
        for bot in BOTS:
            rates: dict[str, list[float]] = {way: [] for way in WAYS}
            for seed in range(options.rounds):
                for way, play in WAYS.items():
                    rates[way].append(play(get(name), options.seats, bot, options.games, seed))
            found = {way: median(each) for way, each in rates.items()}
            ratio = found["by turns"] / found["plain"]
            table.add_row(name, bot, *(f"{rate:,.0f}" for rate in found.values()), f"{ratio:,.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()

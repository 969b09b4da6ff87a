"""Calibration: how often seats win that are said to win with some probability, in games between champions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from bench.strength_shares import SEATS
from numpy.typing import NDArray

from heckmeck.games import get
from heckmeck.rl.batch import BATCH_BOTS, make_batch
from heckmeck.rl.batch.bots import BatchNetBot
from heckmeck.rl.returns import win_share_arrays

GAMES = 4096
BINS = 20

Floats = NDArray[np.float64]


def main(positions: int, plot: Path | None) -> None:
    """Print the mean error for every network, and draw it."""
    print("| game | seats | positions | mean error, points | mean error of equal bins, points |\n|---|---|---|---|---|")
    curves = {}
    for name, numbers in SEATS.items():
        for seats in numbers:
            said, was = _play(name, seats, positions)
            by_bin = _bins(said, was)
            error = abs(said.mean(axis=0)[0] - was.mean(axis=0)[0])
            binned = (by_bin[:, 2] * np.abs(by_bin[:, 0] - by_bin[:, 1])).sum() / by_bin[:, 2].sum()
            print(f"| {name} | {seats} | {len(said):,} | {100 * error:.2f} | {100 * binned:.2f} |", flush=True)
            curves[f"{name}, {seats} seats"] = by_bin
    if plot is not None:
        _draw(curves, plot)


def _play(name: str, seats: int, wanted: int) -> tuple[Floats, Floats]:
    """Return what was said of positions between turns, and who won, counted from the seat to move."""
    said: list[Any] = []
    was: list[Any] = []
    seed = 0
    while sum(map(len, said)) < wanted:
        batch = make_batch(get(name).setup(seats=seats), GAMES, seed)
        bot = BATCH_BOTS["champion"](batch)
        assert isinstance(bot, BatchNetBot)
        seen = []
        while not batch.over.all():
            running = np.flatnonzero(~batch.over)
            records = batch.records[running]
            seen.append((running, records["seat"].astype(np.intp), bot.valuation.shares(records)))
            bot.play_turns(running)
        won = win_share_arrays(*batch.standings())
        for games, movers, shares in seen:
            said.append(shares)
            was.append(won[games[:, None], (movers[:, None] + np.arange(seats)) % seats])
        seed += 1
    # Positions come turn by turn: without a choice those of the ends of games would be left out.
    chosen = np.random.default_rng(1).permutation(sum(map(len, said)))[:wanted]
    return np.concatenate(said)[chosen].astype(np.float64), np.concatenate(was)[chosen].astype(np.float64)


def _bins(said: Floats, was: Floats) -> Floats:
    """Return for bins of what was said, of all seats, the mean of it, how many won, and the number of cases."""
    place = np.minimum((said.ravel() * BINS).astype(np.intp), BINS - 1)
    number = np.bincount(place, minlength=BINS)
    there = number > 0
    sums = [np.bincount(place, each.ravel(), minlength=BINS)[there] for each in (said, was)]
    return np.column_stack([sums[0] / number[there], sums[1] / number[there], number[there]])


def _draw(curves: dict[str, Floats], path: Path) -> None:
    from heckmeck.cli.chart import GREY, check_path, new_figure, save

    check_path(path)
    figure = new_figure(6.4, 6.4)
    axes = figure.subplots()
    axes.plot([0, 100], [0, 100], color=GREY, linewidth=1)
    for name, by_bin in curves.items():
        axes.plot(100 * by_bin[:, 0], 100 * by_bin[:, 1], marker=".", linewidth=0.8, label=name)
    axes.set(title="Said and won", xlabel="win share that was said, %", ylabel="games won, %")
    axes.grid(alpha=0.5)
    axes.legend(fontsize=7)
    save(figure, path)

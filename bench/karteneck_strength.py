"""Measure the champion of Karteneck: shares of the wins among `greedy`, decision times, and what hidden cards cost.

    bench/karteneck_strength --games 4000
    bench/karteneck_strength --times
    bench/karteneck_strength --calibration
    bench/karteneck_strength --losses --games 80000     # what moves cost, said and in fact
    bench/karteneck_strength --seats 2 --all-hands 1    # minutes of training, with and without the hands of others
    bench/karteneck_strength --seats 2 --traces 1       # minutes of training for each of two ways to learn

Games are played on the batch engine, and intervals are 95 %.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.karteneck_losses import measure_losses
from bench.karteneck_trainings import show_trainings
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from heckmeck.bots import make
from heckmeck.bots.karteneck.learned_values import LearnedValues, layers_of, weights_file
from heckmeck.bots.karteneck.value_network import NumpyNetwork, PlainNetwork, ValueNetwork
from heckmeck.bots.net import read_card, read_weights, write_card, write_net
from heckmeck.games import CHANCE
from heckmeck.games.karteneck import Karteneck, KarteneckSetup, KarteneckView
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.match import AT_ONCE, play_match
from heckmeck.train.karteneck.calibration import calibrate, fit, predictions
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.players import LEAD, by_bot, by_network, packaged_network
from heckmeck.train.karteneck.recipe import CardRecipe

GAME = Karteneck()
EIGHTHS = 8
"""Number of rows that losses are put into, by size."""


def show_shares(console: Console, seats: list[int], games: int, seed: int, *, write: bool) -> None:
    """Print the share of one champion among `greedy`, and the other way round; or store them, too."""
    table = Table("seats", "fair", "champion among greedy", "greedy among champions", title=f"{games:,} games each")
    for number in seats:
        setup, ours, theirs = GAME.setup(seats=number), by_network(packaged_network(number)), by_bot("greedy")
        one, other = (play_match(setup, *pair, games, seed) for pair in ((ours, theirs), (theirs, ours)))
        table.add_row(str(number), f"{1 / number:.1%}", str(one), str(other))
        if write:
            path, found = weights_file(number), {"among greedy": one, "greedy among champions": other}
            strength = {name: [round(end, 4) for end in share[:3]] for name, share in found.items()}
            write_card(path, replace(read_card(path), strength={**strength, "games": games}))
    console.print(table)


def views(seats: int, games: int) -> list[KarteneckView]:
    """Return the decisions of some games of champions against themselves."""
    found = []
    for seed in range(games):
        source, state = Random(seed), GAME.start(GAME.setup(seats=seats))
        bot = make("champion", GAME, source)
        while (actor := GAME.to_act(state)) is not None:
            if actor is CHANCE:
                state = GAME.apply(state, GAME.sample(state, source)).state
            else:
                assert isinstance(actor, int)
                found.append(GAME.view(state, actor))
                state = GAME.apply(state, bot.choose(found[-1])).state
    return found


def times(network: ValueNetwork, decisions: list[KarteneckView]) -> str:
    """Return the median and the 99th percentile of the processor time for a decision."""
    values, took = LearnedValues(network), []
    values.move_shares(decisions[0])
    for view in decisions:
        began = process_time()
        values.move_shares(view)
        took.append(1000 * (process_time() - began))
    cuts = quantiles(took, n=100)
    return f"{cuts[49]:.1f} / {cuts[98]:.1f} ms"


def show_times(console: Console, seats: list[int]) -> None:
    """Print how long a decision takes in numpy and in plain Python."""
    table = Table("seats", "decisions", "numpy, median / 99 %", "plain Python, median / 99 %")
    for number in seats:
        decisions, layers = views(number, games=4), layers_of(*read_weights(weights_file(number)))
        found = [times(kind(layers), decisions) for kind in (NumpyNetwork, PlainNetwork)]
        table.add_row(str(number), str(len(decisions)), *found)
    console.print(table)


def predicted_and_actual(
    network: Network, setup: KarteneckSetup, games: int, seed: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the predictions of some games, a part of them at a time, and what became of them."""
    found = [
        predictions(network, make_batch(setup, min(AT_ONCE, games - begin), 1_000_000 * seed + begin), LEAD, begin)
        for begin in range(0, games, AT_ONCE)
    ]
    predicted, actual = (np.concatenate(each) for each in zip(*found, strict=True))
    return predicted, actual


def show_calibration(console: Console, seats: list[int], games: int, seed: int, *, write: bool) -> None:
    """Print how far predicted win shares are from how games of champions against themselves ended, by tenths.

    With `write` the networks are calibrated by other games first.
    """
    table = Table("seats", "decisions", "mean error, points", "predicted, % : actual, %")
    for number in seats:
        network, setup = packaged_network(number), GAME.setup(seats=number)
        if write:
            calibrate(network, *fit(*predicted_and_actual(network, setup, games, seed + 1)))
            weights = np.concatenate([weight.ravel() for weight in network.weights])
            write_net(weights_file(number), read_card(weights_file(number)), weights.tolist())
        predicted, actual = predicted_and_actual(network, setup, games, seed)
        tenths = np.minimum((10 * predicted).astype(np.intp), 9)
        parts = [tenths == each for each in np.unique(tenths)]
        rows = [(part.mean(), 100 * predicted[part].mean(), 100 * actual[part].mean()) for part in parts]
        error = sum(share * abs(one - other) for share, one, other in rows)
        pairs = ", ".join(f"{one:.0f} : {other:.0f}" for _, one, other in rows)
        table.add_row(str(number), f"{len(predicted):,}", f"{error:.2f}", pairs)
    console.print(table)


def show_losses(console: Console, seats: list[int], games: int, seed: int) -> None:
    """Print what moves cost that are not the best: what the networks say, and what they cost in fact."""
    table = Table("seats", "moves", "lost in fact for each point said", "said : lost in fact, points")
    for number in seats:
        found = measure_losses(packaged_network(number), GAME.setup(seats=number), games, seed)
        slope, error = found.slope()
        order = np.argsort(found.said)
        pairs = ", ".join(
            f"{100 * found.said[part].mean():.1f} : {100 * found.lost[part].mean():.1f}"
            for part in np.array_split(order, EIGHTHS)
        )
        table.add_row(str(number), f"{len(order):,}", f"{slope:.3f} ± {error:.3f}", pairs)
    console.print(table)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="store shares or calibrated weights in the files")
    parser.add_argument("--times", action="store_true", help="measure decision times instead")
    parser.add_argument("--calibration", action="store_true", help="compare predictions with ends of games instead")
    parser.add_argument(
        "--all-hands", type=float, metavar="MINUTES", help="train one network that sees all hands and one that does not"
    )
    parser.add_argument("--traces", type=float, metavar="MINUTES", help="compare two ways to learn")
    parser.add_argument("--trainings", type=int, default=1, help="how often both are trained, with other seeds")
    parser.add_argument("--losses", action="store_true", help="compare what moves cost with what networks say")
    options = parser.parse_args()
    console = Console()
    if options.calibration:
        show_calibration(console, options.seats, options.games, options.seed, write=options.write)
    elif options.times:
        show_times(console, options.seats)
    elif options.losses:
        show_losses(console, options.seats, options.games, options.seed)
    elif options.all_hands or options.traces:
        recipes = (
            {"sees all hands": CardRecipe(all_hands=True), "does not": CardRecipe()}
            if options.all_hands
            else {"learns from later values": CardRecipe(), "from ends alone": CardRecipe(trace=(1.0, 1.0))}
        )
        minutes, seeds = options.all_hands or options.traces, range(options.seed, options.seed + options.trainings)
        show_trainings(console, options.seats[0], recipes, minutes, options.games, [*seeds])
    else:
        show_shares(console, options.seats, options.games, options.seed, write=options.write)


if __name__ == "__main__":
    main()

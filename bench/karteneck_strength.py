"""Measure the champion of Karteneck: shares of the wins among `greedy`, decision times, and what hidden cards cost.

bench/karteneck_strength --games 4000
bench/karteneck_strength --times
bench/karteneck_strength --all-hands 3      # minutes of training for a network that sees all hands
bench/karteneck_strength --traces 1         # minutes of training for each way to learn
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import quantiles
from time import perf_counter, process_time

from rich.console import Console
from rich.table import Table

from heckmeck.bots import make
from heckmeck.bots.karteneck.learned_values import LearnedValues, layers_of, weights_file
from heckmeck.bots.karteneck.value_network import NumpyNetwork, PlainNetwork, ValueNetwork
from heckmeck.bots.net import read_weights
from heckmeck.games import CHANCE
from heckmeck.games.karteneck import Karteneck, KarteneckView
from heckmeck.rl.batch.match import Share, play_match
from heckmeck.train.karteneck.learner import CardLearner
from heckmeck.train.karteneck.players import by_bot, by_network, packaged_network
from heckmeck.train.karteneck.recipe import CardRecipe
from heckmeck.train.training import Training

GAME = Karteneck()


def show_shares(console: Console, seats: list[int], games: int, seed: int) -> None:
    """Print the share of one champion among `greedy`, and the other way round."""
    table = Table("seats", "fair", "champion among greedy", "greedy among champions", title=f"{games:,} games each")
    for number in seats:
        setup, ours, theirs = GAME.setup(seats=number), by_network(packaged_network(number)), by_bot("greedy")
        one, other = (play_match(setup, *pair, games, seed) for pair in ((ours, theirs), (theirs, ours)))
        table.add_row(str(number), f"{1 / number:.1%}", str(one), str(other))
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
    """Return the median and the 99th percentile of the time for a decision."""
    values, took = LearnedValues(network), []
    values.move_shares(decisions[0])
    for view in decisions:
        began = perf_counter()
        values.move_shares(view)
        took.append(1000 * (perf_counter() - began))
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


def train(seats: int, recipe: CardRecipe, minutes: float, seed: int) -> CardLearner:
    """Train a network for some minutes of processor time."""
    learner = CardLearner(GAME.setup(seats=seats), recipe, seed)
    for _ in Training(learner, minutes, games=2, clock=process_time).run():
        pass
    return learner


def compare(one: CardLearner, other: CardLearner, games: int, seed: int) -> Share:
    """Let two learners play each other."""
    ours, theirs = (by_network(learner.backend.slow, all_hands=learner.recipe.all_hands) for learner in (one, other))
    return play_match(one.setup, ours, theirs, games, seed)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", action="store_true", help="measure decision times instead")
    parser.add_argument("--all-hands", type=float, metavar="MINUTES", help="train a network that sees all hands")
    parser.add_argument("--traces", type=float, metavar="MINUTES", help="compare two ways to learn")
    options = parser.parse_args()
    console, seats = Console(), options.seats[0]
    if options.times:
        show_times(console, options.seats)
    elif options.all_hands:
        learner = train(seats, CardRecipe(all_hands=True), options.all_hands, options.seed)
        seeing = by_network(learner.backend.slow, all_hands=True)
        found = play_match(learner.setup, seeing, by_network(packaged_network(seats)), options.games, options.seed)
        console.print(f"{seats} seats: sees all hands, among champions: {found}")
    elif options.traces:
        later, ends = (
            train(seats, CardRecipe(trace=trace), options.traces, options.seed) for trace in ((1.0, 0.85), (1.0, 1.0))
        )
        console.print(f"{seats} seats: later values against ends: {compare(later, ends, options.games, options.seed)}")
    else:
        show_shares(console, options.seats, options.games, options.seed)


if __name__ == "__main__":
    main()

"""Learning Karteneck by self-play: values of what a seat can bring about, from how the games end."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.karteneck import KarteneckSetup
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.match import Share, play_match
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.players import by_bot, by_network
from heckmeck.train.karteneck.self_play import Options, SelfPlay, results, targets

Floats = NDArray[np.float32]


class Recipe(NamedTuple):
    """How to learn. Rates and the like go from their first value to the second while the time passes."""

    games: int = 1024
    hidden: tuple[int, int] = (128, 64)
    minibatch: int = 1024
    rate: tuple[float, float] = (1e-3, 3e-5)
    trace: tuple[float, float] = (1.0, 0.85)
    lead: tuple[float, float] = (0.3, 0.02)
    explore: tuple[float, float, float] = (0.0, 0.04, 0.15)
    """The probability of a random move in half of the games, in four of ten, and in the rest."""
    all_hands: bool = False
    """Whether the network sees the hands of all seats."""
    average: float = 0.002
    """Share of the way that the averaged network goes with each update."""


class Learner:
    """A network that plays against itself and learns from it; `average` is its slow copy, which plays better."""

    def __init__(self, setup: KarteneckSetup, seed: int, recipe: Recipe) -> None:
        self.recipe, self.setup = recipe, setup
        self._play = SelfPlay(make_batch(self.setup, recipe.games, seed), seed, all_hands=recipe.all_hands)
        sizes = self._play.reader.sizes
        self.network, self.average = (Network(*sizes, recipe.hidden, seed) for _ in range(2))
        self._source = np.random.default_rng(seed)
        places = np.arange(recipe.games) / recipe.games
        self._explore = np.array(recipe.explore, np.float32)[np.searchsorted([0.5, 0.9], places, side="right")]
        self.decisions = 0

    def iterate(self, share: float) -> float:
        """Play the games once and learn from them; `share` of the time is over. Return the mean squared error."""
        recipe = self.recipe
        fast = min(4 * share, 1.0)
        made = self._play.play(self.network, Options(_between(recipe.lead, fast), self._explore))
        aims = targets(made, results(self._play.batch), _between(recipe.trace, fast))
        rows, wanted = np.concatenate([each.rows for each in made]), np.concatenate(aims)
        order = self._source.permutation(len(rows))
        rate = recipe.rate[1] + (recipe.rate[0] - recipe.rate[1]) * (1 + cos(pi * share)) / 2
        errors = []
        for start in range(0, len(order) - recipe.minibatch + 1, recipe.minibatch):
            part = order[start : start + recipe.minibatch]
            errors.append(self.network.train(rows[part].astype(np.float32), wanted[part], rate))
            self.average.follow(self.network, recipe.average if share > 0.02 else 0.05)
        self.decisions += len(rows)
        return float(np.mean(errors))

    def match(self, opponent: str, games: int, seed: int) -> Share:
        """Return the share of the wins of the averaged network among bots."""
        player = by_network(self.average, all_hands=self.recipe.all_hands)
        return play_match(self.setup, player, by_bot(opponent), games, seed)


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def save(network: Network, path: Path) -> None:
    """Write the weights."""
    np.savez(path, *network.weights)


def load(network: Network, path: Path) -> None:
    """Read weights."""
    with np.load(path) as found:
        network.weights = [found[name] for name in found.files]


def learn(learner: Learner, seconds: float, report: Callable[[str], None], path: Path) -> None:
    """Learn for so much processor time, and measure the network now and then."""
    began, shown, number, spent = process_time(), 0.0, 0, 0.0
    while (share := (process_time() - began - spent) / seconds) < 1:
        error = learner.iterate(share)
        number += 1
        if share >= shown:
            shown += 0.1
            before = process_time()
            measured = learner.match("greedy", games=600, seed=number)
            spent += process_time() - before
            save(learner.average, path)
            report(
                f"{process_time() - began - spent:6.0f} s  iteration {number:4}  {learner.decisions / 1e6:5.1f} M"
                f"  error {error:.4f}  against greedy {measured}"
            )
    save(learner.average, path)

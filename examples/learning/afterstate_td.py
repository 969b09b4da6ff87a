"""Learn the win probabilities of a small game of Bratwurmeck with only numpy, and compare them with the exact ones.

    python examples/learning/afterstate_td.py --portions 21 26 --seed 1 --plot progress.png --save values.npz

A turn has few results: a portion, or a failed attempt. A network values the position after each of them, the
afterstate. From these values the exact turn solver computes the best play of the whole turn, and the value of the turn
before its first roll. The network learns that value for the position in which the turn begins (TD learning).
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np
from afterstates import Worths, features, turn_worths, with_ends
from exact_game import ExactGame
from network import Network
from options import at_least, load_weights, make_parser, run, save_weights
from progress import Progress

from heckmeck.games import BadSetup
from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup
from heckmeck.rl.batch import PASS, Records, make_batch, play_turns
from heckmeck.rl.batch.bratwurmeck import BratwurmeckLayout
from heckmeck.solve import turn_solver

GAMES, HIDDEN, RATE = 256, 64, 2e-3
EXPLORED = 0.2
"""The share of turns with a random goal, so that positions that good play avoids are learned too."""
SLOWNESS = 50
"""Targets come from a copy that follows the network over this many updates, which is more stable."""
MOST_PORTIONS = 7
"""Maximum number of portions: with more, the exact solution would take much longer than the learning."""


class Learner:
    """Plays games against itself and learns the value of every position in which a turn begins."""

    def __init__(self, setup: BratwurmeckSetup, seed: int) -> None:
        self.setup = setup
        self.batch = make_batch(setup, GAMES, seed, max_turns=None)
        assert isinstance(self.batch.layout, BratwurmeckLayout)
        self.layout = self.batch.layout
        inputs = features(setup, self.batch.records[:1]).shape[1]
        self.network, self.slow = Network(inputs, HIDDEN, seed), Network(inputs, HIDDEN, seed)
        self.value = with_ends(self.layout, self.slow)
        self._source = np.random.default_rng(seed)
        self._updates = 0

    def worths(self, records: Records) -> Worths:
        """Return what the results of a turn are worth in these positions."""
        return turn_worths(self.batch, records, self.value)

    def update(self, rate: float) -> None:
        """Play one turn in every game, and learn what the turns were worth."""
        records = self.batch.records.copy()
        worths = self.worths(records)
        targets = turn_solver(Bratwurmeck.name).solve_many(worths.stop, worths.fail, np.float64)
        self._play(worths, EXPLORED)
        self.network.train(features(self.setup, records), targets.astype(np.float64), rate)
        self._updates += 1
        self.slow.follow(self.network, max(1 / SLOWNESS, 1 / self._updates))

    def _play(self, worths: Worths, explored: float) -> None:
        """Play the current turns to their ends, some of them with a random goal; restart games that are over."""
        explores = self._source.random(GAMES) < explored
        aims = self._source.random(worths.stop.shape)
        stop = np.where(explores[:, None] & (worths.action != PASS), aims, worths.stop)
        play_turns(self.batch, np.arange(GAMES), stop, worths.fail, worths.action)
        self.batch.reset(where=self.batch.over)

    def visited(self, turns: int) -> Records:
        """Return the positions in which turns begin when all games continue without exploration."""
        found = []
        for _ in range(turns):
            found.append(self.batch.records.copy())
            self._play(self.worths(found[-1]), explored=0)
        return np.concatenate(found)


class Result(NamedTuple):
    """What was learned: the first mover's win probability and the exact one, errors, and the guaranteed share."""

    start: float
    exact: float
    mean: float
    largest: float
    guaranteed: float


def learn(learner: Learner, progress: Progress, game: ExactGame) -> None:
    """Update the learner, and compare it with the exact values from time to time."""
    start = game.records[[game.start]]
    while True:
        if progress.due(times=20):
            records = learner.batch.records.copy()
            mean, largest = game.errors(records, learner.value(records))
            at_start, _ = game.errors(start, learner.value(start))
            progress.add({"mean error": mean, "largest error": largest, "error at the start": at_start})
        if progress.share >= 1:
            return
        learner.update(RATE * max((1 + np.cos(np.pi * progress.share)) / 2, 0.01))
        progress.done += 1


def measure(learner: Learner, game: ExactGame) -> Result:
    """Compare the learner with the exact values, on positions that it reaches and as a player."""
    start = float(learner.value(game.records[[game.start]])[0])
    visited = learner.visited(turns=50)
    errors = game.errors(visited, learner.value(visited))
    return Result(start, float(game.exact[game.start]), *errors, game.guaranteed(learner.worths(game.records)))


def main(arguments: list[str] | None = None) -> Result:
    """Learn, and print how close the values are."""
    parser = make_parser("Learn the win probabilities of a small game.", updates=8000)
    parser.add_argument("--portions", type=at_least(21), nargs=2, default=[21, 26], metavar=("LOWEST", "HIGHEST"))
    options = parser.parse_args(arguments)
    setup = BratwurmeckSetup.make({"seats": 2, "portions": options.portions})
    if setup.portions[1] - setup.portions[0] >= MOST_PORTIONS:
        raise BadSetup(
            "too_large", f"At most {MOST_PORTIONS} portions, such as 21 to 26: more take long to solve exactly."
        )
    learner = Learner(setup, options.seed)
    if options.load:
        learner.network.weights = load_weights(options.load, [weight.shape for weight in learner.network.weights])
        learner.slow.follow(learner.network, 1)
    game, progress = ExactGame(learner.layout), Progress(options.updates, options.minutes)
    learn(learner, progress, game)
    seconds = progress.seconds
    if options.save:
        save_weights(options.save, learner.slow.weights)
    if options.plot:
        progress.plot(
            options.plot,
            "Afterstate TD learning, portions {} to {}".format(*setup.portions),
            {"1 %": 0.01},
            logarithmic=True,
        )
    result = measure(learner, game)
    sys.stdout.write(
        f"The first mover wins {result.start:.4f}; exact is {result.exact:.4f}. In its own games the error is "
        f"{result.mean:.4f} on average and {result.largest:.4f} at most.\nAs a player it gets at least "
        f"{result.guaranteed:.4f} of the wins against any opponent, perfect play 0.5. Learned for {seconds:.0f} s.\n"
    )
    return result


if __name__ == "__main__":
    run(main)

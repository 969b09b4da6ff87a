"""A learned best response to a champion with two seats: a player that learns to beat exactly this one."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from time import process_time
from typing import Any

import numpy as np
from bench.strength_shares import together
from numpy.typing import NDArray

from heckmeck.bots.numpy_net import arrays
from heckmeck.bots.win_shares import NetEvaluator, win_shares_for
from heckmeck.games import Setup, get
from heckmeck.rl.batch import BATCH_BOTS
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.bots import BatchNetBot
from heckmeck.rl.batch.match import Share, play_match
from heckmeck.rl.batch.valuation import TurnWorths, make_valuation
from heckmeck.train.backend import NumpyBackend, Samples, Weights
from heckmeck.train.learner import win_shares_of
from heckmeck.train.recipe import Recipe
from heckmeck.train.self_play import SelfPlay

RECIPE = Recipe(games=1024, learning_rate=1e-3, last_horizon=1000.0)
PIECES = 8


class ResponsePlay(SelfPlay):
    """Games between the learner, who has seat 0 in one half of them and seat 1 in the other, and the champion.

    Two networks learn: `own` says what a position is worth in which the learner is to move, `theirs` one in which the
    champion is.
    """

    def __init__(self, setup: Setup, evaluator: NetEvaluator, seed: int) -> None:
        super().__init__(setup, evaluator.features, RECIPE.games, seed)
        champion = arrays(evaluator.net.card, evaluator.net.weights)
        self._learners = np.arange(RECIPE.games) % 2
        self.fixed, self.own, self.theirs = (make_valuation(self.layout, evaluator.features) for _ in range(3))
        for valuation in (self.fixed, self.own, self.theirs):
            valuation.use(champion)

    def turns(self) -> tuple[Samples, Samples]:
        """Play one turn in every game; return what both networks can learn from it."""
        records = self.batch.records.copy()
        learns = records["seat"] == self._learners
        worths = self._merged(learns, self.theirs.worths(records), self.fixed.worths(records))
        movers = self._play_turns(0, worths)
        rows, after = self.valuation.describe(records), self.batch.records
        shift = (records["seat"].astype(np.intp) - after["seat"]) % 2
        later = self.own.shares(after)[np.arange(len(after)), shift]  # of the champion, after its turn
        found = np.where(learns, movers, later).astype(np.float32)
        targets = np.column_stack([found, 1 - found])
        self._explore(records, worths)
        self._restart()
        return Samples(rows[learns], targets[learns]), Samples(rows[~learns], targets[~learns])

    def _merged(self, learns: NDArray[np.bool_], ours: TurnWorths, theirs: TurnWorths) -> TurnWorths:
        merged: list[NDArray[Any]] = []
        for name in TurnWorths._fields:
            mine, other = getattr(ours, name), getattr(theirs, name)
            merged.append(np.where(learns.reshape(-1, *[1] * (mine.ndim - 1)), mine, other))
        return TurnWorths(*merged)


def respond(name: str, minutes: float, seed: int = 1) -> tuple[Weights, int]:
    """Learn a response for some minutes; return its network, and how many positions it has seen.

    The network says what positions are worth in which the champion is to move: those after the response's turns.
    """
    setup = get(name).setup(seats=2)
    evaluator = win_shares_for(setup)
    assert isinstance(evaluator, NetEvaluator)
    card = evaluator.net.card
    first: Weights = arrays(card, evaluator.net.weights)
    play = ResponsePlay(setup, evaluator, seed)
    backends = NumpyBackend(card, first), NumpyBackend(card, first)
    began, updates = process_time(), 0
    while (share := (process_time() - began) / (60 * minutes)) < 1:
        for backend, samples in zip(backends, play.turns(), strict=True):
            if len(samples.rows):
                backend.learn(samples, RECIPE.learning_rate_at(share))
            backend.update_target(RECIPE.target_step_at(share, 100 + updates))
        play.own.use(backends[0].target())
        play.theirs.use(backends[1].target())
        updates += 1
    return backends[1].target(), updates * RECIPE.games


def main(minutes: float, games: int, processes: int) -> None:
    """Learn a response to both champions, and print how much it wins."""
    names = ("bratwurmeck", "barbecue")
    print("| game | positions learned from | response against champion |\n|---|---|---|", flush=True)
    with ProcessPoolExecutor(processes) as pool:
        learned = list(pool.map(respond, names, repeat(minutes)))
        for name, (weights, positions) in zip(names, learned, strict=True):
            seeds = range(10_000_000, 10_000_000 * (PIECES + 1), 10_000_000)
            pieces = list(pool.map(_play, repeat(name), repeat(weights), repeat(games // PIECES), seeds))
            print(f"| {name} | {positions:,} | {together(pieces)} |", flush=True)


def _play(name: str, weights: Weights, games: int, seed: int) -> Share:
    setup = get(name).setup(seats=2)

    def make(batch: Batch) -> BatchNetBot:
        valuation = make_valuation(batch.dice_layout, win_shares_of(setup).features(setup.seats))
        valuation.use(weights)
        return BatchNetBot(batch, valuation)

    return play_match(setup, make, BATCH_BOTS["champion"], games, seed)

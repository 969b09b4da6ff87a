"""Games of a network against itself, in step, and what it can learn from them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.layout import Indices
from heckmeck.rl.encoding.karteneck import FIRST_WORM
from heckmeck.rl.returns import win_share_arrays
from heckmeck.train.karteneck.afterstates import AfterstateReader
from heckmeck.train.karteneck.network import Network

Floats = NDArray[np.float32]
PASS = -1


class PlayOptions(NamedTuple):
    """How a network plays while it learns.

    `lead` is what ten worms count beside the win. `explore` is the probability of a random move, for each game.
    """

    lead: float
    explore: Floats


class Decisions(NamedTuple):
    """One decision in each of some games: the rows that were chosen, and the values of the best moves."""

    games: Indices
    seats: NDArray[np.intp]
    rows: NDArray[np.float16]
    best: Floats
    random: NDArray[np.bool_]


def play_moves(batch: Batch, games: Indices, action: NDArray[np.int32], worms: NDArray[np.uint32]) -> None:
    """Play a move in some games; worms are chosen one after another."""
    actions = np.full(len(batch), PASS, np.int32)
    left = worms.astype(np.int64)
    while len(choosing := np.flatnonzero(left)):
        lowest = left[choosing] & -left[choosing]
        actions[:] = PASS
        actions[games[choosing]] = FIRST_WORM + np.log2(lowest).astype(np.int32)
        batch.step(actions)
        left[choosing] -= lowest
    actions[:] = PASS
    actions[games] = action
    batch.step(actions)


def best_moves(first: NDArray[np.int64], worth: Floats) -> Indices:
    """Return the first afterstate of greatest worth for each game, whose afterstates begin at `first`.

    >>> best_moves(np.array([0, 3, 5]), np.array([0.1, 0.5, 0.5, 0.2, 0.3], np.float32)).tolist()
    [1, 4]
    """
    highest = np.maximum.reduceat(worth, first[:-1])
    games = np.repeat(np.arange(len(highest)), np.diff(first))
    found = np.flatnonzero(worth == highest[games])
    _, firsts = np.unique(games[found], return_index=True)
    best: Indices = found[firsts]
    return best


class SelfPlay:
    """Plays the games of a batch to their ends, again and again."""

    def __init__(self, batch: Batch, seed: int, *, all_hands: bool = False) -> None:
        self.batch = batch
        self.reader = AfterstateReader(batch, all_hands=all_hands)
        self._source = np.random.default_rng(seed)

    def play(self, network: Network, options: PlayOptions) -> list[Decisions]:
        """Begin all games anew and play them; return all decisions, in order."""
        self.batch.reset()
        decisions = []
        while len(games := np.flatnonzero(~self.batch.over)):
            decisions.append(self._decide(network, games, options))
        return decisions

    def _decide(self, network: Network, games: Indices, options: PlayOptions) -> Decisions:
        after = self.reader.read(games)
        win, lead = network.values(after)
        best = best_moves(after.first, win + np.float32(options.lead) * lead)
        random = self._source.random(len(games)) < options.explore[games]
        any_move = after.first[:-1] + (self._source.random(len(games)) * np.diff(after.first)).astype(np.int64)
        chosen = np.where(random, any_move, best)
        made = Decisions(
            games=games,
            seats=self.batch.seats[games].astype(np.intp),
            rows=after.rows(chosen).astype(np.float16),
            best=np.stack([win[best], lead[best]], axis=1),
            random=random,
        )
        play_moves(self.batch, games, after.action[chosen], after.worms[chosen])
        return made


def results(batch: Batch) -> Floats:
    """Return every seat's share of the win and its lead over the best other one, in tens, of games that are over."""
    scores, ties = batch.standings()
    others = np.where(np.eye(scores.shape[1], dtype=bool), -1, scores[:, None, :]).max(axis=2)
    return np.stack([win_share_arrays(scores, ties), (scores - others) / np.float32(10)], axis=2)


def targets(decisions: list[Decisions], ends: Floats, trace: float) -> list[Floats]:
    """Return what to learn for each decision: the end of the game, mixed with the values of the seat's later decisions.

    With a `trace` of 1 it is the end alone. What follows a random move does not count for the moves before it.
    """
    coming, found = ends.copy(), list[Floats]()
    for made in reversed(decisions):
        place = made.games, made.seats
        target = coming[place]
        found.append(target)
        kept = np.where(made.random, 0, np.float32(trace))[:, None]
        coming[place] = made.best + kept * (target - made.best)
    return found[::-1]

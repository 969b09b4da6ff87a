"""What a move of Karteneck costs: what the networks say, and what it costs in fact."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.games.karteneck import KarteneckSetup
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.match import AT_ONCE
from heckmeck.train.karteneck.afterstates import AfterstateReader, Afterstates
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.players import LEAD
from heckmeck.train.karteneck.self_play import best_moves, play_moves, results

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

DECISIONS = 30
"""One of this number of first decisions of a seat, on average, is the one that is not the best."""


class Losses(NamedTuple):
    """Moves that were not the best: the win share before them, what they would lose, and the share that was won."""

    before: Floats
    said: Floats
    won: Floats

    @property
    def lost(self) -> Floats:
        """What was lost in fact, in single games."""
        return self.before - self.won

    def slope(self) -> tuple[float, float]:
        """Return how much is lost in fact for each point that is said, and half the width of its 95 % interval."""
        squares = (self.said**2).sum()
        slope = (self.lost * self.said).sum() / squares
        error = np.sqrt((((self.lost - slope * self.said) * self.said) ** 2).sum()) / squares
        return float(slope), float(1.96 * error)


def measure_losses(network: Network, setup: KarteneckSetup, games: int, seed: int) -> Losses:
    """Play games of champions in which one decision is replaced by another move, chosen at random."""
    parts = [
        _measure(network, setup, min(AT_ONCE, games - begin), 1_000_000 * seed + begin)
        for begin in range(0, games, AT_ONCE)
    ]
    return Losses(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _measure(network: Network, setup: KarteneckSetup, games: int, seed: int) -> Losses:
    batch, source = make_batch(setup, games, seed), np.random.default_rng(seed)
    reader, due = AfterstateReader(batch), source.integers(0, DECISIONS * setup.seats, games)
    before, said = np.full(games, np.nan), np.full(games, np.nan)
    seats = np.zeros(games, np.intp)
    decisions = 0
    while len(playing := np.flatnonzero(~batch.over)):
        after = reader.read(playing)
        win, lead = network.values(after)
        chosen = best = best_moves(after.first, win + np.float32(LEAD) * lead)
        other = _others(after, best, source)
        replaced = (due[playing] == decisions) & (other != best)
        chosen = np.where(replaced, other, best)
        which = playing[replaced]
        before[which], said[which] = win[best[replaced]], win[best[replaced]] - win[other[replaced]]
        seats[which] = batch.seats[which]
        play_moves(batch, playing, after.action[chosen], after.worms[chosen])
        decisions += 1
    known = np.flatnonzero(~np.isnan(said))
    return Losses(before[known], said[known], results(batch)[known, seats[known], 0].astype(np.float64))


def _others(after: Afterstates, best: Indices, source: np.random.Generator) -> Indices:
    """Return a move at random for each game, not the best one; that where there is no other."""
    first, count = after.first[:-1], np.diff(after.first)
    steps = 1 + (source.random(len(best)) * (count - 1)).astype(np.int64)
    found: Indices = first + (best - first + np.where(count > 1, steps, 0)) % count
    return found

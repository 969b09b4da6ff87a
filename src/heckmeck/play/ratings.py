"""Ratings over a pool of bots: Bradley and Terry's model, in points of Elo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from heckmeck.play.statistics import Z

Floats = NDArray[np.float64]
Pair = tuple[str, str]

POINTS = 400 / np.log(10)
"""Points of Elo for each unit of the logarithm of a strength."""

MAX_ROUNDS = 1000
"""Maximum number of iterations; far fewer are needed."""

SAMPLES = 200
"""Number of times that the deals are drawn again to find out how far the ratings may be off."""


def ratings(wins: Floats) -> Floats:
    """Return a rating for each bot; `wins[i, j]` is the number of wins of i against j. Their mean is zero.

    Half a win is added on both sides of each pairing that was played, so that a bot that never lost has a rating, too.

    >>> ratings(np.array([[0, 75], [25, 0]])).round().tolist()
    [94.0, -94.0]
    """
    played = (wins + wins.T) > 0
    wins = wins + 0.5 * played
    games = wins + wins.T
    strength = np.ones(len(wins))
    for _ in range(MAX_ROUNDS):
        expected = (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        new = wins.sum(axis=1) / np.maximum(expected, 1e-300)
        new /= np.exp(np.log(new).mean())
        if np.abs(np.log(new / strength)).max() < 1e-12:
            break
        strength = new
    points: Floats = POINTS * np.log(strength)
    return np.asarray(points - points.mean())


def bootstrap_ratings(bots: Sequence[str], shares: Mapping[Pair, Sequence[float]]) -> dict[str, tuple[float, float]]:
    """Return each bot's rating and half the width of its 95 % interval, by drawing the deals of all pairings again.

    `shares` has for each pair of bots the first one's share of the wins in each deal. Deals that all went the same way
    do not rule out others: half a win and half a loss may then be drawn with them, as in Jeffreys' interval.

    >>> sweep = bootstrap_ratings(("a", "b"), {("a", "b"): [1.0] * 100})
    >>> sweep["a"][1] > 50
    True
    """
    source = np.random.default_rng(0)
    known = {pair: np.array(each) for pair, each in shares.items() if len(each)}
    drawn = [
        ratings(_wins(bots, {pair: _draw_again(each, source) for pair, each in known.items()})) for _ in range(SAMPLES)
    ]
    margins = Z * np.std(drawn, axis=0)
    points = ratings(_wins(bots, known))
    return {bot: (float(points[i]), float(margins[i])) for i, bot in enumerate(bots)}


def _draw_again(shares: Floats, source: np.random.Generator) -> Floats:
    number = len(shares)
    if shares.min() < shares.max():
        return source.choice(shares, number)
    return source.choice([shares[0], 1.0, 0.0], number, p=np.array([number, 0.5, 0.5]) / (number + 1))


def _wins(bots: Sequence[str], shares: Mapping[Pair, Floats]) -> Floats:
    wins = np.zeros((len(bots), len(bots)))
    for (one, other), each in shares.items():
        i, j = bots.index(one), bots.index(other)
        wins[i, j], wins[j, i] = each.sum(), len(each) - each.sum()
    return wins

"""Ratings of a pool of bots: the Bradley-Terry model, in Elo points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, log

import numpy as np
from numpy.typing import NDArray

from heckmeck.play.intervals import DIGITS, FAR, NEAR, TAIL, Measured, share_interval

Floats = NDArray[np.float64]
Indexes = NDArray[np.int64]
Pair = tuple[str, str]

POINTS = 400 / log(10)
"""Elo points per unit of the logarithm of a strength."""

MAX_ROUNDS = 200
"""Maximum number of steps of Newton's method, far more than are needed."""

LONGEST_STEP = 1.0
"""Maximum change of a logarithm of a strength in one step, so that a step never overshoots."""

PRECISION = 1e-6
"""Change of a logarithm of a strength below which the search ends: a thousandth of a point."""

DRAWS = 2000
"""Number of random weightings of the deals for the intervals of the ratings."""

AT_ONCE = 2_000_000
"""Maximum number of weights in memory."""


def ratings(wins: Floats) -> Floats:
    """Return a rating for each bot; `wins[i, j]` is the number of wins of i against j. Their mean is zero.

    Half a win is added on both sides of each pairing that was played, so that a bot that never lost has a rating, too.

    >>> ratings(np.array([[0, 75], [25, 0]])).round().tolist()
    [94.0, -94.0]
    """
    one, other = np.nonzero(np.triu(wins + wins.T))
    both = np.stack([wins[one, other], wins[other, one]], axis=1) + 0.5
    strengths: Floats = _strengths(np.stack([one, other], axis=1), both[None], np.zeros(len(wins)))
    return np.asarray(POINTS * strengths[0])


def rate(bots: Sequence[str], shares: Mapping[Pair, Sequence[float]]) -> dict[str, Measured]:
    """Return the ratings of the bots that have played, with their 95 % intervals. The mean is zero.

    `shares` has for each pair of bots the first one's share of the wins in each deal. Deals of the same number have
    the same luck in all pairings. A bot that won (or lost) every deal has no upper (or lower) end.

    >>> sweep = rate(("a", "b"), {("a", "b"): [1.0] * 100})
    >>> round(sweep["a"].low), sweep["a"].high, sweep["b"].low
    (285, inf, -inf)
    """
    known = {pair: np.array(each) for pair, each in shares.items() if len(each)}
    rated = [bot for bot in bots if any(bot in pair for pair in known)]
    if len(rated) < 2:
        return {}
    pairs = np.array([[rated.index(bot) for bot in pair] for pair in known])
    points = ratings(_wins(pairs, list(known.values()), len(rated)))
    if len(rated) == 2:
        (only,) = known.values()
        low, high = (POINTS / 2 * _log_odds(end) for end in share_interval(only))
        ends = [(low, high), (-high, -low)][:: 1 if pairs[0, 0] == 0 else -1]
    else:
        pool = _Pool(pairs, list(known.values()), points)
        ends = [pool.interval(bot) for bot in range(len(rated))]
    return {bot: Measured(float(points[i]), *ends[i]) for i, bot in enumerate(rated)}


def _log_odds(share: float) -> float:
    return -inf if share <= 0 else inf if share >= 1 else log(share / (1 - share))


class _Pool:
    """Random draws of the shares of all pairings.

    The weights of deals are drawn as for the interval of one share (see `intervals`), once for all pairings, because
    deals of the same number have the same luck. For the lower end of a bot's rating, the imagined deals of its own
    pairings favour its loss, for the upper end its win; those of the other pairings are neutral.
    """

    def __init__(self, pairs: Indexes, shares: list[Floats], points: Floats) -> None:
        self._pairs = pairs
        self._points = points
        self._deals = np.array([len(each) for each in shares], float)[:, None]
        self._drawn = _draw(shares)
        source = np.random.default_rng(1)
        self._whole = source.gamma(NEAR, size=self._drawn.shape)
        self._half = source.gamma(FAR, size=self._drawn.shape)
        self._won = np.array([[each.any(), (each < 1).any()] for each in shares])
        """For each pairing, whether the first and the second bot won anything."""
        wins = _wins(pairs, shares, len(points))
        self._never: NDArray[np.bool_] = np.asarray(~wins.any(axis=1))
        self._always: NDArray[np.bool_] = np.asarray(~wins.any(axis=0))
        # A bot that lost or won everything cannot be compared: the others are rated among themselves.
        placed = ~(self._never | self._always)
        self._placed = placed if placed.any() else np.ones_like(placed)

    def interval(self, bot: int) -> tuple[float, float]:
        """Return the ends of a bot's rating."""
        low = -inf if self._never[bot] else self._end(bot, TAIL, wins=False)
        high = inf if self._always[bot] else self._end(bot, 1 - TAIL, wins=True)
        return low, high

    def _end(self, bot: int, quantile: float, *, wins: bool) -> float:
        own = (self._pairs == bot).any(axis=1, keepdims=True)
        favoured = own & ((self._pairs == bot) == wins)
        # As for a share: the other side gets imagined wins only if it has won something.
        possible = favoured | ~own | self._won
        drawn = self._drawn + np.where(favoured, self._whole, self._half * possible)
        wins_drawn = drawn / drawn.sum(axis=2, keepdims=True) * self._deals
        strengths = _strengths(self._pairs, wins_drawn, self._points / POINTS)
        relative = POINTS * (strengths[:, bot] - strengths[:, self._placed].mean(axis=1))
        return float(np.quantile(relative, quantile) + self._points[self._placed].mean())


def _draw(shares: list[Floats]) -> Floats:
    """Weight the deals at random many times; return the resulting wins of both bots of each pairing."""
    longest = max(map(len, shares))
    table = np.zeros((longest, len(shares), 2))
    for number, each in enumerate(shares):
        table[: len(each), number, 0] = each
        table[: len(each), number, 1] = 1 - each
    # Deals with equal results in all pairings get one weight, the sum of theirs.
    rows, counts = np.unique(table.reshape(longest, -1).round(DIGITS), axis=0, return_counts=True)
    source = np.random.default_rng(0)
    batch = max(AT_ONCE // len(rows), 1)
    drawn = [
        source.gamma(counts, size=(min(batch, DRAWS - first), len(rows))) @ rows for first in range(0, DRAWS, batch)
    ]
    return np.concatenate(drawn).reshape(DRAWS, len(shares), 2)


def _strengths(pairs: Indexes, wins: Floats, start: Floats) -> Floats:
    """Return the logarithms of the most likely strengths for each row of wins, by Newton's method.

    `wins[r, p]` has the wins of the two bots of pairing p. The mean is zero.
    """
    contrasts = np.zeros((len(pairs), len(start)))
    contrasts[np.arange(len(pairs)), pairs[:, 0]] = 1
    contrasts[np.arange(len(pairs)), pairs[:, 1]] = -1
    games = wins.sum(axis=2)
    found = np.tile(start, (len(wins), 1))
    for _ in range(MAX_ROUNDS):
        chance = 1 / (1 + np.exp(-found @ contrasts.T))
        slope = (wins[:, :, 0] - games * chance) @ contrasts
        curvature = np.einsum("rp,pi,pj->rij", games * chance * (1 - chance), contrasts, contrasts)
        # Only relative strengths matter: the first addition keeps their sum constant, the second one keeps parts of a
        # pool that have not played each other independent.
        largest = curvature.max(axis=(1, 2), keepdims=True)
        curvature += largest * (1 + 1e-9 * np.eye(len(start)))
        step = np.linalg.solve(curvature, slope[:, :, None])[:, :, 0]
        step *= np.minimum(1, LONGEST_STEP / np.maximum(np.abs(step).max(axis=1, keepdims=True), PRECISION))
        found += step
        if np.abs(step).max() < PRECISION:
            break
    return np.asarray(found - found.mean(axis=1, keepdims=True))


def _wins(pairs: Indexes, shares: list[Floats], bots: int) -> Floats:
    wins = np.zeros((bots, bots))
    for (one, other), each in zip(pairs, shares, strict=True):
        wins[one, other], wins[other, one] = each.sum(), (1 - each).sum()
    return wins

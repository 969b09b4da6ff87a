"""Ratings over a pool of bots: Bradley and Terry's model, in points of Elo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

POINTS = 400 / np.log(10)
ROUNDS = 1000


def ratings(wins: Matrix) -> NDArray[np.float64]:
    """Return a rating for each bot; `wins[i, j]` is how often i won against j. Their mean is nought.

    Half a win is added on both sides of each pairing that was played, so that one who never lost has a rating too.

    >>> ratings(np.array([[0, 75], [25, 0]])).round().tolist()
    [94.0, -94.0]
    """
    played = (wins + wins.T) > 0
    wins = wins + 0.5 * played
    games = wins + wins.T
    strength = np.ones(len(wins))
    for _ in range(ROUNDS):
        expected = (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        new = wins.sum(axis=1) / np.maximum(expected, 1e-300)
        new /= np.exp(np.log(new).mean())
        if np.abs(np.log(new / strength)).max() < 1e-12:
            break
        strength = new
    points: NDArray[np.float64] = POINTS * np.log(strength)
    return np.asarray(points - points.mean())

"""Calibration: predicted win shares, scaled so that on average they are how often games are won."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heckmeck.rl.batch.batch import Batch
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.self_play import PlayOptions, SelfPlay, results

STEPS = 20
"""Number of Newton's steps."""
SURE = 1e-6
"""Predictions this near to 0 or 1 are those of games that are over, and are left out."""


def predictions(network: Network, batch: Batch, lead: float, seed: int) -> tuple[NDArray[np.float32], ...]:
    """Let a network play all games of a batch against itself; return the win shares it expected, and those it got."""
    play = SelfPlay(batch, seed)
    made = play.play(network, PlayOptions(lead, np.zeros(len(batch), np.float32)))
    ends = results(batch)
    expected = np.concatenate([each.best[:, 0] for each in made])
    return expected, np.concatenate([ends[each.games, each.seats, 0] for each in made])


def fit(expected: NDArray[np.float32], got: NDArray[np.float32]) -> tuple[float, float]:
    """Return the scale and the shift of log-odds that fit best.

    >>> source = np.random.default_rng(1)
    >>> odds = source.normal(size=20_000)
    >>> got = source.random(20_000) < 1 / (1 + np.exp(-(0.5 * odds - 0.3)))
    >>> scale, shift = fit((1 / (1 + np.exp(-odds))).astype(np.float32), got.astype(np.float32))
    >>> abs(scale - 0.5) < 0.05 and abs(shift + 0.3) < 0.05
    True
    """
    inside = (expected > SURE) & (expected < 1 - SURE)
    shares, wins = expected[inside].astype(np.float64), got[inside].astype(np.float64)
    inputs = np.column_stack([np.log(shares / (1 - shares)), np.ones(len(shares))])
    found = np.array([1.0, 0.0])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-inputs @ found))
        curvature = (inputs * (chances * (1 - chances))[:, None]).T @ inputs
        found += np.linalg.solve(curvature, inputs.T @ (wins - chances))
    return float(found[0]), float(found[1])


def calibrate(network: Network, scale: float, shift: float) -> None:
    """Scale and shift the log-odds of the win that a network says."""
    last, bias = network.weights[-2:]
    last[:, 0] *= np.float32(scale)
    bias[0] = np.float32(scale * bias[0] + shift)

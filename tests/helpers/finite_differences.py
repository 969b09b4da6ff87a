"""Gradients by finite differences, to compare with those that are computed."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

STEP = 1e-6


def finite_differences(loss: Callable[[], float], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how a loss changes with each of the weights that it reads; they are as before afterwards."""
    found = np.zeros_like(weights)
    for place in np.ndindex(weights.shape):
        before = weights[place]
        around = []
        for step in (STEP, -STEP):
            weights[place] = before + step
            around.append(loss())
        weights[place] = before
        found[place] = (around[0] - around[1]) / (2 * STEP)
    return found

"""A small network that predicts probabilities, trained by Adam, with only numpy."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Network:
    """Two hidden layers of rectified units and one probability.

    >>> network = Network(inputs=2, hidden=16, seed=1)
    >>> inputs, targets = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0.2, 0.8, 0.8, 0.2])
    >>> for _ in range(500):
    ...     network.train(inputs, targets, rate=0.01)
    >>> network.probabilities(inputs).round(1).tolist()
    [0.2, 0.8, 0.8, 0.2]
    """

    def __init__(self, inputs: int, hidden: int, seed: int) -> None:
        source, sizes = np.random.default_rng(seed), (inputs, hidden, hidden, 1)
        self.weights: list[Floats] = []
        for before, after in pairwise(sizes):
            self.weights += [source.normal(0, (2 / before) ** 0.5, (before, after)), np.zeros(after)]
        self.weights[-2] *= 0.1  # begin near one half
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def probabilities(self, inputs: NDArray[Any]) -> Floats:
        """Return a probability for each row."""
        return self._forward(inputs)[-1][:, 0]

    def _forward(self, inputs: NDArray[Any]) -> list[Floats]:
        """Return the inputs, the output of each hidden layer, and the probabilities."""
        first, first_bias, second, second_bias, last, last_bias = self.weights
        given = np.asarray(inputs, np.float64)
        one = np.maximum(given @ first + first_bias, 0)
        two = np.maximum(one @ second + second_bias, 0)
        return [given, one, two, 1 / (1 + np.exp(-(two @ last + last_bias)))]

    def train(self, inputs: NDArray[Any], targets: Floats, rate: float) -> None:
        """Take one step of Adam towards smaller cross-entropy."""
        *layers, chances = self._forward(inputs)
        error = (chances - targets[:, None]) / len(targets)
        gradients: list[Floats] = []
        for number in (2, 1, 0):
            layer = layers[number]
            gradients = [layer.T @ error, error.sum(axis=0), *gradients]
            error = (error @ self.weights[2 * number].T) * (layer > 0)
        self._updates += 1
        for weight, gradient, mean, square in zip(self.weights, gradients, self._means, self._squares, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = mean / (1 - 0.9**self._updates)
            weight -= rate * corrected / (np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8)

    def follow(self, other: Network, share: float) -> None:
        """Move a share of the way to the weights of another network."""
        for mine, theirs in zip(self.weights, other.weights, strict=True):
            mine += share * (theirs - mine)

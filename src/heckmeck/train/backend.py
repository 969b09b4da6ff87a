"""The arithmetic of learning: a network trained by Adam, and a slow copy of it that makes the targets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.net import NetCard
from heckmeck.bots.numpy_net import Floats, softmax
from heckmeck.rl.batch.valuation import add_rows, sum_rows

Weights = dict[str, Floats]

MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8
"""Adam: how slowly the means of slopes and of their squares follow, and what keeps a division possible."""


class Samples(NamedTuple):
    """Positions, as rows of the network's table, and the win shares that were found for them.

    Both are arrays of numpy, or tensors of PyTorch where the backend is one of its.
    """

    rows: Any
    targets: Any

    def split(self, size: int | None) -> Iterator[Samples]:
        """Yield parts of this size; without one, all at once.

        >>> [len(part.rows) for part in Samples(np.zeros((5, 2)), np.zeros((5, 3))).split(2)]
        [2, 2, 1]
        """
        size = size or len(self.rows)
        for begin in range(0, len(self.rows), size):
            yield Samples(self.rows[begin : begin + size], self.targets[begin : begin + size])


class Backend(ABC):
    """Trains the network of a card."""

    @abstractmethod
    def learn(self, samples: Samples, rate: float) -> SupportsFloat:
        """Take one step of Adam towards smaller cross-entropy with the target shares; return the cross-entropy."""

    @abstractmethod
    def follow(self, share: float) -> None:
        """Move the slow copy a share of the way to the network."""

    @abstractmethod
    def slow(self) -> Weights:
        """Return the weights of the slow copy."""

    @abstractmethod
    def memory(self) -> dict[str, NDArray[np.float32]]:
        """Return all that has to be saved to go on later, by name."""

    @abstractmethod
    def remember(self, memory: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved."""


def first_weights(card: NetCard, seed: int) -> Weights:
    """Return weights to begin with: small and random, so that all shares are about equal."""
    source, weights = np.random.default_rng(seed), {}
    for name, shape in card.shapes.items():
        # A position has one row for each of some questions, so that many rows add up in the first layer.
        inputs = 32 if name == "table" else shape[0]
        scale = 0.0 if name.endswith("bias") else (2 / inputs) ** 0.5 * (0.1 if name == "last" else 1.0)
        weights[name] = (scale * source.standard_normal(shape)).astype(np.float32)
    return weights


class NumpyBackend(Backend):
    """Learning in numpy, with a C kernel for the table where there is one.

    >>> card = NetCard(game="", seats=2, rows=4, units=(16, 16))
    >>> backend = NumpyBackend(card, first_weights(card, seed=1))
    >>> rows, targets = np.array([[0, 2], [0, 3], [1, 2], [1, 3]], np.int16), np.array([0.2, 0.8, 0.8, 0.2], np.float32)
    >>> for _ in range(300):
    ...     loss = backend.learn(Samples(rows, np.column_stack([targets, 1 - targets])), rate=0.01)
    >>> backend.follow(1)
    >>> from heckmeck.bots.numpy_net import forward
    >>> forward(backend.slow(), rows.astype(np.intp))[:, 0].round(1).tolist()
    [0.20000000298023224, 0.800000011920929, 0.800000011920929, 0.20000000298023224]
    """

    def __init__(self, card: NetCard, weights: Weights) -> None:
        self.card = card
        self._weights = {name: weight.copy() for name, weight in weights.items()}
        self._slow = {name: weight.copy() for name, weight in weights.items()}
        self._means = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._squares = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._updates = 0

    def learn(self, samples: Samples, rate: float) -> float:
        """Take one step of Adam."""
        rows, targets = samples
        weights = self._weights
        one = np.maximum(sum_rows(weights["table"], weights["first_bias"], rows), 0)
        two = np.maximum(one @ weights["second"] + weights["second_bias"], 0)
        shares = softmax(two @ weights["last"] + weights["last_bias"])
        loss = -float((targets * np.log(shares + 1e-12)).sum()) / len(rows)

        error = (shares - targets) / np.float32(len(rows))
        slopes = {"last": two.T @ error, "last_bias": error.sum(axis=0)}
        error = (error @ weights["last"].T) * (two > 0)
        slopes |= {"second": one.T @ error, "second_bias": error.sum(axis=0)}
        error = (error @ weights["second"].T) * (one > 0)
        slopes |= {"table": add_rows(error, rows, self.card.rows), "first_bias": error.sum(axis=0)}
        self._step(slopes, rate)
        return loss

    def _step(self, slopes: Weights, rate: float) -> None:
        self._updates += 1
        step = np.float32(rate / (1 - MEAN**self._updates))
        correction = np.float32((1 - SQUARE**self._updates) ** 0.5)
        for name, slope in slopes.items():
            mean, square = self._means[name], self._squares[name]
            mean += (1 - MEAN) * (slope - mean)
            slope *= slope
            square += (1 - SQUARE) * (slope - square)
            self._weights[name] -= step * mean / (np.sqrt(square) / correction + TINY)

    def follow(self, share: float) -> None:
        """Move the slow copy a share of the way to the network."""
        for name, slow in self._slow.items():
            slow += np.float32(share) * (self._weights[name] - slow)

    def slow(self) -> Weights:
        """Return the weights of the slow copy."""
        return self._slow

    def memory(self) -> dict[str, NDArray[np.float32]]:
        """Return weights, slow copy, and what Adam keeps."""
        kept = {"weights": self._weights, "slow": self._slow, "means": self._means, "squares": self._squares}
        found = {f"{kind}.{name}": array for kind, arrays in kept.items() for name, array in arrays.items()}
        return {**found, "updates": np.array([self._updates], np.float32)}

    def remember(self, memory: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved."""
        kept = {"weights": self._weights, "slow": self._slow, "means": self._means, "squares": self._squares}
        for kind, arrays in kept.items():
            for name, array in arrays.items():
                array[...] = memory[f"{kind}.{name}"]
        self._updates = int(memory["updates"][0])

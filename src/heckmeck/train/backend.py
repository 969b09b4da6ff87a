"""The arithmetic of learning: a network trained by Adam, and a target network, which makes the targets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.net import NetCard
from heckmeck.bots.numpy_net import Floats, softmax
from heckmeck.rl.batch.valuation import add_rows, sum_rows
from heckmeck.train.adam import Adam

Weights = dict[str, Floats]


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
    def learn(self, samples: Samples, learning_rate: float) -> SupportsFloat:
        """Take one step of Adam towards smaller cross-entropy with the target shares; return the cross-entropy."""

    @abstractmethod
    def update_target(self, step: float) -> None:
        """Move the target network towards the network, by this part of the way."""

    @abstractmethod
    def target(self) -> Weights:
        """Return the weights of the target network."""

    @abstractmethod
    def state_dict(self) -> dict[str, NDArray[np.float32]]:
        """Return all that has to be saved to go on later, by name."""

    @abstractmethod
    def load_state_dict(self, state: Mapping[str, NDArray[np.float32]]) -> None:
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
    ...     loss = backend.learn(Samples(rows, np.column_stack([targets, 1 - targets])), learning_rate=0.01)
    >>> backend.update_target(1)
    >>> from heckmeck.bots.numpy_net import forward
    >>> forward(backend.target(), rows.astype(np.intp))[:, 0].round(1).tolist()
    [0.20000000298023224, 0.800000011920929, 0.800000011920929, 0.20000000298023224]
    """

    def __init__(self, card: NetCard, weights: Weights) -> None:
        self.card = card
        self._weights = {name: weight.copy() for name, weight in weights.items()}
        self._target = {name: weight.copy() for name, weight in weights.items()}
        self._adam = Adam(weights)

    def learn(self, samples: Samples, learning_rate: float) -> float:
        """Take one step of Adam."""
        loss, gradients = self.gradients(samples)
        self._adam.step(self._weights, gradients, learning_rate)
        return loss

    def gradients(self, samples: Samples) -> tuple[float, Weights]:
        """Return the cross-entropy with the target shares, and its gradients."""
        rows, targets = samples
        weights = self._weights
        one = np.maximum(sum_rows(weights["table"], weights["first_bias"], rows), 0)
        two = np.maximum(one @ weights["second"] + weights["second_bias"], 0)
        shares = softmax(two @ weights["last"] + weights["last_bias"])
        loss = -float((targets * np.log(shares + 1e-12)).sum()) / len(rows)

        error = (shares - targets) / np.float32(len(rows))
        gradients = {"last": two.T @ error, "last_bias": error.sum(axis=0)}
        error = (error @ weights["last"].T) * (two > 0)
        gradients |= {"second": one.T @ error, "second_bias": error.sum(axis=0)}
        error = (error @ weights["second"].T) * (one > 0)
        gradients |= {"table": add_rows(error, rows, self.card.rows), "first_bias": error.sum(axis=0)}
        return loss, gradients

    def update_target(self, step: float) -> None:
        """Move the target network towards the network, by this part of the way."""
        for name, target in self._target.items():
            target += np.float32(step) * (self._weights[name] - target)

    def target(self) -> Weights:
        """Return the weights of the target network."""
        return self._target

    def state_dict(self) -> dict[str, NDArray[np.float32]]:
        """Return weights, target network, and what Adam keeps."""
        kept = {"weights": self._weights, "slow": self._target}
        found = {f"{kind}.{name}": array for kind, arrays in kept.items() for name, array in arrays.items()}
        return {**found, **self._adam.state_dict()}

    def load_state_dict(self, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved."""
        for kind, arrays in (("weights", self._weights), ("slow", self._target)):
            for name, array in arrays.items():
                array[...] = state[f"{kind}.{name}"]
        self._adam.load_state_dict(state)

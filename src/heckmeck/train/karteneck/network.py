"""The network of Karteneck while it learns: two hidden layers, two outputs, Adam. numpy alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from heckmeck.train.adam import Adam
from heckmeck.train.karteneck.afterstates import Afterstates

Floats = NDArray[np.float32]

LEAD_WEIGHT = 0.5
"""Weight of the error of the lead beside that of the win."""


class Network:
    """Says of afterstates how likely the seat is to win, and by how many worms it will lead, in tens."""

    def __init__(self, tables: int, own: int, hidden: tuple[int, int], seed: int) -> None:
        source, sizes = np.random.default_rng(seed), (tables + own, *hidden, 2)
        self.tables = tables
        self.weights: list[Floats] = []
        for before, after in pairwise(sizes):
            matrix = source.normal(0, (2 / before) ** 0.5, (before, after)).astype(np.float32)
            self.weights += [matrix, np.zeros(after, np.float32)]
        self.weights[-2] *= np.float32(0.1)  # begin near one half
        self._adam = Adam(_named(self.weights))

    def values(self, after: Afterstates) -> tuple[Floats, Floats]:
        """Return the win share and the lead of every afterstate."""
        first, bias = self.weights[:2]
        table = after.tables @ first[: self.tables]
        table += bias
        layer = after.own @ first[self.tables :]
        layer += table[after.table_of]
        np.maximum(layer, 0, out=layer)
        win, lead = self._outputs(self._second(layer)).T
        over = after.win >= 0
        return np.where(over, after.win, win), np.where(over, after.lead / 10, lead)

    def _second(self, layer: Floats) -> Floats:
        after: Floats = layer @ self.weights[2]
        after += self.weights[3]
        np.maximum(after, 0, out=after)
        return after

    def _outputs(self, layer: Floats) -> Floats:
        outputs: Floats = layer @ self.weights[4] + self.weights[5]
        outputs[:, 0] = 1 / (1 + np.exp(-outputs[:, 0]))
        return outputs

    def train(self, rows: Floats, targets: Floats, learning_rate: float) -> float:
        """Take one step of Adam towards the targets, a win share and a lead for each row; return the squared error."""
        loss, gradients = self.gradients(rows, targets)
        self._adam.step(_named(self.weights), _named(gradients), learning_rate)
        return loss

    def gradients(self, rows: Floats, targets: Floats) -> tuple[float, list[Floats]]:
        """Return the mean squared error of the win share, and the gradients: of its cross-entropy and of the lead."""
        one = np.maximum(rows @ self.weights[0] + self.weights[1], 0)
        two = self._second(one)
        error = (self._outputs(two) - targets) / np.float32(len(rows))
        loss = float((error[:, 0] ** 2).sum() * len(rows))
        error[:, 1] *= LEAD_WEIGHT
        gradients: list[Floats] = []
        for number, layer in ((2, two), (1, one), (0, rows)):
            gradients = [layer.T @ error, error.sum(axis=0), *gradients]
            if number:
                error = (error @ self.weights[2 * number].T) * (layer > 0)
        return loss, gradients

    def move_towards(self, other: Network, step: float) -> None:
        """Move the weights towards those of another network, by this part of the way."""
        for mine, theirs in zip(self.weights, other.weights, strict=True):
            mine += np.float32(step) * (theirs - mine)

    def state_dict(self) -> dict[str, Floats]:
        """Return weights and what Adam keeps, by name."""
        weights = {f"weights.{name}": weight for name, weight in _named(self.weights).items()}
        return {**weights, **self._adam.state_dict()}

    def load_state_dict(self, state: Mapping[str, Floats]) -> None:
        """Go on with what was saved."""
        for name, weight in _named(self.weights).items():
            weight[...] = state[f"weights.{name}"]
        self._adam.load_state_dict(state)


def _named(arrays: list[Floats]) -> dict[str, Floats]:
    return {str(number): array for number, array in enumerate(arrays)}

"""The arithmetic of networks in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from heckmeck.bots.net import NetCard, PlainArithmetic, Row, split

Floats = NDArray[np.float32]


class NumpyArithmetic(PlainArithmetic):
    """The network in numpy, in single precision."""

    def __init__(self, card: NetCard, weights: Sequence[float]) -> None:
        self.weights = arrays(card, weights)

    def shares(self, rows: Sequence[Sequence[int]]) -> list[Row]:
        """Return the shares of every row."""
        found: list[Row] = forward(self.weights, np.asarray(rows, np.intp)).tolist()
        return found


def arrays(card: NetCard, weights: ArrayLike) -> dict[str, Floats]:
    """Return the parts of flat weights as arrays, by name."""
    parts: Mapping[str, Sequence[float]] = split(card, np.asarray(weights, np.float32))  # type: ignore[arg-type]
    return {name: np.asarray(parts[name], np.float32).reshape(shape) for name, shape in card.shapes.items()}


def forward(weights: Mapping[str, Floats], rows: NDArray[np.intp]) -> Floats:
    """Return the shares for rows of positions."""
    one = np.maximum(weights["table"][rows].sum(axis=1) + weights["first_bias"], 0)
    two = np.maximum(one @ weights["second"] + weights["second_bias"], 0)
    return softmax(two @ weights["last"] + weights["last_bias"])


def softmax(scores: Floats) -> Floats:
    """Return positive numbers that sum to one in every row."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares

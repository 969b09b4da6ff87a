"""Adam: steps by running means of the gradients and of their squares."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from heckmeck.bots.numpy_net import Floats

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
"""How much of both means stays at each step, and a small number that is added to divisors, which may be 0."""


def factors(updates: int, learning_rate: float) -> tuple[float, float]:
    """Return what the means are multiplied by at this update, and what the roots of the squares are divided by.

    Both correct for means that began at zero.

    >>> [round(factor, 4) for factor in factors(1, learning_rate=0.1)]
    [1.0, 0.0316]
    """
    return learning_rate / (1 - BETA1**updates), (1 - BETA2**updates) ** 0.5


class Adam:
    """Takes steps of weights in blocks, which have names. Gradients are divided as in PyTorch.

    >>> weights = {"bias": np.array([1.0, -1.0], np.float32)}
    >>> adam = Adam(weights)
    >>> adam.step(weights, {"bias": np.array([0.2, 0.0], np.float32)}, learning_rate=0.1)
    >>> weights["bias"].tolist()
    [0.8999999761581421, -1.0]
    """

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._means = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._squares = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._updates = 0

    def step(self, weights: Mapping[str, Floats], gradients: Mapping[str, Floats], learning_rate: float) -> None:
        """Change the weights by one step against their gradients."""
        self._updates += 1
        step, correction = (np.float32(factor) for factor in factors(self._updates, learning_rate))
        for name, gradient in gradients.items():
            mean, square = self._means[name], self._squares[name]
            mean += (1 - BETA1) * (gradient - mean)
            square += (1 - BETA2) * (gradient * gradient - square)
            weight = weights[name]
            weight -= step * mean / (np.sqrt(square) / correction + EPSILON)

    def state_dict(self) -> dict[str, Floats]:
        """Return both means by block, and the number of steps."""
        kept = {"means": self._means, "squares": self._squares}
        found = {f"{kind}.{name}": array for kind, arrays in kept.items() for name, array in arrays.items()}
        return {**found, "updates": np.array([self._updates], np.float32)}

    def load_state_dict(self, state: Mapping[str, Floats]) -> None:
        """Go on with what was saved."""
        for kind, arrays in (("means", self._means), ("squares", self._squares)):
            for name, array in arrays.items():
                array[...] = state[f"{kind}.{name}"]
        self._updates = int(state["updates"][0])

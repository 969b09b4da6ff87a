"""The arithmetic of learning in PyTorch, on any device that it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from heckmeck.bots.net import NetCard
from heckmeck.games import BadSetup
from heckmeck.games.setup import show
from heckmeck.train.adam import BETA1, BETA2, EPSILON, factors
from heckmeck.train.backend import Backend, Samples, Weights


def find_device(name: str) -> torch.device:
    """Return a device of PyTorch; refuse one that it does not have."""
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError):
        raise BadSetup("no_device", f"PyTorch has no device {show(name)} here.") from None
    return device


def scores(weights: Mapping[str, torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
    """Return what a network says of positions, before the softmax over the seats."""
    return _from_sums(weights, torch.nn.functional.embedding_bag(rows.int(), weights["table"], mode="sum"))


def _from_sums(weights: Mapping[str, torch.Tensor], sums: torch.Tensor) -> torch.Tensor:
    """Return what a network says, given the sums of the rows of its table."""
    one = torch.relu(sums + weights["first_bias"])
    two = torch.relu(torch.addmm(weights["second_bias"], one, weights["second"]))
    return torch.addmm(weights["last_bias"], two, weights["last"])


class TorchBackend(Backend):
    """Learning in PyTorch: the same steps as `NumpyBackend`.

    All weights are one vector, so that an operation changes them all. On a GPU a step is a graph, recorded for each
    size of minibatch: to begin its operations one after another takes longer than they do.
    """

    def __init__(self, card: NetCard, weights: Weights, device: torch.device) -> None:
        self.card = card
        self._device = device
        first = torch.cat([self._tensor(weights[name]).ravel() for name in card.shapes])
        self._weights, self._target = first.clone().requires_grad_(), first
        self._means, self._squares = torch.zeros_like(first), torch.zeros_like(first)
        self.target_tensors = self._by_name(self._target)
        """The weights of the target network, on the device."""
        self._updates = 0
        # Of the next step, see `factors`: on the device, so that a graph has them anew each time.
        self._factor, self._correction = torch.zeros((), device=device), torch.zeros((), device=device)
        self._graphs: dict[int, _Graph] = {}

    def _tensor(self, array: NDArray[Any]) -> torch.Tensor:
        return torch.tensor(array, device=self._device)

    def _by_name(self, vector: torch.Tensor) -> dict[str, torch.Tensor]:
        """Return the blocks of a vector of weights."""
        shapes = self.card.shapes
        blocks = vector.split([prod(shape) for shape in shapes.values()])
        return {name: block.view(shape) for (name, shape), block in zip(shapes.items(), blocks, strict=True)}

    def learn(self, samples: Samples, learning_rate: float) -> torch.Tensor:
        """Take one step of Adam. The cross-entropy stays on the device, so that nobody waits for it."""
        rows, targets = (torch.as_tensor(each, device=self._device) for each in samples)
        self._updates += 1
        for tensor, factor in zip((self._factor, self._correction), factors(self._updates, learning_rate), strict=True):
            tensor.fill_(factor)
        if self._device.type != "cuda":
            return self._step(rows, targets)
        if len(rows) not in self._graphs:
            self._graphs[len(rows)] = self._record(rows, targets)
        return self._graphs[len(rows)].replay(rows, targets)

    def _step(self, rows: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        weights = self._by_name(self._weights)
        # A product with the number of times that each row counts is faster to learn from than `embedding_bag`.
        counts = torch.zeros(len(rows), self.card.rows, device=self._device)
        counts.scatter_add_(1, rows.long(), counts.new_ones(()).expand(rows.shape))
        loss = torch.nn.functional.cross_entropy(_from_sums(weights, counts @ weights["table"]), targets)
        (gradients,) = torch.autograd.grad(loss, self._weights)
        with torch.no_grad():
            self._means.lerp_(gradients, 1 - BETA1)
            self._squares.lerp_(gradients * gradients, 1 - BETA2)
            self._weights -= self._factor * self._means / (self._squares.sqrt() / self._correction + EPSILON)
        return loss.detach()

    def _record(self, rows: torch.Tensor, targets: torch.Tensor) -> _Graph:
        """Return a step as a graph. A copy takes one before, since the first step of all also sets up PyTorch."""
        with torch.cuda.device(self._device):
            here, aside = torch.cuda.current_stream(), torch.cuda.Stream()
            aside.wait_stream(here)
            with torch.cuda.stream(aside):
                TorchBackend(self.card, self.target(), self._device)._step(rows, targets)
            here.wait_stream(aside)
            return _Graph(self._step, rows, targets)

    def update_target(self, step: float) -> None:
        """Move the target network towards the network, by this part of the way."""
        self._target.lerp_(self._weights.detach(), step)

    def target(self) -> Weights:
        """Return the weights of the target network."""
        return {name: target.cpu().numpy() for name, target in self.target_tensors.items()}

    def state_dict(self) -> dict[str, NDArray[np.float32]]:
        """Return weights, target network, and what Adam keeps."""
        found = {name: tensor.cpu().numpy() for name, tensor in self._tensors().items()}
        return {**found, "updates": np.array([self._updates], np.float32)}

    def load_state_dict(self, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved, by this backend or another."""
        for name, tensor in self._tensors().items():
            tensor.copy_(self._tensor(state[name]))
        self._updates = int(state["updates"][0])

    def _tensors(self) -> dict[str, torch.Tensor]:
        """Return the tensors to save, by the names of `NumpyBackend`."""
        vectors = {
            "weights": self._weights.detach(),
            "slow": self._target,
            "means": self._means,
            "squares": self._squares,
        }
        return {f"{kind}.{name}": block for kind, of in vectors.items() for name, block in self._by_name(of).items()}


class _Graph:
    """A step of Adam that was recorded, to be taken with other samples."""

    def __init__(
        self, step: Callable[[torch.Tensor, torch.Tensor], torch.Tensor], rows: torch.Tensor, targets: torch.Tensor
    ) -> None:
        self._rows, self._targets = rows.clone(), targets.clone()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._loss = step(self._rows, self._targets)

    def replay(self, rows: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        self._rows.copy_(rows)
        self._targets.copy_(targets)
        self._graph.replay()
        return self._loss

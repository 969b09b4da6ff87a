"""The arithmetic of learning in PyTorch, on any device that it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from heckmeck.bots.net import NetCard
from heckmeck.games import BadSetup
from heckmeck.games.setup import show
from heckmeck.train.adam import BETA1, BETA2, EPSILON
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
    one = torch.nn.functional.embedding_bag(rows.int(), weights["table"], mode="sum") + weights["first_bias"]
    two = torch.relu(one) @ weights["second"] + weights["second_bias"]
    return torch.relu(two) @ weights["last"] + weights["last_bias"]


class TorchBackend(Backend):
    """Learning in PyTorch: the same steps as `NumpyBackend`."""

    def __init__(self, card: NetCard, weights: Weights, device: torch.device) -> None:
        self.card = card
        self._device = device
        self._weights = {name: self._tensor(weight).requires_grad_() for name, weight in weights.items()}
        self.target_tensors = {name: self._tensor(weight) for name, weight in weights.items()}
        """The weights of the target network, on the device."""
        self._optimizer = torch.optim.Adam(
            self._weights.values(), betas=(BETA1, BETA2), eps=EPSILON, fused=device.type == "cuda"
        )

    def _tensor(self, array: NDArray[Any]) -> torch.Tensor:
        return torch.tensor(array, device=self._device)

    def learn(self, samples: Samples, learning_rate: float) -> torch.Tensor:
        """Take one step of Adam. The cross-entropy stays on the device, so that nobody waits for it."""
        rows, targets = (torch.as_tensor(each, device=self._device) for each in samples)
        loss = torch.nn.functional.cross_entropy(scores(self._weights, rows), targets)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
        self._optimizer.param_groups[0]["lr"] = learning_rate
        self._optimizer.step()
        return loss.detach()

    def update_target(self, step: float) -> None:
        """Move the target network towards the network, by this part of the way."""
        with torch.no_grad():
            for name, target in self.target_tensors.items():
                target.lerp_(self._weights[name], step)

    def target(self) -> Weights:
        """Return the weights of the target network."""
        return {name: target.cpu().numpy() for name, target in self.target_tensors.items()}

    def state_dict(self) -> dict[str, NDArray[np.float32]]:
        """Return weights, target network, and what Adam keeps."""
        found: dict[str, NDArray[np.float32]] = {}
        updates = 0.0
        for name, weight in self._weights.items():
            kept = self._optimizer.state.get(weight, {})
            parts = {
                "weights": weight.detach(),
                "slow": self.target_tensors[name],
                "means": kept.get("exp_avg", torch.zeros_like(weight)),
                "squares": kept.get("exp_avg_sq", torch.zeros_like(weight)),
            }
            updates = float(kept.get("step", 0))
            found.update({f"{kind}.{name}": part.cpu().numpy() for kind, part in parts.items()})
        return {**found, "updates": np.array([updates], np.float32)}

    def load_state_dict(self, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on with what was saved, by this backend or another."""
        with torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(self._tensor(state[f"weights.{name}"]))
                self.target_tensors[name].copy_(self._tensor(state[f"slow.{name}"]))
                self._optimizer.state[weight] = {
                    "step": self._tensor(state["updates"][0]),
                    "exp_avg": self._tensor(state[f"means.{name}"]),
                    "exp_avg_sq": self._tensor(state[f"squares.{name}"]),
                }

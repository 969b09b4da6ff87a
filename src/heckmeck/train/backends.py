"""The backends by the device that they compute on."""

from __future__ import annotations

from heckmeck.bots.net import NetCard
from heckmeck.games import BadSetup
from heckmeck.train.backend import Backend, NumpyBackend, Weights
from heckmeck.train.learner import MakeBackend

CPU = "cpu"
"""The device of numpy; PyTorch's own processor device is called `torch`."""


def backend_on(device: str) -> MakeBackend:
    """Return what makes a backend on a device: numpy for `cpu`, PyTorch for all others."""
    if device == CPU:
        return NumpyBackend
    try:
        from heckmeck.train.torch_backend import TorchBackend, check_device
    except ModuleNotFoundError:
        raise BadSetup("no_torch", f"The device {device} needs PyTorch: pip install 'heckmeck[learn]'.") from None
    check_device(device)

    def make(card: NetCard, weights: Weights) -> Backend:
        return TorchBackend(card, weights, device)

    return make

"""The devices that networks learn on, by their names."""

from __future__ import annotations

from functools import partial

from heckmeck.games import BadSetup
from heckmeck.train.learner import PROCESSOR, Device

CPU, TORCH = "cpu", "torch"
"""The processor: with numpy and the kernels, and as a device of PyTorch, which is slower and there to compare with."""


def device_on(name: str) -> Device:
    """Return a device: numpy and the kernels for `cpu`, PyTorch for all others."""
    if name == CPU:
        return PROCESSOR
    try:
        from heckmeck.train.device.backend import TorchBackend, find_device
        from heckmeck.train.device.self_play import DevicePlayers
    except ModuleNotFoundError:
        raise BadSetup("no_torch", f"The device {name} needs PyTorch: pip install 'heckmeck[learn]'.") from None
    device = find_device(CPU if name == TORCH else name)
    return Device(partial(TorchBackend, device=device), partial(DevicePlayers, device=device))

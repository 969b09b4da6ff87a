"""Functions in C that work on tensors: on the processor those of the batch engine, on a GPU those of kernel.cu."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import torch

from heckmeck.games import BadSetup
from heckmeck.rl.batch.kernel import library

Run = Callable[[str, int, list[torch.Tensor | int]], None]
"""Runs a function by its name, on a GPU with this number of threads. Integers are those of C."""


@cache
def functions_on(device: torch.device) -> Run:
    """Return what runs functions on a device."""
    if device.type == "cuda":
        from heckmeck.train.device.gpu import GpuFunctions

        return GpuFunctions(device)
    found = library()
    if found is None or device.type != "cpu":
        raise BadSetup("no_device", f"The rules of the games do not run on the device {device} here.")

    def run(name: str, threads: int, arguments: list[torch.Tensor | int]) -> None:
        kinds = (ctypes.c_void_p(each.data_ptr()) if isinstance(each, torch.Tensor) else each for each in arguments)
        getattr(found, name)(*kinds)

    return run

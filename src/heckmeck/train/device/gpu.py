"""Functions of kernel.cu, compiled for a GPU when a training begins, by NVIDIA's own packages."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

import torch

from heckmeck.games import BadSetup
from heckmeck.rl import batch

SOURCE = Path(__file__).with_name("kernel.cu")
HEADERS = Path(batch.__file__).parent
THREADS = 128
"""Number of threads in a block."""


class GpuFunctions:
    """The functions of kernel.cu on one GPU. They run in the order of PyTorch's work there."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._driver, nvrtc = _bindings()
        major, minor = torch.cuda.get_device_capability(device)
        with torch.cuda.device(device):
            torch.zeros(1, device=device)  # PyTorch makes the context that modules are loaded into
            (self._module,) = _check(*self._driver.cuModuleLoadData(_compiled(nvrtc, f"sm_{major}{minor}")))

    @cache  # noqa: B019 - lives as long as the training
    def _function(self, name: str) -> Any:
        return _check(*self._driver.cuModuleGetFunction(self._module, name.encode()))[0]

    def __call__(self, name: str, threads: int, arguments: list[torch.Tensor | int]) -> None:
        """Run a function; see `Run`."""
        kinds = [ctypes.c_void_p if isinstance(each, torch.Tensor) else ctypes.c_int for each in arguments]
        values = [each.data_ptr() if isinstance(each, torch.Tensor) else each for each in arguments]
        stream = torch.cuda.current_stream(self._device).cuda_stream
        blocks = -(-threads // THREADS)
        with torch.cuda.device(self._device):
            _check(*self._driver.cuLaunchKernel(
                self._function(name), blocks, 1, 1, THREADS, 1, 1, 0, stream, (tuple(values), tuple(kinds)), 0
            ))  # fmt: skip


def _bindings() -> tuple[Any, Any]:
    """Return NVIDIA's driver and compiler. They come with most builds of PyTorch for its GPUs."""
    try:
        from cuda.bindings import driver, nvrtc

        nvrtc.nvrtcVersion()  # looks for the library
    except (ModuleNotFoundError, RuntimeError):
        needed = "A GPU needs NVIDIA's packages for Python: pip install cuda-bindings nvidia-cuda-nvrtc."
        raise BadSetup("no_cuda", needed) from None
    return driver, nvrtc


def _compiled(nvrtc: Any, architecture: str) -> bytes:
    options = (f"--gpu-architecture={architecture}", "--device-as-default-execution-space", "--device-int128")
    given = [option.encode() for option in (*options, "--diag-suppress=177", f"-I{HEADERS}")]
    (program,) = _check(*nvrtc.nvrtcCreateProgram(SOURCE.read_bytes(), SOURCE.name.encode(), 0, [], []))
    (problem,) = nvrtc.nvrtcCompileProgram(program, len(given), given)
    if problem:
        reason = _last_error(nvrtc, program) or problem.name
        raise BadSetup("no_cuda", f"{SOURCE.name} cannot be compiled for this GPU: {reason}")
    (size,) = _check(*nvrtc.nvrtcGetCUBINSize(program))
    code: bytes = b" " * size
    _check(*nvrtc.nvrtcGetCUBIN(program, code))
    return code


def _last_error(nvrtc: Any, program: Any) -> str:
    """Return the last line of the compiler's log that names an error; the line after it only counts them."""
    (size,) = _check(*nvrtc.nvrtcGetProgramLogSize(program))
    log = b" " * (size + 1)  # is written to, and Python shares all bytes of length 1
    _check(*nvrtc.nvrtcGetProgramLog(program, log))
    lines = log.partition(b"\0")[0].decode(errors="replace").split("\n")
    found = [line.strip() for line in lines if line.strip()]
    return next((line for line in reversed(found) if "error:" in line), found[-1] if found else "")


def _check(problem: Any, *found: Any) -> tuple[Any, ...]:
    if problem:
        raise BadSetup("no_cuda", f"The GPU reports {problem.name}.")
    return found

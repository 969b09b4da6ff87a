"""Functions of a GPU that cannot be compiled or run are refused in a sentence."""

import ctypes
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from heckmeck.games import BadSetup

pytestmark = pytest.mark.train
torch = pytest.importorskip("torch")


def test_missing_packages_for_a_gpu_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from heckmeck.train.device.gpu import GpuFunctions

    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    with pytest.raises(BadSetup, match="pip install cuda-bindings nvidia-cuda-nvrtc"):
        GpuFunctions(torch.device("cuda"))


class FakeCompiler:
    """NVIDIA's compiler with a program that it cannot compile."""

    def __init__(self, log: bytes, problem: Any) -> None:
        self.log, self.problem = log + b"\0", problem

    def nvrtcCreateProgram(self, *arguments: object) -> tuple[Any, ...]:  # noqa: N802 - its names
        return None, "program"

    def nvrtcCompileProgram(self, *arguments: object) -> tuple[Any, ...]:  # noqa: N802
        return (self.problem,)

    def nvrtcGetProgramLogSize(self, program: object) -> tuple[Any, ...]:  # noqa: N802
        return None, len(self.log)

    def nvrtcGetProgramLog(self, program: object, log: bytes) -> tuple[Any, ...]:  # noqa: N802
        ctypes.memmove(log, self.log, len(self.log))  # type: ignore[arg-type] # as the library does
        return (None,)


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (b"nvrtc: error: invalid value for --gpu-architecture (-arch)\n\n", "nvrtc: error: invalid value for .*"),
        (b'kernel.cu(3): error: no "x"\n\n1 error detected in the compilation of "kernel.cu".\n', r".*3.: error: no"),
        (b"", "NVRTC_ERROR_COMPILATION"),
    ],
)
def test_rules_that_a_gpu_does_not_compile_are_refused(log: bytes, said: str) -> None:
    from heckmeck.train.device.gpu import _compiled

    compiler = FakeCompiler(log, SimpleNamespace(name="NVRTC_ERROR_COMPILATION"))
    with pytest.raises(BadSetup, match=rf"kernel\.cu cannot be compiled for this GPU: {said}") as reason:
        _compiled(compiler, "sm_999")
    assert reason.value.code == "no_cuda"
    assert "\n" not in str(reason.value)
    assert "\0" not in str(reason.value)


def test_what_a_driver_reports_is_a_sentence() -> None:
    from heckmeck.train.device.gpu import _check

    assert _check(None, 1, 2) == (1, 2)
    with pytest.raises(BadSetup, match="The GPU reports CUDA_ERROR_INVALID_IMAGE"):
        _check(SimpleNamespace(name="CUDA_ERROR_INVALID_IMAGE"))

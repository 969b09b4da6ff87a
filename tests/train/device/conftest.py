"""The functions of a GPU, on the processor."""

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import pytest

PLACES = 3
"""Threads of the GPU that the processor stands in for, one after another."""
CUDA_ON_A_PROCESSOR = f"""
typedef __SIZE_TYPE__ size_t;
#define __global__
#define __forceinline__ inline __attribute__((always_inline))
#define __int_as_float(bits) __builtin_inff()
#define memcpy __builtin_memcpy
#define memset __builtin_memset
struct dimension {{ unsigned x; }};
extern "C" {{ dimension blockIdx, threadIdx, blockDim = {{1}}, gridDim = {{{PLACES}}}; }}
"""


@pytest.fixture(scope="session")
def gpu_functions(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The functions of kernel.cu, compiled for this processor."""
    torch = pytest.importorskip("torch")
    from heckmeck.train.device.gpu import HEADERS, SOURCE

    folder = tmp_path_factory.mktemp("cuda")
    header, built = f"{folder}/cuda.h", f"{folder}/cuda.so"
    Path(header).write_text(CUDA_ON_A_PROCESSOR)
    command = f"c++ -x c++ -O1 -shared -fPIC -include {header} -I{HEADERS} {SOURCE} -o {built}"
    subprocess.run(command.split(), check=True)
    functions = ctypes.CDLL(built)
    block = ctypes.c_uint.in_dll(functions, "blockIdx")

    def run(name: str, threads: int, arguments: list[Any]) -> None:
        for place in range(PLACES):
            block.value = place
            getattr(functions, name)(
                *(ctypes.c_void_p(each.data_ptr()) if isinstance(each, torch.Tensor) else each for each in arguments)
            )

    return run

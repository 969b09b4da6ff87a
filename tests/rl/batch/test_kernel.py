"""The kernel: its requirements."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from heckmeck.rl.batch import kernel

FOLDER = Path(kernel.__file__).parent


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_machines_with_another_order_of_bytes_use_python() -> None:
    big_endian = ["-U__BYTE_ORDER__", "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__"]
    command = ["cc", "-E", *big_endian, str(FOLDER / "kernel.c")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "needs a little-endian machine" in done.stderr


@pytest.mark.parametrize("source", ["kernel.c", "kernel.py", *sorted(path.name for path in FOLDER.glob("*.h"))])
def test_integers_have_the_same_size_everywhere(source: str) -> None:
    """A `long` has 64 bits here and 32 elsewhere."""
    code = re.sub(r"/\*.*?\*/", "", (FOLDER / source).read_text(), flags=re.DOTALL)
    assert not re.search(r"\b(c_)?long\b", code)

"""Shift the wall clock of this Python process by the seconds in a file, which is read whenever the time is asked.

Python imports this module at its start if its folder is in PYTHONPATH (see `helpers.clock`). The processes that a
server starts inherit the variable, so that they have the same clock. The monotonic clock stays as it is, as when the
clock of a machine is set.
"""

from __future__ import annotations

import os
import time
from pathlib import Path


def _shift_by(file: Path) -> None:
    right = time.time_ns

    def shifted() -> int:
        return right() + int(float(file.read_text()) * 1e9)

    setattr(time, "time_ns", shifted)  # noqa: B010, mypy allows no assignment to a function
    setattr(time, "time", lambda: shifted() / 1e9)  # noqa: B010


if "SHIFTED_CLOCK" in os.environ:
    _shift_by(Path(os.environ["SHIFTED_CLOCK"]))

"""A wall clock that a test can set while servers run by it."""

from __future__ import annotations

import os
from pathlib import Path

PATCH = Path(__file__).with_name("shifted_clock")


class WallClock:
    """The wall clock of some server processes. It starts with the right time."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.shift(0)

    def shift(self, seconds: float) -> None:
        """Set the clock to the right time plus a number of seconds."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._file)  # a process that reads meanwhile finds the old or the new one

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a process that has this clock."""
        path = [str(PATCH), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {"PYTHONPATH": os.pathsep.join(path), "SHIFTED_CLOCK": str(self._file)}

"""The server with a clock that is wrong by the number of seconds in a file, which may change at any time.

The environment names the file. Only the wall clock is shifted, as by NTP or a user; the monotonic one is right. Helper
processes, which are new interpreters, import this module too and have the same clock.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

CLOCK = "BENCH_CLOCK"
EVERY = 0.02
"""Seconds after which the file is read again."""


class Offset:
    """The number in the file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read_at = float("-inf")
        self._seconds = 0

    def seconds(self) -> int:
        """Return how much the clock is fast."""
        now = time.monotonic()
        if now - self._read_at >= EVERY:
            self._read_at = now
            self._seconds = int(self._file.read_text())
        return self._seconds


def shift(offset: Offset) -> None:
    """Replace the clock, before anything of the server is imported."""
    seconds, nanoseconds = time.time, time.time_ns
    time.time = lambda: seconds() + offset.seconds()
    time.time_ns = lambda: nanoseconds() + 1_000_000_000 * offset.seconds()


if CLOCK in os.environ:
    shift(Offset(Path(os.environ[CLOCK])))

if __name__ == "__main__":
    from heckmeck.cli.main import main

    main()

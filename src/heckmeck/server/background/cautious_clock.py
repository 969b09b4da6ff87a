"""A wall clock for work that cannot be undone."""

from __future__ import annotations

import time


class CautiousClock:
    """The wall clock, except that a jump forward counts only if it is still there at the next look.

    The clock of a machine may be wrong for some minutes, and what was closed meanwhile would stay closed.
    """

    def __init__(self) -> None:
        self._looked: tuple[int, float] | None = None
        """The wall clock in milliseconds and the monotonic clock in seconds at the last look."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970: at most the last one plus the time that has really passed."""
        wall, steady = time.time_ns() // 1_000_000, time.monotonic()
        last, self._looked = self._looked, (wall, steady)
        return wall if last is None else min(wall, last[0] + round(1000 * (steady - last[1])))

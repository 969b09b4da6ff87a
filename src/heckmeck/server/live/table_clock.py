"""How long ago the times in a table's state were, in real seconds: the clock of the machine may be set at any time."""

from __future__ import annotations

import time
from collections.abc import Callable

from heckmeck.server.table.state import TableState


class TableClock:
    """Measures the age of the times that a table's durations count from, by a clock that only runs forward.

    An entry that is applied while the table is in memory has just been made, by this process or another one, whatever
    its time says. Only the ages of times that are loaded with a table follow from the wall clock.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: dict[int, float] = {}
        """When the times of the state were, by our clock."""

    def load(self, state: TableState, now: int) -> None:
        """Set the ages of a table that was read from the store. A time in the future counts as now."""
        steady = self._clock()
        self._began = {at: steady - max(0, now - at) / 1000 for at in state.times}

    def note(self, state: TableState) -> None:
        """Note a new entry: the times that it has set in the state are now."""
        steady = self._clock()
        self._began = {at: self._began.get(at, steady) for at in state.times}

    def age(self, at: int) -> float:
        """Return how many seconds ago a time of the state was."""
        return self._clock() - self._began[at]

    def left(self, state: TableState) -> float | None:
        """Return the seconds until the server must act if no player does; None if there is no deadline."""
        deadline = state.deadline
        return None if deadline is None else deadline.lasts / 1000 - self.age(deadline.since)

"""Liveness: which processes are alive, judged by when the database has last seen them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

DEAD_MS = 5000
"""Milliseconds without a heartbeat after which a process counts as dead."""

JUMP_MS = 1000
"""Milliseconds by which the clock of the database may deviate from ours between two heartbeats."""


class Beat(NamedTuple):
    """A heartbeat of this process: when it was sent and answered by our clock, and its time by the database."""

    sent: float
    answered: float
    seen: int


class Liveness:
    """Determines which processes are alive after each heartbeat of this process.

    Usually a process is dead when the database has not seen it for DEAD_MS. But after an outage, or after a jump of the
    database's clock (as when a standby takes over), no process has been seen recently. Then the processes that were
    alive before, or at start-up all known ones, have DEAD_MS after our first successful heartbeat to be seen again.

    >>> liveness = Liveness("a")
    >>> liveness.note({"a": 100_000, "b": 99_000}, 1.0, 1.0)
    ('a', 'b')
    >>> liveness.note({"a": 105_000, "b": 99_000}, 6.0, 6.0)
    ('a',)
    """

    def __init__(self, process: str) -> None:
        self._process = process
        self._last: Beat | None = None
        self._missed = False
        self._alive: Collection[str] = ()
        self._doubted: frozenset[str] = frozenset()
        """Processes that may be alive although they were not seen recently."""
        self._doubted_until = 0.0

    def miss(self) -> None:
        """Note that a heartbeat failed."""
        self._missed = True

    def note(self, seen: Mapping[str, int], sent: float, answered: float) -> tuple[str, ...]:
        """Note a heartbeat, and return the processes that are alive, in order.

        `seen` has the times of all processes by the clock of the database, `sent` and `answered` are by ours.
        """
        beat = Beat(sent, answered, seen[self._process])
        recent = {process for process, at in seen.items() if abs(beat.seen - at) < DEAD_MS}
        if self._missed or self._last is None or _interrupted(self._last, beat):
            self._doubted = frozenset(seen if self._last is None else self._alive) - recent
            self._doubted_until = answered + DEAD_MS / 1000
        if answered >= self._doubted_until:
            self._doubted = frozenset()
        self._last, self._missed = beat, False
        self._alive = recent | (self._doubted & seen.keys())
        return tuple(sorted(self._alive))


def _interrupted(last: Beat, beat: Beat) -> bool:
    """Return whether others may look dead, as the last heartbeat was long ago or the database's clock has jumped."""
    passed = beat.seen - last.seen
    # The database read its clock at some moment between the request and the answer.
    least, most = 1000 * (beat.sent - last.answered), 1000 * (beat.answered - last.sent)
    return least > DEAD_MS or not least - JUMP_MS <= passed <= most + JUMP_MS

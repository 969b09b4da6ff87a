"""Liveness: which processes live, judged by when the database has last seen them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

DEAD_MS = 5000
"""Milliseconds without a heartbeat after which a process counts as dead."""

JUMP_MS = 1000
"""Milliseconds by which the clock of the database may deviate from ours between two heartbeats."""


class Beat(NamedTuple):
    """An own heartbeat: when it was sent and answered by our monotonic clock, and when it was by the database's."""

    sent: float
    answered: float
    seen: int


class Liveness:
    """Judges which processes live after each own heartbeat.

    Usually a process is dead when the database has not seen it for DEAD_MS. But after an outage, or when its clock has
    jumped (a standby that takes over has another one), nobody has been seen lately. Then those who lived before, and at
    the start all that are known, have DEAD_MS from our own first good heartbeat on to be seen again.

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
        """Processes that may live although they were not seen lately."""
        self._doubted_until = 0.0

    def miss(self) -> None:
        """Note that a heartbeat failed."""
        self._missed = True

    def note(self, seen: Mapping[str, int], sent: float, answered: float) -> tuple[str, ...]:
        """Note a heartbeat, and return the processes that live, in order.

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
    """Whether others may look dead since the last heartbeat: it was long ago, or the database's clock has jumped."""
    passed = beat.seen - last.seen
    # When the database looked at its clock is not known exactly: between sending and the answer.
    least, most = 1000 * (beat.sent - last.answered), 1000 * (beat.answered - last.sent)
    return least > DEAD_MS or not least - JUMP_MS <= passed <= most + JUMP_MS

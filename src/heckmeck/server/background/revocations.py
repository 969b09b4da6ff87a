"""Closing the connections of revoked devices in every process."""

from __future__ import annotations

import time
from collections.abc import Collection, Set

from heckmeck.server.live.hub import Hub

OVERLAP_MS = 60_000
"""Milliseconds for which a revocation is read again, because clocks differ and a connection may just be opening."""


class Revocations:
    """Reads the recent revocations with every heartbeat, one round at a time.

    New connections are checked in the store. This class handles those that were open before.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.recent: Set[str] = frozenset()
        """The ids of devices and tokens that were revoked recently."""
        self._since = 0
        """The time up to which all revocations have been seen; 0 before the first round."""
        self._running = False

    def resume(self) -> None:
        """Read the revocations, unless a read is in progress. Called with every heartbeat."""
        if not self._running:
            self._running = True
            self._hub.run(self._run())

    def cut(self, ids: Collection[str]) -> None:
        """Disconnect devices of this process at once; others follow with their heartbeats."""
        self.recent |= frozenset(ids)
        self._disconnect(ids)

    async def _run(self) -> None:
        try:
            now = time.time_ns() // 1_000_000
            # A process that was suspended for long misses nothing: it continues where it stopped.
            since = (self._since or now) - OVERLAP_MS
            self.recent = frozenset(await self._hub.store.revoked_since(since))
            self._since = now
            self._disconnect(self.recent)
        finally:
            self._running = False

    def _disconnect(self, devices: Collection[str]) -> None:
        if devices:
            self._hub.disconnect(lambda follower: follower.device in devices)

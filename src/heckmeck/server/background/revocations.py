"""Cutting the connections of devices that were revoked, in every process."""

from __future__ import annotations

import time
from collections.abc import Collection, Set

from heckmeck.server.live.hub import Hub

OVERLAP_MS = 60_000
"""Milliseconds for which a revocation is looked at again: clocks differ, and a connection may just be opened."""


class Revocations:
    """Reads with every heartbeat what was revoked lately, one round at a time.

    New connections ask the store by themselves. This is for those that were open before.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.recent: Set[str] = frozenset()
        """The ids of devices and tokens that were revoked lately."""
        self._since = 0
        """Everything that was revoked before this time has been seen; 0 before the first round."""
        self._running = False

    def resume(self) -> None:
        """Read what was revoked, unless it is being read. Called with every heartbeat."""
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
            # A process that was away for long has missed nothing: it goes on where it stopped.
            since = (self._since or now) - OVERLAP_MS
            self.recent = frozenset(await self._hub.store.revoked_since(since))
            self._since = now
            self._disconnect(self.recent)
        finally:
            self._running = False

    def _disconnect(self, devices: Collection[str]) -> None:
        if devices:
            self._hub.disconnect(lambda follower: follower.device in devices)

"""A log of the use of devices, written rarely and in the background."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from heckmeck.server.net.user_agent import read_user_agent
from heckmeck.server.store import Device, Store

INTERVAL = 86_400.0
"""Seconds after which a process logs the use of a device again."""
REMEMBERED = 20_000
"""Maximum number of devices whose logged use is cached; the use of others is written again."""


class DeviceLog:
    """Writes when the devices of players were last used, at most once a day each."""

    def __init__(
        self,
        store: Store,
        run: Callable[[Coroutine[Any, Any, None]], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`run` runs a coroutine in the background."""
        self._store = store
        self._run = run
        self._clock = clock
        self._noted: OrderedDict[str, float] = OrderedDict()

    def used(self, player: str, device: str, user_agent: str) -> None:
        """Log in the background that a device was used, unless that was done within a day."""
        now, noted = self._clock(), self._noted.get(device)
        if noted is not None and abs(now - noted) < INTERVAL:  # the clock may have been set back
            return
        self._remember(device, now)
        self._run(self._note(player, self.describe(device, user_agent)))

    async def add(self, player: str, device: str, user_agent: str) -> None:
        """Store a new device."""
        self._remember(device, self._clock())
        await self._note(player, self.describe(device, user_agent))

    def describe(self, device: str, user_agent: str) -> Device:
        """Return the row to store for a device that is used now."""
        now = int(self._clock() * 1000)
        return Device(device, *read_user_agent(user_agent), now, now)

    async def _note(self, player: str, device: Device) -> None:
        try:
            await self._store.note_device(player, device)
        except BaseException:
            self._noted.pop(device.id, None)  # the next request tries again
            raise

    def _remember(self, device: str, now: float) -> None:
        self._noted[device] = now
        self._noted.move_to_end(device)
        if len(self._noted) > REMEMBERED:
            self._noted.popitem(last=False)

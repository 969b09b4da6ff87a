"""Devices are noted when they are used: once a day, in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from heckmeck.server.net import device_log
from heckmeck.server.net.device_log import INTERVAL, DeviceLog
from heckmeck.server.store import Profile, StoreError
from helpers.cookies import Clock
from helpers.memory_store import Disk, MemoryStore

AGENT = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"


class Log:
    """A log whose background work is done on request."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.disk.players["ann"] = Profile("Ann")
        self.store = MemoryStore(self.disk)
        self.clock = Clock()
        self.work: list[Coroutine[Any, Any, None]] = []
        self.log = DeviceLog(self.store, self.work.append, self.clock)

    def done(self) -> int:
        """Do the work, and return how much there was."""
        work, self.work[:] = list(self.work), []
        for each in work:
            asyncio.run(each)
        return len(work)


def test_a_device_is_noted_once_a_day() -> None:
    log = Log()
    for _ in range(3):
        log.log.used("ann", "phone", AGENT)
    assert log.done() == 1
    began = log.disk.devices["phone"][1]
    assert (began.label, began.at, began.seen) == ("Firefox on Android", log.clock() * 1000, log.clock() * 1000)
    log.clock.now += INTERVAL - 1
    log.log.used("ann", "phone", AGENT)
    assert log.done() == 0
    log.clock.now += 1
    log.log.used("ann", "phone", AGENT)
    assert log.done() == 1
    assert log.disk.devices["phone"][1] == began._replace(seen=int(log.clock() * 1000))


def test_a_clock_that_was_set_back_delays_no_note() -> None:
    log = Log()
    log.log.used("ann", "phone", AGENT)
    assert log.done() == 1
    log.clock.now -= 400 * INTERVAL
    log.log.used("ann", "phone", AGENT)
    assert log.done() == 1


def test_what_could_not_be_noted_is_noted_later() -> None:
    log = Log()
    log.store.down = True
    log.log.used("ann", "phone", AGENT)
    with pytest.raises(StoreError):
        log.done()
    log.store.down = False
    log.log.used("ann", "phone", AGENT)
    assert log.done() == 1
    assert "phone" in log.disk.devices


def test_it_remembers_a_limited_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_log, "REMEMBERED", 2)
    log = Log()
    for device in ("one", "two", "three", "one"):
        log.log.used("ann", device, AGENT)
    assert log.done() == 4

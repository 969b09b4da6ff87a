"""Schedulers in memory, with bots that think in the tests' own process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from heckmeck.server.background.answers import Question
from heckmeck.server.background.bot_pool import BotPool
from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.live import live_table
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.table_clock import TableClock
from heckmeck.server.store import StoreError
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from helpers import tables
from helpers.memory_store import Disk
from helpers.tables import ANN, BOTS, give, process, small

SCHEDULERS: list[Scheduler] = []
"""All schedulers that were started and not yet stopped."""


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, after which no scheduler begins anything."""

    async def stopped_in_the_end() -> None:
        try:
            await main
        finally:
            while SCHEDULERS:
                SCHEDULERS.pop().stop()

    tables.run(stopped_in_the_end())


class Thinker(BotPool):
    """Bots that think in this process, and may be made to wait."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions: list[Question] = []
        self.assessed = 0
        self.fails = False
        self.through = asyncio.Event()
        self.through.set()
        self.assessing = asyncio.Event()
        self.assessing.set()
        self._source = Random(1)

    async def choose(self, question: Question) -> str:
        self.questions.append(question)
        await self.through.wait()
        return str(self._source.choice(question.view.moves))

    async def luck(self, record: bytes) -> dict[int, float] | None:
        self.assessed += 1
        await self.assessing.wait()
        return None if self.fails else {0: 0.5, 1: -0.5}


async def scheduling(disk: Disk, name: str, pace: float = 0.0) -> tuple[Hub, Thinker, Scheduler]:
    """A process with a scheduler, and its bots."""
    hub, pool = await process(disk, name), Thinker()
    scheduler = Scheduler(hub, pool, BOTS, pace)
    SCHEDULERS.append(scheduler)
    await scheduler.heartbeat()
    return hub, pool, scheduler


async def settle(hub: Hub) -> None:
    """Let everything that is due at once be done."""
    for _ in range(30):
        await asyncio.sleep(0.001)
        await hub.finish()


async def with_bot(hub: Hub) -> LiveTable:
    """A table at which Ann plays against a bot, and the bot is to act."""
    table = await hub.open(small(), ANN)
    await give(table, ANN, m.SeatBot, seat=0, bot="random")
    await give(table, ANN, m.Sit, name="Ann")
    await give(table, ANN, m.Start)
    return table


async def left_behind(disk: Disk, number: int) -> list[LiveTable]:
    """Tables of a dead process at which a bot is to act."""
    hub, pool, scheduler = await scheduling(disk, "gone")
    pool.through.clear()
    tables = [await with_bot(hub) for _ in range(number)]
    scheduler.stop()
    pool.through.set()
    await hub.finish()
    del disk.stores["gone"]
    return tables


def bot_has_moved(hub: Hub, table: LiveTable) -> bool:
    """Whether the bot has moved at a table that a process has taken over."""
    return table.code in hub.live and hub.live[table.code].state.to_act == 1


def entries_of(disk: Disk, table: LiveTable) -> list[entries.AnyEntry]:
    """The entries of a table, as they are on the disk."""
    return [entries.decode(row.body) for row in disk.rows[table.code]]


def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Move all times into the past, so that everything pending is due now."""
    monkeypatch.setattr(TableClock, "age", lambda self, at: 1e6)


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the wall clock of all tables in memory to the right time plus a number of seconds."""
    monkeypatch.setattr(live_table, "_now", lambda: int(1000 * (time.time() + seconds)))


async def broken(*_: object) -> list[Any]:
    """Fail as a store without a database does."""
    raise StoreError("store_failed", "The line is dead.")

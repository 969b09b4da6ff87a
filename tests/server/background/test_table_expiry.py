"""Abandoned tables are closed; tables that a client follows, at any process, are not."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from heckmeck.server.background import table_expiry as expiry_module
from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.background.table_expiry import TableExpiry
from heckmeck.server.background.takeover import responsible
from heckmeck.server.live import presence, roll_call
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, BOTS, EVE, Reader, logged, play_on, process, run, small, start, store_of, until

Clock = Callable[[float], None]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BATCH_DELAY", 0)
    monkeypatch.setattr(expiry_module, "INTERVAL", -1.0)


@pytest.fixture
def after_days(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let days pass."""
    now = time.time_ns()
    return lambda days: monkeypatch.setattr(time, "time_ns", lambda: now + int(days * 24 * 60 * 60 * 10**9))


async def clean(hub: Hub, alive: tuple[str, ...] = ()) -> None:
    await hub.presences.finish()
    TableExpiry(hub).resume(alive or (hub.process,))
    await hub.finish()


def phase_of(table: LiveTable) -> str:
    return table.state.phase


def test_forgotten_tables_are_closed_and_abandoned_games_broken_off(after_days: Clock) -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        unstarted, between, during = [await hub.open(small(), ANN) for _ in range(3)]
        for table in (between, during):
            await start(table, ANN, BO)
        await play_on(between, Random(1))
        for days, phases in (
            (0.9, ("open", "over", "playing")),
            (1.1, ("closed", "over", "playing")),
            (1.9, ("closed", "over", "playing")),
            (2.1, ("closed", "closed", "playing")),
            (31, ("closed", "closed", "over")),
        ):
            after_days(days)
            await clean(hub)
            assert (phase_of(unstarted), phase_of(between), phase_of(during)) == phases

    run(main())


def test_a_clock_that_is_wrong_for_a_moment_closes_no_table(after_days: Clock) -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table, expiry = await hub.open(small(), ANN), TableExpiry(hub)
        for days, phase in ((0, "open"), (400, "open"), (0, "open"), (-2, "open"), (400, "open"), (400, "closed")):
            after_days(days)
            expiry.resume((hub.process,))
            await hub.finish()
            assert phase_of(table) == phase

    run(main())


def test_tables_that_are_followed_or_cannot_be_read_keep_no_other_open(
    after_days: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one", max_tables=1000)
        tables = sorted([await hub.open(small(), ANN) for _ in range(210)], key=lambda table: table.code)
        for table in tables[:100]:
            hub.follow(table, Reader(EVE.player))
        for table in tables[100:200]:
            disk.rows[table.code][-1] = disk.rows[table.code][-1]._replace(body=b"{")
            del hub.live[table.code]
        after_days(40)
        expiry = TableExpiry(hub)
        for _ in range(3):
            expiry.resume(("one",))
            await hub.finish()
        assert {table.state.phase for table in tables[:100]} == {"open"}
        assert {table.state.phase for table in tables[200:]} == {"closed"}

    with caplog.at_level(logging.WARNING):
        run(main())
    (record,) = logged(caplog)
    assert record.message.startswith("forgotten tables cannot be closed: 100 (")


async def two_processes() -> tuple[Hub, Hub, LiveTable]:
    """Two processes, and a table for which the first is responsible, in the memory of both."""
    disk = Disk()
    one, two = await process(disk, "one"), await process(disk, "two")
    while True:
        table = await one.open(small(), ANN)
        if responsible(table.code, ("one", "two")) == "one":
            break
    assert await two.get(table.code) is not None
    return one, two, table


def test_a_table_that_somebody_follows_elsewhere_stays_open(after_days: Clock) -> None:
    async def main() -> None:
        one, two, table = await two_processes()
        reader = Reader(EVE.player)
        two.follow(two.live[table.code], reader)
        await two.presences.finish()
        del one.live[table.code]  # this also drops what other processes reported
        after_days(3)
        await clean(one, ("one", "two"))
        assert one.live[table.code].state.phase == "open"
        store_of(one).deaf = True
        two.unfollow(two.live[table.code], reader)
        await two.presences.finish()
        store_of(one).deaf = False
        await clean(one, ("one", "two"))
        assert one.live[table.code].state.phase == "closed", "it asks anew each time"

    run(main())


def test_a_table_stays_open_as_long_as_the_others_cannot_be_asked(
    after_days: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        one, two, table = await two_processes()
        after_days(3)
        store_of(one).mute = True
        await clean(one, ("one", "two"))
        assert phase_of(table) == "open"
        store_of(one).mute = False
        monkeypatch.setattr(roll_call, "ANSWER_TIME", 0.001)
        store_of(two).mute = True
        await clean(one, ("one", "two"))
        assert phase_of(table) == "open", "who does not answer may have followers"
        store_of(two).mute = False
        monkeypatch.setattr(roll_call, "ANSWER_TIME", 20.0)
        await clean(one, ("one", "two"))
        assert phase_of(table) == "closed"

    run(main())


def test_each_process_closes_what_falls_to_it(after_days: Clock) -> None:
    async def main() -> None:
        one, two, table = await two_processes()
        after_days(3)
        await clean(two, ("one", "two"))
        assert phase_of(table) == "open"
        await clean(one, ("one", "two"))
        assert phase_of(table) == "closed"

    run(main())


def test_a_heartbeat_does_not_wait_for_it_and_there_is_one_round_at_a_time(
    after_days: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        await hub.presences.finish()
        after_days(3)
        rounds, through = 0, asyncio.Event()
        quiet: Callable[..., Awaitable[list[str]]] = hub.store.inactive

        async def slowly(between: int, during: int, after: str = "", **more: int) -> list[str]:
            nonlocal rounds
            rounds += not after
            await through.wait()
            return await quiet(between, during, after, **more)

        monkeypatch.setattr(hub.store, "inactive", slowly)
        scheduler = Scheduler(hub, None, BOTS, 0)  # type: ignore[arg-type]
        for _ in range(3):
            await scheduler.heartbeat()
            await asyncio.sleep(0)
        assert rounds == 1
        through.set()
        await until(lambda: table.state.phase == "closed")
        await hub.finish()
        await scheduler.heartbeat()
        await until(lambda: rounds == 2)
        scheduler.stop()

    run(main())


def test_who_stops_does_not_wait_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll_call, "ANSWER_TIME", 3600.0)
    monkeypatch.setattr(expiry_module, "UNSTARTED_LIFETIME", -1)

    async def main() -> None:
        disk = Disk()
        hub, silent = await process(disk, "one"), await process(disk, "two")
        store_of(silent).deaf = True
        table = await hub.open(small(), ANN)
        scheduler = Scheduler(hub, None, BOTS, 0)  # type: ignore[arg-type]
        scheduler._expiry.resume(("one",))
        await until(lambda: bool(hub.presences.roll_call._open))
        scheduler.stop()
        async with asyncio.timeout(20):
            await hub.finish()
        assert table.state.phase == "open"

    run(main())

"""Taking over the tables of dead processes: each by one process, with retries, and none of them lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from random import Random
from typing import Any

import pytest

from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.background.takeover import Takeover
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table import messages as m
from helpers.memory_store import Disk
from helpers.schedulers import (
    SCHEDULERS,
    Thinker,
    bot_has_moved,
    broken,
    left_behind,
    run,
    scheduling,
    settle,
    with_bot,
)
from helpers.tables import ANN, BO, BOTS, Reader, give, logged, play_on, process, small, start, store_of, until


def test_the_tables_of_a_dead_process_are_taken_over() -> None:
    async def main() -> None:
        disk = Disk()
        one, pool, first = await scheduling(disk, "one")
        pool.through.clear()
        table = await with_bot(one)
        await until(lambda: bool(pool.questions))
        two, others, second = await scheduling(disk, "two")
        await second.heartbeat()
        await settle(two)
        assert others.questions == [], "the one who wrote last is alive"
        del disk.stores["one"]
        first.stop()
        await second.heartbeat()
        await until(lambda: table.code in two.live)
        taken = two.live[table.code]
        await until(lambda: taken.state.to_act == 1)
        assert disk.rows[table.code][-1].process == "two"
        pool.through.set()
        await one.finish()
        commands = disk.commands(table.code)
        assert len(set(commands)) == len(commands)

    run(main())


async def all_kinds(hub: Hub) -> dict[str, str]:
    """The codes of tables with or without pending work for the server, by their kind."""
    found: dict[str, str] = {}

    async def opened(name: str, **plan: Any) -> LiveTable:
        table = await hub.open(small(**plan), ANN)
        found[table.code] = name
        return table

    await opened("nobody sits")
    await give(await opened("waits for players"), ANN, m.Sit, name="Ann")
    await give(await opened("is filled with bots", fill=60), ANN, m.Sit, name="Ann")
    await start(await opened("people play"))
    await start(await opened("people play with a timer", timer=60))
    over = await opened("is over")
    await start(over)
    await play_on(over, Random(1))
    for name, bot in (("a bot is to act", 0), ("a person is to act", 1)):
        table = await opened(name)
        await give(table, ANN, m.SeatBot, seat=bot, bot="random")
        await give(table, ANN, m.Sit, name="Ann")
        await give(table, ANN, m.Start)
    seeding = await opened("seeds are awaited")
    for player in (ANN, BO):
        await give(seeding, player, m.Sit, name=player.name, commitment="5a" * 32)
    await give(seeding, ANN, m.Start)
    return found


PENDING = {"is filled with bots", "people play with a timer", "a bot is to act", "seeds are awaited"}


async def taken_over(disk: Disk, name: str) -> Hub:
    """A process that has taken over all tables, and starts nothing there."""
    hub = await process(disk, name)
    takeover = Takeover(hub, lambda table: None)
    takeover.restart((name,))
    takeover.resume()
    await hub.finish()
    return hub


@pytest.mark.parametrize("older", [False, True])
def test_only_tables_with_something_to_do_come_into_memory(older: bool) -> None:
    async def main() -> None:
        disk = Disk()
        gone = await process(disk, "gone")
        tables = await all_kinds(gone)
        assert {tables[code] for code, table in gone.live.items() if table.state.pending} == PENDING
        del disk.stores["gone"]
        if older:
            disk.pending = dict.fromkeys(disk.pending)
        two = await taken_over(disk, "two")
        assert {tables[code] for code in two.live} == PENDING
        del disk.stores["two"]
        three = await taken_over(disk, "three")
        assert {tables[code] for code in three.live} == PENDING
        assert store_of(three).rows_read < sum(map(len, disk.rows.values())) / 2, "now it is known of all tables"
        for code in tables:
            table = await three.get(code)
            assert table is not None
            assert disk.pending[code] in ((None, True) if table.state.pending else (False,))

    run(main())


def test_a_table_that_cannot_be_read_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        disk = Disk()
        tables = await left_behind(disk, 3)
        disk.chains.pop((tables[0].code, 1))
        disk.rows[tables[1].code][-1] = disk.rows[tables[1].code][-1]._replace(body=b"{")
        two, _, scheduler = await scheduling(disk, "two")
        await until(lambda: bot_has_moved(two, tables[2]))
        for _ in range(200):
            await scheduler.heartbeat()
            await two.finish()

    with caplog.at_level(logging.WARNING):
        run(main())
    (record,) = logged(caplog)
    assert record.message.startswith("tables cannot be taken over: 2 (")


def test_what_could_not_be_taken_over_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        disk = Disk()
        tables = await left_behind(disk, 3)
        two = await process(disk, "two")
        scheduler = Scheduler(two, Thinker(), BOTS, 0.0)
        SCHEDULERS.append(scheduler)
        with monkeypatch.context() as failing:
            failing.setattr(two.store, "rows", broken)
            for _ in range(3):
                await scheduler.heartbeat()
                await two.finish()
        assert two.live == {}
        for _ in range(5):
            await scheduler.heartbeat()
        await until(lambda: all(bot_has_moved(two, table) for table in tables))

    with caplog.at_level(logging.WARNING):
        run(main())
    assert len(logged(caplog)) == 1


def test_pages_that_could_not_be_read_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        tables = await left_behind(disk, 3)
        two = await process(disk, "two")
        orphans, asked = two.store.orphans, []

        async def one_at_a_time(alive: Collection[str], after: str = "", limit: int = 1) -> list[str]:
            asked.append(after)
            return await (broken() if len(asked) == 2 else orphans(alive, after, 1))

        monkeypatch.setattr(two.store, "orphans", one_at_a_time)
        scheduler = Scheduler(two, Thinker(), BOTS, 0.0)
        SCHEDULERS.append(scheduler)
        await scheduler.heartbeat()
        await two.finish()
        assert len(two.live) == 1
        await scheduler.heartbeat()
        await until(lambda: all(bot_has_moved(two, table) for table in tables))
        codes = sorted(table.code for table in tables)
        assert asked == ["", codes[0], *codes], "it goes on where it was"

    run(main())


def test_tables_are_taken_over_by_one_task_even_if_others_come_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        tables = await left_behind(disk, 8)
        two, _, scheduler = await scheduling(disk, "two")
        loading = 0
        get = two.get

        async def one_at_a_time(code: str) -> LiveTable | None:
            nonlocal loading
            loading += 1
            assert loading == 1
            found = await get(code)
            loading -= 1
            return found

        monkeypatch.setattr(two, "get", one_at_a_time)
        for _ in range(4):
            third = await process(disk, "three")
            await scheduler.heartbeat()
            await asyncio.sleep(0)
            await third.store.close()
            await scheduler.heartbeat()
        for _ in range(3):
            await two.finish()
            await scheduler.heartbeat()
        await until(lambda: all(bot_has_moved(two, table) for table in tables))

    run(main())


def test_living_processes_share_the_tables_of_dead_ones() -> None:
    async def main() -> None:
        disk = Disk()
        one, pool, first = await scheduling(disk, "one")
        pool.through.clear()
        tables = [await with_bot(one) for _ in range(24)]
        two, _, second = await scheduling(disk, "two")
        three, _, third = await scheduling(disk, "three")
        await second.heartbeat()
        first.stop()
        del disk.stores["one"]
        await second.heartbeat()
        await third.heartbeat()
        await settle(two)
        await settle(three)
        assert two.live
        assert three.live
        assert set(two.live) | set(three.live) == {table.code for table in tables}
        assert not set(two.live) & set(three.live)
        pool.through.set()
        await one.finish()

    run(main())


def test_a_table_in_memory_is_taken_over_as_it_is_stored() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        table = await one.open(small(), ANN)
        await give(table, ANN, m.SeatBot, seat=0, bot="random")
        await give(table, ANN, m.Sit, name="Ann")
        assert await two.get(table.code) is not None
        store_of(two).deaf = True
        await give(table, ANN, m.Start)
        del disk.stores["one"]  # killed before it announced the start
        taken: list[int] = []
        takeover = Takeover(two, lambda known: taken.append(known.state.seq))
        takeover.restart(("two",))
        takeover.resume()
        await two.finish()
        assert taken == [table.state.seq]

    run(main())


def test_the_last_entries_of_a_killed_process_are_found_although_nothing_is_pending() -> None:
    async def main() -> None:
        disk = Disk()
        one = await process(disk, "one")
        two, _, second = await scheduling(disk, "two")
        table = await one.open(small(), ANN)
        await start(table)
        known, reader = await two.get(table.code), Reader(BO.player)
        assert known is not None
        two.follow(known, reader)
        store_of(two).deaf = True
        await play_on(table, Random(1), 1)
        del disk.stores["one"]  # killed before it announced the move
        await second.heartbeat()
        await two.finish()
        assert known.state.seq == table.state.seq
        assert [message["seq"] for message in reader.told()] == [table.state.seq]

    run(main())

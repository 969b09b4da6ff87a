"""Whoever cares for tables: bots move, time runs out, the dead are taken over from, and everything happens once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine
from random import Random
from typing import Any

import pytest

from heckmeck.games.karteneck.events import CardsSeen
from heckmeck.server.background import scheduler as carer_module
from heckmeck.server.background.bot_pool import BotPool, Question
from heckmeck.server.background.scheduler import Scheduler, pace_factor
from heckmeck.server.live import live_table
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import StoreError
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Done
from heckmeck.server.table.state import fold
from helpers import tables
from helpers.memory_store import Disk
from helpers.tables import (
    ANN,
    BO,
    BOTS,
    EVE,
    Desk,
    Reader,
    give,
    logged,
    play_on,
    process,
    small,
    start,
    store_of,
    until,
)

CARERS: list[Scheduler] = []


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, after which no scheduler begins anything."""

    async def cared() -> None:
        try:
            await main
        finally:
            while CARERS:
                CARERS.pop().stop()

    tables.run(cared())


class Thinker(BotPool):
    """Bots that think in this process, and may be made to wait."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions: list[Question] = []
        self.assessed = 0
        self.fails = False
        self.through = asyncio.Event()
        self.through.set()
        self._source = Random(1)

    async def choose(self, question: Question) -> str:
        self.questions.append(question)
        await self.through.wait()
        return str(self._source.choice(question.view.moves))

    async def luck(self, record: bytes) -> dict[int, float] | None:
        self.assessed += 1
        return None if self.fails else {0: 0.5, 1: -0.5}


async def caring(disk: Disk, name: str) -> tuple[Hub, Thinker, Scheduler]:
    hub, pool = await process(disk, name), Thinker()
    scheduler = Scheduler(hub, pool, BOTS, 0.0)
    CARERS.append(scheduler)
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


def entries_of(disk: Disk, table: LiveTable) -> list[entries.AnyEntry]:
    return [entries.decode(row.body) for row in disk.rows[table.code]]


def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything have happened long ago, so that what is due is due now."""
    monkeypatch.setattr(live_table, "_now", lambda: 1_000_000)


def test_bots_play_until_it_is_a_persons_turn() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await caring(disk, "one")
        table = await with_bot(hub)
        await until(lambda: table.state.to_act == 1)
        await settle(hub)
        moved = [entry for entry in entries_of(disk, table) if isinstance(entry, entries.Moved)]
        assert all(entry.by_bot and entry.seat == 0 for entry in moved)
        assert len(pool.questions) == len(moved) > 0
        commands = disk.commands(table.code)
        assert len(set(commands)) == len(commands)

    run(main())


def test_bots_do_not_play_for_nobody() -> None:
    async def main() -> None:
        hub, pool, _ = await caring(Disk(), "one")
        table = await hub.open(small(), ANN)
        for seat in (0, 1):
            await give(table, ANN, m.SeatBot, seat=seat, bot="random")
        await give(table, ANN, m.Start)
        await settle(hub)
        assert pool.questions == []
        hub.follow(table, Reader(EVE.player))
        await until(lambda: len(pool.questions) > 3)

    run(main())


def test_bots_wait_with_a_game_that_all_have_left_until_somebody_is_back() -> None:
    async def main() -> None:
        hub, pool, _ = await caring(Disk(), "one")
        table = await hub.open(small(), ANN)
        await start(table)
        await give(table, BO, m.Leave, seat=1)
        await give(table, ANN, m.Leave, seat=0)
        await settle(hub)
        assert (table.state.phase, pool.questions) == ("playing", [])
        assert isinstance(await give(table, BO, m.Back, seat=1), Done)
        await until(lambda: table.state.to_act == 1)
        assert pool.questions

    run(main())


def test_talk_does_not_disturb_a_bot_that_thinks() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await caring(disk, "one")
        pool.through.clear()
        table = await with_bot(hub)
        await until(lambda: bool(pool.questions))
        for number in range(5):
            await give(table, ANN, m.Say, text=f"{number}?")
            await settle_little()
        assert len(pool.questions) == 1
        pool.through.set()
        await until(lambda: any(isinstance(entry, entries.Moved) for entry in entries_of(disk, table)))

    async def settle_little() -> None:
        for _ in range(5):
            await asyncio.sleep(0.001)

    run(main())


def test_a_bot_that_thought_too_long_for_a_player_who_is_back_does_not_move() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await caring(disk, "one")
        table = await hub.open(small(seats=3), ANN)
        await start(table, ANN, BO, EVE)
        pool.through.clear()
        await give(table, ANN, m.Leave, seat=0)
        await until(lambda: bool(pool.questions))
        assert isinstance(await give(table, ANN, m.Back, seat=0), Done)
        pool.through.set()
        await settle(hub)
        assert not any(isinstance(entry, entries.Moved) for entry in entries_of(disk, table))
        assert table.state.to_act == 0

    run(main())


def test_a_bot_whose_player_is_back_before_it_begins_to_think_is_not_asked(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        hub, pool, scheduler = await caring(Disk(), "one")
        table = await hub.open(small(seats=3), ANN)
        await start(table, ANN, BO, EVE)
        await give(table, ANN, m.Leave, seat=0)
        scheduler.stop()
        away = table.state
        scheduler._begin(table, away.seq, scheduler._move_bot)
        table.state = fold(away, entries.Returned(0), away.seq + 1, away.at).table
        await settle(hub)
        assert pool.questions == []

    run(main())
    assert logged(caplog) == []


def test_a_bot_that_was_replaced_while_it_thought_leaves_it_to_the_other() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await caring(disk, "one")
        pool.through.clear()
        table = await with_bot(hub)
        await until(lambda: bool(pool.questions))
        await give(table, ANN, m.SeatBot, seat=0, bot="greedy")
        pool.through.set()
        await until(lambda: table.state.to_act == 1)
        assert [question.bot for question in pool.questions][:2] == ["random", "greedy"]

    run(main())


@pytest.mark.parametrize("failure", ["before", "after"])
def test_a_bots_move_is_made_once_though_the_store_fails(
    failure: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(carer_module, "HEARTBEAT", 0.01)

    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await caring(disk, "one")
        pool.through.clear()
        table = await with_bot(hub)
        await until(lambda: bool(pool.questions))
        store_of(hub).failures.append(failure)  # type: ignore[arg-type]
        pool.through.set()
        await until(lambda: table.state.to_act == 1)
        commands = disk.commands(table.code)
        assert len(set(commands)) == len(commands)

    with caplog.at_level(logging.WARNING):
        run(main())
    assert all(record.exc_info is None for record in logged(caplog))


def test_a_command_kept_without_our_knowing_is_told_with_the_next_beat() -> None:
    async def main() -> None:
        hub, _, scheduler = await caring(Disk(), "one")
        table = await hub.open(small(), ANN)
        reader = Reader()
        hub.follow(table, reader)
        store_of(hub).failures.append("after")
        await give(table, ANN, m.Sit, name="Ann")
        assert reader.told() == []
        await scheduler.heartbeat()
        await hub.finish()
        assert [message["seq"] for message in reader.told()] == [2]

    run(main())


def test_a_player_whose_time_is_up_is_replaced_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    late(monkeypatch)

    async def main() -> None:
        disk = Disk()
        hub, _, _ = await caring(disk, "one")
        table = await hub.open(small(timer=5), ANN)
        hub.follow(table, Reader())
        await start(table)
        await until(lambda: table.state.phase == "over")
        kinds = [type(entry) for entry in entries_of(disk, table)]
        assert kinds.count(entries.StoodIn) == 2

    run(main())


def test_a_bot_decides_for_one_whose_time_is_up_though_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        hub, _, _ = await caring(Disk(), "one")
        late(monkeypatch)
        table = await hub.open(small(timer=30), ANN)
        await give(table, ANN, m.Sit, name="Ann")
        await give(table, ANN, m.SeatBot, seat=1, bot="random")
        await give(table, ANN, m.Start)
        await until(lambda: table.state.seats[0] is not None and table.state.seats[0].bot is not None)
        await until(lambda: not table.state.expired)
        assert isinstance(await give(table, ANN, m.Back, seat=0), Done)

    run(main())


def test_a_table_is_filled_with_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    late(monkeypatch)

    async def main() -> None:
        disk = Disk()
        hub, _, _ = await caring(disk, "one")
        table = await hub.open(small(seats=3, fill=8), ANN)
        await give(table, ANN, m.Sit, name="Ann")
        await until(lambda: table.state.phase != "open")
        assert [entry.bots for entry in entries_of(disk, table) if isinstance(entry, entries.Began)] == [
            ((1, "greedy"), (2, "greedy"))
        ]

    run(main())


def test_a_game_goes_on_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    late(monkeypatch)

    async def main() -> None:
        hub, _, _ = await caring(Disk(), "one")
        table = await hub.open(small(), ANN)
        await give(table, ANN, m.Sit, name="Ann", commitment="ab" * 32)
        await give(table, BO, m.Sit, name="Bo")
        await give(table, ANN, m.Start)
        await until(lambda: table.state.phase == "playing")

    run(main())


def test_the_tables_of_a_dead_process_are_taken_over() -> None:
    async def main() -> None:
        disk = Disk()
        one, pool, first = await caring(disk, "one")
        pool.through.clear()
        table = await with_bot(one)
        await until(lambda: bool(pool.questions))
        two, others, second = await caring(disk, "two")
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


async def left_behind(disk: Disk, number: int) -> list[LiveTable]:
    """Tables at which a bot is to act, of a process that is gone."""
    hub, pool, scheduler = await caring(disk, "gone")
    pool.through.clear()
    tables = [await with_bot(hub) for _ in range(number)]
    scheduler.stop()
    pool.through.set()
    await hub.finish()
    del disk.stores["gone"]
    return tables


def bot_has_moved(hub: Hub, table: LiveTable) -> bool:
    return table.code in hub.live and hub.live[table.code].state.to_act == 1


def test_a_table_that_cannot_be_read_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        disk = Disk()
        tables = await left_behind(disk, 3)
        disk.chains.pop((tables[0].code, 1))
        disk.rows[tables[1].code][-1] = disk.rows[tables[1].code][-1]._replace(body=b"{")
        two, _, scheduler = await caring(disk, "two")
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
        CARERS.append(scheduler)
        with monkeypatch.context() as failing:
            failing.setattr(two.store, "rows", broken)
            for _ in range(3):
                await scheduler.heartbeat()
                await two.finish()
        assert two.live == {}
        for _ in range(5):
            await scheduler.heartbeat()
        await until(lambda: all(bot_has_moved(two, table) for table in tables))

    run(main())
    assert len(logged(caplog)) == 1


def test_pages_that_could_not_be_asked_for_are_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
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
        CARERS.append(scheduler)
        await scheduler.heartbeat()
        await two.finish()
        assert len(two.live) == 1
        await scheduler.heartbeat()
        await until(lambda: all(bot_has_moved(two, table) for table in tables))
        codes = sorted(table.code for table in tables)
        assert asked == ["", codes[0], *codes], "it goes on where it was"

    run(main())


def test_tables_are_taken_over_by_one_chore_also_when_others_come_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        tables = await left_behind(disk, 8)
        two, _, scheduler = await caring(disk, "two")
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


async def broken(*_: object) -> list[Any]:
    raise StoreError("store_failed", "The line is dead.")


def test_the_living_share_the_tables_of_the_dead() -> None:
    async def main() -> None:
        disk = Disk()
        one, pool, first = await caring(disk, "one")
        pool.through.clear()
        tables = [await with_bot(one) for _ in range(24)]
        two, _, second = await caring(disk, "two")
        three, _, third = await caring(disk, "three")
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


def test_two_who_care_for_one_table_make_each_move_once() -> None:
    async def main() -> None:
        disk = Disk()
        one, _, _ = await caring(disk, "one")
        two, _, second = await caring(disk, "two")
        table = await one.open(small(), ANN)
        await give(table, ANN, m.SeatBot, seat=0, bot="random")
        await give(table, ANN, m.SeatBot, seat=1, bot="random")
        there = await two.get(table.code)
        assert there is not None
        second._alive = ("two",)  # it takes the other for dead
        one.follow(table, Reader())
        two.follow(there, Reader())
        await give(table, ANN, m.Start)
        await until(lambda: table.state.phase == there.state.phase == "over")
        commands = disk.commands(table.code)
        assert len(set(commands)) == len(commands)
        assert table.state.state == there.state.state

    run(main())


def test_luck_is_worked_out_once_for_each_game() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await caring(disk, "one")
        table = await hub.open(small(), ANN)
        await start(table)
        await play_on(table, Random(1))
        await give(table, ANN, m.Say, text="good game")
        hub.follow(table, Reader())
        await settle(hub)
        assert pool.assessed == 1
        assert disk.luck == {(table.code, 1): {0: 0.5, 1: -0.5}}
        await give(table, BO, m.Start)
        await play_on(table, Random(2))
        await settle(hub)
        assert pool.assessed == 2

    run(main())


def test_luck_that_nobody_came_to_work_out_is_when_somebody_looks_at_the_table_again() -> None:
    async def main() -> None:
        disk = Disk()
        table = await (await process(disk, "killed")).open(small(), ANN)
        await start(table)
        await play_on(table, Random(1))
        assert table.state.phase == "over"
        for name, times in (("next", 1), ("third", 0)):
            hub, pool, scheduler = await caring(disk, name)
            scheduler._alive = (name,)
            there = await hub.get(table.code)
            assert there is not None
            hub.follow(there, Reader())
            await settle(hub)
            assert pool.assessed == times
            assert disk.luck == {(table.code, 1): {0: 0.5, 1: -0.5}}

    run(main())


def test_luck_that_cannot_be_told_is_not_asked_for() -> None:
    async def main() -> None:
        hub, pool, _ = await caring(Disk(), "one")
        table = await hub.open(small("karteneck"), ANN)
        await start(table)
        await play_on(table, Random(1))
        assert table.state.phase == "over"
        await settle(hub)
        assert pool.assessed == 0

    run(main())


def test_luck_that_could_not_be_worked_out_is_tried_again_by_the_next() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, scheduler = await caring(disk, "one")
        pool.fails = True
        table = await hub.open(small(), ANN)
        await start(table)
        await play_on(table, Random(1))
        await give(table, ANN, m.Say, text="good game")
        await settle(hub)
        assert (pool.assessed, disk.luck) == (1, {})
        scheduler.stop()
        await hub.store.close()
        second, pool, _ = await caring(disk, "two")
        await settle(second)
        assert (pool.assessed, len(disk.luck)) == (1, 1)

    run(main())


@pytest.mark.parametrize(("bots", "share"), [(0, 1.0), (1, 1.0), (2, 1.0), (3, 2 / 3), (4, 0.5), (6, 0.4)])
def test_the_more_bots_there_are_the_less_time_each_takes(bots: int, share: float) -> None:
    desk = Desk(small(seats=7)).seated(ANN)
    for seat in range(1, 1 + bots):
        desk.do(ANN, m.SeatBot, seat=seat, bot="random")
    assert pace_factor(desk.table) == pytest.approx(share)


def test_one_who_stops_does_nothing_more() -> None:
    async def main() -> None:
        hub, pool, scheduler = await caring(Disk(), "one")
        scheduler.stop()
        table = await with_bot(hub)
        await settle(hub)
        assert pool.questions == []
        assert table.timer is None

    run(main())


def test_a_bot_that_remembers_is_told_what_its_seat_saw() -> None:
    async def main() -> None:
        hub, pool, _ = await caring(Disk(), "one")
        table = await hub.open(small("karteneck"), ANN)
        await give(table, ANN, m.SeatBot, seat=0, bot="sampler")
        await give(table, ANN, m.Sit, name="Ann")
        await give(table, ANN, m.Start)
        await until(lambda: bool(pool.questions))
        seen = [event.seat for event in pool.questions[0].history if isinstance(event, CardsSeen)]
        assert seen == [0]

    run(main())


def test_the_heartbeat_goes_on_though_the_store_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(carer_module, "HEARTBEAT", 0.001)

    async def main() -> None:
        hub, _, scheduler = await caring(Disk(), "one")
        store_of(hub).down = True
        beating = asyncio.create_task(scheduler.run())
        await until(lambda: len(logged(caplog)) > 2)
        store_of(hub).down = False
        await scheduler.heartbeat()
        assert not beating.done()
        beating.cancel()

    with caplog.at_level(logging.WARNING, "heckmeck.server"):
        run(main())

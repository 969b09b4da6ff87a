"""The scheduler: bots move, time runs out, luck is computed, and everything happens once."""

from __future__ import annotations

import asyncio
import logging
from random import Random

import pytest

from heckmeck.games.karteneck.events import CardsSeen
from heckmeck.server.background import scheduler as scheduler_module
from heckmeck.server.background.table_scheduler import has_luck
from heckmeck.server.live import hub as hub_module
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Done
from heckmeck.server.table.state import fold
from helpers.installed_games import install_games
from helpers.memory_store import Disk
from helpers.schedulers import entries_of, late, run, scheduling, settle, with_bot
from helpers.tables import ANN, BO, EVE, Desk, Reader, give, logged, play_on, process, small, start, store_of, until
from helpers.text_game import Toss


def test_bots_play_until_it_is_a_persons_turn() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await scheduling(disk, "one")
        table = await with_bot(hub)
        await until(lambda: table.state.to_act == 1)
        await settle(hub)
        moved = [entry for entry in entries_of(disk, table) if isinstance(entry, entries.Moved)]
        assert all(entry.by_bot and entry.seat == 0 for entry in moved)
        assert len(pool.questions) == sum(1 + entry.then for entry in moved) > 0
        commands = disk.commands(table.code)
        assert len(set(commands)) == len(commands)

    run(main())


def test_bots_play_only_if_somebody_watches() -> None:
    async def main() -> None:
        hub, pool, _ = await scheduling(Disk(), "one")
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
        hub, pool, _ = await scheduling(Disk(), "one")
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
        hub, pool, _ = await scheduling(disk, "one")
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
        hub, pool, _ = await scheduling(disk, "one")
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
        hub, pool, scheduler = await scheduling(Disk(), "one")
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
        hub, pool, _ = await scheduling(disk, "one")
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
    monkeypatch.setattr(scheduler_module, "HEARTBEAT", 0.01)

    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await scheduling(disk, "one")
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


def test_an_interrupted_append_that_was_stored_is_published_with_the_next_heartbeat() -> None:
    async def main() -> None:
        hub, _, scheduler = await scheduling(Disk(), "one")
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
        hub, _, _ = await scheduling(disk, "one")
        table = await hub.open(small(timer=5), ANN)
        hub.follow(table, Reader())
        await start(table)
        await until(lambda: table.state.phase == "over")
        kinds = [type(entry) for entry in entries_of(disk, table)]
        assert kinds.count(entries.StoodIn) == 2

    run(main())


def test_a_bot_decides_when_time_is_up_though_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        hub, _, _ = await scheduling(Disk(), "one")
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
        hub, _, _ = await scheduling(disk, "one")
        table = await hub.open(small(seats=3, fill=8), ANN)
        await give(table, ANN, m.Sit, name="Ann")
        await until(lambda: table.state.phase != "open")
        assert [entry.bots for entry in entries_of(disk, table) if isinstance(entry, entries.Began)] == [
            ((1, "medium"), (2, "medium"))
        ]

    run(main())


def test_a_game_goes_on_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    late(monkeypatch)

    async def main() -> None:
        hub, _, _ = await scheduling(Disk(), "one")
        table = await hub.open(small(), ANN)
        await give(table, ANN, m.Sit, name="Ann", commitment="ab" * 32)
        await give(table, BO, m.Sit, name="Bo")
        await give(table, ANN, m.Start)
        await until(lambda: table.state.phase == "playing")

    run(main())


def test_two_schedulers_of_one_table_make_each_move_once() -> None:
    async def main() -> None:
        disk = Disk()
        one, _, _ = await scheduling(disk, "one")
        two, _, second = await scheduling(disk, "two")
        table = await one.open(small(), ANN)
        await give(table, ANN, m.SeatBot, seat=0, bot="random")
        await give(table, ANN, m.SeatBot, seat=1, bot="random")
        there = await two.get(table.code)
        assert there is not None
        second._alive = ("two",)  # it considers the other dead
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
        hub, pool, _ = await scheduling(disk, "one")
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


async def finished_without_luck(disk: Disk) -> LiveTable:
    """A table whose process was killed right after its game."""
    table = await (await process(disk, "killed")).open(small(), ANN)
    await start(table)
    await play_on(table, Random(1))
    assert table.state.phase == "over"
    del disk.stores["killed"]
    return table


def test_luck_is_worked_out_once_even_if_the_table_is_loaded_meanwhile() -> None:
    async def main() -> None:
        disk = Disk()
        table = await finished_without_luck(disk)
        hub, pool, scheduler = await scheduling(disk, "next")
        pool.assessing.clear()
        await until(lambda: pool.assessed == 1)
        scheduler._alive = ("next",)
        there = await hub.get(table.code)
        assert there is not None
        hub.follow(there, Reader())
        for _ in range(30):
            await asyncio.sleep(0.001)
        assert pool.assessed == 1
        pool.assessing.set()
        await settle(hub)
        assert pool.assessed == 1
        assert disk.luck == {(table.code, 1): {0: 0.5, 1: -0.5}}

    run(main())


def test_luck_that_was_not_worked_out_is_when_the_table_is_loaded_again() -> None:
    async def main() -> None:
        disk = Disk()
        table = await finished_without_luck(disk)
        for name, times in (("next", 1), ("third", 0)):
            hub, pool, scheduler = await scheduling(disk, name)
            scheduler._alive = (name,)
            there = await hub.get(table.code)
            assert there is not None
            hub.follow(there, Reader())
            await settle(hub)
            assert pool.assessed == times
            assert disk.luck == {(table.code, 1): {0: 0.5, 1: -0.5}}

    run(main())


def test_luck_that_cannot_be_calculated_is_not_asked_for() -> None:
    async def main() -> None:
        hub, pool, _ = await scheduling(Disk(), "one")
        table = await hub.open(small("karteneck"), ANN)
        await start(table)
        await play_on(table, Random(1))
        assert table.state.phase == "over"
        await settle(hub)
        assert pool.assessed == 0

    run(main())


def test_the_luck_of_a_game_without_exact_odds_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    install_games(monkeypatch, Toss())
    desk = Desk(m.Plan("toss", 2)).begun().over()
    assert desk.table.outcome is not None
    assert not has_luck(desk.table)
    assert has_luck(Desk(small()).begun().over().table)


def test_luck_that_failed_is_tried_again_by_the_next_process() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, scheduler = await scheduling(disk, "one")
        pool.fails = True
        table = await hub.open(small(), ANN)
        await start(table)
        await play_on(table, Random(1))
        await give(table, ANN, m.Say, text="good game")
        await settle(hub)
        assert (pool.assessed, disk.luck) == (1, {})
        scheduler.stop()
        await hub.store.close()
        second, pool, _ = await scheduling(disk, "two")
        await settle(second)
        assert (pool.assessed, len(disk.luck)) == (1, 1)

    run(main())


def test_a_stopped_scheduler_does_nothing() -> None:
    async def main() -> None:
        hub, pool, scheduler = await scheduling(Disk(), "one")
        scheduler.stop()
        table = await with_bot(hub)
        await settle(hub)
        assert pool.questions == []
        assert table.timer is None

    run(main())


def test_a_bot_that_remembers_gets_what_its_seat_saw() -> None:
    async def main() -> None:
        hub, pool, _ = await scheduling(Disk(), "one")
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
    monkeypatch.setattr(scheduler_module, "HEARTBEAT", 0.001)

    async def main() -> None:
        hub, _, scheduler = await scheduling(Disk(), "one")
        store_of(hub).down = True
        beating = asyncio.create_task(scheduler.run())
        await until(lambda: len(logged(caplog)) > 2)
        store_of(hub).down = False
        await scheduler.heartbeat()
        assert not beating.done()
        beating.cancel()

    with caplog.at_level(logging.WARNING, "heckmeck.server"):
        run(main())


def test_an_entry_that_was_not_announced_reaches_the_followers_at_other_processes_with_a_heartbeat() -> None:
    """Its writer was killed after the commit: no hint arrives, and no other process has work at the table."""

    async def main() -> None:
        disk = Disk()
        one, _, _ = await scheduling(disk, "one")
        two, _, second = await scheduling(disk, "two")
        table = await one.open(small(), ANN)
        reader, other = Reader(), await two.get(table.code)
        assert other is not None
        two.follow(other, reader)
        store_of(two).deaf = True
        await give(table, ANN, m.Say, text="my last words")
        assert reader.told() == []
        await second.heartbeat()
        await until(lambda: [message["text"] for message in reader.told()] == ["my last words"])

    run(main())


def test_only_followed_tables_are_looked_at_and_only_where_there_are_other_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub_module, "LOOKED_AT", 2)
    asked: list[dict[str, int]] = []

    async def main() -> None:
        disk = Disk()
        hub, _, scheduler = await scheduling(disk, "one")

        async def note(known: dict[str, int]) -> list[tuple[str, int]]:
            asked.append(known)
            return []

        monkeypatch.setattr(hub.store, "appended_after", note)
        tables = [await hub.open(small(), ANN) for _ in range(4)]
        for table in tables[:3]:
            hub.follow(table, Reader())
        await scheduler.heartbeat()
        await settle(hub)
        assert asked == []
        await scheduling(disk, "two")
        await scheduler.heartbeat()
        await settle(hub)
        assert [len(known) for known in asked] == [2, 1]
        assert {code: seq for known in asked for code, seq in known.items()} == {each.code: 1 for each in tables[:3]}

    run(main())

"""Hurrying: a player alone with bots does not have to wait for them, and nothing is done twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from heckmeck.server.background import pace
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Done, Refused
from helpers.memory_store import Disk
from helpers.schedulers import entries_of, run, scheduling, settle, with_bot
from helpers.tables import ANN, BO, EVE, give, small, start, until

LONG = 1000.0
"""A pace at which no bot moves while a test runs."""


def moves(disk: Disk, table: LiveTable) -> list[entries.Moved]:
    return [entry for entry in entries_of(disk, table) if isinstance(entry, entries.Moved)]


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "STEP", 0.001)
    monkeypatch.setattr("heckmeck.server.background.table_scheduler.HURRIED", 0.001)


def test_a_hurried_bot_plays_its_turn_to_the_end_and_the_next_one_takes_its_time() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await scheduling(disk, "one", LONG)
        table = await hub.open(small(seats=3), ANN)
        for seat in (0, 1):
            await give(table, ANN, m.SeatBot, seat=seat, bot="random")
        await give(table, ANN, m.Sit, name="Ann")
        await give(table, ANN, m.Start)
        await until(lambda: bool(pool.questions))
        await settle_little()
        assert moves(disk, table) == []
        reply = await give(table, ANN, m.Hurry)
        assert isinstance(reply, Done)
        assert reply.seq == table.state.seq
        await until(lambda: table.state.to_act == 1)
        await settle_little()
        assert {entry.seat for entry in moves(disk, table)} == {0}
        assert table.hurried is None
        await give(table, ANN, m.Hurry)
        await until(lambda: table.state.to_act == 2)
        assert {type(entry) for entry in entries_of(disk, table)[5:]} == {entries.Moved}, "hurrying leaves no entry"

    run(main())


def test_pressing_again_and_again_makes_every_move_once() -> None:
    async def main() -> None:
        disk = Disk()
        hub, _, _ = await scheduling(disk, "one", LONG)
        table = await with_bot(hub)
        while table.state.to_act == 0:
            replies = await asyncio.gather(*(give(table, ANN, m.Hurry, id="the-same-one") for _ in range(5)))
            assert all(isinstance(reply, Done) for reply in replies)
            await asyncio.sleep(0)
        await settle(hub)
        commands = disk.commands(table.code)
        assert len(set(commands)) == len(commands)
        assert {entry.seat for entry in moves(disk, table)} == {0}
        assert isinstance(await give(table, ANN, m.Hurry), Done), "there is no bot to hurry, and no harm in it"

    run(main())


def test_a_bot_that_still_thinks_moves_when_it_has_decided() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await scheduling(disk, "one", LONG)
        pool.through.clear()
        table = await with_bot(hub)
        await until(lambda: bool(pool.questions))
        await give(table, ANN, m.Hurry)
        await settle_little()
        assert moves(disk, table) == []
        pool.through.set()
        await until(lambda: table.state.to_act == 1)

    run(main())


def test_the_process_that_is_asked_hurries_the_bots_of_another() -> None:
    async def main() -> None:
        disk = Disk()
        one, _, _ = await scheduling(disk, "one", LONG)
        two, _, _ = await scheduling(disk, "two", LONG)
        table = await with_bot(one)
        there = await two.get(table.code)
        assert there is not None
        assert isinstance(await give(there, ANN, m.Hurry), Done)
        assert isinstance(await give(table, ANN, m.Hurry), Done)
        await until(lambda: table.state.to_act == there.state.to_act == 1)
        commands = disk.commands(table.code)
        assert len(set(commands)) == len(commands)

    run(main())


@pytest.mark.parametrize(
    ("by", "prepare", "code"),
    [
        (EVE, [], "not_seated"),
        (ANN, [(BO, m.Sit, {"name": "Bo", "seat": 2})], "not_alone"),
        (ANN, [(BO, m.Sit, {"name": "Bo", "seat": 2}), (BO, m.Leave, {"seat": 2})], "not_alone"),
    ],
)
def test_it_is_refused_where_others_play(by: Any, prepare: list[Any], code: str) -> None:
    async def main() -> None:
        disk = Disk()
        hub, _, _ = await scheduling(disk, "one", LONG)
        table = await hub.open(small(seats=3), ANN)
        for seat in (0, 2):
            await give(table, ANN, m.SeatBot, seat=seat, bot="random")
        await give(table, ANN, m.Sit, name="Ann")
        await give(table, ANN, m.Start)
        for player, kind, fields in prepare:
            assert isinstance(await give(table, player, kind, **fields), Done)
        reply = await give(table, by, m.Hurry)
        assert isinstance(reply, Refused)
        assert reply.code == code
        await settle_little()
        assert moves(disk, table) == []

    run(main())


def test_there_is_nothing_to_hurry_between_games() -> None:
    async def main() -> None:
        hub, _, _ = await scheduling(Disk(), "one")
        table = await hub.open(small(), ANN)
        await give(table, ANN, m.Sit, name="Ann")
        reply = await give(table, ANN, m.Hurry)
        assert isinstance(reply, Refused)
        assert reply.code == "no_game"

    run(main())


def test_two_people_at_one_keyboard_are_alone_with_the_bots() -> None:
    async def main() -> None:
        hub, _, _ = await scheduling(Disk(), "one", LONG)
        table = await hub.open(small(), ANN)
        await start(table, ANN, ANN)
        assert isinstance(await give(table, ANN, m.Hurry), Done)

    run(main())


def test_a_server_that_stops_waits_for_no_bot() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, scheduler = await scheduling(disk, "one", LONG)
        table = await with_bot(hub)
        await until(lambda: bool(pool.questions))
        scheduler.stop()
        await asyncio.wait_for(hub.finish(), 20)
        assert isinstance(await give(table, ANN, m.Hurry), Done)
        await hub.finish()
        assert moves(disk, table) == []

    run(main())


async def settle_little() -> None:
    """Let everything happen that can happen at once."""
    for _ in range(20):
        await asyncio.sleep(0.001)

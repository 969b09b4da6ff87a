"""Presence at a table is known everywhere, also to clients connected to another process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.live import presence, roll_call
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store.table_store import ANY_TABLE
from heckmeck.server.table import messages as m
from heckmeck.server.table.environment import Caller
from helpers.memory_store import Disk
from helpers.tables import (
    ANN,
    BO,
    BOTS,
    EVE,
    Reader,
    give,
    half_a_minute_later,
    process,
    run,
    small,
    start,
    store_of,
    until,
)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BATCH_DELAY", 0)


async def two_processes() -> tuple[Hub, LiveTable, Hub, LiveTable]:
    disk = Disk()
    one, other = await process(disk, "one"), await process(disk, "two")
    table = await one.open(small(), ANN)
    await give(table, ANN, m.Sit, name="Ann")
    await give(table, BO, m.Sit, name="Bo")
    same = await other.get(table.code)
    assert same is not None
    return one, table, other, same


async def settled(*hubs: Hub) -> None:
    for _ in range(3):
        for hub in hubs:
            await hub.finish()


def here(reader: Reader) -> tuple[list[int], int]:
    said: dict[str, Any] = reader.told("presence")[-1]
    return said["here"], said["watching"]


def test_players_on_two_processes_see_each_other() -> None:
    async def main() -> None:
        one, table, other, same = await two_processes()
        ann, bo, eve = Reader(ANN.player), Reader(BO.player), Reader(EVE.player)
        one.follow(table, ann)
        await settled(one, other)
        other.follow(same, bo)
        other.follow(same, eve)
        await settled(one, other)
        assert here(ann) == here(bo) == ([0, 1], 1), "a process that comes later asks who was here before"
        one.unfollow(table, ann)
        await settled(one, other)
        assert here(bo) == ([1], 1)

    run(main())


def test_those_on_a_process_that_is_gone_are_gone() -> None:
    async def main() -> None:
        one, table, other, same = await two_processes()
        bo = Reader(BO.player)
        other.follow(same, bo)
        one.follow(table, Reader(ANN.player))
        await settled(one, other)
        assert here(bo) == ([0, 1], 0)
        await one.store.close()
        scheduler = Scheduler(other, None, BOTS, 0)  # type: ignore[arg-type]
        await scheduler.heartbeat()
        assert here(bo) == ([1], 0)
        scheduler.stop()

    run(main())


def test_what_was_missed_is_asked_for() -> None:
    async def main() -> None:
        one, table, other, same = await two_processes()
        bo = Reader(BO.player)
        other.follow(same, bo)
        await settled(one, other)
        other.store.deaf = True  # type: ignore[attr-defined]
        one.follow(table, Reader(ANN.player))
        await settled(one, other)
        assert here(bo) == ([1], 0)
        other.store.deaf = False  # type: ignore[attr-defined]
        other.hint(ANY_TABLE, 0)
        await settled(one, other)
        assert here(bo) == ([0, 1], 0)

    run(main())


def test_who_sits_down_while_connected_is_here() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        ann = Reader(ANN.player)
        hub.follow(table, ann)
        assert here(ann) == ([], 1)
        await give(table, ANN, m.Sit, name="Ann")
        assert here(ann) == ([0], 0)
        await asyncio.sleep(0)
        await hub.finish()

    run(main())


def test_many_tables_are_announced_in_short_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        said: list[str] = []

        async def broadcast(text: str) -> None:
            said.append(text)

        monkeypatch.setattr(hub.store, "broadcast", broadcast)
        for _ in range(presence.BATCH_SIZE + 1):
            hub.follow(await hub.open(small(), ANN), Reader(EVE.player))
        await settled(hub)
        assert len(said) >= 2
        assert max(map(len, said)) < 8000

    run(main())


def test_failed_announcements_are_repeated_with_the_next_heartbeat() -> None:
    async def main() -> None:
        one, table, other, same = await two_processes()
        bo = Reader(BO.player)
        other.follow(same, bo)
        await settled(one, other)
        one.store.down = True  # type: ignore[attr-defined]
        one.follow(table, Reader(ANN.player))
        await settled(one, other)
        assert here(bo) == ([1], 0)
        one.store.down = False  # type: ignore[attr-defined]
        one.presences.resume()
        await settled(one, other)
        assert here(bo) == ([0, 1], 0)

    run(main())


async def two_playing() -> tuple[Hub, LiveTable, Hub, LiveTable]:
    """Ann, who is the host, is connected to the first process, and Bo to the second, at a game that has begun."""
    one, table, other, same = await two_processes()
    assert isinstance(await give(table, ANN, m.Start), m.Done)
    for hub in (one, other):
        half_a_minute_later(hub)
    one.follow(table, Reader(ANN.player))
    other.follow(same, Reader(BO.player))
    await settled(one, other)
    return one, table, other, same


async def refusal(table: LiveTable, by: Caller, seat: int) -> str | None:
    """Return why no bot may stand in; None if one does."""
    reply = await give(table, by, m.StandIn, seat=seat)
    return reply.code if isinstance(reply, m.Refused) else None


def test_no_bot_replaces_the_connected_however_little_a_process_knows_of_others() -> None:
    async def main() -> None:
        _, table, _, same = await two_playing()
        for found in (table, same):
            found.followers.elsewhere.clear()
        assert await refusal(table, ANN, 1) == "still_here"
        assert await refusal(same, BO, 0) == "not_host", "the host is connected, but not here"

    run(main())


def test_no_bot_replaces_a_player_whose_process_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        one, table, other, _ = await two_playing()
        table.followers.elsewhere.clear()
        monkeypatch.setattr(roll_call, "ANSWER_TIME", 0.001)
        for broken in ("deaf", "mute"):
            setattr(other.store, broken, True)
            assert await refusal(table, ANN, 1) == "presence_unknown"
            setattr(other.store, broken, False)
        store_of(one).mute = True
        assert await refusal(table, ANN, 1) == "presence_unknown"
        store_of(one).mute = False
        monkeypatch.setattr(roll_call, "ANSWER_TIME", 20.0)
        assert await refusal(table, ANN, 1) == "still_here"
        await settled(one, other)

    run(main())


def test_a_reload_is_not_an_absence() -> None:
    async def main() -> None:
        one, table, other, same = await two_playing()
        (bo,) = same.followers
        other.unfollow(same, bo)
        await settled(one, other)
        assert await refusal(table, ANN, 1) == "just_left"
        del other.live[same.code]
        assert await refusal(table, ANN, 1) == "just_left", "also if the table is not in memory any more"
        half_a_minute_later(other)
        assert await refusal(table, ANN, 1) is None

    run(main())


def test_who_reloads_while_connected_a_second_time_is_still_here() -> None:
    async def main() -> None:
        one, table, other, same = await two_playing()
        again = Reader(BO.player)
        other.follow(same, again)
        other.unfollow(same, again)
        assert await refusal(table, ANN, 1) == "still_here"
        await settled(one, other)

    run(main())


def test_players_of_a_process_that_is_gone_have_time_to_come_back() -> None:
    async def main() -> None:
        one, table, other, _ = await two_playing()
        assert await refusal(table, ANN, 1) == "still_here"
        await other.store.close()
        await settled(one)
        assert await refusal(table, ANN, 1) == "just_left"
        half_a_minute_later(one)
        assert await refusal(table, ANN, 1) is None

    run(main())


def test_players_have_time_to_come_back_after_a_restart() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        await start(table)
        assert await refusal(table, ANN, 1) == "just_left"
        half_a_minute_later(hub)
        assert await refusal(table, ANN, 1) is None

    run(main())


def test_who_connects_while_others_are_asked_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        one, table, other, same = await two_playing()
        (bo,) = same.followers
        other.unfollow(same, bo)
        half_a_minute_later(other)
        ask = one.store.heartbeat

        async def beat_and_connect() -> tuple[str, ...]:
            alive = await ask()
            await table._lock.acquire()  # another command is being decided
            return alive

        monkeypatch.setattr(one.store, "heartbeat", beat_and_connect)
        asked = asyncio.create_task(refusal(table, ANN, 1))
        await until(lambda: table._lock.locked() and bool(table._lock._waiters))
        one.follow(table, Reader(BO.player))
        table._lock.release()
        assert await asked == "still_here"
        await settled(one, other)

    run(main())


def test_strangers_make_no_process_ask_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        one, table, other, _ = await two_playing()
        monkeypatch.setattr(one.store, "broadcast", None)
        assert await refusal(table, EVE, 1) == "not_host"
        await settled(one, other)

    run(main())

"""Who is at a table is known everywhere, also to those who are connected to another process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.live import presence
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store.store import ANY_TABLE
from heckmeck.server.table import messages as m
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, BOTS, EVE, Reader, give, process, run, small


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


def test_many_tables_are_told_of_in_short_messages(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_what_could_not_be_told_is_told_with_the_next_heartbeat() -> None:
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

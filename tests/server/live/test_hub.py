"""The tables in memory: loaded once, refreshed by hints, unloaded when they are not needed."""

from __future__ import annotations

import asyncio
import logging

import pytest

from heckmeck.server.live import live_table
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.identity import new_code, read_code
from heckmeck.server.store import ANY_TABLE, Row, StoreError
from heckmeck.server.table import messages as m
from heckmeck.server.table.environment import Refusal
from helpers.memory_store import Disk, MemoryStore
from helpers.tables import ANN, BO, BOTS, Reader, give, logged, process, run, small, store_of


def test_a_new_table_has_a_code_that_can_be_read_out() -> None:
    async def main() -> None:
        table = await (await process(Disk(), "one")).open(small(), ANN)
        assert read_code(table.code.lower()) == table.code

    run(main())


def test_a_code_that_is_taken_is_not_given_twice() -> None:
    async def main() -> None:
        codes = iter(["ABCDEFGH", "ABCDEFGH", "HGFEDCBA"])
        store = MemoryStore(Disk())
        hub = Hub(store, "one", BOTS, lambda: next(codes), max_tables=9)
        await store.open("one", hub.hint)
        assert [(await hub.open(small(), ANN)).code for _ in range(2)] == ["ABCDEFGH", "HGFEDCBA"]

    run(main())


def test_the_number_of_tables_is_limited() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one", max_tables=1)
        table = await hub.open(small(), ANN)
        with pytest.raises(Refusal, match="too many tables"):
            await hub.open(small(), ANN)
        await give(table, ANN, m.Close)
        await hub.open(small(), ANN)

    run(main())


def test_a_table_is_read_once_however_many_ask() -> None:
    async def main() -> None:
        disk = Disk()
        code = (await (await process(disk, "one")).open(small(), ANN)).code
        two = await process(disk, "two")
        found = await asyncio.gather(*(two.get(code) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        assert await two.get("HGFEDCBA") is None

    run(main())


def test_one_who_asked_and_went_away_does_not_spoil_it_for_the_others() -> None:
    async def main() -> None:
        disk = Disk()
        code = (await (await process(disk, "one")).open(small(), ANN)).code
        two = await process(disk, "two")
        gone, stays = asyncio.create_task(two.get(code)), asyncio.create_task(two.get(code))
        await asyncio.sleep(0)
        gone.cancel()
        table = await stays
        assert table is not None
        assert gone.cancelled()

    run(main())


def test_followers_hear_what_other_processes_write() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        table = await one.open(small(), ANN)
        there = await two.get(table.code)
        assert there is not None
        reader = Reader()
        two.follow(there, reader)
        await give(table, ANN, m.Sit, name="Ann")
        await two.finish()
        assert [message["seq"] for message in reader.told()] == [2]

    run(main())


def test_a_hint_that_anything_may_have_happened_refreshes_all() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        table = await one.open(small(), ANN)
        there = await two.get(table.code)
        assert there is not None
        store_of(two).deaf = True
        await give(table, ANN, m.Sit, name="Ann")
        assert there.state.seq == 1
        two.hint(ANY_TABLE, 0)
        await two.finish()
        assert there.state.seq == 2

    run(main())


class SlowStore(MemoryStore):
    """A store whose answers are held back until they are released."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(disk)
        self.asked = asyncio.Event()
        self.through = asyncio.Event()

    async def rows(self, table: str, since: int = 0, limit: int = 0) -> list[Row]:
        found = await super().rows(table, since, limit)
        self.asked.set()
        await self.through.wait()
        return found


@pytest.mark.parametrize("code_known", [True, False])
def test_what_is_written_while_a_table_is_read_is_not_missed(code_known: bool) -> None:
    async def main() -> None:
        disk = Disk()
        one = await process(disk, "one")
        table = await one.open(small(), ANN)
        store = SlowStore(disk)
        two = Hub(store, "two", BOTS, new_code, max_tables=9)
        await store.open("two", two.hint)
        store.deaf = not code_known
        loading = asyncio.create_task(two.get(table.code))
        await store.asked.wait()
        await give(table, ANN, m.Sit, name="Ann")
        if not code_known:
            two.hint(ANY_TABLE, 0)
        store.through.set()
        there = await loading
        await two.finish()
        assert there is not None
        assert there.state.seq == 2

    run(main())


def test_idle_tables_are_let_go_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "IDLE", -1.0)

    async def main() -> None:
        hub = await process(Disk(), "one")
        idle, followed, due = [await hub.open(small(), ANN) for _ in range(3)]
        await give(idle, BO, m.Sit, name="Bo")
        hub.follow(followed, Reader())
        due.timer = asyncio.get_running_loop().call_later(60, lambda: None)
        assert hub.unload_idle() == 1
        assert set(hub.live) == {followed.code, due.code}
        back = await hub.get(idle.code)
        assert back is not None
        assert back is not idle
        assert back.state.seats_of(BO.player) == (0,)
        due.timer.cancel()

    run(main())


def test_tables_that_were_asked_for_just_now_stay() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        await hub.open(small(), ANN)
        assert hub.unload_idle() == 0

    run(main())


def test_a_chore_that_fails_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    async def bad(error: Exception) -> None:
        raise error

    async def main() -> None:
        hub = await process(Disk(), "one")
        hub.run(bad(StoreError("store_failed", "The disk is full.")))
        hub.run(bad(RuntimeError("a mistake")))
        await hub.finish()
        await asyncio.sleep(0)

    with caplog.at_level(logging.WARNING, "heckmeck.server"):
        run(main())
    assert [(record.levelname, bool(record.exc_info)) for record in logged(caplog)] == [
        ("WARNING", False),
        ("ERROR", True),
    ]


def test_changes_are_passed_on() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        seen: list[tuple[str, int]] = []

        def note(table: LiveTable) -> None:
            seen.append((table.code, table.state.seq))

        hub.on_change = note
        table = await hub.open(small(), ANN)
        await give(table, ANN, m.Sit, name="Ann")
        assert seen == [(table.code, 1), (table.code, 2)]

    run(main())

"""The cost of a resume depends on what was missed, not on the log, and one client cannot slow down the others."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import FIRST_VISIT, TAIL, LiveTable
from heckmeck.server.live.log_reader import PAGE, LogReader, read_log, rows_of_game
from heckmeck.server.live.resume_slots import MAX_READS, MAX_READS_EACH
from heckmeck.server.live.subscription import Subscription, read_before
from heckmeck.server.store import Row
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Done, encoder
from helpers.eventful_tables import lived
from helpers.memory_store import Disk, MemoryStore
from helpers.tables import ANN, BO, Desk, Reader, give, play_on, process, run, small, start, store_of, until

GAMES = ("bratwurmeck", "barbecue", "karteneck")


async def long_table(games: int = 3, disk: Disk | None = None) -> tuple[Hub, LiveTable]:
    """A process, and a table at which several games were played, and another one is being played."""
    hub = await process(disk or Disk(), "one")
    table = await hub.open(small(), ANN)
    await start(table)
    for number in range(games):
        await play_on(table, Random(number))
        assert isinstance(await give(table, ANN, m.Start), Done)
    await play_on(table, Random(games), 5)
    return hub, table


def older_version(row: Row) -> Row:
    """An entry as it was written before games recorded the state of the table before them."""
    entry = entries.decode(row.body)
    if not isinstance(entry, entries.Began):
        return row
    return row._replace(body=entries.encode(msgspec.structs.replace(entry, standing=None)))


async def stored(desk: Desk, *, older: bool) -> MemoryStore:
    """A store with a table, whose entries may be from an older version."""
    store = MemoryStore(Disk())
    await store.open("one", lambda table, seq: None)
    await desk.keep_in(store)
    if older:
        store.disk.rows[desk.table.code] = [older_version(row) for row in desk.rows]
    return store


async def chatty_table(said: int) -> tuple[Hub, LiveTable]:
    """A process, and a table with much chat during the first game."""
    hub = await process(Disk(), "one")
    table = await hub.open(small(), ANN)
    await start(table)
    await talk(table, said)
    return hub, table


async def talk(table: LiveTable, said: int) -> None:
    for number in range(said):
        await give(table, ANN, m.Say, text=f"{number}")


async def read(subscription: Subscription) -> list[int]:
    """The numbers of the missed entries that are read from the store."""
    return [msgspec.json.decode(payload)["seq"] async for payload in subscription.missed()]


def test_only_what_was_missed_is_read_and_its_game() -> None:
    async def main() -> None:
        hub, table = await long_table()
        first = table.state.began_seq
        since = first - TAIL - 1
        store_of(hub).rows_read = 0
        missed = await read(Subscription(hub, table, Reader(), since))
        assert missed == list(range(since + 1, table.state.seq + 1))
        span = await hub.store.game_at(table.code, since + 1)
        assert span is not None
        assert span[1] > 1
        assert store_of(hub).rows_read == 1 + table.state.seq - span[1] + 1 < table.state.seq

    run(main())


def test_in_a_long_game_only_what_was_missed_is_read_and_folded() -> None:
    async def main() -> None:
        hub, table = await chatty_table(400)
        since = table.state.seq - TAIL - 5
        store_of(hub).rows_read = 0
        assert await read(Subscription(hub, table, Reader(), since)) == list(range(since + 1, table.state.seq + 1))
        assert store_of(hub).rows_read < 200

    run(main())


def test_a_table_comes_into_memory_without_its_finished_games() -> None:
    async def main() -> None:
        _, table = await long_table(disk=(disk := Disk()))
        other = await process(disk, "two")
        loaded = await other.get(table.code)
        assert loaded is not None
        assert msgspec.structs.asdict(loaded.state) == msgspec.structs.asdict(table.state)
        assert store_of(other).rows_read == 1 + table.state.seq - table.state.began_seq + 1

    run(main())


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.booleans())
def test_wherever_reading_begins_states_and_entries_are_those_of_the_whole_log(
    game: str, seed: int, older: bool
) -> None:
    desk = lived(game, Random(seed))
    whole = [msgspec.structs.asdict(step.after) for step in read_log(desk.rows)]

    async def main() -> None:
        store = await stored(desk, older=older)
        reader = LogReader(store, desk.table.code)
        told = [each async for page in reader.pages(0, ANN.player) for each in page]
        assert [each.seq for each in told] == [row.seq for row in desk.rows]
        for since in Random(seed).sample(range(len(whole)), 5):
            steps = [step async for page in reader.replay(since + 1) for step in page if step.row.seq > since]
            assert [msgspec.structs.asdict(step.after) for step in steps] == whole[since:]
            assert [each async for page in reader.pages(since, ANN.player) for each in page] == told[since:]

    run(main())


@pytest.mark.parametrize("older", [False, True])
def test_a_game_is_found_by_the_rows_of_that_game(older: bool) -> None:
    desk = Desk(small()).begun(ANN, BO).over()
    for _ in range(3):
        desk.do(ANN, m.Start)
        desk.over()

    async def main() -> None:
        from heckmeck.server.live.archive import find_game, to_record

        store = await stored(desk, older=older)
        for number in (1, 2, 4):
            store.rows_read = 0
            rows = await rows_of_game(store, desk.table.code, number)
            assert to_record(find_game(rows, number)) == to_record(find_game(desk.rows, number))
            assert older or store.rows_read < len(desk.rows) / 2
        assert await rows_of_game(store, desk.table.code, 5) == []

    run(main())


def test_reading_stops_when_the_reader_is_gone() -> None:
    async def main() -> None:
        hub, table = await long_table()
        reader = Reader()
        store_of(hub).rows_read = 0
        seen = 0
        async for _ in Subscription(hub, table, reader, 0).missed():
            seen += 1
            reader.gone = True
        assert seen == 1
        assert store_of(hub).rows_read == PAGE < table.state.seq

    run(main())


def test_a_client_that_disconnects_before_its_turn_costs_nothing() -> None:
    async def main() -> None:
        hub, table = await long_table()
        reader = Reader()
        reader.gone = True
        store_of(hub).rows_read = 0
        assert await read(Subscription(hub, table, reader, 0)) == []
        assert store_of(hub).rows_read == 0

    run(main())


@pytest.mark.parametrize(("groups", "expected"), [(1, MAX_READS_EACH), (100, MAX_READS)])
def test_pages_read_at_the_same_time_are_limited_by_address_and_in_all(
    monkeypatch: pytest.MonkeyPatch, groups: int, expected: int
) -> None:
    async def main() -> None:
        hub, table = await long_table(1)
        rows, go = hub.store.rows, asyncio.Event()
        reading = most = 0

        async def slowly(code: str, since: int = 0, limit: int = 0) -> list[Row]:
            nonlocal reading, most
            reading += 1
            most = max(most, reading)
            await go.wait()
            reading -= 1
            return await rows(code, since, limit)

        monkeypatch.setattr(hub.store, "rows", slowly)

        async def resume(number: int) -> None:
            subscription = Subscription(hub, table, Reader(), 0, f"address {number % groups}")
            assert len(await read(subscription)) == table.state.seq

        tasks = [asyncio.create_task(resume(number)) for number in range(40)]
        await until(lambda: reading == expected)
        other = Subscription(hub, table, Reader(), table.state.seq - 1, "address 0")
        assert [payload async for payload in other.missed()] == [], "what is in memory needs no slot"
        go.set()
        await asyncio.gather(*tasks)
        assert most == expected

    run(main())


def test_a_slow_reader_delays_no_other_client() -> None:
    async def main() -> None:
        hub, table = await long_table(1)
        slow = [Subscription(hub, table, Reader(), 0, "school").missed() for _ in range(2 * MAX_READS)]
        for each in slow:
            await anext(each)
        assert len(await read(Subscription(hub, table, Reader(), 0, "school"))) == table.state.seq
        for each in slow:
            await each.aclose()

    run(main())


def test_a_first_visit_gets_the_current_game() -> None:
    async def main() -> None:
        hub, table = await long_table()
        await talk(table, TAIL)
        reader = Reader()
        subscription = Subscription(hub, table, reader, "game")
        older = await read(subscription)
        subscription.start()
        got = older + [message["seq"] for message in reader.told()]
        assert got == list(range(table.state.began_seq, table.state.seq + 1))
        subscription.stop()

    run(main())


def test_a_first_visit_gets_only_the_end_of_a_very_long_game() -> None:
    async def main() -> None:
        _, table = await chatty_table(FIRST_VISIT + 10)
        assert table.first_visit == table.state.seq - FIRST_VISIT > 0

    run(main())


def test_older_entries_come_by_pages_on_request() -> None:
    async def main() -> None:
        hub, table = await long_table()
        whole = [encoder.encode(each) async for page in table.older(0, ANN.player) for each in page]
        found: list[bytes] = []
        before = table.state.seq + 1
        while before > 1:
            page = await read_before(hub, table, before, 30, ANN.player, None)
            assert len(page) == min(30, before - 1)
            found = [*map(encoder.encode, page), *found]
            before = page[0].seq
        assert found == whole
        assert await read_before(hub, table, 1, 30, ANN.player, None) == []

    run(main())


def test_a_welcome_does_not_say_where_the_log_begins() -> None:
    async def main() -> None:
        _, table = await long_table()
        assert "begins" not in msgspec.json.decode(encoder.encode(table.welcome(None)))

    run(main())


def test_nobody_is_welcomed_to_an_entry_before_the_last_one_that_was_sent() -> None:
    async def main() -> None:
        hub, table = await long_table()
        # The entry is stored, and the process does not know it yet.
        store_of(hub).failures.append("after")
        await give(table, ANN, m.Say, text="Is anybody there?")
        stored = (await store_of(hub).rows(table.code, 0))[-1].seq
        assert table.state.seq == stored - 1
        reader = Reader("player-of-bo")
        subscription = Subscription(hub, table, reader, table.state.began_seq - TAIL - 1)
        seen = await read(subscription)
        subscription.start()
        seen += [message["seq"] for message in reader.told()]
        assert seen == [*range(seen[0], stored + 1)]
        assert [welcome["seq"] for welcome in reader.told("welcome")] == [stored]

    run(main())

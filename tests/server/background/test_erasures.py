"""Orders to erase a player are carried out completely: after failures, and at tables in use when they are closed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from heckmeck.server.background import erasures
from heckmeck.server.background.archiving import SHARE
from heckmeck.server.background.erasures import Erasures
from heckmeck.server.background.takeover import responsible
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.identity import new_code
from heckmeck.server.ops import erasure
from heckmeck.server.store import Order, Profile
from heckmeck.server.store.connect import connect
from heckmeck.server.store.dump import TABLES
from heckmeck.server.store.session import reading
from heckmeck.server.table import deadlines, messages, moves
from heckmeck.server.table.environment import Caller, Decision, Luck
from heckmeck.server.table.erasure import ALL_TABLES
from heckmeck.server.table.state import TableState
from helpers.commands import run_command
from helpers.damage import add_damaged_game
from helpers.tables import BO, BOTS, EVE, give, logged, small

ZOE = Caller("zoes-very-own-id", "Zoe Zapp", "fox")
TRACES = (ZOE.player, ZOE.name, "my own words", "my title")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasures, "SETTLE", 0.0)
    monkeypatch.setattr(erasures, "INTERVAL", 0.0)


def with_hub(database: str, play: Callable[[Hub], Awaitable[None]], process: str = "one") -> None:
    async def main() -> None:
        store = connect(database)
        hub = Hub(store, process, BOTS, new_code, max_tables=10)
        await store.open(process, hub.hint)
        try:
            await play(hub)
            await hub.finish()
        finally:
            await store.close()

    asyncio.run(main())


async def table_of(hub: Hub, *players: Caller) -> LiveTable:
    """A table of Zoe's at which players sit, and at which she has said something."""
    table = await hub.open(small(title="my title"), ZOE)
    for player in players:
        await give(table, player, messages.Sit, name=player.name)
    await give(table, ZOE, messages.Say, text="my own words")
    return table


async def again(hub: Hub, table: LiveTable) -> LiveTable:
    """The table as it is in memory now: it may have been unloaded."""
    found = await hub.get(table.code)
    assert found is not None
    return found


async def play_with_bot(table: LiveTable, source: Random) -> None:
    """Make random moves to the end, for a bot as the scheduler does."""
    while table.state.phase == "playing":
        seat, bot = table.state.to_act, table.state.bot_to_act
        move = str(source.choice(table.state.game.view(table.state.state, seat).moves))
        if bot is None:
            await give(table, BO, messages.MakeMove, seq=table.state.seq, move=move)
        else:
            choose = partial(_move_of_bot, move)
            await table.act(f"bot:{table.state.moved_seq}", choose)


def _move_of_bot(move: str, state: TableState, luck: Luck) -> Decision:
    return moves.move(state, move, luck, by_bot=True)


async def shut(table: LiveTable) -> None:
    while await table.act(f"order:{table.state.seq}", lambda state, luck: deadlines.shut(state)):
        pass


async def order_of(hub: Hub) -> Order:
    await hub.store.add_player(ZOE.player, Profile(ZOE.name), 1)
    await hub.store.forget(*erasure.new_order(ZOE.player))
    return await standing(hub)


async def standing(hub: Hub) -> Order:
    (order,) = [each for each in await hub.store.orders(0) if each.kind == "erase"]
    return order


async def carry_out(each: Erasures, hub: Hub) -> str:
    """Run one round. Return the remaining work."""
    each.resume((hub.process,), [await standing(hub)])
    await hub.finish()
    return (await standing(hub)).text


def traces(database: str) -> set[str]:
    async def read() -> list[Any]:
        async with reading(database) as session:
            names = [name for name in TABLES if name != "orders"]
            return [tuple(row) for name in names async for row in session.stream(f"SELECT * FROM {name}")]

    text = repr(asyncio.run(read()))
    return {trace for trace in TRACES if trace in text}


def check(database: str) -> None:
    done = run_command("db", "check", "--database", database)
    assert (done.code, done.err) == (0, "")


def test_closed_tables_and_those_without_other_players_are_done_at_once(database: str) -> None:
    async def play(hub: Hub) -> None:
        closed = await table_of(hub, ZOE, BO)
        await shut(closed)
        unstarted = await table_of(hub, ZOE)
        against_bots = await table_of(hub, ZOE)
        await give(against_bots, ZOE, messages.SeatBot, seat=1, bot="greedy")
        await give(against_bots, ZOE, messages.Start)
        order = await order_of(hub)
        assert order.text == ALL_TABLES
        assert await carry_out(Erasures(hub), hub) == ""
        assert (unstarted.state.phase, against_bots.state.phase) == ("closed", "closed")

    with_hub(database, play)
    assert traces(database) == set()
    check(database)


def test_at_a_table_of_others_a_bot_plays_on_and_the_name_goes_when_it_is_closed(database: str) -> None:
    async def play(hub: Hub) -> None:
        table = await table_of(hub, ZOE, BO)
        await give(table, ZOE, messages.Start)
        await order_of(hub)
        each = Erasures(hub)
        assert await carry_out(each, hub) == table.code
        holder = table.state.seats[0]
        assert holder is not None
        assert (holder.name, holder.present) == (ZOE.name, False)
        seq = table.state.seq
        assert await carry_out(each, hub) == table.code
        assert table.state.seq == seq, "nothing more can be done before the game is over"
        await play_with_bot(await again(hub, table), Random(1))
        assert await carry_out(each, hub) == table.code
        table = await again(hub, table)
        assert table.state.seats[0] is None
        await shut(table)
        assert await carry_out(each, hub) == ""

    with_hub(database, play)
    assert traces(database) == set()
    check(database)


def test_what_was_interrupted_is_finished_by_another_process(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    usual, done = erasure.erase_at, []

    async def fails_at_the_second(*arguments: Any) -> bool:
        done.append(arguments)
        if len(done) == 2:
            await usual(*arguments)  # the transaction is not committed
            raise OSError("killed")
        return await usual(*arguments)

    async def begin(hub: Hub) -> None:
        for _ in range(3):
            await shut(await table_of(hub, ZOE, BO))
        await order_of(hub)
        monkeypatch.setattr(erasure, "erase_at", fails_at_the_second)
        left = await carry_out(Erasures(hub), hub)
        assert left == done[1][1], "the others are done"
        assert any("cannot be erased" in record.getMessage() for record in logged(caplog))
        assert not any(trace in record.getMessage() for record in logged(caplog) for trace in TRACES)

    async def finish(hub: Hub) -> None:
        assert await carry_out(Erasures(hub), hub) == ""

    with_hub(database, begin)
    assert set(TRACES) <= traces(database)
    check(database)
    with_hub(database, finish, "two")
    assert traces(database) == set()
    check(database)


def test_a_process_killed_before_the_order_was_marked_as_done_does_it_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub) -> None:
        table = await table_of(hub, ZOE, BO)
        await shut(table)
        await order_of(hub)
        usual = hub.store.set_order_text
        for mark, left in ((table.code, ALL_TABLES), ("", table.code)):

            async def fails(order: Order, text: str, mark: str = mark) -> None:
                if text == mark:
                    raise OSError("killed")
                await usual(order, text)

            with monkeypatch.context() as patch:
                patch.setattr(hub.store, "set_order_text", fails)
                assert await carry_out(Erasures(hub), hub) == left
        assert await carry_out(Erasures(hub), hub) == ""

    with_hub(database, play)
    assert traces(database) == set()
    check(database)


def test_the_log_is_read_only_when_every_process_knows_the_order(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasures, "SETTLE", 3600.0)

    async def play(hub: Hub) -> None:
        await order_of(hub)
        assert await carry_out(Erasures(hub), hub) == ALL_TABLES

    with_hub(f"sqlite:///{tmp_path / 'tables.db'}", play)


@pytest.mark.parametrize("seconds", [-2 * 3600, 3600])
def test_an_order_by_a_wrong_clock_is_carried_out_when_every_process_knows_it(
    seconds: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasures, "SETTLE", 5.0)
    began = time.monotonic()

    async def play(hub: Hub) -> None:
        await hub.store.add_player(ZOE.player, Profile(ZOE.name), 1)
        player, order, at, until, text = erasure.new_order(ZOE.player)
        await hub.store.forget(player, order, at + 1000 * seconds, until, text)
        each = Erasures(hub)
        for passed, left in ((0.0, ALL_TABLES), (4.5, ALL_TABLES), (5.0, "")):
            clock = SimpleNamespace(monotonic=lambda passed=passed: began + passed)
            monkeypatch.setattr(erasures, "time", clock)
            assert await carry_out(each, hub) == left

    with_hub(f"sqlite:///{tmp_path / 'tables.db'}", play)


def test_only_the_responsible_process_does_it(tmp_path: Any) -> None:
    async def play(hub: Hub) -> None:
        order = await order_of(hub)
        others = tuple(f"process-{number}" for number in range(20))
        alive = tuple(name for name in others if responsible(order.subject, (name, hub.process)) == name)
        Erasures(hub).resume((*alive, hub.process), [order])
        await hub.finish()
        assert (await standing(hub)).text == ALL_TABLES

    with_hub(f"sqlite:///{tmp_path / 'tables.db'}", play)


def test_beside_a_damaged_game_everything_is_erased_and_the_operator_is_told_once(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(hub: Hub) -> None:
        tables = [await table_of(hub, ZOE, BO) for _ in range(3)]
        for table in tables:
            await shut(table)
        await asyncio.to_thread(asyncio.run, add_damaged_game(database, tables[1].code))
        each = Erasures(hub)
        for player in (ZOE, BO):
            each.resume((hub.process,), await orders_of(hub, player))
            await hub.finish()
            assert await orders_left(hub) == [], "a damaged game keeps no order"
        (told,) = [record.getMessage() for record in logged(caplog) if "is damaged" in record.getMessage()]
        assert f"table {tables[1].code} at entry 1000" in told
        assert "`heckmeck db remove-damaged`" in told

    with_hub(database, play)
    assert traces(database) == set()


def test_a_table_that_cannot_be_loaded_keeps_no_other(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hub: Hub) -> None:
        tables = [await table_of(hub, ZOE) for _ in range(3)]
        broken, get = tables[1].code, hub.get

        async def fails(code: str) -> LiveTable | None:
            if code == broken:
                raise ValueError("an entry cannot be read")
            return await get(code)

        await order_of(hub)
        each = Erasures(hub)
        with monkeypatch.context() as patch:
            patch.setattr(hub, "get", fails)
            assert await carry_out(each, hub) == broken
        assert await carry_out(each, hub) == ""

    with_hub(database, play)
    assert traces(database) == set()
    check(database)


def test_a_table_that_turns_out_to_be_in_use_stays_in_the_order(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hub: Hub) -> None:
        table = await table_of(hub, ZOE, BO)

        async def none(code: str) -> None:
            return None  # as for a table that is closed

        await order_of(hub)
        each = Erasures(hub)
        with monkeypatch.context() as patch:
            patch.setattr(hub, "get", none)
            assert await carry_out(each, hub) == table.code
        await shut(table)
        assert await carry_out(each, hub) == ""

    with_hub(database, play)
    assert traces(database) == set()


def count_scans(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A list that grows with each scan of the log."""
    scans: list[Any] = []
    usual = erasure.find_tables

    async def counted(address: str, wanted: Any) -> Any:
        scans.append(wanted)
        return await usual(address, wanted)

    monkeypatch.setattr(erasure, "find_tables", counted)
    return scans


async def orders_of(hub: Hub, *players: Caller) -> list[Order]:
    for player in players:
        await hub.store.forget(*erasure.new_order(player.player))
    return await orders_left(hub)


async def orders_left(hub: Hub) -> list[Order]:
    return [order for order in await hub.store.orders(0) if order.kind == "erase" and order.text]


def test_the_log_is_read_once_for_all_orders(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scans = count_scans(monkeypatch)

    async def play(hub: Hub) -> None:
        both, of_zoe, of_bo = await table_of(hub, ZOE, BO), await table_of(hub, ZOE), await hub.open(small(), BO)
        for table in (both, of_zoe, of_bo):
            await shut(table)
        Erasures(hub).resume((hub.process,), await orders_of(hub, ZOE, BO))
        await hub.finish()
        assert len(scans) == 1
        assert await orders_left(hub) == []
        rows = [row for table in (both, of_zoe, of_bo) for row in await hub.store.rows(table.code)]
        assert not any(BO.player in f"{row.command} {row.body!r}" for row in rows)

    with_hub(database, play)
    assert traces(database) == set()
    check(database)


def test_after_a_scan_the_next_one_waits_in_proportion(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    scans = count_scans(monkeypatch)

    async def play(hub: Hub) -> None:
        await shut(await table_of(hub, ZOE, BO))
        each = Erasures(hub)
        with monkeypatch.context() as patch:
            patch.setattr(erasures, "SHARE", 1e-9)
            each.resume((hub.process,), await orders_of(hub, EVE))  # Eve was never at a table
            await hub.finish()
        assert (len(scans), await orders_left(hub)) == (1, [])
        each.resume((hub.process,), await orders_of(hub, ZOE))
        await hub.finish()
        assert [order.text for order in await orders_left(hub)] == [ALL_TABLES]
        Erasures(hub).resume((hub.process,), await orders_left(hub))
        await hub.finish()
        assert (len(scans), await orders_left(hub)) == (2, [])

    with_hub(f"sqlite:///{tmp_path / 'tables.db'}", play)


def test_after_each_table_others_get_their_turn_in_proportion(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, pauses, usual = [0.0], list[float](), erasure.erase_closed

    async def takes_two_seconds(*arguments: Any) -> str | None:
        clock[0] += 2.0
        return await usual(*arguments)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def play(hub: Hub) -> None:
        for _ in range(2):
            await shut(await table_of(hub, ZOE, BO))
        await order_of(hub)
        monkeypatch.setattr(erasure, "erase_closed", takes_two_seconds)
        monkeypatch.setattr(erasures, "time", SimpleNamespace(monotonic=lambda: clock[0], time_ns=time.time_ns))
        monkeypatch.setattr(
            erasures, "asyncio", SimpleNamespace(sleep=sleep, to_thread=asyncio.to_thread, run=asyncio.run)
        )
        assert await carry_out(Erasures(hub), hub) == ""
        assert pauses == pytest.approx([2.0 * (1 / SHARE - 1)] * 2)

    with_hub(f"sqlite:///{tmp_path / 'tables.db'}", play)

"""Orders of the operator: tables are closed, banned players disconnected, and every process knows who is muted."""

from __future__ import annotations

import pytest

from heckmeck.server.background.moderation import Moderation
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import TAIL
from heckmeck.server.live.subscription import Subscription
from heckmeck.server.store import Order, OrderKind, Row, StoreError
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, EVE, Reader, give, logged, process, run, small, start, store_of


def order(disk: Disk, kind: OrderKind, subject: str, until: int | None = None, text: str = "") -> None:
    disk.orders[f"{kind} {subject}"] = Order(f"{kind} {subject}", kind, subject, text, 1, until)


async def read(moderation: Moderation, hub: Hub, *alive: str) -> None:
    moderation.resume(alive or (hub.process,))
    await hub.finish()


def test_a_table_is_closed_in_any_phase_and_the_order_is_gone() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        unstarted, playing = await hub.open(small(), ANN), await hub.open(small(), ANN)
        await start(playing, ANN, BO)
        reader = Reader()
        hub.follow(playing, reader)
        for table in (unstarted, playing):
            order(disk, "close", table.code)
        order(disk, "close", "UNKNOWNX")
        await read(Moderation(hub), hub)
        assert (unstarted.state.phase, playing.state.phase) == ("closed", "closed")
        assert [told["what"] for told in reader.told()] == ["broken_off", "closed"]
        assert disk.orders == {}

    run(main())


def test_only_one_process_closes_a_table_and_all_know_who_is_banned() -> None:
    async def main() -> None:
        disk = Disk()
        hubs = [await process(disk, name) for name in ("one", "two")]
        table = await hubs[0].open(small(), ANN)
        order(disk, "close", table.code)
        order(disk, "ban", EVE.player)
        order(disk, "mute", BO.player)
        for hub in hubs:
            moderation = Moderation(hub)
            await read(moderation, hub, "one", "two")
            assert (moderation.banned, moderation.muted) == ({EVE.player}, {BO.player})
        closed = [row for row in disk.rows[table.code] if isinstance(entries.decode(row.body), entries.Closed)]
        assert len(closed) == 1

    run(main())


def test_a_banned_player_is_disconnected_until_the_time_is_over() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        eve, bo, nobody = Reader(EVE.player), Reader(BO.player), Reader()
        for reader in (eve, bo, nobody):
            hub.follow(table, reader)
        moderation = Moderation(hub)
        order(disk, "ban", EVE.player)
        await read(moderation, hub)
        assert (eve.gone, bo.gone, nobody.gone) == (True, False, False)
        order(disk, "ban", EVE.player, until=1)
        await read(moderation, hub)
        assert moderation.banned == set()

    run(main())


def test_a_message_reaches_everybody_once_and_newcomers_while_it_is_in_force() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        here, late, later = Reader(), Reader(), Reader()
        Subscription(hub, table, here, None, None).start()
        order(disk, "message", "", text="The server restarts at noon.")
        moderation = Moderation(hub)
        for _ in range(2):
            await read(moderation, hub)
        Subscription(hub, table, late, None, None).start()
        disk.orders.clear()
        await read(moderation, hub)
        Subscription(hub, table, later, None, None).start()
        notice = {"type": "notice", "id": "message ", "text": "The server restarts at noon."}
        assert [reader.told("notice") for reader in (here, late, later)] == [[notice], [notice], []]

    run(main())


def test_a_table_that_cannot_be_read_keeps_no_other_open(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        usual = store_of(hub).rows

        async def rows(code: str, since: int = 0, limit: int = 0) -> list[Row]:
            if code == "BADTABLE":
                raise StoreError("store_failed", "The disk is worn.")
            return await usual(code, since, limit)

        monkeypatch.setattr(store_of(hub), "rows", rows)
        order(disk, "close", "BADTABLE")
        order(disk, "close", table.code)
        await read(Moderation(hub), hub)
        assert table.state.phase == "closed"
        assert [each.subject for each in disk.orders.values()] == ["BADTABLE"]
        assert any("cannot be closed" in record.getMessage() for record in logged(caplog))

    run(main())


def test_a_banned_player_who_still_reads_what_they_missed_is_cut_too() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        for number in range(2 * TAIL):
            await give(table, ANN, m.Say, text=f"{number}")
        readers = Reader(ANN.player), Reader(BO.player)
        pages = [Subscription(hub, table, reader, 0).missed() for reader in readers]
        for page in pages:
            await anext(page)
        order(disk, "ban", BO.player)
        await read(Moderation(hub), hub)
        assert [reader.gone for reader in readers] == [False, True]
        for page in pages:
            await page.aclose()

    run(main())


def test_a_player_erased_while_the_orders_are_read_stays_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        moderation = Moderation(hub)
        orders = store_of(hub).orders

        async def meanwhile(now: int) -> list[Order]:
            found = await orders(now)
            order(disk, "erase", ANN.player)
            moderation.erase(ANN.player)
            return found

        with monkeypatch.context() as patched:
            patched.setattr(store_of(hub), "orders", meanwhile)
            await read(moderation, hub)
        assert moderation.erased == {ANN.player}
        await read(moderation, hub)
        assert moderation.erased == {ANN.player}
        disk.orders.clear()
        await read(moderation, hub)
        assert moderation.erased == set()

    run(main())

"""The connections of a revoked device are cut, in every process, and no others."""

from __future__ import annotations

import time

import pytest

from heckmeck.server.background import revocations
from heckmeck.server.background.revocations import Revocations
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import TAIL
from heckmeck.server.live.subscription import Subscription
from heckmeck.server.table import messages as m
from helpers.memory_store import Disk
from helpers.tables import ANN, Reader, give, process, run, small, store_of


def now() -> int:
    return time.time_ns() // 1_000_000


async def read(each: Revocations, hub: Hub) -> None:
    each.resume()
    await hub.finish()


def test_every_process_cuts_the_device_and_leaves_the_others() -> None:
    async def main() -> None:
        disk = Disk()
        hubs = [await process(disk, name) for name in ("one", "two")]
        code = (await hubs[0].open(small(), ANN)).code
        watched = []
        for hub in hubs:
            table = await hub.get(code)
            assert table is not None
            readers = Reader(ANN.player, "phone"), Reader(ANN.player, "laptop"), Reader()
            for reader in readers:
                hub.follow(table, reader)
            each = Revocations(hub)
            await read(each, hub)
            assert not any(reader.gone for reader in readers)
            watched.append((hub, each, readers))
        await store_of(hubs[0]).revoke(ANN.player, ["phone"], [], now())
        for hub, each, readers in watched:
            await read(each, hub)
            assert [reader.gone for reader in readers] == [True, False, False]
            assert each.recent == {"phone"}

    run(main())


def test_the_process_that_is_asked_does_it_at_once() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        phone = Reader(ANN.player, "phone")
        hub.follow(table, phone)
        each = Revocations(hub)
        each.cut(["phone"])
        assert phone.gone
        assert "phone" in each.recent

    run(main())


def test_followers_are_looked_through_only_for_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        looked: list[bool] = []
        monkeypatch.setattr(hub, "disconnect", lambda wanted: looked.append(True))
        each = Revocations(hub)
        each.cut(["phone"])
        for _ in range(50):  # signing out everywhere else costs one request, and there need not be anything else
            each.cut([])
        assert looked == [True]

    run(main())


def test_what_was_revoked_during_an_outage_is_not_missed() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        phone = Reader(ANN.player, "phone")
        hub.follow(table, phone)
        each = Revocations(hub)
        each._since = now() - 10 * revocations.OVERLAP_MS  # the last round was long ago
        disk.revoked["phone"] = now() - 5 * revocations.OVERLAP_MS
        disk.revoked["old"] = now() - 20 * revocations.OVERLAP_MS
        await read(each, hub)
        assert phone.gone
        assert each.recent == {"phone"}
        await read(each, hub)
        assert each.recent == set()

    run(main())


def test_a_device_that_still_reads_what_it_missed_is_cut_too() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        for number in range(2 * TAIL):
            await give(table, ANN, m.Say, text=f"{number}")
        readers = Reader(ANN.player, "phone"), Reader(ANN.player, "laptop")
        subscriptions = [Subscription(hub, table, reader, 0) for reader in readers]
        pages = [subscription.missed() for subscription in subscriptions]
        for page in pages:
            await anext(page)
        Revocations(hub).cut(["phone"])
        assert [reader.gone for reader in readers] == [True, False]
        for page, subscription in zip(pages, subscriptions, strict=True):
            await page.aclose()
            subscription.stop()
        assert not hub.joining

    run(main())

"""Lists of muted players: they are in memory while their owner is connected, and can change meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Set

import msgspec
import pytest

from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import TAIL, LiveTable
from heckmeck.server.live.mutes import Mutes
from heckmeck.server.live.subscription import Subscription, read_before
from heckmeck.server.store import Block, StoreError
from heckmeck.server.table import messages as m
from heckmeck.server.table.environment import Caller
from heckmeck.server.table.messages import encoder
from helpers.memory_store import Disk, MemoryStore
from helpers.tables import ANN, BO, EVE, Reader, give, process, run, small, start, store_of

RUDE = "rude words"


def mute(disk: Disk, player: Caller, subject: Caller) -> None:
    key = player.player, subject.player
    disk.blocks[key] = Block("id", *key, "mute", subject.name, 1)


async def follow(hub: Hub, table: LiveTable, reader: Reader, since: int | None = None) -> Subscription:
    subscription = Subscription(hub, table, reader, since)
    async for payload in subscription.missed():
        reader.send(payload)
    subscription.start()
    return subscription


def seqs(reader: Reader) -> list[int]:
    return [entry["seq"] for entry in reader.told()]


def heard(reader: Reader) -> bool:
    return any(RUDE.encode() in payload for payload in reader.payloads)


def test_a_list_is_in_memory_for_as_long_as_somebody_reads() -> None:
    async def main() -> None:
        disk = Disk()
        mutes = Mutes(MemoryStore(disk))
        mute(disk, ANN, BO)
        assert mutes.of(ANN.player) == set()
        async with mutes.reading(ANN.player):
            await mutes.acquire(ANN.player)
            assert mutes.of(ANN.player) == {BO.player}
        assert mutes.of(ANN.player) == {BO.player}
        mutes.release(ANN.player)
        assert len(mutes) == 0
        async with mutes.reading(None):
            assert len(mutes) == 0
            assert mutes.of(None) == set()

    run(main())


def test_a_list_that_cannot_be_read_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        store = MemoryStore(Disk())
        mutes = Mutes(store)

        async def fail(players: Collection[str]) -> dict[str, Set[str]]:
            raise StoreError("store_failed", "The disk is worn.")

        monkeypatch.setattr(store, "muted_by", fail)
        with pytest.raises(StoreError):
            await mutes.acquire(ANN.player)
        assert len(mutes) == 0

    run(main())


def test_a_late_answer_does_not_undo_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        store = MemoryStore(disk)
        mutes = Mutes(store)
        await mutes.acquire(ANN.player)
        usual, held = store.muted_by, asyncio.Event()

        async def slowly(players: Collection[str]) -> dict[str, Set[str]]:
            found = await usual(players)
            await held.wait()
            return found

        monkeypatch.setattr(store, "muted_by", slowly)
        early = asyncio.create_task(mutes.refresh())
        await asyncio.sleep(0)
        await mutes.refresh()  # one is in progress
        monkeypatch.setattr(store, "muted_by", usual)
        mute(disk, ANN, BO)
        await mutes.read([ANN.player])
        held.set()
        await early
        assert mutes.of(ANN.player) == {BO.player}

    run(main())


@pytest.mark.parametrize("game", ["bratwurmeck", "karteneck"])
@pytest.mark.parametrize("missed", [1, TAIL, 2 * TAIL + 5])
def test_what_a_muted_player_says_does_not_reach_the_reader(game: str, missed: int) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(game), ANN)
        await start(table)
        mute(disk, ANN, BO)
        ann, eve, bo = Reader(ANN.player), Reader(EVE.player), Reader(BO.player)
        for number in range(missed):
            await give(table, BO, m.Say, text=f"{RUDE} {number}")
        for reader in (ann, eve, bo):
            await follow(hub, table, reader, table.state.seq - missed)
        await give(table, BO, m.Say, text=f"{RUDE} now")
        await give(table, BO, m.React, seat=1, reaction="wow")
        await give(table, EVE, m.Say, text="kind words")
        assert not heard(ann)
        assert b"wow" not in b"".join(ann.payloads)
        assert seqs(ann) == seqs(eve) == seqs(bo)
        muted = [entry for entry in ann.told() if entry.get("muted")]
        assert len(muted) == missed + 2
        assert all(entry["seat"] == 1 and "name" not in entry for entry in muted)
        assert ann.told()[-1]["text"] == "kind words"
        assert eve.told() == bo.told()
        assert not any("muted" in entry for entry in bo.told())

    run(main())


def test_pages_of_the_log_are_without_it_too() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        for number in range(3 * TAIL):
            await give(table, BO, m.Say, text=f"{RUDE} {number}")
        mute(disk, ANN, BO)
        for player, count in ((ANN.player, 0), (EVE.player, 50), (None, 50)):
            page = await read_before(hub, table, table.state.seq, 50, player, None)
            assert [entry.seq for entry in page] == list(range(table.state.seq - 50, table.state.seq))
            assert encoder.encode(page).count(RUDE.encode()) == count
        assert len(hub.mutes) == 0

    run(main())


def test_a_mute_holds_for_the_rest_of_a_resume() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        for number in range(5 * TAIL):
            await give(table, BO, m.Say, text=f"{RUDE} {number}")
        reader = Reader(ANN.player)
        subscription = Subscription(hub, table, reader, 1)
        told: list[bytes] = []
        async for payload in subscription.missed():
            told.append(payload)
            if len(told) == 1:
                mute(disk, ANN, BO)
                await hub.mutes.read([ANN.player])
        subscription.start()
        told += reader.payloads
        entries = [each for each in map(msgspec.json.decode, told) if each["type"] == "happened"]
        assert len(entries) == 5 * TAIL
        assert sum("muted" not in each for each in entries) <= 32  # no more than the page that was being sent
        subscription.stop()
        assert len(hub.mutes) == 0

    run(main())


def test_a_process_learns_what_was_muted_at_another_one() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        table = await one.open(small(), ANN)
        there = await two.get(table.code)
        assert there is not None
        reader = Reader(ANN.player)
        await follow(two, there, reader)
        await give(there, BO, m.Say, text="first words")
        assert reader.told()[-1]["text"] == "first words"
        mute(disk, ANN, BO)
        await two.mutes.refresh()
        await give(there, BO, m.Say, text=RUDE)
        assert reader.told()[-1]["muted"]
        assert not heard(reader)

    run(main())


def test_a_block_at_another_process_counts_at_once() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        mute(disk, ANN, BO)
        disk.blocks[ANN.player, EVE.player] = Block("id2", ANN.player, EVE.player, "block", "Eve", 1)
        refused = await give(table, EVE, m.Sit, name="Eve")
        assert isinstance(refused, m.Refused)
        assert (refused.code, "block" in refused.message) == ("no_seat_here", False)
        assert isinstance(await give(table, BO, m.Sit, name="Bo"), m.Done)  # Bo is only muted
        del disk.blocks[ANN.player, EVE.player]
        assert isinstance(await give(table, EVE, m.Sit, name="Eve"), m.Done)

    run(main())


def test_a_seat_that_was_taken_before_a_block_is_answered_as_before() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        first = await give(table, EVE, m.Sit, name="Eve", id="sit-12345678")
        disk.blocks[ANN.player, EVE.player] = Block("id", ANN.player, EVE.player, "block", "Eve", 1)
        assert await give(table, EVE, m.Sit, name="Eve", id="sit-12345678") == first
        assert table.state.seats_of(EVE.player) == (0,)
        assert store_of(hub).disk.commands(table.code)[-1] == f"{EVE.player}.sit-12345678"

    run(main())

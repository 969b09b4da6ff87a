"""The background job: it archives what is old, each game by one process, and a table plays on meanwhile."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from heckmeck.server.background import archiving as module
from heckmeck.server.background.archiving import Archiving
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.subscription import Subscription
from heckmeck.server.net.identity import new_code
from heckmeck.server.store import FinishedGame, StoreError
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.table import messages
from heckmeck.server.table.messages import Done, Refused
from helpers.archived import fill, old_tables, opened
from helpers.tables import ANN, BO, BOTS, Desk, Reader, give, logged, play_on, small

Clock = Callable[[float], None]


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    monkeypatch.setattr(module, "SHARE", 1.0)


@pytest.fixture
def after_days(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let days pass."""
    now = time.time_ns()
    return lambda days: monkeypatch.setattr(time, "time_ns", lambda: now + int(days * 24 * 60 * 60 * 10**9))


@pytest.fixture(scope="module")
def desks() -> list[Desk]:
    return old_tables()


def hub_of(store: SqlStore, name: str = "one") -> Hub:
    return Hub(store, name, BOTS, new_code, max_tables=100)


async def archive(hub: Hub, days: int = 7, alive: tuple[str, ...] = ()) -> int:
    done: list[None] = []
    Archiving(hub, days, lambda: done.append(None)).resume(alive or (hub.process,))
    await hub.finish()
    return len(done)


async def play_game(table: LiveTable, seed: int) -> None:
    assert isinstance(await give(table, ANN, messages.Start), Done)
    await play_on(table, Random(seed))


async def seated(hub: Hub) -> LiveTable:
    table = await hub.open(small(), ANN)
    for player in (ANN, BO):
        await give(table, player, messages.Sit, name=player.name)
    return table


async def archived(store: SqlStore) -> int:
    return int((await store.fetch("SELECT COUNT(*) FROM archive"))[0][0])


def test_games_are_archived_after_their_time(database: str, after_days: Clock) -> None:
    async def main() -> None:
        async with opened(database) as store:
            hub = hub_of(store)
            table = await seated(hub)
            await play_game(table, 1)
            await play_game(table, 2)
            for days, after, count in ((6.9, 7, 0), (7.1, 0, 0), (7.1, 7, 1), (9.0, 7, 0)):
                after_days(days)
                assert await archive(hub, after) == count, (days, after)
            assert isinstance(await give(table, ANN, messages.Close), Done)
            assert await archive(hub) == 0, "it was closed just now"
            after_days(17)
            assert await archive(hub) == 1
            assert await archived(store) == 2
            assert (await store.fetch("SELECT COUNT(*) FROM entries"))[0][0] == 1

    asyncio.run(main())


def test_a_table_plays_on_while_its_games_are_archived(database: str, after_days: Clock) -> None:
    async def main() -> None:
        async with opened(database) as store:
            hub = hub_of(store)
            table = await seated(hub)
            said = {"id": "said-long-ago", "text": "Hello"}
            assert isinstance(await give(table, ANN, messages.Say, **said), Done)
            for seed in (1, 2):
                await play_game(table, seed)
            whole = [row.body for row in await store.rows(table.code)]
            after_days(10)
            assert isinstance(await give(table, ANN, messages.Start), Done)
            working = asyncio.create_task(archive(hub))
            await play_on(table, Random(3))
            assert await working == 2
            last = table.state.seq
            # A command of an archived game is recognized, at this table object and at one that was loaded again.
            for hosted in (table, await hub_of(store).get(table.code)):
                assert hosted is not None
                reply = await give(hosted, ANN, messages.Say, **said)
                assert isinstance(reply, Refused)
                assert (reply.code, reply.seq) == ("archived", last)
                assert hosted.state.seq == last
                same_id = await give(hosted, BO, messages.React, seat=0, reaction="😀", id="said-long-ago")
                assert not isinstance(same_id, Refused) or same_id.code != "archived", "another player's command"
            rows = await store.rows(table.code)
            assert [row.body for row in rows[: len(whole)]] == whole
            assert [row.seq for row in rows] == list(range(1, last + 1))

    asyncio.run(main())


def test_a_clock_that_is_wrong_for_a_moment_archives_nothing(
    database: str, after_days: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "INTERVAL", -1.0)

    async def main() -> None:
        async with opened(database) as store:
            hub = hub_of(store)
            table = await seated(hub)
            for seed in (1, 2):
                await play_game(table, seed)
            archiving = Archiving(hub, 7)
            for days, count in ((0, 0), (400, 0), (0, 0), (400, 0), (400, 1)):
                after_days(days)
                archiving.resume((hub.process,))
                await hub.finish()
                assert await archived(store) == count

    asyncio.run(main())


def test_an_archived_command_is_recognized_though_the_clock_went_back(database: str, after_days: Clock) -> None:
    async def main() -> None:
        async with opened(database) as store:
            table = await seated(hub_of(store))
            said = {"id": "said-long-ago", "text": "Hello"}
            assert isinstance(await give(table, ANN, messages.Say, **said), Done)
            for seed in (1, 2):
                await play_game(table, seed)
            after_days(10)
            assert await archive(hub_of(store)) == 1
            after_days(-400)
            loaded = await hub_of(store).get(table.code)
            assert loaded is not None
            loaded._done.clear()  # the command is not among the latest any more
            reply = await give(loaded, ANN, messages.Say, **said)
            assert isinstance(reply, Refused)
            assert reply.code == "archived"

    asyncio.run(main())


def test_a_client_is_sent_archived_entries_like_all_others(database: str, after_days: Clock) -> None:
    async def main() -> None:
        async with opened(database) as store:
            hub = hub_of(store)
            table = await seated(hub)
            for seed in (1, 2, 3):
                await play_game(table, seed)

            async def told(since: int) -> list[bytes]:
                loaded = await hub_of(store).get(table.code)
                assert loaded is not None
                assert loaded.welcome(None).begins == 1
                follower = Reader(ANN.player)
                subscription = Subscription(hub, loaded, follower, since)
                missed = [payload async for payload in subscription.missed()]
                subscription.start()
                return missed + [payload for payload in follower.payloads if b'"happened"' in payload[:20]]

            places = (0, 1, 5, table.state.seq - 40, table.state.seq)
            before = [await told(since) for since in places]
            after_days(10)
            assert await archive(hub) == 2
            assert [await told(since) for since in places] == before
            assert len(before[0]) == table.state.seq

    asyncio.run(main())


def test_every_game_is_archived_by_the_process_that_is_responsible(postgres: Any, desks: list[Desk]) -> None:
    database = postgres.new_database()

    async def main() -> None:
        await fill(database, desks)
        async with opened(database, "one") as one, opened(database, "two") as two:
            hubs = hub_of(one, "one"), hub_of(two, "two")
            done = await asyncio.gather(*(archive(hub, 7, ("one", "two")) for hub in hubs))
            assert all(done)
            assert sum(done) == await archived(one)

    asyncio.run(main())


def test_what_was_left_is_done_in_the_next_round(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        await fill(database, desks[:2])
        async with opened(database) as store:
            hub = hub_of(store)
            job = Archiving(hub, 7, lambda: job.stop())
            job.resume(("one",))
            await hub.finish()
            assert await archived(store) == 1
            assert await archive(hub) == 6
            assert await archive(hub) == 0

    asyncio.run(main())


@pytest.mark.parametrize("error", [StoreError("store_failed", "The disk is full."), ValueError("not to be packed")])
def test_a_game_that_cannot_be_archived_keeps_no_other_waiting(
    database: str,
    desks: list[Desk],
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        await fill(database, desks[:2])
        async with opened(database) as store:
            whole = store.archive

            async def broken(game: FinishedGame) -> bool:
                if game.number == 1:
                    raise error
                return await whole(game)

            monkeypatch.setattr(store, "archive", broken)
            assert await archive(hub_of(store)) == 5

    asyncio.run(main())
    (line,) = [record for record in logged(caplog) if record.levelno >= logging.ERROR]
    assert "games cannot be archived: 2" in line.getMessage()

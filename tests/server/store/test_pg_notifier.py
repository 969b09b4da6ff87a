"""Announcements after the commits: in batches, in time, and again after a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from heckmeck.server.store import pg_notifier
from heckmeck.server.store.pg_connection import ENTRIES_CHANNEL, dial
from heckmeck.server.store.pg_notifier import MAX_NOTICE, Notifier, lines
from helpers.pg_stores import SECONDS, opened
from helpers.postgres import Cluster
from helpers.store_rows import TABLE, row

KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_notify%unnest%' AND pid <> $1"


class Heard:
    """The announcements on a database."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._new = asyncio.Event()

    def __call__(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self.lines.append(str(payload))
        self._new.set()

    @property
    def last(self) -> dict[str, int]:
        """The last entry of each table."""
        pairs = [pair.rpartition(":") for line in self.lines for pair in line.split(" ")[1:]]
        return {table: int(seq) for table, _, seq in pairs}

    async def until(self, wanted: dict[str, int]) -> None:
        async with asyncio.timeout(SECONDS):
            while self.last != wanted:
                self._new.clear()
                await self._new.wait()


@asynccontextmanager
async def listening(database: str) -> AsyncIterator[Heard]:
    connection, heard = await dial(database), Heard()
    await connection.add_listener(ENTRIES_CHANNEL, heard)
    try:
        yield heard
    finally:
        connection.terminate()


def test_a_line_is_no_longer_than_postgresql_allows() -> None:
    new = {f"TABLE{number:04}": 10**6 + number for number in range(2000)}
    found = list(lines("process", new))
    assert len(found) > 1
    assert max(map(len, found)) <= MAX_NOTICE
    pairs = [pair for line in found for pair in line.split(" ")[1:]]
    assert pairs == [f"{table}:{seq}" for table, seq in new.items()]
    assert list(lines("process", {})) == []


def test_what_is_appended_while_another_announcement_is_under_way_is_announced_together(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        database, begun, go = postgres.new_database(), asyncio.Event(), asyncio.Event()

        async def slowly(*args: object) -> object:
            begun.set()
            await go.wait()
            return await dial(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(pg_notifier, "dial", slowly)
        async with listening(database) as heard:
            notifier = Notifier(database, "a")
            notifier.announce("FIRST", 1)
            await begun.wait()
            for seq in (2, 1):
                for number in range(100):
                    notifier.announce(f"TABLE{number:04}", seq)
            go.set()
            await heard.until({"FIRST": 1} | {f"TABLE{number:04}": 2 for number in range(100)})
            assert len(heard.lines) == 2
            await notifier.close()

    asyncio.run(main())


def test_a_lost_connection_is_replaced_and_nothing_stays_unsaid(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with listening(database) as heard:
            notifier = Notifier(database, "a")
            notifier.announce(TABLE, 1)
            await heard.until({TABLE: 1})
            other = await dial(database)
            assert len(await other.fetch(KILL, other.get_server_pid())) == 1
            other.terminate()
            notifier.announce(TABLE, 2)
            await heard.until({TABLE: 2})
            await notifier.close()

    asyncio.run(main())


def test_a_former_primary_that_can_only_be_read_is_left(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    dialled: asyncio.Queue[None] = asyncio.Queue()

    async def counted(*args: object) -> object:
        dialled.put_nowait(None)
        return await dial(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(pg_notifier, "dial", counted)

    async def main() -> None:
        database = postgres.new_database()
        async with listening(database) as heard, asyncio.timeout(SECONDS):
            notifier = Notifier(database, "a")
            notifier.announce(TABLE, 1)
            await heard.until({TABLE: 1})
            await dialled.get()
            await asyncio.to_thread(postgres.set, "default_transaction_read_only", "on")
            try:
                notifier.announce(TABLE, 2)
                await dialled.get()
            finally:
                await asyncio.to_thread(postgres.set, "default_transaction_read_only", "off")
            await heard.until({TABLE: 2})
            await notifier.close()

    asyncio.run(main())


def test_the_last_words_are_said_before_the_end(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with listening(database) as heard:
            notifier = Notifier(database, "a")
            notifier.announce(TABLE, 7)
            await notifier.close()
            await heard.until({TABLE: 7})

    asyncio.run(main())


def test_a_database_that_is_away_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(pg_notifier, "dial", refuse)
    monkeypatch.setattr(pg_notifier, "CLOSE_S", 0.05)

    async def main() -> None:
        notifier = Notifier("", "a")
        notifier.announce(TABLE, 7)
        async with asyncio.timeout(SECONDS):
            await notifier.close()

    asyncio.run(main())


def test_entries_of_a_process_that_died_before_it_announced_them_are_found(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Notifier, "announce", lambda *_: None)

    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "a") as (first, _), opened(database, "b") as (second, theirs):
            for seq in (1, 2, 3):
                assert await first.append(row(seq))
            assert await second.appended_after({TABLE: 1, "OTHER": 5}) == [(TABLE, 3)]
            assert await second.appended_after({TABLE: 3}) == []
            assert await second.appended_after({}) == []
            assert theirs.given == []

    asyncio.run(main())

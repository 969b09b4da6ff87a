"""A PostgreSQL that fails over: a standby is promoted, and everything goes on there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import asyncpg
import pytest

from heckmeck.server.store import ANY_TABLE, StoreError, pg_listen, pg_writer
from heckmeck.server.store.pg_connection import dial, is_loss
from heckmeck.server.store.postgres import PostgresStore
from heckmeck.server.store.session import reading
from helpers.pg_stores import opened
from helpers.postgres import find, name_of
from helpers.postgres_pair import Pair
from helpers.store_rows import TABLE, row


@pytest.fixture(scope="module")
def shared() -> Iterator[Pair]:
    pair = Pair(find())
    try:
        yield pair
    finally:
        pair.remove()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a promotion may take longer than the usual timeouts."""
    for module in ("pg_connection", "pg_writer"):
        monkeypatch.setattr(f"heckmeck.server.store.{module}.RETRY_S", 60.0)


@pytest.fixture
def pair(shared: Pair) -> Iterator[Pair]:
    """A primary and a standby. If they change places in a test, they stay so for the next one."""
    before = shared.primary
    yield shared
    if shared.primary is not before:
        shared.restore()


async def refused_as_read_only(refusals: asyncio.Queue[None]) -> None:
    async with asyncio.timeout(30):
        await refusals.get()


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[None]:
    """Gets an item whenever the writer's connection was found to be read-only."""
    found: asyncio.Queue[None] = asyncio.Queue()

    def noticed(error: BaseException) -> bool:
        if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
            found.put_nowait(None)
        return is_loss(error)

    monkeypatch.setattr(pg_writer, "is_loss", noticed)
    return found


def test_the_primary_is_found_wherever_it_is_named(pair: Pair) -> None:
    async def main() -> None:
        name = name_of(pair.new_database())
        for folders in ((pair.standby.folder, pair.primary.folder), (pair.primary.folder, pair.standby.folder)):
            url = f"postgresql://heckmeck@/{name}?host={folders[0]},{folders[1]}"
            async with opened(url, "one") as (store, _):
                assert await store.fetch("SELECT pg_is_in_recovery()") == [(False,)]
            async with reading(url) as session:
                assert await session.one("SELECT pg_is_in_recovery()") is False

    asyncio.run(main())


def test_a_standby_alone_is_refused_but_can_be_read_if_the_address_says_so(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heckmeck.server.store.pg_connection.RETRY_S", 0.1)

    async def main() -> None:
        url = pair.standby.url()
        with pytest.raises(StoreError, match=r"can only be read") as refused:
            await PostgresStore(url).open("one", lambda table, seq: None)
        assert refused.value.code == "store_read_only"
        with pytest.raises(StoreError, match=r"can only be read"):
            async with reading(url):
                pass
        connection = await dial(f"{url}&target_session_attrs=any")
        assert await connection.fetchval("SELECT pg_is_in_recovery()")
        await connection.close()

    asyncio.run(main())


def test_everything_goes_on_at_the_promoted_standby(pair: Pair) -> None:
    async def main() -> None:
        database = pair.new_database()
        async with opened(database, "one") as (one, hints), opened(database, "two") as (two, _):
            assert await one.append(row(1))
            await asyncio.to_thread(pair.primary.kill)
            waiting = [asyncio.create_task(each) for each in (one.append(row(2)), two.rows(TABLE), two.heartbeat())]
            await asyncio.to_thread(pair.swap)
            written, read, living = await asyncio.gather(*waiting)
            assert (written, living) == (True, ("one", "two"))
            assert read in ([row(1)], [row(1), row(2)]), "either may be first"
            await hints.until(lambda given: (ANY_TABLE, 0) in given)
            assert await two.append(row(3, process="two"))
            await hints.until(lambda given: (TABLE, 3) in given)
            assert await one.rows(TABLE) == [row(1), row(2), row(3, process="two")]

    asyncio.run(main())


def test_a_process_that_can_only_read_tries_again(pair: Pair, refusals: asyncio.Queue[None]) -> None:
    async def main() -> None:
        async with opened(pair.new_database(), "one") as (store, _):
            assert await store.append(row(1))
            await asyncio.to_thread(pair.primary.set, "default_transaction_read_only", "on")
            try:
                waiting = [asyncio.create_task(store.append(row(2))), asyncio.create_task(store.heartbeat())]
                await refused_as_read_only(refusals)
            finally:
                await asyncio.to_thread(pair.primary.set, "default_transaction_read_only", "off")
            assert await asyncio.gather(*waiting) == [True, ("one",)]
            assert await store.rows(TABLE) == [row(1), row(2)]

    asyncio.run(main())


def test_connections_to_a_former_primary_are_given_up(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps running and allows reads, which must be noticed."""
    monkeypatch.setattr(pg_listen, "CHECK_S", 0.05)

    async def main() -> None:
        database = f"{pair.new_database()}&target_session_attrs=read-write"
        async with opened(database, "one") as (one, hints), opened(database, "two") as (two, _):
            assert await one.append(row(1))
            assert await one.heartbeat() == ("one", "two")
            former = pair.primary
            await asyncio.to_thread(pair.swap)
            await asyncio.to_thread(former.set, "default_transaction_read_only", "on")
            assert await one.append(row(2))
            assert await one.heartbeat() == ("one", "two")
            assert await one.rows(TABLE) == [row(1), row(2)]
            await hints.until(lambda given: (ANY_TABLE, 0) in given)
            assert await two.append(row(3, process="two"))
            await hints.until(lambda given: (TABLE, 3) in given)

    asyncio.run(main())

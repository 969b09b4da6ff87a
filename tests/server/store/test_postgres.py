"""Situations that only PostgreSQL has to handle: other processes that append, and lost connections."""

import asyncio
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import asyncpg
import pytest

from heckmeck.server.store import ANY_TABLE, StoreError
from heckmeck.server.store.postgres import HEARTBEAT, NOW, PostgresStore
from helpers.pg_stores import SECONDS, Hints, opened
from helpers.postgres import Cluster, fill_disk, free_disk
from helpers.store_rows import TABLE, begun, ended, row, table_changed


class Proxy:
    """A proxy between a store and PostgreSQL that can cut connections at the worst moment."""

    def __init__(self, cluster: Cluster) -> None:
        self._target = str(cluster.folder / ".s.PGSQL.5432")
        self._folder = tempfile.TemporaryDirectory(prefix="hkpx")
        self._cluster = cluster
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.deaf = False
        """Whether PostgreSQL's answers are dropped."""
        self.dumb = False
        """Whether data sent to PostgreSQL is dropped."""
        self.trap: bytes | None = None
        """Once this is sent to PostgreSQL, its answers are dropped."""

    async def __aenter__(self) -> Self:
        path = str(Path(self._folder.name, ".s.PGSQL.5432"))
        self._server = await asyncio.start_unix_server(self._serve, path)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks)
        self._folder.cleanup()

    def url(self, database: str) -> str:
        return database.replace(str(self._cluster.folder), self._folder.name)

    def cut(self) -> None:
        """Cut all connections; new ones work."""
        self.deaf = self.dumb = False
        self.trap = None
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._target)
        self._writers |= {writer, back}
        for source, sink, silent in ((reader, back, "dumb"), (there, writer, "deaf")):
            task = asyncio.ensure_future(self._pass_on(source, sink, silent))
            self._tasks.add(task)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, silent: str) -> None:
        try:
            while data := await source.read(65536):
                if self.trap is not None and self.trap in data and silent == "dumb":
                    self.deaf = True
                if not getattr(self, silent):
                    sink.write(data)
        except ConnectionError:
            pass
        sink.close()


@asynccontextmanager
async def cut_off(cluster: Cluster) -> AsyncIterator[tuple[Proxy, PostgresStore, Hints, PostgresStore]]:
    """A store behind a proxy, and another on the same database that is not."""
    database = cluster.new_database()
    async with (
        Proxy(cluster) as proxy,
        opened(database, "other") as (other, _),
        opened(proxy.url(database), "one") as (store, hints),
    ):
        yield proxy, store, hints, other


async def see(store: PostgresStore, rows: int) -> None:
    """Wait until a table has this number of rows."""
    async with asyncio.timeout(SECONDS):
        while len(await store.rows(TABLE)) < rows:
            await asyncio.sleep(0.01)


def test_of_two_processes_one_gets_each_number(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "a") as (first, _), opened(database, "b") as (second, _):
            for seq in range(1, 31):
                tries = [
                    store.append(row(seq, f"{name}:{seq}", process=name))
                    for store, name in ((first, "a"), (second, "b"))
                ]
                assert sorted(await asyncio.gather(*tries)) == [False, True]
            assert [each.seq for each in await first.rows(TABLE)] == list(range(1, 31))

    asyncio.run(main())


def test_large_groups_of_two_processes_do_not_block_each_other(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        tables = [f"TABLE{number:03}" for number in range(300)]
        async with opened(database, "a") as (first, _), opened(database, "b") as (second, _):
            tries = [first.append(row(1, "a", name, "a"), [table_changed(name)]) for name in tables]
            tries += [second.append(row(1, "b", name, "b"), [table_changed(name)]) for name in reversed(tables)]
            assert sum(await asyncio.gather(*tries)) == 300
            assert await first.count() == 300

    asyncio.run(main())


def test_others_get_hints_and_oneself_does_not(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "a") as (first, mine), opened(database, "b") as (_, theirs):
            appends = [first.append(row(1, table=f"TABLE{number:04}")) for number in range(1000)]
            assert all(await asyncio.gather(*appends))
            await theirs.until(lambda given: len(given) >= 1000)
            assert not await first.append(row(1, "late", table="TABLE0001"))
            assert await first.append(row(2, table="TABLE0001"))
            await theirs.until(lambda given: len(given) > 1000)
            assert sorted(theirs.given[:1000]) == [(f"TABLE{number:04}", 1) for number in range(1000)]
            assert theirs.given[1000:] == [("TABLE0001", 2)]
            assert mine.given == []

    asyncio.run(main())


def test_a_broadcast_reaches_all_others_and_is_not_stored(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "a") as (first, _), opened(database, "b") as (second, _):
            mine: list[str] = []
            heard: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            first.on_broadcast, second.on_broadcast = mine.append, heard.set_result
            await first.broadcast("somebody is here")
            assert await asyncio.wait_for(heard, SECONDS) == "somebody is here"
            assert mine == []

    asyncio.run(main())


def test_who_lives_is_known_and_who_leaves_says_so(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "a") as (first, hints):
            async with opened(database, "b") as (second, _):
                assert await first.heartbeat() == ("a", "b")
                assert await second.heartbeat() == ("a", "b")
            await hints.until(lambda given: (ANY_TABLE, 0) in given)
            assert await first.heartbeat() == ("a",)

    asyncio.run(main())


def test_a_process_that_is_silent_for_long_is_dead(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "a") as (first, _), opened(database, "b") as (second, _):
            assert await first.heartbeat() == ("a", "b")
            await first.execute([("UPDATE processes SET seen = seen - ? WHERE process = ?", (5001, "b"))])
            assert await first.heartbeat() == ("a",)
            assert await second.heartbeat() == ("a", "b")

    asyncio.run(main())


def test_commits_are_synced_whatever_the_database_prefers(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        name = database.partition("@/")[2].partition("?")[0]
        postgres.run("psql", "-d", name, "-c", f"ALTER DATABASE {name} SET synchronous_commit = off")
        async with opened(database, "a") as (store, _):
            assert await store.append(row(1))
            assert (await store.fetch("SHOW synchronous_commit"))[0][0] == "on"
        connection = await asyncpg.connect(database)
        assert await connection.fetchval("SHOW synchronous_commit") == "off"
        await connection.close()

    asyncio.run(main())


def test_a_commit_whose_answer_is_lost_counts(postgres: Cluster) -> None:
    """The append is repeated, and conflicts only with itself."""

    async def main() -> None:
        async with cut_off(postgres) as (proxy, store, _, other):
            assert await store.append(row(1))
            proxy.deaf = True
            waiting = asyncio.ensure_future(store.append(row(2)))
            await see(other, 2)
            proxy.cut()
            assert await waiting
            proxy.trap = b"COMMIT"
            waiting = asyncio.ensure_future(store.append(row(3), [begun()]))
            await see(other, 3)
            proxy.cut()
            assert await waiting
            assert await other.rows(TABLE) == [row(1), row(2), row(3)]
            assert len(await other.games(TABLE)) == 1
            assert not await store.append(row(3, "again"))

    asyncio.run(main())


def test_a_command_that_never_arrived_is_sent_again(postgres: Cluster) -> None:
    async def main() -> None:
        async with cut_off(postgres) as (proxy, store, _, other):
            assert await store.append(row(1), [begun()])
            proxy.dumb = True
            waiting = asyncio.ensure_future(store.append(row(2), [ended()]))
            await asyncio.sleep(0)
            proxy.cut()
            assert await waiting
            assert [each.ended for each in await other.games(TABLE)] == [20]

    asyncio.run(main())


def test_a_number_that_another_took_meanwhile_is_lost(postgres: Cluster) -> None:
    async def main() -> None:
        async with cut_off(postgres) as (proxy, store, _, other):
            assert await store.append(row(1))
            proxy.dumb = True
            waiting = asyncio.ensure_future(store.append(row(2, "mine"), [begun()]))
            await asyncio.sleep(0)
            assert await other.append(row(2, "theirs", process="other"))
            proxy.cut()
            assert not await waiting
            assert await store.games(TABLE) == []

    asyncio.run(main())


def test_after_a_lost_connection_everything_is_hinted_at(postgres: Cluster) -> None:
    async def main() -> None:
        async with cut_off(postgres) as (proxy, store, hints, other):
            proxy.cut()
            await hints.until(lambda given: (ANY_TABLE, 0) in given)
            assert await other.append(row(1, process="other"))
            await hints.until(lambda given: (TABLE, 1) in given)
            assert await store.rows(TABLE) == [row(1, process="other")]

    asyncio.run(main())


def test_a_postgresql_that_stays_away_is_given_up(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pg_connection", "pg_writer"):
        monkeypatch.setattr(f"heckmeck.server.store.{module}.RETRY_S", 0.3)

    async def main() -> None:
        async with opened(database, "one") as (store, _):
            assert await store.append(row(1))
            await asyncio.to_thread(postgres.stop)
            answers = await asyncio.gather(*(store.append(row(seq)) for seq in (2, 3)), return_exceptions=True)
            assert [type(answer) for answer in answers] == [StoreError, StoreError]
            with pytest.raises(StoreError, match=r"cannot be reached"):
                await store.rows(TABLE)
            with pytest.raises(StoreError, match=r"cannot be reached"):
                await PostgresStore(database).open("two", lambda table, seq: None)
            await asyncio.to_thread(postgres.start)
            assert await store.append(row(2))
            assert await store.rows(TABLE) == [row(1), row(2)]

    database = postgres.new_database()
    try:
        asyncio.run(main())
    finally:
        postgres.start()


def test_after_an_outage_of_a_minute_the_first_to_be_back_considers_no_process_dead(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heckmeck.server.store.pg_connection.RETRY_S", 0.1)

    async def main() -> None:
        async with opened(database, "a") as (first, _), opened(database, "b") as (second, _):
            assert await first.heartbeat() == ("a", "b")
            await asyncio.to_thread(postgres.stop)
            with pytest.raises(StoreError):
                await first.heartbeat()
            await asyncio.to_thread(postgres.start)
            await second.execute([("UPDATE processes SET seen = seen - ?", (60_000,))])
            assert await first.heartbeat() == ("a", "b")
            assert await second.heartbeat() == ("a", "b")
            await first.execute([("DELETE FROM processes WHERE process = ?", ("b",))])
            assert await first.heartbeat() == ("a",), "who has left is gone at once"

    database = postgres.new_database()
    try:
        asyncio.run(main())
    finally:
        postgres.start()


@pytest.mark.parametrize("hours", [1, -1])
def test_a_jump_of_the_databases_clock_kills_nobody(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "a") as (first, _), opened(database, "b") as (second, _):
            assert await first.heartbeat() == ("a", "b")
            jumped = HEARTBEAT.replace(NOW, f"({NOW} + {hours * 3_600_000})")
            monkeypatch.setattr("heckmeck.server.store.postgres.HEARTBEAT", jumped)
            assert await second.heartbeat() == ("a", "b")
            assert await first.heartbeat() == ("a", "b")

    asyncio.run(main())


def test_without_room_on_the_disk_nothing_is_stored_until_there_is_some(postgres: Cluster) -> None:
    async def main() -> None:
        database = postgres.new_database()
        async with opened(database, "one") as (store, _):
            await store.check_writable()
            assert await store.append(row(1))
            fill_disk(postgres, database)
            for attempt in (store.append(row(2), [begun()]), store.check_writable()):
                with pytest.raises(StoreError, match=r"no room left") as refused:
                    await attempt
                assert refused.value.code == "store_full"
            assert await store.rows(TABLE) == [row(1)]
            free_disk(postgres, database)
            await store.check_writable()
            assert await store.append(row(2), [begun()])
            assert await store.rows(TABLE) == [row(1), row(2)], "checks leave nothing behind"

    asyncio.run(main())


def test_a_check_finds_out_that_the_connection_was_lost(postgres: Cluster) -> None:
    async def main() -> None:
        async with cut_off(postgres) as (proxy, store, _, _):
            assert await store.append(row(1))
            proxy.cut()
            await store.check_writable()
            assert await store.append(row(2))

    asyncio.run(main())


def test_a_silent_host_does_not_keep_the_next_one_from_being_tried(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heckmeck.server.store.pg_connection.CONNECT_S", 0.5)

    async def main(folder: str) -> None:
        async with opened(postgres.new_database().replace("host=", f"host={folder},"), "one") as (store, _):
            assert await store.append(row(1))

    with tempfile.TemporaryDirectory(prefix="hkpx") as folder, socket.socket(socket.AF_UNIX) as silent:
        silent.bind(f"{folder}/.s.PGSQL.5432")
        silent.listen()
        asyncio.run(main(folder))


def test_a_database_that_is_not_there_is_refused_at_once(postgres: Cluster) -> None:
    with pytest.raises(StoreError, match=r"nowhere"):
        asyncio.run(PostgresStore(postgres.url("nowhere")).open("one", lambda table, seq: None))

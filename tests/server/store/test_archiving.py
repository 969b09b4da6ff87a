"""Archiving in a store: a log is read as before, and nothing is ever lost or stored twice."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from heckmeck.server.store import ARCHIVED, FinishedGame, Row, StoreError, archive_format, log_rows
from heckmeck.server.store import archiving as archiving_module
from heckmeck.server.store.archiving import archiving
from heckmeck.server.store.log_rows import COUNT, log_of
from heckmeck.server.store.session import changing, reading
from heckmeck.server.store.sql_store import SqlStore
from helpers.archived import LONG_AFTER, archive_all, old_tables, opened, shown, stored
from helpers.tables import Desk

TABLES = ("entries", "archive")
CHANGE = "UPDATE entries SET body = ? WHERE code = ? AND seq = ?"
WAITING = """
SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


@pytest.fixture(scope="module")
def desks() -> list[Desk]:
    return old_tables()


async def sizes(store: SqlStore) -> tuple[int, ...]:
    return tuple([(await store.fetch(f"SELECT COUNT(*) FROM {table}"))[0][0] for table in TABLES])


async def check_log(store: SqlStore, desk: Desk) -> None:
    """Compare every way to read a log with what was played."""
    code, rows = desk.table.code, desk.rows
    assert shown(await store.rows(code)) == shown(rows)
    for since in (0, 1, 2, 10, len(rows) // 2, len(rows) - 1, len(rows), len(rows) + 5):
        assert shown(await store.rows(code, since)) == shown(rows[since:])
        for limit in (1, 2, 32, len(rows)):
            assert shown(await store.rows(code, since, limit)) == shown(rows[since : since + limit])


def test_a_log_is_read_as_before(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        async with stored(database, desks) as store:
            entries = sum(len(desk.rows) for desk in desks)
            assert await sizes(store) == (entries, 0)
            games = await archive_all(store)
            # Of tables that are not closed the last game stays.
            assert games == sum(desk.table.number - (desk.table.phase != "closed") for desk in desks)
            left, archived = await sizes(store)
            assert archived == games
            assert left < entries / 3
            for desk in desks:
                await check_log(store, desk)
                assert len(await store.fetch("SELECT 1 FROM entries WHERE code = ? AND seq = 1", desk.table.code)) == 1
            assert await store.archivable(LONG_AFTER) == []
            assert await store.rows("NOWHERE") == []
        async with reading(database) as session:
            assert await session.one(COUNT) == entries
            for desk in desks:
                assert shown(await log_of(session, desk.table.code)) == shown(desk.rows)
                assert shown(await log_of(session, desk.table.code, last=9)) == shown(desk.rows[:9])

    asyncio.run(main())


def test_which_games_can_be_archived_and_in_which_order(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        async with stored(database, desks[:2]) as store:
            whole = await store.archivable(LONG_AFTER, limit=100)
            assert whole == sorted(whole)
            pages: list[FinishedGame] = []
            while page := await store.archivable(LONG_AFTER, pages[-1] if pages else None, 2):
                pages += page
            assert pages == whole
            third = whole[2].ended
            assert await store.archivable(third) == [game for game in whole if game.ended < third]
            closed, going_on = desks[:2]
            assert {game.number for game in whole if game.table == closed.table.code} == {1, 2, 3, 4}
            assert {game.number for game in whole if game.table == going_on.table.code} == {1, 2, 3}
            assert [game.closed for game in whole] == [game.table == closed.table.code for game in whole]
            # The last game of a closed table waits until the table has been closed for as long.
            await store.execute([("UPDATE tables SET at = ? WHERE code = ?", (LONG_AFTER, closed.table.code))])
            later = await store.archivable(LONG_AFTER, limit=100)
            assert {game.number for game in later if game.table == closed.table.code} == {1, 2, 3}

    asyncio.run(main())


def test_commands_of_archived_games_are_known_at_open_tables(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        closed, going_on = desks[:2]
        for desk in (closed, going_on):
            desk.rows = [row._replace(command=f"ann.{row.seq}") for row in desk.rows]
        async with stored(database, [closed, going_on]) as store:
            await archive_all(store)
            code, last = going_on.table.code, len(going_on.rows)
            assert await store.find(code, "ann.1") == 1
            assert await store.find(code, "ann.2") == ARCHIVED
            assert await store.find(code, f"ann.{last}") == last
            assert await store.find(code, f"ann.{last + 1}") is None
            assert await store.find(closed.table.code, "ann.1") == 1
            assert await store.find(closed.table.code, "ann.2") is None, "nobody can send it again"

    asyncio.run(main())


@pytest.mark.parametrize("failing", range(4))
def test_a_failure_in_the_middle_changes_nothing(
    database: str, desks: list[Desk], failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with stored(database, desks[:1]) as store:
            before = await sizes(store)
            (game, *_) = await store.archivable(LONG_AFTER)

            def broken(*arguments: Any) -> Any:
                whole = archiving(*arguments)
                return [*whole[:failing], ("INSERT INTO nothing VALUES (1)", ()), *whole[failing:]]

            with monkeypatch.context() as patch:
                patch.setattr("heckmeck.server.store.sql_store.archiving", broken)
                with pytest.raises(StoreError):
                    await store.archive(game)
            assert await sizes(store) == before
            await check_log(store, desks[0])
            assert await store.archive(game)
            assert (await sizes(store))[1] == 1
            await check_log(store, desks[0])

    asyncio.run(main())


def test_the_same_game_is_archived_once(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        async with stored(database, desks[:1]) as store:
            games = await store.archivable(LONG_AFTER)
            assert all(await asyncio.gather(*(store.archive(game) for game in games for _ in range(3))))
            assert (await sizes(store))[1] == len(games)
            await check_log(store, desks[0])

    asyncio.run(main())


def test_two_processes_archive_beside_each_other(postgres: Any, desks: list[Desk]) -> None:
    database = postgres.new_database()

    async def main() -> None:
        async with stored(database, desks) as one, opened(database, "two") as two:
            games = await one.archivable(LONG_AFTER, limit=1000)
            done = await asyncio.gather(*(store.archive(game) for game in games for store in (one, two)))
            assert all(done)
            assert (await sizes(two))[1] == len(games)
            for desk in desks:
                await check_log(two, desk)

    asyncio.run(main())


def test_entries_that_were_changed_meanwhile_are_not_archived_as_they_were(database: str, desks: list[Desk]) -> None:
    """A player may be erased between the reading of a game and its transaction."""

    async def main() -> None:
        desk = desks[0]
        code = desk.table.code
        async with stored(database, [desk]) as store:
            (game, *_) = await store.archivable(LONG_AFTER)
            assert game.last is not None
            read = await store.rows(code, game.first - 1, game.last - game.first + 1)
            changed = b'{"type":"said","seat":0,"name":"Somebody","text":"..."}'
            await store.execute([(CHANGE, (changed, code, game.first))])
            before = await sizes(store)
            await store.execute(archiving(game, read, store.keep_archived))
            assert await sizes(store) == before
            assert (await store.fetch("SELECT COUNT(*) FROM games WHERE archived IS NOT NULL"))[0][0] == 0
            assert await store.archive(game)
            assert (await store.rows(code, game.first - 1, 1))[0].body == changed

    asyncio.run(main())


@pytest.mark.parametrize("column", ["body", "command"])
def test_an_erasure_is_not_undone_by_what_was_read_before_it(database: str, desks: list[Desk], column: str) -> None:
    """The check compares entry by entry: what is new in one may occur in another, and only a command may change."""

    async def main() -> None:
        desk = desks[0]
        code = desk.table.code
        async with stored(database, [desk]) as store:
            (game, *_) = await store.archivable(LONG_AFTER)
            assert game.last is not None
            read = await store.rows(code, game.first - 1, game.last - game.first + 1)
            last = read[-1]
            changed = last._replace(body=read[0].body) if column == "body" else last._replace(command="somebody.else")
            sql = "UPDATE entries SET body = ?, command = ? WHERE code = ? AND seq = ?"
            await store.execute([(sql, (changed.body, changed.command, code, last.seq))])
            before = await sizes(store)
            await store.execute(archiving(game, read, store.keep_archived))
            assert await sizes(store) == before
            assert await store.archive(game)
            (kept,) = await store.rows(code, last.seq - 1, 1)
            assert (kept.body, kept.author) == (changed.body, changed.author)

    asyncio.run(main())


def test_a_game_that_could_not_be_read_again_stays(
    database: str, desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with stored(database, desks[:1]) as store:
            game, other, *_ = await store.archivable(LONG_AFTER)
            before = await sizes(store)
            with monkeypatch.context() as patch:
                patch.setattr(archive_format, "MAX_SIZE", 1000)
                with pytest.raises(StoreError):
                    await store.archive(game)
            assert await sizes(store) == before
            await check_log(store, desks[0])
            gap = ("DELETE FROM entries WHERE code = ? AND seq = ?", (other.table, other.first + 3))
            await store.execute([gap])
            with pytest.raises(StoreError, match="packed"):
                await store.archive(other)
            assert (await sizes(store))[1] == 0

    asyncio.run(main())


def test_an_archived_game_that_is_read_by_pages_is_unpacked_once_and_in_a_thread(
    database: str, desks: list[Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked: list[tuple[str, int]] = []
    threads: set[int] = set()

    def counted(table: str, first: int, body: bytes) -> list[Row]:
        unpacked.append((table, first))
        threads.add(threading.get_ident())
        return archive_format.unpack(table, first, body)

    async def main() -> None:
        desk = desks[1]
        async with stored(database, [desk]) as store:
            games = await archive_all(store)
            monkeypatch.setattr(log_rows, "unpack", counted)
            log_rows.unpacked_lately.cache_clear()
            read: list[Row] = []
            while page := await store.rows(desk.table.code, len(read), 8):
                read += page
            assert shown(read) == shown(desk.rows)
            assert len(unpacked) == len(set(unpacked)) == games
            # An erasure is seen at once.
            (first, *_) = unpacked
            other = archive_format.pack([row._replace(body=b'{"type":"closed"}') for row in desk.rows[1:40]])
            await store.execute([("UPDATE archive SET body = ? WHERE code = ? AND seq = ?", (other, *first))])
            assert (await store.rows(desk.table.code, 1, 1))[0].body == b'{"type":"closed"}'
            assert threading.get_ident() not in threads

    asyncio.run(main())


def test_an_erasure_waits_for_a_game_that_is_being_archived(postgres: Any, desks: list[Desk]) -> None:
    """The reverse of the test above: the same row of the table is locked first."""
    database, desk = postgres.new_database(), desks[0]
    code = desk.table.code

    async def main() -> None:
        async with stored(database, [desk]) as store:
            (game, *_) = await store.archivable(LONG_AFTER)
            async with changing(database) as session:
                await session.execute(archiving_module.LOCK, code)
                task = asyncio.create_task(store.archive(game))
                while not (await store.fetch(WAITING))[0][0]:
                    await asyncio.sleep(0.01)
                assert not task.done()
                await session.execute(CHANGE, b'{"type":"closed"}', code, 2)
            assert not await task, "it has changed since it was read"
            assert await store.archive(game)
            assert (await store.rows(code, 1, 1))[0].body == b'{"type":"closed"}'

    asyncio.run(main())


def test_a_game_that_is_archived_while_it_is_read_is_read_once(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        async with stored(database, desks[:1]) as store:
            games, done = await store.archivable(LONG_AFTER), False

            async def read() -> int:
                count = 0
                while not done:
                    assert shown(await store.rows(desks[0].table.code)) == shown(desks[0].rows)
                    count += 1
                return count

            readers = [asyncio.create_task(read()) for _ in range(3)]
            for game in games:
                assert await store.archive(game)
            done = True
            assert all(await asyncio.gather(*readers))

    asyncio.run(main())


def test_a_damaged_game_is_reported_and_the_rest_can_be_read(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        async with stored(database, desks[:1]) as store:
            code = desks[0].table.code
            first, second, *_ = await store.archivable(LONG_AFTER)
            for game in (first, second):
                assert await store.archive(game)
            await store.execute([("UPDATE archive SET body = ? WHERE code = ? AND seq = ?", (b"?", code, first.first))])
            with pytest.raises(StoreError, match="damaged"):
                await store.rows(code)
            assert shown(await store.rows(code, second.first - 1)) == shown(desks[0].rows[second.first - 1 :])

    asyncio.run(main())


def test_the_marks_of_games_are_part_of_the_transaction(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        async with stored(database, desks[:1]) as store:
            await archive_all(store)
            marked = await store.fetch("SELECT COUNT(*) FROM games WHERE archived")
            assert marked[0][0] == (await sizes(store))[1]

    asyncio.run(main())

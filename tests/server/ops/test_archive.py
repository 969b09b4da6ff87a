"""`heckmeck db archive`, and everything that reads past games from a database: it is the same before and after."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from heckmeck.play.record import encode
from heckmeck.server.live.archive import find_game, to_fair_record
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.log_reader import LogReader, read_log, rows_of_game
from heckmeck.server.ops import admin, erasure
from heckmeck.server.ops.audit import faults
from heckmeck.server.ops.export import Wanted, records
from heckmeck.server.ops.own_entries import own_entries
from heckmeck.server.store import Profile
from heckmeck.server.store.archive_format import unpacked
from heckmeck.server.store.dump import lines
from heckmeck.server.store.session import reading
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.store.table_store import MIN_AGE
from heckmeck.server.table import deadlines, messages
from heckmeck.server.table.environment import Caller
from helpers.archived import LONG_AFTER, archive_all, fill, old_tables, opened
from helpers.commands import Result, run_command
from helpers.tables import ANN, BO, BOTS, Desk, give, new_id, play_on, small

ZOE = Caller("zoes-very-own-id", "Zoe Zapp", "fox")
FIXTURES = Path(__file__).parents[2] / "fixtures" / "0.1.0"
GAME_TIMES = (("games", "began"), ("games", "ended"))
TRACES = (ZOE.player, ZOE.name, "fox", "my own words", "my title")


def db(*arguments: object) -> Result:
    return run_command("db", *map(str, arguments))


@pytest.fixture(scope="module")
def desks() -> list[Desk]:
    return old_tables()


async def read_everything(database: str, store: SqlStore, desks: list[Desk]) -> dict[str, object]:
    """Everything that can be read about past games. Replays and reviews are made from their records."""
    found: dict[str, object] = {}
    async with reading(database) as session:
        found["export"] = [encode(record) async for record in records(session, Wanted())]
        found["faults"] = [sentence async for sentence in faults(session, lambda number: None)]
        for desk in desks:
            code = desk.table.code
            found[f"said {code}"] = (await admin.table(session, code, 100)).said
            found[f"one {code}"] = [encode(record) async for record in records(session, Wanted(table=code))]
    for desk in desks:
        code = desk.table.code
        for player in (ANN.player, None):
            pages = [page async for page in LogReader(store, code).pages(0, player)]
            entries = [entry for page in pages for entry in page]
            found[f"log {code} {player}"] = [msgspec.json.encode(entry) for entry in entries]
            later = [page async for page in LogReader(store, code).pages(100, player)]
            found[f"since {code} {player}"] = [msgspec.json.encode(entry) for page in later for entry in page]
        for number in range(1, 4):
            rows, secret = await rows_of_game(store, code, number), await store.chain(code, number)
            assert secret is not None
            found[f"game {code}/{number}"] = encode(to_fair_record(find_game(rows, number), secret))
        found[f"games {code}"] = await store.games(code)
        found[f"tallies {code}"] = await store.tallies(code)
    return found


def test_everything_that_is_read_is_the_same_before_and_after(database: str, desks: list[Desk]) -> None:
    async def main() -> None:
        chosen = [desks[0], desks[1], desks[4]]
        await fill(database, chosen)
        async with opened(database) as store:
            before = await read_everything(database, store, chosen)
            assert before["faults"] == []
            assert before["export"]
            done = await asyncio.to_thread(db, "archive", "--older-than", 1, "--database", database)
            assert (done.code, done.err) == (0, "")
            assert "11 games were archived" in done.out
            assert await read_everything(database, store, chosen) == before
            again = await asyncio.to_thread(db, "archive", "--database", database)
            assert "0 games were archived" in again.out
        checked = await asyncio.to_thread(db, "check", "--database", database)
        assert (checked.code, checked.err) == (0, "")
        assert f"3 tables, {sum(len(desk.rows) for desk in chosen):,} entries; everything is in order" in checked.out

    asyncio.run(main())


def test_a_game_that_cannot_be_archived_is_reported_and_keeps_no_other_waiting(
    database: str, desks: list[Desk]
) -> None:
    async def main() -> None:
        await fill(database, desks[:2])
        async with opened(database) as store:
            first, *others = await store.archivable(LONG_AFTER)
            gap = ("DELETE FROM entries WHERE code = ? AND seq = ?", (first.table, first.first + 3))
            await store.execute([gap])
            done = await asyncio.to_thread(db, "archive", "--older-than", 1, "--database", database)
            assert done.code != 0
            assert f"The game of table {first.table} at entry {first.first} cannot be packed" in done.err
            assert await store.archivable(LONG_AFTER) == [first]
            assert len(others) == (await store.fetch("SELECT COUNT(*) FROM archive"))[0][0]

    asyncio.run(main())


def test_young_games_stay(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            hub = Hub(store, "one", BOTS, lambda: "ABCDEFGH", max_tables=10)
            table = await hub.open(small(), ANN)
            for player in (ANN, BO):
                await give(table, player, messages.Sit, name=player.name)
            await give(table, ANN, messages.Start)
            await play_on(table, Random(1))
            await give(table, ANN, messages.Close)
            assert "0 games were archived" in (await asyncio.to_thread(db, "archive", "--database", database)).out
            assert [game.number for game in await store.archivable(LONG_AFTER * 10)] == [1]

    asyncio.run(main())
    assert db("archive", "--older-than", 0, "--database", database).code == 2


def test_a_server_that_never_archives_is_asked_for_a_time(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert db("migrate", "--database", database).code == 0
    monkeypatch.setenv("HECKMECK_ARCHIVE_AFTER", "never")
    done = db("archive", "--database", database)
    assert done.code == 2
    assert "--older-than" in done.err


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE archive SET body = x'01020304' WHERE number = 2", "is damaged"),
        ("UPDATE archive SET body = x'02' WHERE number = 2", "is damaged"),
        ("UPDATE archive SET body = (SELECT body FROM archive AS o WHERE number = 3) WHERE number = 2", "entry"),
        ("DELETE FROM archive WHERE number = 2", "its log goes from 1 to"),
        ("UPDATE archive SET last_seq = last_seq + 1 WHERE number = 2", "its log goes from 1 to"),
        ("UPDATE games SET archived = NULL WHERE number = 2", "not marked as archived"),
        ("UPDATE archive SET number = 9 WHERE number = 2", "which is unknown"),
        ("UPDATE games SET record = 'ABCDEFGHJKMNPQRSTVWX' WHERE number = 2", "is not its own"),
    ],
)
def test_a_damaged_archive_is_found_out(tmp_path: Path, desks: list[Desk], damage: str, told: str) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"

    async def main() -> None:
        await fill(database, desks[:1])
        async with opened(database) as store:
            await archive_all(store)

    asyncio.run(main())
    assert db("check", "--database", database).code == 0
    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute(damage)
    connection.close()
    checked = db("check", "--database", database)
    assert checked.code == 1
    assert told in checked.err


def test_archived_games_go_through_files_and_backups(database: str, desks: list[Desk], tmp_path: Path) -> None:
    async def dumped(which: str) -> list[bytes]:
        async with reading(which) as session:
            return [line async for line in lines(session)]

    async def main() -> None:
        await fill(database, desks[:2])
        async with opened(database) as store:
            await archive_all(store)
        other = f"sqlite:///{tmp_path / 'other.db'}"
        assert (await asyncio.to_thread(db, "export", tmp_path / "all", "--database", database)).code == 0
        assert (await asyncio.to_thread(db, "import", tmp_path / "all", "--database", other)).code == 0
        assert await dumped(other) == await dumped(database)
        assert any(line.startswith(b'["archive"') for line in await dumped(other))
        third = f"sqlite:///{tmp_path / 'third.db'}"
        assert (
            await asyncio.to_thread(db, "backup", tmp_path / "b", "--database", other, "--data", tmp_path)
        ).code == 0
        (folder,) = (tmp_path / "b").iterdir()
        assert (await asyncio.to_thread(db, "restore", folder, "--database", third, "--data", tmp_path)).code == 0
        assert await dumped(third) == await dumped(database)
        assert (await asyncio.to_thread(db, "check", "--database", third)).code == 0

    asyncio.run(main())


async def traces(store: SqlStore) -> set[str]:
    text = repr([await store.fetch(f"SELECT * FROM {name}") for name in ("tables", "entries", "results", "players")])
    text += repr([unpacked(bytes(body)) for (body,) in await store.fetch("SELECT body FROM archive")])
    return {trace for trace in TRACES if trace in text}


def test_a_player_finds_and_is_erased_from_archived_games(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            hub = Hub(store, "one", BOTS, lambda: "ABCDEFGH", max_tables=10)
            await store.add_player(ZOE.player, Profile(ZOE.name, ZOE.portrait), 1)
            table = await hub.open(small(title="my title"), ZOE)
            for player in (ZOE, BO):
                await give(table, player, messages.Sit, name=player.name)
                await give(table, player, messages.Say, text="my own words" if player is ZOE else "words of another")
            for seed in (1, 2):
                await give(table, ZOE, messages.Start)
                await play_on(table, Random(seed))
            while await table.act(new_id(), lambda state, luck: deadlines.shut(state)):
                pass
            own = await own_entries(database, ZOE.player)
            assert [message.text for message in own.chat] == ["my own words"]
            assert all([await store.archive(game) for game in await store.archivable(LONG_AFTER * 10)])
            assert await own_entries(database, ZOE.player) == own
            assert (await store.fetch("SELECT COUNT(*) FROM archive"))[0][0] == 2
            assert (await store.fetch("SELECT COUNT(*) FROM entries"))[0][0] == 1
            assert await traces(store) == set(TRACES)
            done = await asyncio.to_thread(run_command, "admin", "erase", ZOE.player, "--database", database)
            assert "from 1 closed tables" in done.out, done.err
            assert await traces(store) == set()
            rows = await store.rows("ABCDEFGH")
            assert b"words of another" in b"".join(row.body for row in rows)

    asyncio.run(main())
    assert db("check", "--database", database).code == 0


def test_a_game_that_is_archived_during_an_erasure_is_erased_too(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, archived = read_log, list[bool]()

    async def archive() -> None:
        async with opened(database) as store:
            archived.extend([await store.archive(game) for game in await store.archivable(LONG_AFTER * 10)])

    def archives_first(*arguments: Any, **options: Any) -> Any:
        if not archived:
            with ThreadPoolExecutor() as pool:
                pool.submit(asyncio.run, archive()).result()
        return usual(*arguments, **options)

    async def main() -> None:
        async with opened(database) as store:
            hub = Hub(store, "one", BOTS, lambda: "ABCDEFGH", max_tables=10)
            table = await hub.open(small(title="my title"), ZOE)
            for player in (ZOE, BO):
                await give(table, player, messages.Sit, name=player.name, portrait=player.portrait)
            await give(table, ZOE, messages.Say, text="my own words")
            await give(table, ZOE, messages.Start)
            await play_on(table, Random(1))
            while await table.act(new_id(), lambda state, luck: deadlines.shut(state)):
                pass
        monkeypatch.setattr(erasure, "read_log", archives_first)
        assert await erasure.erase_closed(database, "ABCDEFGH", ZOE.player, []) is None
        async with opened(database) as store:
            assert await traces(store) == set()

    asyncio.run(main())
    assert archived == [True]
    assert db("check", "--database", database).code == 0


def test_games_of_version_0_1_0_can_be_archived(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress((FIXTURES / "heckmeck.db.gz").read_bytes()))
    with sqlite3.connect(file) as connection:  # as if it had been played long ago
        for table, column in (*((name, "at") for name in ("tables", "entries", "results")), *GAME_TIMES):
            connection.execute(f"UPDATE {table} SET {column} = {column} - {10 * MIN_AGE}")
    connection.close()
    assert db("migrate", "--database", file).code == 0
    before = run_command("export", "--database", str(file)).out
    assert len(before.splitlines()) == 9
    done = db("archive", "--older-than", 1, "--database", file)
    assert (done.code, done.err) == (0, "")
    assert "0 games" not in done.out
    assert run_command("export", "--database", str(file)).out == before
    checked = db("check", "--database", file)
    assert (checked.code, checked.err) == (0, "")

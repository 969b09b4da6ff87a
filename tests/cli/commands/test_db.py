"""`heckmeck db`: migrate, check, backups, export and import, on and between both databases."""

import asyncio
import gzip
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from heckmeck.server.live.hub import Hub
from heckmeck.server.net.identity import new_code
from heckmeck.server.net.keys import KeyRing
from heckmeck.server.store import Block, ChainKept, Profile, Report, Store
from heckmeck.server.store.connect import connect
from heckmeck.server.store.dump import check
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.session import Session
from heckmeck.server.store.sql_store import SqlStore
from helpers.archived import archive_all, old_tables, stored
from helpers.commands import Result, run_command
from helpers.damage import damage_game
from helpers.postgres import Cluster
from helpers.store_rows import TABLE, begun, ended, row, table_changed
from helpers.tables import ANN, BOTS, play_on, small, start, until


def db(*arguments: object) -> Result:
    return run_command("db", *arguments)


def fill(database: str) -> None:
    """Two tables, a finished game, a running one, a player with a token who blocks and reports another one."""

    async def play() -> None:
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        await store.append(row(1), [table_changed(), ChainKept(TABLE, 1, b"\0\xff"), begun()])
        await store.append(row(2, "ä 🐛"), [ended(), begun(2, at=30)])
        await store.append(row(1, table="OTHER"), [table_changed("OTHER", public=False)])
        await store.add_player("ann", Profile("Ann", "fox"), 1)
        await store.add_token(b"\0\1", "ann", "", 1)
        await store.set_luck(TABLE, 1, {0: 0.1})
        await store.set_block(Block("a block", "ann", "eve", "block", "Ève", 1))
        await store.add_report(Report("a report", "ann", "eve", "Ève", TABLE, 1, 2, "chat", "ä 🐛", 1))
        await store.close()

    asyncio.run(play())


async def look(store: Store) -> list[object]:
    """Everything that the store returns."""
    return [
        await store.rows(TABLE),
        await store.rows("OTHER"),
        await store.tables(),
        await store.count(),
        await store.games(TABLE),
        await store.chain(TABLE, 1),
        await store.player("ann"),
        await store.token(b"\0\1"),
        await store.statistics("ann"),
        await store.blocks("ann"),
        *(map(tuple, await store.fetch("SELECT * FROM reports")) if isinstance(store, SqlStore) else ()),
    ]


def content(database: str) -> list[object]:
    async def play() -> list[object]:
        store = connect(database)
        await store.open("two", lambda table, seq: None)
        try:
            return await look(store)
        finally:
            await store.close()

    return asyncio.run(play())


@pytest.fixture
def filled(database: str) -> str:
    fill(database)
    return database


def test_a_new_database_is_made_and_in_order(database: str) -> None:
    assert "up to date" in db("migrate", "--database", database).out
    checked = db("check", "--database", database)
    assert (checked.code, checked.err) == (0, "")
    assert "0 tables, 0 entries; everything is in order" in checked.out


def test_a_database_goes_through_a_file_into_the_other_kind(filled: str, postgres: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    done = db("export", file, "--database", filled)
    assert (done.code, done.err) == (0, "")
    assert file.stat().st_mode & 0o777 == 0o600
    for other in (postgres.new_database(), str(tmp_path / "other.db")):
        done = db("import", file, "--database", other)
        assert (done.code, done.err) == (0, "")
        assert content(other) == content(filled)
        again = tmp_path / f"{len(other)}.jsonl"
        db("export", again, "--database", other)
        assert again.read_bytes() == file.read_bytes()


def the_backup_in(folder: Path) -> Path:
    (backup,) = folder.iterdir()
    return backup


def test_a_backup_is_restored_into_both_kinds(filled: str, postgres: Cluster, tmp_path: Path) -> None:
    KeyRing(tmp_path / "data" / "keys.json")
    done = db("backup", tmp_path / "backups", "--database", filled, "--data", tmp_path / "data")
    assert (done.code, done.err) == (0, "")
    backup = the_backup_in(tmp_path / "backups")
    assert {file.stat().st_mode & 0o777 for file in backup.iterdir()} == {0o600}
    assert backup.stat().st_mode & 0o777 == 0o700
    for place, other in enumerate((postgres.new_database(), str(tmp_path / "other.db"))):
        data = tmp_path / f"data{place}"
        done = db("restore", backup, "--database", other, "--data", data)
        assert (done.code, done.err) == (0, "")
        assert content(other) == content(filled)
        assert (data / "keys.json").read_bytes() == (tmp_path / "data" / "keys.json").read_bytes()
        assert KeyRing(data / "keys.json").signing()


def test_a_backup_under_load_is_consistent(database: str, tmp_path: Path) -> None:
    async def play_for_ever(hub: Hub, source: Random) -> None:
        while True:
            table = await hub.open(small(), ANN)
            await start(table)
            await play_on(table, source)

    def appended(hub: Hub) -> int:
        return sum(table.state.seq for table in hub.live.values())

    async def play() -> None:
        store = connect(database)
        hub = Hub(store, "one", BOTS, new_code, max_tables=10_000)
        await store.open("one", hub.hint)
        players = [asyncio.create_task(play_for_ever(hub, Random(seed))) for seed in range(4)]
        try:
            await until(lambda: len(hub.live) > 10)
            before = appended(hub)
            done = await asyncio.to_thread(
                db, "backup", tmp_path / "backups", "--database", database, "--data", tmp_path
            )
            assert (done.code, done.err) == (0, "")
            assert appended(hub) > before
            assert not any(player.done() for player in players)
        finally:
            for player in players:
                player.cancel()
            await asyncio.wait(players)
            await hub.finish()
            await store.close()

    asyncio.run(play())
    done = db("restore", the_backup_in(tmp_path / "backups"), "--database", tmp_path / "new.db", "--data", tmp_path)
    assert (done.code, done.err) == (0, "")
    checked = db("check", "--database", tmp_path / "new.db")
    assert (checked.code, checked.err) == (0, "")
    assert "everything is in order" in checked.out
    assert " 0 entries" not in checked.out


def test_keys_that_are_there_are_not_written_over(tmp_path: Path) -> None:
    fill(str(tmp_path / "one.db"))
    for data in ("data", "other"):
        KeyRing(tmp_path / data / "keys.json")
    db("backup", tmp_path / "backups", "--database", tmp_path / "one.db", "--data", tmp_path / "data")
    before = (tmp_path / "other" / "keys.json").read_bytes()
    backup = the_backup_in(tmp_path / "backups")
    done = db("restore", backup, "--database", tmp_path / "two.db", "--data", tmp_path / "other")
    assert done.code == 0
    assert "was not changed" in done.err
    assert (tmp_path / "other" / "keys.json").read_bytes() == before


def test_only_the_newest_backups_are_kept(tmp_path: Path) -> None:
    fill(str(tmp_path / "one.db"))
    (tmp_path / "backups" / "heckmeck-mine").mkdir(parents=True)
    for _ in range(4):
        done = db("backup", tmp_path / "backups", "--database", tmp_path / "one.db", "--keep", 2)
        assert done.code == 0
    assert "1 older backup was removed" in done.out
    assert len(list((tmp_path / "backups").iterdir())) == 3
    assert (tmp_path / "backups" / "heckmeck-mine").exists()


@pytest.mark.parametrize("keep", [1, 2])
def test_a_backup_is_kept_though_the_clock_was_set_back(tmp_path: Path, keep: int) -> None:
    fill(str(tmp_path / "one.db"))
    later = tmp_path / "backups" / "heckmeck-29991231T000000.000000Z"
    later.mkdir(parents=True)
    for _ in range(2):
        assert db("backup", later.parent, "--database", tmp_path / "one.db", "--keep", keep).code == 0
    left = set(later.parent.iterdir())
    assert len(left) == keep
    assert left - {later}


@pytest.mark.parametrize("keep", [0, 10, -20])
def test_a_damaged_backup_is_not_restored(keep: int, tmp_path: Path) -> None:
    fill(str(tmp_path / "one.db"))
    db("backup", tmp_path / "backups", "--database", tmp_path / "one.db", "--data", tmp_path)
    dump = the_backup_in(tmp_path / "backups") / "database.jsonl.gz"
    dump.write_bytes(dump.read_bytes()[:keep])
    refused = db("restore", dump.parent, "--database", tmp_path / "two.db", "--data", tmp_path)
    assert refused.code == 2
    assert "Traceback" not in refused.err
    assert "0 tables, 0 entries" in db("check", "--database", tmp_path / "two.db").out


def rewrite(dump: Path, change: Callable[[bytes], bytes]) -> None:
    """Change the content of a compressed dump, and compress it again."""
    before = gzip.decompress(dump.read_bytes())
    after = change(before)
    assert after != before
    dump.write_bytes(gzip.compress(after))


def without_digest(content: bytes) -> bytes:
    """Return a dump as earlier versions wrote it."""
    *lines, end = content.splitlines(keepends=True)
    return b"".join([*lines, b'{"rows":%d}\n' % json.loads(end)["rows"]])


CHANGED = "content does not match the SHA-256 in its last line"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (b"Table ABCDEFGH", b"Table ABCDEFGI", CHANGED),
        (b'"Ann"', b'"Anm"', CHANGED),
        # These could not even be inserted.
        (b'["entries",["ABCDEFGH",2,', b'["entries",["ABCDEFGH",1,', CHANGED),
        (b'"ann","Ann",1', b'"ann","A\\u0000",1', CHANGED),
        (b'"sha256":"', b'"sha256":"0', CHANGED),
        (b'["tables",', b'["tables"!', "is not a line of a dump"),
    ],
)
def test_a_backup_with_a_changed_byte_is_not_restored(
    database: str, old: bytes, new: bytes, sentence: str, tmp_path: Path
) -> None:
    fill(str(tmp_path / "one.db"))
    db("backup", tmp_path / "backups", "--database", tmp_path / "one.db", "--data", tmp_path)
    backup = the_backup_in(tmp_path / "backups")
    rewrite(backup / "database.jsonl.gz", lambda content: content.replace(old, new, 1))
    refused = db("restore", backup, "--database", database, "--data", tmp_path)
    assert refused.code == 2
    assert sentence in refused.err
    assert "Traceback" not in refused.err
    assert "0 tables, 0 entries" in db("check", "--database", database).out


def test_every_byte_of_a_backup_counts(tmp_path: Path) -> None:
    fill(str(tmp_path / "one.db"))
    file = tmp_path / "all.jsonl"
    db("export", file, "--database", tmp_path / "one.db")
    content = file.read_bytes()
    for place in range(len(content)):
        changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises(StoreError) as caught:
            check(BytesIO(changed), lambda _: None)
        assert caught.value.code == "bad_dump"
    assert check(BytesIO(content), lambda _: None).sha256


def test_changed_keys_are_not_restored(tmp_path: Path) -> None:
    fill(str(tmp_path / "one.db"))
    KeyRing(tmp_path / "data" / "keys.json")
    db("backup", tmp_path / "backups", "--database", tmp_path / "one.db", "--data", tmp_path / "data")
    backup = the_backup_in(tmp_path / "backups")
    keys = backup / "keys.json"
    keys.write_bytes(keys.read_bytes().replace(b'"made": 1', b'"made": 2'))
    refused = db("restore", backup, "--database", tmp_path / "two.db", "--data", tmp_path / "other")
    assert refused.code == 2
    assert "keys.json was changed" in refused.err
    assert not (tmp_path / "other" / "keys.json").exists()
    assert "0 tables, 0 entries" in db("check", "--database", tmp_path / "two.db").out


def test_a_backup_of_an_earlier_version_is_restored_and_is_said_to_be_unverified(filled: str, tmp_path: Path) -> None:
    KeyRing(tmp_path / "data" / "keys.json")
    db("backup", tmp_path / "backups", "--database", filled, "--data", tmp_path / "data")
    backup = the_backup_in(tmp_path / "backups")
    rewrite(backup / "database.jsonl.gz", without_digest)
    done = db("restore", backup, "--database", tmp_path / "two.db", "--data", tmp_path / "other")
    assert done.code == 0
    assert "rows were restored" in done.out
    assert "has no digest" in done.err
    assert "not verified" in done.err
    assert content(str(tmp_path / "two.db")) == content(filled)
    (tmp_path / "all.jsonl").write_bytes(gzip.decompress((backup / "database.jsonl.gz").read_bytes()))
    done = db("import", tmp_path / "all.jsonl", "--database", tmp_path / "three.db")
    assert done.code == 0
    assert "has no digest" in done.err
    assert content(str(tmp_path / "three.db")) == content(filled)


def test_a_folder_that_is_not_a_backup_is_not_restored(tmp_path: Path) -> None:
    refused = db("restore", tmp_path, "--database", tmp_path / "two.db", "--data", tmp_path)
    assert refused.code == 2
    assert "is not a backup" in refused.err
    assert not (tmp_path / "two.db").exists()


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(str(tmp_path / "one.db"))

    async def too_few(session: Session) -> int:
        return 1

    monkeypatch.setattr("heckmeck.server.ops.backup.count_rows", too_few)
    refused = db("backup", tmp_path / "backups", "--database", tmp_path / "one.db", "--data", tmp_path)
    assert refused.code == 2
    assert list((tmp_path / "backups").iterdir()) == []


def test_a_database_that_is_not_empty_is_not_filled(filled: str, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    db("export", file, "--database", filled)
    before = content(filled)
    refused = db("import", file, "--database", filled)
    assert refused.code == 2
    assert "is not empty" in refused.err
    assert content(filled) == before


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[:-1], "its end is missing"),
        (lambda lines: lines[:-2] + lines[-1:], "is not the correct end of the file"),
        (lambda lines: [*lines, b"more\n"], "is not the correct end of the file"),
        (lambda lines: [lines[0], b'["tables",[1]]\n', *lines[1:]], "Line 2 is not a line of a dump"),
        (lambda lines: [lines[0], b'["sqlite_schema",[1]]\n', *lines[1:]], "Line 2 is not a line of a dump"),
        (lambda lines: [b'{"heckmeck_database":"0999"}\n', *lines[1:]], "has version 0999"),
        (lambda lines: [b"\xff\n"], "Line 1 is not a line of a dump"),
        (lambda lines: [], "its end is missing"),
    ],
)
@pytest.mark.parametrize("older", [False, True])
def test_a_bad_file_leaves_nothing_behind(change, sentence: str, older: bool, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    fill(str(tmp_path / "one.db"))
    file = tmp_path / "all.jsonl"
    db("export", file, "--database", tmp_path / "one.db")
    written = file.read_bytes()
    before = without_digest(written) if older else written
    file.write_bytes(b"".join(change(before.splitlines(keepends=True))))
    refused = db("import", file, "--database", tmp_path / "two.db")
    assert refused.code == 2
    assert sentence in refused.err
    assert "Traceback" not in refused.err
    assert "0 tables, 0 entries" in db("check", "--database", tmp_path / "two.db").out


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    fill(str(tmp_path / "one.db"))
    (tmp_path / "all.jsonl").write_text("mine")
    refused = db("export", tmp_path / "all.jsonl", "--database", tmp_path / "one.db")
    assert refused.code == 2
    assert "exists already" in refused.err
    assert (tmp_path / "all.jsonl").read_text() == "mine"


@pytest.mark.parametrize("command", [("check",), ("export", "x.jsonl")])
def test_what_is_not_there_is_not_read(command: tuple[str, ...], tmp_path: Path) -> None:
    refused = db(*command, "--database", tmp_path / "none.db")
    assert refused.code == 2
    assert "There is no database" in refused.err
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    "address", ["postgresql://127.0.0.1:1/none?password=topsecret", "postgresql://ann:topsecret@[bad/x"]
)
def test_what_cannot_be_reached_is_said_without_the_password(address: str) -> None:
    refused = db("check", "--database", address)
    assert refused.code == 2
    assert "Traceback" not in refused.err
    assert "topsecret" not in refused.err


def test_damaged_games_are_listed_and_removed_only_on_demand(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"

    async def archive() -> str:
        desks = old_tables()[:1]
        async with stored(database, desks) as store:
            await archive_all(store)
        return desks[0].table.code

    code = asyncio.run(archive())
    assert db("remove-damaged", "--database", database).out == "No archived game is damaged.\n"
    asyncio.run(damage_game(database, code))
    listed = db("remove-damaged", "--database", database)
    assert (listed.code, listed.err) == (0, "")
    assert f"The archived game of table {code} at entry 2 is damaged" in listed.out
    assert "1 game is damaged: --yes removes what is left." in listed.out
    assert db("check", "--database", database).code == 1
    assert "1 game was removed." in db("remove-damaged", "--yes", "--database", database).out
    checked = db("check", "--database", database)
    assert (checked.code, checked.err) == (0, "")

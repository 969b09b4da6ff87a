"""`heckmeck db`: migrate, check, export and import, on and between both databases."""

import asyncio
from pathlib import Path

import pytest

from heckmeck.server.store import ChainKept, Profile, Store, connect
from helpers.commands import Result, run_command
from helpers.postgres import Cluster
from helpers.store_rows import TABLE, begun, ended, row, table_changed


def db(*arguments: object) -> Result:
    return run_command("db", *arguments)


def fill(database: str) -> None:
    """Two tables, a finished game, a running one, a player with a token."""

    async def play() -> None:
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        await store.append(row(1), [table_changed(), ChainKept(TABLE, 1, b"\0\xff"), begun()])
        await store.append(row(2, "ä 🐛"), [ended(), begun(2, at=30)])
        await store.append(row(1, table="OTHER"), [table_changed("OTHER", public=False)])
        await store.add_player("ann", Profile("Ann", "fox"), 1)
        await store.add_token(b"\0\1", "ann", 1)
        await store.set_luck(TABLE, 1, {0: 0.1})
        await store.close()

    asyncio.run(play())


async def look(store: Store) -> list[object]:
    """All that can be asked."""
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
        (lambda lines: lines[:-2] + lines[-1:], "does not end this file"),
        (lambda lines: [*lines, b"more\n"], "does not end this file"),
        (lambda lines: [lines[0], b'["tables",[1]]\n', *lines[1:]], "Line 2 is none of a database"),
        (lambda lines: [lines[0], b'["sqlite_schema",[1]]\n', *lines[1:]], "Line 2 is none of a database"),
        (lambda lines: [b'{"heckmeck_database":"0999"}\n', *lines[1:]], "has version 0999"),
        (lambda lines: [b"\xff\n"], "Line 1 is none of a database"),
        (lambda lines: [], "its end is missing"),
    ],
)
def test_a_bad_file_leaves_nothing_behind(change, sentence: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    fill(str(tmp_path / "one.db"))
    file = tmp_path / "all.jsonl"
    db("export", file, "--database", tmp_path / "one.db")
    file.write_bytes(b"".join(change(file.read_bytes().splitlines(keepends=True))))
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

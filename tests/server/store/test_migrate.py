"""The schema: migrations and metadata agree, and foreign databases are not opened."""

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from heckmeck.server import store as package
from heckmeck.server.store import StoreError
from heckmeck.server.store.connect import connect
from heckmeck.server.store.migrate import migration
from heckmeck.server.store.schema import metadata
from heckmeck.server.store.version import KNOWN, NEWEST
from helpers.postgres import Cluster

OPEN = """
import asyncio, sys
from heckmeck.server.store.connect import connect

async def main():
    store = connect(sys.argv[1])
    await store.open(sys.argv[2], lambda table, seq: None)
    await store.close()

asyncio.run(main())
print(*sorted({"alembic", "sqlalchemy", "numpy"} & set(sys.modules)))
"""


def open_elsewhere(database: str, process: str = "other") -> subprocess.Popen[str]:
    command = [sys.executable, "-c", OPEN, database, process]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def open_here(database: str) -> None:
    async def main() -> None:
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        await store.close()

    asyncio.run(main())


def name_of(database: str) -> str:
    return database.partition("@/")[2].partition("?")[0]


def execute(database: str, sql: str, cluster: Cluster) -> None:
    if database.startswith("postgresql"):
        cluster.run("psql", "-d", name_of(database), "-c", sql)
    else:
        connection = sqlite3.connect(database.removeprefix("sqlite:///"))
        connection.execute(sql)
        connection.commit()
        connection.close()


def test_the_revisions_are_known_in_their_order() -> None:
    scripts = ScriptDirectory(str(Path(package.__file__).with_name("migrations")))
    assert scripts.get_current_head() == NEWEST
    assert tuple(revision.revision for revision in scripts.walk_revisions())[::-1] == KNOWN


def test_migrations_and_metadata_agree_on_sqlite(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "x.db")
    connection.executescript(migration("sqlite", None))
    connection.close()
    engine = sqlalchemy.create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.connect() as checked:
        assert compare_metadata(MigrationContext.configure(checked), metadata) == []
    engine.dispose()


def test_migrations_and_metadata_agree_on_postgresql(postgres: Cluster) -> None:
    migrated, made = postgres.new_database(), postgres.new_database()
    open_here(migrated)
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    things: list[CreateTable | CreateIndex] = [CreateTable(table) for table in metadata.sorted_tables]
    things += [CreateIndex(index) for table in metadata.sorted_tables for index in table.indexes]
    for thing in things:
        execute(made, str(thing.compile(dialect=dialect)), postgres)
    execute(migrated, "DROP TABLE alembic_version", postgres)
    assert _schema(postgres, migrated) == _schema(postgres, made)


def _schema(cluster: Cluster, database: str) -> list[str]:
    dump = cluster.run("pg_dump", "--schema-only", "--no-comments", name_of(database))
    # A line that begins with a backslash has a key that is generated for every dump.
    return [line for line in dump.splitlines() if line.strip() and not line.startswith(("--", "\\"))]


def test_a_newer_database_is_refused(database: str, postgres: Cluster) -> None:
    open_here(database)
    execute(database, "UPDATE alembic_version SET version_num = '9999'", postgres)
    with pytest.raises(StoreError, match=r"was written by a newer version of heckmeck: install that one\.$"):
        open_here(database)


def test_a_database_of_another_program_is_refused_and_left_alone(database: str, postgres: Cluster) -> None:
    execute(database, "CREATE TABLE recipes (name TEXT)", postgres)
    with pytest.raises(StoreError, match="another program"):
        open_here(database)
    execute(database, "CREATE TABLE entries (name TEXT)", postgres)  # there is none yet


def test_a_start_on_a_schema_that_is_up_to_date_imports_little(database: str) -> None:
    open_here(database)
    out, err = open_elsewhere(database).communicate(timeout=60)
    assert (out, err) == ("\n", "")


def test_processes_that_open_a_new_database_at_once_do_not_clash(postgres: Cluster) -> None:
    database = postgres.new_database()
    opened = [open_elsewhere(database, f"process{number}") for number in range(4)]
    for each in opened:
        _, err = each.communicate(timeout=60)
        assert (each.returncode, err) == (0, "")

"""Processes are killed while they append: all that was acknowledged is there, once, and nothing is torn."""

import asyncio
import subprocess
import sys
from collections.abc import Iterable
from random import Random

from heckmeck.server.store.check import faults
from heckmeck.server.store.connect import connect
from heckmeck.server.store.session import reading
from helpers import store_writer
from helpers.postgres import Cluster, find

TABLES = 20
ROUNDS = 4


def start(database: str, process: str) -> subprocess.Popen[str]:
    command = [sys.executable, store_writer.__file__, database, process, str(TABLES)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def read(process: subprocess.Popen[str], lines: int) -> list[str]:
    """Read a number of acknowledgements."""
    assert process.stdout is not None
    found = [process.stdout.readline() for _ in range(lines)]
    assert all(found), "the process has ended"
    return found


def kill(process: subprocess.Popen[str]) -> list[str]:
    """Kill a process and return its remaining output."""
    process.kill()
    rest, _ = process.communicate()
    return rest.splitlines(keepends=True)


def check(database: str, acknowledged: Iterable[str]) -> None:
    """Compare the database with what was acknowledged. A last line may have been cut off."""

    async def main() -> None:
        async with reading(database) as session:
            assert [fault async for fault in faults(session)] == []
        store = connect(database)
        await store.open("checker", lambda table, seq: None)
        logs = {table: await store.rows(table) for table in await store.orphans([])}
        titles = {each.table: each.title for each in await store.tables(limit=TABLES)}
        await store.close()
        whole = [tuple(line.split()) for line in acknowledged if line.endswith("\n")]
        kept = {(row.table, str(row.seq), row.command) for rows in logs.values() for row in rows}
        assert len(whole) == len(set(whole))
        assert set(whole) <= kept
        # The summary of a table was stored with its last entry.
        assert titles == {table: rows[-1].command for table, rows in logs.items()}

    asyncio.run(main())


def test_a_killed_writer_costs_nothing_that_was_acknowledged(database: str) -> None:
    source, acknowledged = Random(7), []
    for number in range(ROUNDS):
        process = start(database, f"process{number}")
        acknowledged += read(process, source.randrange(50, 400))
        acknowledged += kill(process)
    check(database, acknowledged)


def test_two_writers_on_postgresql_one_of_them_killed(postgres: Cluster) -> None:
    database = postgres.new_database()
    stays = start(database, "stays")
    acknowledged = read(stays, 100)
    for number in range(2):
        goes = start(database, f"goes{number}")
        acknowledged += read(goes, 20)
        acknowledged += kill(goes)
        acknowledged += read(stays, 100)
    acknowledged += kill(stays)
    check(database, acknowledged)


def test_a_killed_postgresql_costs_nothing_that_was_acknowledged() -> None:
    cluster = Cluster(find())  # a separate one: after a kill it checks all its files, so it should have few
    try:
        cluster.start()
        database = cluster.new_database()
        process = start(database, "one")
        acknowledged = read(process, 200)
        for _ in range(3):
            cluster.kill()
            cluster.start()
            acknowledged += read(process, 3000)  # more than a pipe holds: it has continued after the kill
        acknowledged += kill(process)
        check(database, acknowledged)
    finally:
        cluster.remove()

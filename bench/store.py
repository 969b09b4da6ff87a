"""Measure the durable appends per second of the stores, with 1, 32 and 512 writers that each wait for their answer.

For comparison, alternately in the same run and on the same disk, the minimum work for as many rows at once:

  file      write as many lines of the same size to the end of a file, then fdatasync
  sqlite3   executemany into a table of the same shape, then COMMIT, with the same settings

Consecutive rows belong to different tables, as when many tables are in play. A separate PostgreSQL server is
started for the run. The processor time of the event loop's thread for an append is printed, too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from heckmeck.server.store import Row
from heckmeck.server.store.connect import connect
from heckmeck.server.store.migrate import migration
from heckmeck.server.store.sqlite import WAL_PAGES

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from bench.store_notify import compare

from helpers.postgres import Cluster, find  # the tests start one in the same way

WRITERS = (1, 32, 512)
BODY = b'{"kind":"move","seat":3,"steps":["take 27","=11244WWW"],"proof":"' + b"0123456789abcdef" * 8 + b'"}'

Rate = tuple[float, float]
"""Rows per second, and microseconds of the thread for each."""


def row(table: int, seq: int) -> Row:
    """Return a row like the row of a move."""
    return Row(f"TABLE{table:04}", seq, os.urandom(12).hex(), "process", 1_700_000_000_000, BODY)


def measured(step: Callable[[int], None], group: int, seconds: float) -> Rate:
    """Repeat a write of a group of rows for about this many seconds."""
    began, used = perf_counter(), thread_time()
    for number in count(1):
        step(number)
        if (took := perf_counter() - began) > seconds:
            return number * group / took, (thread_time() - used) * 1e6 / (number * group)
    raise AssertionError


def bare_file(folder: Path, group: int, seconds: float) -> Rate:
    """Append lines to a file."""
    with (folder / "bare.log").open("ab", buffering=0) as file:

        def step(number: int) -> None:
            lines = (row(table, number) for table in range(group))
            text = b"".join(b"%s %d %s %s\n" % (r.table.encode(), r.seq, r.command.encode(), r.body) for r in lines)
            file.write(text)
            os.fdatasync(file.fileno())

        return measured(step, group, seconds)


def bare_sqlite(folder: Path, group: int, seconds: float) -> Rate:
    """Insert rows by executemany."""
    path = folder / "bare.db"
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
    connection.executescript(migration("sqlite", None))

    def step(number: int) -> None:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", [row(table, number) for table in range(group)]
        )
        connection.execute("COMMIT")

    try:
        return measured(step, group, seconds)
    finally:
        connection.close()


async def through_store(database: str, writers: int, seconds: float) -> Rate:
    """Let writers append, each to its own table, and each the next row once the previous one is stored."""
    store = connect(database)
    await store.open("process", lambda table, seq: None)
    began, used = perf_counter(), thread_time()
    end = began + seconds

    async def write(table: int) -> int:
        seq = 0
        while perf_counter() < end:
            seq += 1
            assert await store.append(row(table, seq))
        return seq

    rows = sum(await asyncio.gather(*map(write, range(writers))))
    took, used = perf_counter() - began, thread_time() - used
    await store.close()
    return rows / took, used * 1e6 / rows


def measure(folder: Path, cluster: Cluster, rounds: int, seconds: float, console: Console) -> None:
    """Print the medians of all rounds, which alternate between the stores."""
    fresh = count()
    ways: dict[str, Callable[[int], Rate]] = {
        "file": lambda group: bare_file(folder, group, seconds),
        "sqlite3": lambda group: bare_sqlite(folder, group, seconds),
        "SqliteStore": lambda group: asyncio.run(through_store(str(folder / f"{next(fresh)}.db"), group, seconds)),
        "PostgresStore": lambda group: asyncio.run(through_store(cluster.new_database(), group, seconds)),
    }
    rates: dict[tuple[int, str], list[Rate]] = {(group, way): [] for group in WRITERS for way in ways}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("measuring", total=rounds * len(rates))
        for _ in range(rounds):
            for group, way in rates:
                rates[group, way].append(ways[way](group))
                progress.advance(task)
    table = Table("at once", "way", "rows/s", "of file", "of sqlite3", "µs of the thread", title="durable appends")
    for (group, way), found in rates.items():
        rate, used = median(each[0] for each in found), median(each[1] for each in found)
        shares = [rate / median(each[0] for each in rates[group, bare]) for bare in ("file", "sqlite3")]
        table.add_row(str(group), way, f"{rate:,.0f}", *(f"{share:.2f}" for share in shares), f"{used:.1f}")
    console.print(table)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--folder", type=Path, default=Path(tempfile.gettempdir()), help="a folder on the disk to measure"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument(
        "--notify", action="store_true", help="compare how processes tell each other of entries, and no more"
    )
    chosen = parser.parse_args()
    cluster = Cluster(find(), chosen.folder)
    try:
        cluster.start()
        if chosen.notify:
            Console().print(compare(cluster, (1, 2, 4), chosen.rounds, chosen.seconds))
            return
        with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
            measure(Path(folder), cluster, chosen.rounds, chosen.seconds, Console())
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()

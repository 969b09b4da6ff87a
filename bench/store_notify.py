"""Measure appends a second of several processes on one PostgreSQL, by how they notify each other.

In the same processes and alternately: entries announced after the commits, as in the server; by a NOTIFY in every
commit; and not at all.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from rich.table import Table as Grid

from heckmeck.server.store import Row, pg_writer
from heckmeck.server.store.pg_connection import ENTRIES_CHANNEL
from heckmeck.server.store.postgres import PostgresStore
from helpers.postgres import Cluster

TABLES = 40
"""Number of tables of each process that are appended to at the same time."""
WAYS = ("beside the commits", "in every commit", "not at all")
BASE = "in every commit"
PLAIN = pg_writer.APPEND
IN_COMMIT = f"""
WITH won AS ({PLAIN}), told AS (
  SELECT pg_notify('{ENTRIES_CHANNEL}', min(process) || string_agg(' ' || code || ':' || seq, '')) AS done FROM won
  HAVING count(*) > 0)
SELECT code, seq, command, process FROM won CROSS JOIN (SELECT count(done) FROM told) AS all_told
"""


class Slice(NamedTuple):
    """The result of one process in one round with one method."""

    number: int
    way: str
    rows: int


class Writer:
    """One process, which appends to its own tables."""

    def __init__(self, name: str, database: str) -> None:
        self._name = name
        self._store = PostgresStore(database)
        self._seqs = [0] * TABLES

    async def run(self, rounds: int, seconds: float, barrier: Barrier, tell: Callable[[Slice], None]) -> None:
        """Append with each method in turn, in a different order in each round, together with the other processes."""
        await self._store.open(self._name, lambda table, seq: None)
        writer = self._store._writer
        assert writer is not None
        announce = writer._announce
        for number in range(rounds):
            first = number % len(WAYS)
            for way in WAYS[first:] + WAYS[:first]:
                pg_writer.APPEND = IN_COMMIT if way == BASE else PLAIN
                writer._announce = announce if way == "beside the commits" else lambda table, seq: None
                await asyncio.to_thread(barrier.wait)
                tell(Slice(number, way, await self._append(seconds)))
        await self._store.close()

    async def _append(self, seconds: float) -> int:
        end = perf_counter() + seconds

        async def fill(table: int) -> int:
            before = self._seqs[table]
            while perf_counter() < end:
                self._seqs[table] += 1
                seq = self._seqs[table]
                await self._store.append(Row(f"{self._name}x{table}", seq, f"c{seq}", self._name, 1, b"x" * 160))
            return self._seqs[table] - before

        return sum(await asyncio.gather(*(fill(table) for table in range(TABLES))))


def _write(name: str, database: str, rounds: int, seconds: float, barrier: Barrier, told: Any) -> None:
    asyncio.run(Writer(name, database).run(rounds, seconds, barrier, told.put))


def compare(cluster: Cluster, counts: tuple[int, ...], rounds: int, seconds: float) -> Grid:
    """Measure with different numbers of processes. The first round is not counted."""
    grid = Grid("processes", "announced", "rows a second", f"beside {BASE}")
    for processes in counts:
        rates = _measure(cluster.new_database(), processes, rounds + 1, seconds)
        for way in WAYS:
            ratios = [mine / base for mine, base in zip(rates[way], rates[BASE], strict=True)]
            spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
            grid.add_row(str(processes), way, f"{median(rates[way]):,.0f}", spread)
    return grid


def _measure(database: str, processes: int, rounds: int, seconds: float) -> dict[str, list[float]]:
    context = multiprocessing.get_context("fork")
    barrier, told = context.Barrier(processes), context.Queue()
    workers = [
        context.Process(target=_write, args=(f"p{number}", database, rounds, seconds, barrier, told))
        for number in range(processes)
    ]
    for worker in workers:
        worker.start()
    slices: list[Slice] = [told.get(timeout=60 + 10 * seconds) for _ in range(processes * rounds * len(WAYS))]
    for worker in workers:
        worker.join()

    def rate(number: int, way: str) -> float:
        return sum(each.rows for each in slices if (each.number, each.way) == (number, way)) / seconds

    return {way: [rate(number, way) for number in range(1, rounds)] for way in WAYS}

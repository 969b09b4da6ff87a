"""Measure a server under load: durable moves a second, their latency, memory per socket, and recovery after a kill.

Also what a first visit to the pages costs, which have to be built (`scripts/web`), and the list of tables.

The server is a separate process on SQLite, or several on one port and one PostgreSQL. The players are this process,
and the yardstick is the bare disk: rows of the same size appended to SQLite in groups, synced after each, without any
server.

`--against` and `--engines` compare servers instead, in one run and by the same load: `server_variants.py`,
`server_engines.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import httpx
from rich.console import Console
from rich.table import Table as Grid

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from bench.server_engines import compare_engines, engines
from bench.server_process import SEATS, Process, set_up, tell
from bench.server_variants import compare, describe, versions
from bench.wire_load import Load, loop

from helpers.postgres import Cluster, find


def machine() -> list[int]:
    """Return the times of all processors since the start, in ticks of the kernel."""
    return [int(ticks) for ticks in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]


def share(before: list[int], after: list[int]) -> str:
    """Describe how much processor time was idle, and how much was taken by other virtual machines."""
    spent = [now - then for then, now in zip(before, after, strict=True)]
    return f"machine {spent[3] / sum(spent):.0%} idle, {spent[7] / sum(spent):.0%} stolen"


def bare_groups(folder: Path, size: int, group: int, seconds: float) -> float:
    """Return the rows per second that are appended to SQLite in synced groups, without anything else."""
    database = sqlite3.connect(folder / "bare.db", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE rows (place INT, seq INT, body BLOB, PRIMARY KEY (place, seq)) WITHOUT ROWID")
    body = b"x" * size
    began, rows = perf_counter(), 0
    while perf_counter() - began < seconds:
        database.execute("BEGIN")
        database.executemany("INSERT INTO rows VALUES (?, ?, ?)", [(n, rows, body) for n in range(group)])
        database.execute("COMMIT")
        rows += group
    rate = rows / (perf_counter() - began)
    database.close()
    return rate


def bare_syncs(folder: Path, size: int, seconds: float) -> float:
    """Return the number of synced appends to a file per second."""
    with (folder / "bare.log").open("ab", buffering=0) as file:
        began, count = perf_counter(), 0
        while perf_counter() - began < seconds:
            file.write(b"x" * size)
            os.fdatasync(file.fileno())
            count += 1
        return count / (perf_counter() - began)


WIDTH = 200
"""Characters in a line of the output if it is not a terminal."""

PAGE_FILES = re.compile(r'(?:src|href)="(/[^"]+)"')


async def first_visit(server: Process) -> tuple[int, int]:
    """Load the start page with the files that it names, as browsers do; return requests and bytes."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client:
        page = await client.get("/")
        files = [await client.get(path) for path in PAGE_FILES.findall(page.text)]
    return 1 + len(files), sum(each.num_bytes_downloaded for each in (page, *files))


async def polled(server: Process, path: str, count: int) -> float:
    """Repeat a request many times; return the server's processor seconds for each."""
    used = server.seconds
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as client:
        for _ in range(count):
            (await client.get(path)).raise_for_status()
    return (server.seconds - used) / count


async def measure_requests(server: Process, grid: Grid) -> None:
    """Measure what page loads and the polling of the lobby cost."""
    requests, size = await first_visit(server)
    visits, used = 20, server.seconds
    for _ in range(visits):
        await first_visit(server)
    used = (server.seconds - used) / visits
    about = f"{requests} requests, {size:,} bytes" if requests > 1 else "the pages are not built: run scripts/web"
    grid.add_row("a first visit", f"{1000 * used:.1f} ms of a core", about)
    lobby = await polled(server, "/api/tables", 200)
    grid.add_row("the list of tables, once", f"{1000 * lobby:.2f} ms of a core", "of up to 50 tables")


async def back_in_service(server: Process, tokens: list[str], code: str) -> tuple[float, float]:
    """Kill the server and restart it; return the seconds until a client is connected, and until a move is stored."""
    server.stop(signal.SIGKILL)
    began = perf_counter()
    server.start()
    load = Load(server.port, tokens)
    while True:
        try:
            await load.connect([code])
            break
        except OSError:
            server.check()
            await asyncio.sleep(0.005)
    connected = perf_counter() - began
    while not load.queue:
        await asyncio.sleep(0.001)
    load.queue.popleft().move()
    while not load.moves:
        await asyncio.sleep(0.001)
    kept = perf_counter() - began
    load.close()
    return connected, kept


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Do all measurements."""
    server = Process(folder / "data", args.database, args.processes or 1)
    server.folder.mkdir()
    server.start()
    try:
        tables = args.sockets // SEATS
        tell("tables are opened")
        tokens, codes = await set_up(server, started := max(tables, args.tables))
        codes = codes[:tables]
        before = server.memory
        load = Load(server.port, tokens)
        tell("players connect")
        began = perf_counter()
        await load.connect(codes)
        grid.add_row("sockets connected", f"{args.sockets:,}", f"in {perf_counter() - began:.1f} s")
        tell(f"{args.rate:,} moves a second, for {5 + args.seconds:.0f} s")
        await load.at_rate(args.rate, 5)
        used = server.seconds
        rate = await load.at_rate(args.rate, args.seconds)
        used = server.seconds - used
        cuts = [1000 * cut for cut in quantiles(load.latencies, n=1000)]
        grid.add_row("durable moves a second, asked", f"{args.rate:,}", f"{rate:,.0f} made, {_each(used, load)}")
        middle = 1000 * median(load.latencies)
        grid.add_row("latency", f"p50 {middle:.1f} ms", f"p99 {cuts[989]:.1f} ms, p99.9 {cuts[998]:.1f} ms")
        received = load.received / args.seconds
        grid.add_row("messages received a second", f"{received:,.0f}", f"{load.lost} sockets lost {load.closed}")
        grid.add_row("memory a socket", f"{(server.memory - before) / args.sockets / 1024:.1f} KB", "goal 40")
        tell(f"as many as it can, for {args.seconds:.0f} s")
        used, ticks = server.seconds, machine()
        top = await load.flat_out(args.seconds)
        used = server.seconds - used
        grid.add_row(
            "durable moves a second, flat out",
            f"{top:,.0f}",
            f"{len(codes)} tables, {_each(used, load)}, {share(ticks, machine())}",
        )
        load.close()
        tell("pages and the lobby")
        await measure_requests(server, grid)
        tell("the bare disk, for 5 s")
        size, group = 160, 32
        syncs = bare_syncs(folder, size, 2)
        bare = bare_groups(folder, size, group, 3)
        grid.add_row("bare appends and syncs a second", f"{syncs:,.0f}", "one by one, no database")
        grid.add_row(f"bare SQLite rows a second, groups of {group}", f"{bare:,.0f}", f"flat out is {top / bare:.0%}")
        tell("the server is killed and comes back")
        connected, kept = await back_in_service(server, tokens, codes[0])
        grid.add_row(
            "back after kill -9", f"{connected:.2f} s", f"first move kept after {kept:.2f} s, {started:,} tables"
        )
    finally:
        server.stop()


@contextmanager
def new_cluster() -> Iterator[Cluster]:
    """Start a PostgreSQL server for this run only."""
    cluster = Cluster(find())
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


def _each(seconds: float, load: Load) -> str:
    return f"{1e6 * seconds / max(load.moves, 1):.0f} µs of a core each"


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=4000)
    parser.add_argument("--rate", type=int, default=2000, help="moves a second to ask for")
    parser.add_argument("--seconds", type=float, help="for each part: 10, but 5 with --engines")
    parser.add_argument("--tables", type=int, default=1000, help="running at the kill")
    parser.add_argument("--database", help="postgresql://… instead of SQLite")
    parser.add_argument(
        "--processes", type=int, help="on one port and one PostgreSQL, which is started unless --database names one"
    )
    parser.add_argument(
        "--against", type=Path, metavar="CHECKOUT", help="compare with the server of another checkout, and no more"
    )
    parser.add_argument(
        "--engines", action="store_true", help="compare network engines, and the server of CHECKOUT if it is named"
    )
    parser.add_argument("--rounds", type=int, help="of a comparison: 6, but 2 with --engines")
    args = parser.parse_args()
    args.seconds = args.seconds or (5 if args.engines else 10)
    args.rounds = args.rounds or (2 if args.engines else 6)
    return args


async def run(args: argparse.Namespace, folder: Path) -> Grid:
    """Measure what is asked for, and return the table to print."""
    if args.engines:
        compared = engines(args.against)
        return await compare_engines(compared, folder, args.sockets, args.rate, args.seconds, args.rounds)
    if args.against:
        variants = versions(folder, args.against)
        await compare(variants, args.sockets, args.seconds, args.rounds)
        return describe(variants)
    grid = Grid("what", "measured", "")
    await measure(args, folder, grid)
    return grid


def main() -> None:
    """Measure and print."""
    args = arguments()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * args.sockets + 10_000)), hard))
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=loop) as runner, ExitStack() as stack:
        if args.processes and not args.database:
            args.database = stack.enter_context(new_cluster()).new_database()
        grid = runner.run(run(args, Path(folder)))
    # Without a terminal, rich would break the lines after 80 characters.
    Console(width=None if sys.stdout.isatty() else WIDTH).print(grid)


if __name__ == "__main__":
    main()

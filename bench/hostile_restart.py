"""Restart with very many open tables: when the server is ready, and how many it has loaded by then.

A few of the tables wait for a bot or a timer, all others for people.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
from pathlib import Path
from time import perf_counter

import httpx
from bench.hostile_victim import keep
from bench.server_process import Process, tell
from rich.table import Table as Grid

from heckmeck.server.table import messages
from helpers.tables import ANN, BO, Desk, small

SETTLED = 20.0
"""Seconds after which the memory is measured: by then everything that is loaded at the start is in memory."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--active", type=int, default=100, help="tables at which something is to be done")


def quiet_table() -> Desk:
    """A game of two people that is waiting for one of them."""
    desk = Desk(small(), code="QQQQQQQQ").begun(ANN, BO)
    for _ in range(10):
        desk.step()
    return desk


def active_table() -> Desk:
    """A game with a timer that expires in a week."""
    return Desk(small(timer=7 * messages.DAY), code="AAAAAAAA").begun(ANN, BO)


def multiply(database: Path, code: str, first: int, number: int) -> None:
    """Copy a table many times, under separate codes, as if it had just been played at."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("BEGIN")
    connection.execute("CREATE TEMP TABLE codes (code TEXT)")
    connection.executemany("INSERT INTO codes VALUES (?)", [(_code(first + place),) for place in range(number)])
    for table in ("tables", "entries", "chains", "games"):
        columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        copied = ", ".join("codes.code" if name == "code" else f"{table}.{name}" for name in columns)
        where = f"FROM codes, {table} WHERE {table}.code = ?"
        connection.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {copied} {where}", (code,))
    connection.execute("UPDATE entries SET at = CAST(strftime('%s') AS INTEGER) * 1000")
    connection.execute("COMMIT")
    connection.close()


def _code(number: int) -> str:
    letters = "ABCDEFGHJKMNPQRSTVWXYZ"
    code = ""
    for _ in range(7):
        number, place = divmod(number, len(letters))
        code = letters[place] + code
    return "B" + code


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Do all measurements."""
    database = folder / "heckmeck.db"
    server = Process(folder, None)
    alone = await _ready(server)
    empty = server.memory
    server.stop()
    tell("tables are written")
    for desk, first, number in (
        (quiet_table(), 0, args.tables - args.active),
        (active_table(), args.tables, args.active),
    ):
        await keep(desk, database)
        await asyncio.to_thread(multiply, database, desk.table.code, first, number)
    tell("the server starts")
    try:
        ready = await _ready(server)
        began = perf_counter()
        async with httpx.AsyncClient(timeout=120, base_url=f"http://127.0.0.1:{server.port}") as client:
            (await client.get(f"/api/tables/{_code(7)}")).raise_for_status()
        asked = perf_counter() - began
        await asyncio.sleep(SETTLED)
        grid.add_row("tables", f"{args.tables:,}", f"{args.active:,} with a timer")
        grid.add_row("ready", f"after {ready:.2f} s", f"without tables after {alone:.2f} s")
        grid.add_row("a table that somebody asks for then", f"after {asked:.2f} s", "")
        grid.add_row("memory", f"{server.memory / 1e6:.0f} MB", f"without tables {empty / 1e6:.0f} MB")
        grid.add_row("processor time", f"{server.seconds:.1f} s", f"in the first {SETTLED:.0f} s")
    finally:
        server.stop()


async def _ready(server: Process) -> float:
    """Start a server, and return the seconds until it reports that it is ready."""
    began = perf_counter()
    server.start()
    async with httpx.AsyncClient(timeout=120) as client:
        (await client.get(f"http://127.0.0.1:{server.port}/readyz")).raise_for_status()
    return perf_counter() - began

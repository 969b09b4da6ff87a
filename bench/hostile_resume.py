"""Resume at a table with a long log: the cost of one resume, and how many from one address affect a victim elsewhere.

Half of the attackers read everything from the first entry on, the other half disconnect at once.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.hostile_victim import Memory, Victim, attacked, dial, keep, long_log, read_to_welcome
from bench.server_process import tell
from rich.table import Table as Grid


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--entries", type=int, default=20_000, help="in the log")
    parser.add_argument("--missed", type=int, default=100)
    parser.add_argument("--rate", type=float, default=5, help="resumes a second")
    parser.add_argument("--seconds", type=float, default=15)


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Do all measurements."""
    tell("a long log is written")
    desk = long_log(args.entries)
    await keep(desk, folder / "heckmeck.db")
    code, seq = desk.table.code, desk.table.seq
    grid.add_row("log", f"{seq:,} entries", f"{desk.table.number} games")
    async with attacked(folder) as server:
        victim = Victim(server)
        await victim.sit_down()
        await _resume(server.port, f"/ws/{code}")
        tell("one client resumes")
        nothing = await _median(server.port, f"/ws/{code}")
        some = await _median(server.port, f"/ws/{code}?since={seq - args.missed}")
        began = perf_counter()
        size = await _resume(server.port, f"/ws/{code}?since=0")
        grid.add_row("connect without resuming", f"{1000 * nothing:.1f} ms", "")
        grid.add_row(f"resume of {args.missed} missed", f"{1000 * some:.1f} ms", f"{some / nothing:.1f} × as long")
        grid.add_row("resume of all", f"{perf_counter() - began:.2f} s", f"{size / 1e6:.1f} MB")
        tell("the victim plays in peace")
        grid.add_row("victim in peace", *_latency(await victim.play(args.seconds)))
        memory = Memory(server)
        tell("many resume")
        attack = asyncio.create_task(_attack(server.port, f"/ws/{code}?since=0", args.rate))
        grid.add_row(f"victim during {args.rate:g} resumes a second", *_latency(await victim.play(args.seconds)))
        attack.cancel()
        await asyncio.sleep(5)
        grid.add_row("victim afterwards", *_latency(await victim.play(5)))
        for row in memory.rows():
            grid.add_row(*row)
        victim.load.close()


def _latency(found: tuple[float, float]) -> tuple[str, str]:
    return f"p50 {found[0]:.1f} ms", f"p95 {found[1]:.1f} ms"


async def _resume(port: int, path: str) -> int:
    reader, writer = await dial(port, path)
    try:
        return await read_to_welcome(reader)
    finally:
        writer.transport.abort()


async def _median(port: int, path: str, times: int = 9) -> float:
    found = []
    for _ in range(times):
        began = perf_counter()
        await _resume(port, path)
        found.append(perf_counter() - began)
        await asyncio.sleep(0.3)  # within the limit of new connections
    return median(found)


async def _attack(port: int, path: str, rate: float) -> None:
    tasks: set[asyncio.Task[None]] = set()
    number = 0
    try:
        while True:
            number += 1
            task = asyncio.create_task(_one(port, path, leaves=number % 2 == 0))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            await asyncio.sleep(1 / rate)
    finally:
        for task in tasks:
            task.cancel()


async def _one(port: int, path: str, *, leaves: bool) -> None:
    try:
        reader, writer = await dial(port, path)
        try:
            await (reader.read(2**10) if leaves else read_to_welcome(reader))
        finally:
            writer.transport.abort()
    except ConnectionError:
        pass  # too many at once

"""Request a long log and read nothing: the cost, when the client is disconnected, and what a victim notices."""

from __future__ import annotations

import argparse
import asyncio
import re
from pathlib import Path
from time import perf_counter

import httpx
from bench.hostile_victim import Memory, Victim, attacked, dial, keep, long_log
from bench.server_process import Process, tell
from rich.table import Table as Grid


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--entries", type=int, default=20_000, help="in the log")
    parser.add_argument("--readers", type=int, default=100)


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Do all measurements."""
    tell("a long log is written")
    desk = long_log(args.entries)
    await keep(desk, folder / "heckmeck.db")
    path = f"/ws/{desk.table.code}?since=0"
    async with attacked(folder) as server:
        victim = Victim(server)
        await victim.sit_down()
        tell("the victim plays in peace")
        p50, p95 = await victim.play(5)
        grid.add_row("victim in peace", f"p50 {p50:.1f} ms", f"p95 {p95:.1f} ms")
        memory, own = Memory(server), await _sockets(server)
        tell("readers connect and stall")
        began, writers = perf_counter(), []
        playing = asyncio.create_task(victim.play(args.readers / 4 + 10))
        for _ in range(args.readers):
            reader, writer = await dial(server.port, path, 4096)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writers.append((reader, writer))
            await asyncio.sleep(0.25)  # within the limit of new connections
        connected = perf_counter() - began
        p50, p95 = await playing
        grid.add_row(f"victim during {args.readers} stalled readers", f"p50 {p50:.1f} ms", f"p95 {p95:.1f} ms")
        grid.add_row("they connected", f"in {connected:.0f} s", "")
        while (left := await _sockets(server) - own) > 0 and perf_counter() - began < connected + 60:
            await asyncio.sleep(0.5)
        gone = perf_counter() - began - connected
        grid.add_row("readers left", f"{left}", f"{gone:.0f} s after the last one connected")
        for row in memory.rows():
            grid.add_row(*row)
        for _, writer in writers:
            writer.transport.abort()
        victim.load.close()


async def _sockets(server: Process) -> int:
    async with httpx.AsyncClient(timeout=120) as client:
        text = (await client.get(f"http://127.0.0.1:{server.port}/metrics")).text
    found = re.search(r"^heckmeck_sockets(?:\{[^}]*\})? (\S+)", text, re.MULTILINE)
    assert found is not None
    return int(float(found[1]))

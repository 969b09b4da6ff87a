"""The server under attack, the victim that plays on it, and a table with a long log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path
from random import Random
from statistics import quantiles

from bench.hostile_clients import ATTACKER, HOME, Streams, open_from, upgrade
from bench.server_process import Process, set_up
from bench.wire_load import Load

from heckmeck.server.store.connect import connect
from heckmeck.server.table import messages
from heckmeck.server.table.messages import Plan
from helpers.tables import ANN, BO, Desk

RATE = 20
"""Moves of the victim a second."""
CODE = "BBBBBBBB"
AT_ONCE = 500
"""Number of entries that are stored together."""


def long_log(entries: int) -> Desk:
    """Return a table with about this many entries: consecutive games of two people, the last one unfinished."""
    desk = Desk(Plan("bratwurmeck", 2), code=CODE).begun(ANN, BO)
    desk.source = Random(1)
    while desk.table.seq < entries:
        if desk.table.phase == "over":
            desk.do(ANN, messages.Start)
        desk.step()
    while desk.table.phase == "over":
        desk.do(ANN, messages.Start)
    return desk


async def keep(desk: Desk, database: Path) -> None:
    """Store a table, many entries at a time."""
    from heckmeck.server.live.log_reader import read_log
    from heckmeck.server.table.projections import project

    store = connect(str(database))
    await store.open("process", lambda table, seq: None)
    steps = [(step.row, project(step.before, step.entry, step.after, bytes([(step.after.number - 1) % 256]) * 32))
             for step in read_log(desk.rows)]  # fmt: skip
    for place in range(0, len(steps), AT_ONCE):
        await asyncio.gather(*(store.append(row, changes) for row, changes in steps[place : place + AT_ONCE]))
    await store.close()


@asynccontextmanager
async def attacked(
    folder: Path,
    checkout: Path | None = None,
    *,
    database: str | None = None,
    environment: Mapping[str, str] | None = None,
    within: Sequence[str] = (),
    program: Sequence[str] = ("-m", "heckmeck"),
    log: Path | None = None,
) -> AsyncIterator[Process]:
    """Run a server that also limits its own machine, as if attackers and victims were remote.

    The arguments are those of its `Process`.
    """
    server = Process(
        folder,
        database,
        checkout=checkout,
        environment={"HECKMECK_LIMIT_LOCAL": "yes", **(environment or {})},
        within=within,
        program=program,
        log=log,
    )
    try:
        await asyncio.to_thread(server.start)
        yield server
    finally:
        if server.process is not None:
            await asyncio.to_thread(server.stop)


NO_LIMITS = {"HECKMECK_LIMIT_LOCAL": "no"}
"""The environment of a server that does not limit its own machine."""


class Victim:
    """Players at a separate table, whose moves are measured."""

    def __init__(self, server: Process) -> None:
        self.server = server
        self.load: Load

    async def sit_down(self) -> None:
        """Open the table and connect."""
        tokens, codes = await set_up(self.server, 1)
        self.load = Load(self.server.socket_port, tokens)
        await self.load.connect(codes)

    async def play(self, seconds: float) -> tuple[float, float]:
        """Make moves; return the median of the latencies and their 95th percentile in milliseconds."""
        await self.load.at_rate(RATE, seconds)
        if len(self.load.latencies) < 2:
            return inf, inf
        cuts = quantiles(self.load.latencies, n=100)
        return 1000 * cuts[49], 1000 * cuts[94]


async def dial(port: int, path: str, receive_buffer: int | None = None, more: str = "") -> Streams:
    """Open a WebSocket as an attacker, with `more` header lines in the request."""
    reader, writer = await open_from(ATTACKER, port, receive_buffer)
    writer.write(upgrade(port, path, f"Origin: http://{HOME}:{port}", *more.splitlines()))
    return reader, writer


async def read_to_welcome(reader: asyncio.StreamReader) -> int:
    """Read until the welcome has begun; return the number of bytes."""
    size, last = 0, b""
    while data := await reader.read(2**16):
        size += len(data)
        if b'"type":"welcome"' in last + data:
            return size
        last = data[-200:]
    raise ConnectionError(f"the connection ended before the welcome: {last!r}")


class Memory:
    """The memory of a server while something happens."""

    def __init__(self, server: Process) -> None:
        self._server = server
        self.before = server.memory
        self.peak = self.before
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            self.peak = max(self.peak, self._server.memory)
            await asyncio.sleep(0.05)

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield the lines to print at the end."""
        self._task.cancel()
        now = self._server.memory
        yield "memory", f"{self.peak / 1e6:.0f} MB at most", f"{self.before / 1e6:.0f} MB before, {now / 1e6:.0f} after"

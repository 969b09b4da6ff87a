"""Compare network engines for the server: full speed, latency, memory, and behaviour under attack.

The engines are uvicorn's own WebSockets (`websockets-sansio`) and granian, which run a plain ASGI application
(`plain_asgi.py`), and picows (`plain_picows.py`). Their applications limit messages only: frames that are no messages
and slow handshakes are left to the engine.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple, TypeVar

from bench.server_attacks import PINGS, UPGRADES, Attacked, attack
from bench.server_process import SEATS, Process, set_up, tell
from bench.server_variants import AGAIN, AS_IT_IS, Variant, compare, figures, in_turn
from bench.wire_load import Load
from rich.table import Table as Grid

T = TypeVar("T")

RATIOS = "beside the first:\nmoves, µs"
SATURATING = 1000
"""Maximum number of sockets at full speed, where the servers of all engines run at the same time."""
WARM_UP = 3.0
"""Seconds of the steady load that are not counted."""
ENOUGH = 0.98
"""Share of the moves that were asked for below which the number that was made is shown."""
PATIENCE = 120.0
"""Seconds after which the measurement of an engine is given up."""


class Engine(NamedTuple):
    """How to start a server on a network engine."""

    name: str
    program: Sequence[str] = ("-m", "heckmeck")
    supervised: bool = False
    checkout: Path | None = None

    def process(self, folder: Path) -> Process:
        """Return a server that has not been started."""
        return Process(folder, None, checkout=self.checkout, program=self.program, supervised=self.supervised)

    def target(self, folder: Path) -> Process:
        """Return a server to attack, which limits its own machine. Its log, of up to a million lines, is not shown."""
        server = self.process(folder)
        server.environment = {"HECKMECK_LIMIT_LOCAL": "yes"}
        server.log = Path(os.devnull)
        return server


class Rated(NamedTuple):
    """A server under a steady load."""

    p50: float
    """Milliseconds until a move is answered."""
    p99: float
    made: float
    """Moves a second."""
    memory: float
    """Bytes a socket."""


def engines(checkout: Path | None) -> list[Engine]:
    """Return all engines: the server of another checkout first, if there is one, and this one twice."""
    serve = str(Path(__file__).with_name("serve_engine.py"))
    return [
        *([Engine(f"of {checkout.name}", checkout=checkout)] if checkout else []),
        Engine(AS_IT_IS),
        Engine(AGAIN),
        Engine("uvicorn's own WebSockets, plain ASGI", (serve, "uvicorn")),
        Engine("granian, plain ASGI", (serve, "granian"), supervised=True),
        Engine("picows, sockets only, on a second port", (serve, "picows")),
    ]


class Found(NamedTuple):
    """What was measured of one engine."""

    variant: Variant
    """At full speed."""
    rated: list[Rated]
    attacked: list[Attacked]
    """One, or none if the server failed."""
    failures: list[str]


async def compare_engines(
    compared: Sequence[Engine], folder: Path, sockets: int, rate: int, seconds: float, rounds: int
) -> Grid:
    """Measure all engines, and return a table with a row for each.

    At full speed they are compared in turns. Under a steady load and under attack each has a fresh server and is alone.
    """
    made = [
        Found(Variant(engine.name, engine.process(folder / f"{number}-fast")), [], [], [])
        for number, engine in enumerate(compared)
    ]
    tell(f"{len(compared)} engines at full speed, {rounds + 1} rounds")
    await compare([found.variant for found in made], min(sockets, SATURATING), seconds, rounds)
    for number in range(rounds):
        for place, (engine, found) in in_turn(list(enumerate(zip(compared, made, strict=True))), number):
            tell(f"{rate:,} moves a second, round {number + 1} of {rounds}: {engine.name}")
            server = engine.process(folder / f"{place}-steady-{number}")
            await _measure(server, lambda server: _steady(server, sockets, rate, seconds), found.rated, found.failures)
    for place, (engine, found) in enumerate(zip(compared, made, strict=True)):
        tell(f"attacks: {engine.name}")
        server = engine.target(folder / f"{place}-attacked")
        await _measure(server, attack, found.attacked, found.failures)
    return _describe(made, sockets, rate)


async def _measure(
    server: Process, measure: Callable[[Process], Awaitable[T]], results: list[T], failures: list[str]
) -> None:
    """Start a server, measure it, and stop it. A failure is kept and does not end the measurement of other engines."""
    server.folder.mkdir()
    server.start()
    try:
        async with asyncio.timeout(PATIENCE):
            results.append(await measure(server))
    except (Exception, SystemExit) as error:
        failures.append(f"{type(error).__name__}: {error}")
    finally:
        if server.is_running:
            await asyncio.to_thread(server.end)


async def _steady(server: Process, sockets: int, rate: int, seconds: float) -> Rated:
    """Measure the latency of moves at a steady rate, and the memory of the sockets."""
    tokens, codes = await set_up(server, sockets // SEATS)
    before = server.memory
    load = Load(server.socket_port, tokens)
    try:
        await load.connect(codes)
        await load.at_rate(rate, WARM_UP)
        made = await load.at_rate(rate, seconds)
        cuts = quantiles(load.latencies, n=100)
        return Rated(1000 * cuts[49], 1000 * cuts[98], made, (server.memory - before) / sockets)
    finally:
        load.close()


def _describe(made: Sequence[Found], sockets: int, rate: int) -> Grid:
    grid = Grid(show_lines=True)
    grid.add_column("engine")
    for title in (
        "flat out, moves a second", "µs of a core a move", RATIOS,
        f"p50, p99 in ms: {rate:,} moves a second, {sockets:,} sockets", "KB a socket",
        f"{UPGRADES} upgrades with a body: status, connection", f"a socket that pings for {PINGS:.0f} s",
        "p95 of a victim in ms: before, during", "flood of commands: gone after the bye", "stop with upgrades open",
    ):  # fmt: skip
        grid.add_column(title, no_wrap=title == RATIOS)
    for found in made:
        rate_cell, cost, *ratios = figures(found.variant, made[0].variant)
        grid.add_row(
            found.variant.name,
            rate_cell,
            cost,
            "\n".join(ratios),
            *_steady_cells(found.rated, rate),
            *(found.attacked[0] if found.attacked else ("failed",)),
        )
    for found in made:
        for failure in found.failures:
            tell(f"{found.variant.name} failed: {failure}")
    return grid


def _steady_cells(rated: Sequence[Rated], rate: int) -> tuple[str, str]:
    """Return the medians of the latencies, and of the memory. A rate that was not reached is named."""
    if not rated:
        return "failed", "failed"
    made = median(each.made for each in rated)
    latency = f"{median(each.p50 for each in rated):.1f}, {median(each.p99 for each in rated):.1f}"
    fewer = f" ({made:,.0f} made)" if made < ENOUGH * rate else ""
    return latency + fewer, f"{median(each.memory for each in rated) / 1024:.1f}"

"""Open many silent connections, and check whether a server still serves other clients.

The server runs with the usual limit of open files, 1,024, which it cannot raise unless `--hard` is more. Before, during
and after the attack a player who is connected gives commands, and visitors ask for the list of tables and connect to
the table; each of them gives up after some seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import httpx
from rich.table import Table as Grid

from helpers.wire import Api, Client, Server

PATIENCE = 5.0
"""Seconds after which a client gives up."""
PLAN = {"plan": {"game": "bratwurmeck", "seats": 2}}


async def timed(count: int, attempt: Callable[[], Awaitable[object]]) -> tuple[int, float]:
    """Return how many of some attempts succeeded, and the 95th percentile of their milliseconds."""
    served, seconds = 0, list[float]()
    for _ in range(count):
        began = perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await attempt()
            served += 1
        except Exception:  # any error means that the client was not served
            if perf_counter() - began >= PATIENCE:
                seconds += [PATIENCE] * (count - len(seconds))
                break  # the others would wait as long
        seconds.append(perf_counter() - began)
    return served, 1000 * quantiles(seconds, n=20)[-1]


async def try_all(server: Server, player: Client, count: int) -> dict[str, tuple[int, float]]:
    """Let the player send commands, and visitors list tables and connect."""

    async def say() -> None:
        assert (await player.do("react", seat=0, reaction="clap"))["type"] == "done"

    async def load() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as browser:
            assert (await browser.get("/api/tables")).status_code == 200

    async def join() -> None:
        await (await Client(player.api, player.code).connect()).close()

    return {"commands": await timed(count, say), "pages": await timed(count, load), "joins": await timed(count, join)}


async def attack(server: Server, connections: int, count: int) -> list[tuple[str, dict[str, tuple[int, float]]]]:
    """Return what was measured before, during and after the attack."""
    api = await Api.new(server, "Ann")
    player = await Client(api, (await api.post("/api/tables", PLAN))["code"]).connect()
    await player.sit("Ann")
    found = [("before", await try_all(server, player, count))]
    dials = await asyncio.gather(
        *(asyncio.wait_for(asyncio.open_connection("127.0.0.1", server.port), 10) for _ in range(connections)),
        return_exceptions=True,
    )
    await asyncio.sleep(1)
    found.append(("during", await try_all(server, player, count)))
    for dial in dials:
        if not isinstance(dial, BaseException):
            dial[1].close()
    await asyncio.sleep(1)
    found.append(("after", await try_all(server, player, count)))
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--connections", type=int, default=1400)
    parser.add_argument("--attempts", type=int, default=40, help="of each kind, before, during and after")
    parser.add_argument("--hard", type=int, default=1024, help="the hard limit of open files of the server")


async def measure(args: argparse.Namespace, folder: Path, grid: Grid) -> None:
    """Attack, and report what other clients noticed."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, args.connections + 500), hard))
    within = ("sh", "-c", f'ulimit -Sn 1024 && ulimit -Hn {args.hard} && exec "$@"', "sh")
    with Server(folder / "data", within=within) as server:
        found = await attack(server, args.connections, args.attempts)
        lines = server.log().splitlines()
    for when, parts in found:
        for what, (served, p95) in parts.items():
            grid.add_row(f"{what} {when}", f"{served} of {args.attempts} served", f"p95 {p95:.1f} ms")
    tracebacks = sum("Traceback" in line for line in lines)
    levels = [json.loads(line)["level"] for line in lines if line.startswith("{")]
    warnings = len(levels) - levels.count("info")
    grid.add_row("log", f"{len(lines)} lines", f"{tracebacks} with tracebacks, {warnings} warnings or errors")

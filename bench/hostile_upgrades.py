"""Upgrade requests that are refused or never end: whether they are closed, and what they keep others from."""

from __future__ import annotations

import argparse
import asyncio
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.hostile_clients import (
    ATTACKER,
    PATIENCE,
    Player,
    Streams,
    allow_files,
    drain,
    exchange,
    open_from,
    request,
    upgrade,
)
from bench.hostile_findings import Check, Checks, Finding
from bench.hostile_victim import attacked
from bench.server_process import Process

from helpers.postgres import Cluster, name_of
from helpers.programs import postgresql

PATH = "/ws/ABCDEFGH"
LONG = 9000
"""Number of bytes in a line that is too long for a WebSocket's handshake."""
AT_ONCE = 1.0
"""Seconds after which a refused connection is closed."""
REQUEST_TIME = 30.0
"""Seconds that a request may take to arrive."""
STOP_TIME = 7.0
"""Seconds that a stop may take."""
GAP = 0.002
"""Seconds between two connections: a burst would be dropped by the limit of an address, before a request is read."""
MAX_PLAIN = 50
"""Number of plain connections of one address where slots are few."""
FEW_SLOTS = {
    "HECKMECK_MAX_SOCKETS": "200",
    "HECKMECK_MAX_SOCKETS_PER_ADDRESS": "100",
    "HECKMECK_MAX_PLAIN_CONNECTIONS": "100",
    "HECKMECK_MAX_PLAIN_CONNECTIONS_PER_ADDRESS": str(MAX_PLAIN),
}
FAST_BOTS = {"HECKMECK_BOT_PACE": "0"}
FEW_FILES = ("sh", "-c", 'ulimit -n 1024 && exec "$@"', "sh")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--upgrades", type=int, default=400, help="refused ones at once, with few slots")
    parser.add_argument("--connections", type=int, default=1200, help="of refused upgrades at once, with 1,024 files")
    parser.add_argument("--visitors", type=int, default=20, help="at other addresses")
    parser.add_argument("--no-wait", action="store_true", help="do not wait until half-sent requests are cut")
    parser.add_argument("--no-postgresql", action="store_true", help="stop only a server on SQLite")


def refused_upgrades(port: int) -> dict[str, bytes]:
    """Return requests that no WebSocket can come of, each with and without a key."""
    requests: dict[str, bytes] = {}
    for key, suffix in ((True, ""), (False, ", no key")):
        requests |= {
            f"a body{suffix}": upgrade(port, PATH, "Content-Length: 5", key=key) + b"hello",
            f"no body of 5 bytes{suffix}": upgrade(port, PATH, "Content-Length: 5", key=key),
            f"chunked{suffix}": upgrade(port, PATH, "Transfer-Encoding: chunked", key=key) + b"0\r\n\r\n",
            f"chunked, no chunk{suffix}": upgrade(port, PATH, "Transfer-Encoding: chunked", key=key),
            f"130 fields{suffix}": upgrade(port, PATH, *(f"X-Field-{number}: 1" for number in range(130)), key=key),
            f"a long field{suffix}": upgrade(port, PATH, f"X-Long: {'x' * LONG}", key=key),
            f"a long path{suffix}": upgrade(port, f"/ws/{'A' * LONG}", key=key),
        }
    return requests


async def unfinished_upgrades(args: argparse.Namespace, folder: Path) -> Checks:
    """Upgrade requests that are refused are answered and closed, and half-sent ones are cut."""
    allow_files(args.connections + 1000)
    async with attacked(folder / "data", args.checkout, log=folder / "log", environment=FEW_SLOTS) as server:
        player = await Player.new(server.port)
        _, writer = await player.follow(await player.open_table())
        yield Check("a proper upgrade", "accepted", "accepted", held=True)
        writer.transport.abort()
        async for check in _refused(server.port):
            yield check
        waiting = None if args.no_wait else asyncio.create_task(_half_sent(server.port))
        yield await _limited(server.port)
        async for check in _crowd(args, folder / "slots", args.upgrades, environment=FEW_SLOTS):
            yield check
        async for check in _crowd(args, folder / "files", args.connections, within=FEW_FILES):
            yield check
        for check in [] if waiting is None else await waiting:
            yield check


async def _refused(port: int) -> Checks:
    """Send each refused upgrade once, all at the same time."""
    requests = refused_upgrades(port)
    outcomes = dict(
        zip(requests, await asyncio.gather(*(_outcome(port, each) for each in requests.values())), strict=True)
    )
    yield _all_are("answered with 4xx", {name: each.status // 100 == 4 for name, each in outcomes.items()})
    yield _all_are("closed within 1 s", {name: each.closed for name, each in outcomes.items()})


def _all_are(what: str, results: dict[str, bool]) -> Check:
    wrong = [name for name, right in results.items() if not right]
    names = f", not: {'; '.join(wrong)}" if 0 < len(wrong) < len(results) else ""
    measured = f"{len(results) - len(wrong)} of {len(results)}{names}"
    return Check(f"refused upgrades that are {what}", measured, "all", held=not wrong)


class Outcome(NamedTuple):
    """The result of a request that is refused."""

    status: int
    """0 without an answer."""
    closed: bool
    """Whether the connection was closed at once."""


async def _outcome(port: int, data: bytes) -> Outcome:
    reader, writer = await open_from(ATTACKER, port)
    writer.write(data)
    answer = b""
    try:
        async with asyncio.timeout(AT_ONCE):
            while more := await reader.read(2**16):
                answer += more
        closed = True
    except ConnectionError:
        closed = True
    except TimeoutError:
        closed = False
    writer.transport.abort()
    return Outcome(int(answer.split()[1]) if answer else 0, closed)


async def _limited(port: int) -> Check:
    """Open half-sent upgrades up to the limit of an address and beyond."""
    lines = [await open_from("127.0.0.3", port) for _ in range(100)]
    for _, writer in lines:
        writer.write(f"GET {PATH} HTTP/1.1\r\n".encode())
    left = await _left(lines)
    held = left <= MAX_PLAIN
    return Check("half-sent upgrades of one address", f"{left} of 100 stay", f"at most {MAX_PLAIN}", held=held)


async def _left(lines: list[Streams]) -> int:
    """Return how many connections are open after some seconds, and close those."""
    tasks = [asyncio.create_task(drain(reader)) for reader, _ in lines]
    done, open_ones = await asyncio.wait(tasks, timeout=2)
    for task in open_ones:
        task.cancel()
    for _, writer in lines:
        writer.transport.abort()
    return len(tasks) - len(done)


async def _half_sent(port: int) -> list[Check]:
    """Send parts of upgrades, and measure when they are cut."""
    whole = upgrade(port, PATH, "X-Long: " + "x" * 200)
    body = upgrade(port, PATH, "Content-Length: 200")
    kinds = {
        "nothing": (b"", b""),
        "the first line": (whole[:30], b""),
        "a byte of the head a second": (whole[:30], whole[30:]),
        "a byte of the body a second": (body, b"x" * 200),
    }
    seconds = await asyncio.gather(*(_cut_after(port, first, rest) for first, rest in kinds.values()))
    most = REQUEST_TIME + 3
    return [
        Check(f"an upgrade that sends {kind}", f"open for {time:.1f} s", f"at most {most:.0f} s", held=time <= most)
        for kind, time in zip(kinds, seconds, strict=True)
    ]


async def _cut_after(port: int, first: bytes, rest: bytes) -> float:
    """Send bytes, and more of them one by one; return the seconds until the connection is closed."""
    reader, writer = await open_from("127.0.0.4", port)
    began = perf_counter()
    ended = asyncio.create_task(drain(reader))
    writer.write(first)
    for number in range(int(REQUEST_TIME) + 10):
        if (await asyncio.wait([ended], timeout=1))[0]:
            break
        with suppress(ConnectionError):
            writer.write(rest[number : number + 1])
    ended.cancel()
    writer.transport.abort()
    return perf_counter() - began


async def _crowd(
    args: argparse.Namespace,
    folder: Path,
    count: int,
    *,
    environment: Mapping[str, str] | None = None,
    within: Sequence[str] = (),
) -> Checks:
    """Open many refused upgrades from one address; measure how many stay, and whether others are served."""
    where = f"{count:,} refused upgrades{', 1,024 files' if within else ''}"
    log = folder.with_suffix(".log")
    async with attacked(folder, args.checkout, environment=environment, within=within, log=log) as server:
        player = await Player.new(server.port)
        code = await player.open_table()
        before = await _visits(player, code, args.visitors)
        requests = islice(cycle(refused_upgrades(server.port).values()), count)
        lines = list[Streams]()
        for data in requests:
            if line := await _send(server.port, data):
                lines.append(line)
            await asyncio.sleep(GAP)
        await asyncio.sleep(AT_ONCE)
        during = await _visits(player, code, args.visitors)
        left = await _left(lines)
    yield Check(f"{where}: how many stay", f"{left:,}", "0", held=left == 0)
    for what, served, peace in zip(("pages", "sockets"), during, before, strict=True):
        measured = f"{served} of {args.visitors} served ({peace} before)"
        yield Check(f"… {what} of other addresses", measured, "all", held=served == args.visitors)


async def _send(port: int, data: bytes) -> Streams | None:
    """Send a request of an attacker, if the server accepts the connection in time."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await open_from(ATTACKER, port)
    except (OSError, TimeoutError):
        return None
    writer.write(data)
    return reader, writer


async def _visits(player: Player, code: str, count: int) -> tuple[int, int]:
    """Let visitors at separate addresses load a list and follow a table; return how many of each were served."""
    addresses = [f"127.0.3.{number}" for number in range(1, count + 1)]

    async def load(address: str) -> bool:
        return (await exchange(player.port, request(player.port, "GET", "/api/tables"), address)).status == 200

    async def follow(address: str) -> bool:
        async with asyncio.timeout(PATIENCE / 2):
            _, writer = await Player(player.port, player.token, address).follow(code)
        writer.transport.abort()
        return True

    pages = await asyncio.gather(*map(load, addresses), return_exceptions=True)
    sockets = await asyncio.gather(*map(follow, addresses), return_exceptions=True)
    return pages.count(True), sockets.count(True)


async def stop_in_company(args: argparse.Namespace, folder: Path) -> Checks:
    """A stop (SIGTERM) is clean, whatever connections are open."""
    async for check in _stop(args, folder / "alone", alone=True):
        yield check
    async for check in _stop(args, folder / "sqlite"):
        yield check
    if args.no_postgresql:
        return
    if (program := postgresql()) is None:
        yield Check("a stop on PostgreSQL", "there is no PostgreSQL here", "", held=True)
        return
    cluster = Cluster(program.path.parent)
    try:
        cluster.start()
        database = cluster.new_database()
        async for check in _stop(args, folder / "postgresql", database):
            yield check
        rows = cluster.sql("SELECT COUNT(*) FROM processes", name_of(database))
        yield Check("… its rows in processes", rows, "0", held=rows == "0")
    finally:
        cluster.remove()


async def _stop(args: argparse.Namespace, folder: Path, database: str | None = None, *, alone: bool = False) -> Checks:
    """Stop a server with all kinds of connections, or none of an attacker."""
    log = folder.with_suffix(".log")
    async with attacked(folder, args.checkout, database=database, environment=FAST_BOTS, log=log) as server:
        player = await Player.new(server.port)
        code = await player.open_table(*["greedy"] * 5, seats=5)
        reader, writer = await player.follow(code)
        following = asyncio.create_task(drain(reader))
        lines = [] if alone else await _hold_open(server.port, code)
        await asyncio.sleep(1)
        status, seconds = await _terminate(server)
        following.cancel()
        for _, each in ((reader, writer), *lines):
            each.transport.abort()
    text = log.read_text()
    what = f"a stop on {folder.name}, {len(lines)} hostile connections" if lines else "a stop without an attack"
    # uvicorn stops cleanly and then ends by the signal that it got.
    clean = status in {0, -signal.SIGTERM}
    yield Check(f"{what}: exit status", str(status), "0, or by the signal", held=clean)
    yield Check("… seconds", f"{seconds:.1f}", f"at most {STOP_TIME:.0f}", held=seconds <= STOP_TIME)
    stopped, tracebacks = text.count("heckmeck has stopped"), text.count("Traceback")
    measured = f"{'stopped' if stopped else 'no “heckmeck has stopped”'}, {tracebacks} tracebacks"
    yield Check("… the log", measured, "stopped, 0 tracebacks", held=stopped == 1 and tracebacks == 0)


async def _hold_open(port: int, code: str) -> list[Streams]:
    """Open one connection for each refused upgrade, some half-sent ones, and sockets that read nothing."""
    lines = []
    half_sent = (b"", f"GET {PATH} HTTP/1.1\r\n".encode(), upgrade(port, PATH)[:-2])
    for data in (*refused_upgrades(port).values(), *islice(cycle(half_sent), 9)):
        reader, writer = await open_from(ATTACKER, port)
        writer.write(data)
        lines.append((reader, writer))
    stalled = await Player.new(port, "Eve", ATTACKER)
    for _ in range(5):
        reader, writer = await stalled.follow(code, receive_buffer=4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        lines.append((reader, writer))
    return lines


async def _terminate(server: Process) -> tuple[int | None, float]:
    """Stop a server; return its exit status and the seconds that it took."""
    assert server.process is not None
    began = perf_counter()
    server.process.send_signal(signal.SIGTERM)
    try:
        status: int | None = await asyncio.to_thread(server.process.wait, 3 * STOP_TIME)
    except subprocess.TimeoutExpired:
        status = None
    return status, perf_counter() - began


FINDINGS: dict[str, Finding] = {"F1": unfinished_upgrades, "F2": stop_in_company}

"""Details of HTTP that attackers could use: methods, types, targets and keys, a stop of thinking bots, and trailers."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
from collections import Counter
from pathlib import Path

from bench.hostile_clients import Player, chunked, drain, exchange, request
from bench.hostile_findings import Check, Checks, Finding
from bench.hostile_victim import NO_LIMITS, attacked

JSON = "Content-Type: application/json"
METHODS = {
    "/api/me": {"GET", "POST"},
    "/api/tokens": {"POST", "DELETE"},
    "/api/tables": {"GET", "POST"},
    "/api/me/devices": {"GET", "DELETE"},
}
"""The documented methods of some paths."""
NEW_TABLE = json.dumps({"plan": {"game": "bratwurmeck", "seats": 2}}).encode()
TOKENS = 30
"""Number of tokens that one address gets at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument("--tokens", type=int, default=45, help="that one client behind a proxy asks for")
    parser.add_argument("--stops", type=int, default=3, help="of a server whose bots think")


async def details(args: argparse.Namespace, folder: Path) -> Checks:
    """Methods, types, targets and repeated keys are handled as HTTP demands, and a stop warns of nothing."""
    async with attacked(folder / "data", args.checkout, environment=NO_LIMITS, log=folder / "log") as server:
        player = await Player.new(server.port)
        for method, wanted in (("TRACE", {405}), ("OPTIONS", {200, 204})):
            yield await _allow(player, method, wanted)
        name = json.dumps({"name": "Ann"}).encode()
        for kind, expected in (("application/json; charset=utf-8", 200), ("text/plain", 415)):
            fields = (player.bearer, f"Content-Type: {kind}")
            status = (await exchange(player.port, request(player.port, "POST", "/api/me", *fields, body=name))).status
            yield Check(f"a body of {kind}", str(status), str(expected), held=status == expected)
        for host, statuses in ((f"127.0.0.1:{player.port}", [200]), ("evil.example", [421, 400])):
            status = (await exchange(player.port, request(player.port, "GET", f"http://{host}/api/games"))).status
            yield Check(f"the target http://{host}/", str(status), " or ".join(map(str, statuses)), status in statuses)
        twice = b'{"name": "Ann", "name": "Bo"}'
        reply = await exchange(player.port, request(player.port, "POST", "/api/me", player.bearer, JSON, body=twice))
        yield Check("a repeated key in JSON", str(reply.status), "400", held=reply.status == 400)
    yield await _stop_thinking(args, folder)


async def _allow(player: Player, method: str, wanted: set[int]) -> Check:
    """Ask for the methods of some paths, in one way or the other."""
    replies = {path: await exchange(player.port, request(player.port, method, path)) for path in METHODS}
    wrong = []
    for path, reply in replies.items():
        allowed = {part.strip() for part in reply.headers.get("allow", "").split(",")}
        if reply.status not in wanted or not allowed >= METHODS[path]:
            wrong.append(f"{path}: {reply.status}, {reply.headers.get('allow', 'no Allow')}")
    return Check(f"Allow after {method}", "; ".join(wrong) or "complete", "complete", held=not wrong)


async def _stop_thinking(args: argparse.Namespace, folder: Path) -> Check:
    """Stop servers with their helper processes while bots think and games end; look for failures in their logs."""
    log, environment = folder / "stops.log", {"HECKMECK_BOT_PACE": "0", **NO_LIMITS}
    for number in range(args.stops):
        data = folder / f"data{number}"
        async with attacked(data, args.checkout, environment=environment, log=log) as server:
            player = await Player.new(server.port)
            codes = [await player.open_table(*["greedy"] * 2) for _ in range(8)]
            codes += [await player.open_table(*["sampler"] * 2, game="karteneck") for _ in range(4)]
            lines = [await player.follow(code) for code in codes]
            readers = [asyncio.create_task(drain(reader)) for reader, _ in lines]
            await asyncio.sleep(1 + number)
            assert server.process is not None
            for pid in (server.process.pid, *_children(server.process.pid)):  # as systemd does
                os.kill(pid, signal.SIGTERM)
            await asyncio.to_thread(server.process.wait, 20)
            for task, (_, writer) in zip(readers, lines, strict=True):
                task.cancel()
                writer.transport.abort()
    text = log.read_text()
    broken, tracebacks, stopped = (text.count(each) for each in ("BrokenProcessPool", "Traceback", "has stopped"))
    measured = f"{stopped} stopped, {broken} × BrokenProcessPool, {tracebacks} tracebacks"
    held = (stopped, broken, tracebacks) == (args.stops, 0, 0)
    return Check(f"{args.stops} stops while bots think", measured, f"{args.stops} stopped, no others", held=held)


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    lists = [task.joinpath("children").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]
    return [int(child) for each in lists for child in each.split()]


async def trailers(args: argparse.Namespace, folder: Path) -> Checks:
    """Fields after a chunked body, its trailer, are not part of the head."""
    environment = {"HECKMECK_TRUSTED_PROXIES": "127.0.0.1"}
    async with attacked(folder / "data", args.checkout, environment=environment, log=folder / "log") as server:
        port = server.port
        for what, client, trailer in (
            ("without a trailer", "10.9.9.1", False),
            ("with another address in each trailer", "10.9.9.2", True),
        ):
            statuses = Counter[int]()
            for number in range(args.tokens):
                fields = (f"X-Forwarded-For: 10.8.{number}.1",) if trailer else ()
                head = (JSON, f"X-Forwarded-For: {client}", *(("Trailer: X-Forwarded-For",) if trailer else ()))
                data = chunked(port, "POST", "/api/tokens", *head, body=b'{"name": "Eve"}', trailer=fields)
                statuses[(await exchange(port, data)).status] += 1
            got = statuses[201]
            measured = f"{got} of {args.tokens} got one, {statuses[429]} too fast"
            held = got <= TOKENS and got + statuses[429] == args.tokens
            yield Check(f"tokens for one client {what}", measured, f"at most {TOKENS}", held=held)
        player = await Player.new(port)
        head = (JSON, "X-Forwarded-For: 10.9.9.3")
        ways: dict[str, tuple[tuple[str, ...], tuple[str, ...], int]] = {
            "in the head": ((player.bearer,), (), 201),
            "in the trailer": ((), (player.bearer,), 401),
        }
        for what, (own, trailer_fields, expected) in ways.items():
            data = chunked(port, "POST", "/api/tables", *head, *own, body=NEW_TABLE, trailer=trailer_fields)
            status = (await exchange(port, data)).status
            yield Check(f"a token {what}", str(status), str(expected), held=status == expected)
        yield await _foreign_page(port, player, head)


async def _foreign_page(port: int, player: Player, head: tuple[str, ...]) -> Check:
    """Send what a page of another site would, and a token in the trailer."""
    name = b'{"name": "Ann"}'
    made = await exchange(port, request(port, "POST", "/api/me", *head, body=name))
    cookie = made.headers["set-cookie"].partition(";")[0]
    fields = (*head, f"Cookie: {cookie}", "Origin: http://evil.example")
    status = (
        await exchange(port, chunked(port, "POST", "/api/me", *fields, body=name, trailer=(player.bearer,)))
    ).status
    return Check("a foreign page with a token in the trailer", str(status), "403", held=status == 403)


FINDINGS: dict[str, Finding] = {"F9": details, "F11": trailers}

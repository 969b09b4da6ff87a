"""Floods of frames on WebSockets: how soon they are cut off, and what a victim at another address notices.

Each flood is a separate process, so that it does not take the processor time of the victim's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import selectors
import socket
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.hostile_clients import (
    ATTACKER,
    CLOSE,
    CONTINUATION,
    HOME,
    PATIENCE,
    PING,
    PONG,
    TEXT,
    Frames,
    Player,
    command,
    frame,
    upgrade,
)
from bench.hostile_findings import Check, Checks, Finding
from bench.hostile_victim import Victim, attacked

BLOCK = 64 * 1024
"""About the number of bytes that a flood sends at a time."""
CUT_TIME = 2.0
"""Seconds after which a flood, or a client that was sent a `bye`, has to be disconnected."""
MARGIN = 20.0
"""Milliseconds that the 95th percentile of the victim's latencies may be more than twice that without a flood."""

CONTROL_FRAMES = {
    "pings of 0 bytes": frame(PING),
    "pings of 125 bytes": frame(PING, bytes(125)),
    "pongs of 0 bytes": frame(PONG),
    "pongs of 125 bytes": frame(PONG, bytes(125)),
    "empty fragments": frame(CONTINUATION, final=False),
}
COMMANDS = {
    "bad messages": frame(TEXT, b"x"),
    "moves": frame(TEXT, json.dumps(command("move", seq=1, move="roll")).encode()),
    "pings in JSON": frame(TEXT, b'{"type":"ping"}'),
}
BROKEN = {"a frame of no known kind": frame(0x3), "a message that is too long": frame(TEXT, bytes(9000))}
"""What breaks the protocol, so that the server sends a Close frame."""
BEGUN = frame(TEXT, b"{", final=False)
"""The first frame of a message that has no end."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    parser.add_argument(
        "--flood", type=float, default=4, help="seconds of each flood of control frames, if not cut off"
    )
    parser.add_argument("--command-flood", type=float, default=12, help="seconds of each flood of commands")
    parser.add_argument("--sockets", type=int, default=20, help="of one address at the same time")
    parser.add_argument("--processes", type=int, default=1, help="that share these sockets")
    parser.add_argument("--reconnect", action="store_true", help="open a new socket when one is cut off")


class Plan(NamedTuple):
    """What a flood does."""

    port: int
    path: str
    bearer: str
    first: bytes
    frame: bytes
    sockets: int
    seconds: float
    reconnect: bool


class Flooded(NamedTuple):
    """What became of one socket of a flood."""

    frames: int
    """Number of frames that the system took over for sending."""
    cut: float | None
    """Seconds until it was disconnected; None if it was not."""
    bye: bool
    """Whether a `bye` arrived, which can be lost when the connection is closed."""


class Line:
    """One socket of a flood."""

    def __init__(self, plan: Plan) -> None:
        self.sock = socket.create_connection((HOME, plan.port), PATIENCE, (ATTACKER, 0))
        self.sock.sendall(upgrade(plan.port, plan.path, plan.bearer))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            if not (byte := self.sock.recv(1)):
                raise ConnectionError(head.decode())
            head += byte
        if not head.startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(head.decode())
        self.sock.sendall(plan.first)
        self.sock.setblocking(False)
        self.began = perf_counter()
        self._size = len(plan.frame)
        self._block = memoryview(plan.frame * (BLOCK // self._size))
        self._at = 0
        self._sent = 0
        self._bye = False
        self._frames = Frames()

    def proceed(self, events: int) -> None:
        """Read and send as much as possible. Raise ConnectionError when the server has disconnected."""
        if events & selectors.EVENT_READ:
            if not (data := self.sock.recv(BLOCK)):
                raise ConnectionError
            for opcode, payload in self._frames.feed(data):
                self._bye = self._bye or (opcode == TEXT and b'"type":"bye"' in payload)
        if events & selectors.EVENT_WRITE:
            with suppress(BlockingIOError):
                sent = self.sock.send(self._block[self._at :])
                self._at = (self._at + sent) % len(self._block)
                self._sent += sent

    def close(self, *, cut: bool) -> Flooded:
        """Close the socket, and describe what became of it."""
        self.sock.close()
        return Flooded(self._sent // self._size, perf_counter() - self.began if cut else None, self._bye)


def run_flood(plan: Plan, result: Connection) -> None:
    """Flood a server until all sockets are cut off or the time is over. This is a separate process."""
    ready, ended = selectors.DefaultSelector(), list[Flooded]()

    def connect() -> None:
        line = Line(plan)
        ready.register(line.sock, selectors.EVENT_READ | selectors.EVENT_WRITE, line)

    for _ in range(plan.sockets):
        connect()
    until = perf_counter() + plan.seconds
    while ready.get_map() and perf_counter() < until:
        for key, events in ready.select(0.1):
            line: Line = key.data
            try:
                line.proceed(events)
            except ConnectionError:
                ready.unregister(line.sock)
                ended.append(line.close(cut=True))
                if plan.reconnect:
                    with suppress(OSError):  # the server refuses it
                        connect()
    lines: list[Line] = [key.data for key in ready.get_map().values()]
    # A new connection in the place of another one may not have had the time to be cut off.
    ended += [line.close(cut=False) for line in lines if perf_counter() - line.began > CUT_TIME]
    result.send(ended)
    result.close()


def spin(seconds: float) -> None:
    """Take processor time, as a flood does."""
    until = perf_counter() + seconds
    while perf_counter() < until:
        pass


async def flood(plan: Plan, processes: int = 1) -> list[Flooded]:
    """Let processes share the sockets of a flood, and return what became of each."""
    context = multiprocessing.get_context("spawn")
    started = []
    for number in range(processes):
        ours, theirs = context.Pipe(duplex=False)
        sockets = len(range(number, plan.sockets, processes))
        process = context.Process(target=run_flood, args=(plan._replace(sockets=sockets), theirs), daemon=True)
        process.start()
        theirs.close()
        started.append((process, ours))
    try:
        parts: list[list[Flooded]] = [await asyncio.to_thread(ours.recv) for _, ours in started]
    finally:
        for process, _ in started:
            process.kill()
            process.join()
    return [each for part in parts for each in part]


async def control_frames(args: argparse.Namespace, folder: Path) -> Checks:
    """Floods of control frames and empty fragments are cut off, and no victim waits for them."""
    async with attacked(folder / "data", args.checkout, log=folder / "log") as server:
        victim = Victim(server)
        await victim.sit_down()
        eve = await Player.new(server.port, "Eve", ATTACKER)
        code = await eve.open_table()
        quiet = (await victim.play(args.flood))[1]
        spinning = multiprocessing.get_context("spawn").Process(target=spin, args=(args.flood,), daemon=True)
        spinning.start()
        spun = (await victim.play(args.flood))[1]
        spinning.join()
        yield Check(
            "the victim without a flood", f"p95 {quiet:.1f} ms; {spun:.1f} ms while a process spins", "", held=True
        )
        most = 2 * max(quiet, spun) + MARGIN

        async def attack(kind: str, sockets: int) -> Checks:
            begun = BEGUN if kind == "empty fragments" else b""
            plan = Plan(
                server.port, f"/ws/{code}", eve.bearer, begun, CONTROL_FRAMES[kind], sockets, args.flood, args.reconnect
            )
            attacking = asyncio.create_task(flood(plan, min(args.processes, sockets)))
            await asyncio.sleep(0.5)  # the process starts
            p95 = (await victim.play(args.flood))[1]
            done = await attacking
            what = f"{sockets} socket{'s' if sockets > 1 else ''}, {kind}"
            yield _cut_off(what, done)
            yield Check("… the victim", f"p95 {p95:.1f} ms", f"at most {most:.1f} ms", held=p95 <= most)

        for kind in CONTROL_FRAMES:
            async for check in attack(kind, 1):
                yield check
        for kind in ("pings of 0 bytes", "pings of 125 bytes"):
            async for check in attack(kind, args.sockets):
                yield check
        victim.load.close()


def _cut_off(what: str, sockets: list[Flooded]) -> Check:
    """Describe a flood."""
    times = [each.cut for each in sockets if each.cut is not None]
    left, frames = len(sockets) - len(times), sum(each.frames for each in sockets)
    when = f"cut after {max(times):.2f} s" if times else "never cut"
    others = f", {left} never" if left and times else ""
    measured = f"{when}{others}; {frames:,} frames; {sum(each.bye for each in sockets)} of {len(sockets)} saw a bye"
    held = not left and max(times, default=0.0) <= CUT_TIME
    return Check(what, measured, f"cut within {CUT_TIME:.0f} s", held=held)


async def commands(args: argparse.Namespace, folder: Path) -> Checks:
    """Clients that send too many commands are disconnected soon after their `bye`, and nothing follows a Close."""
    environment = {"HECKMECK_BOT_PACE": "200"}
    async with attacked(folder / "data", args.checkout, environment=environment, log=folder / "log") as server:
        victim = Victim(server)
        await victim.sit_down()
        eve = await Player.new(server.port, "Eve", ATTACKER)
        code = await eve.open_table()
        peace = (await victim.play(args.flood))[1]
        for kind, data in COMMANDS.items():
            plan = Plan(server.port, f"/ws/{code}", eve.bearer, b"", data, 1, args.command_flood, reconnect=False)
            attacking = asyncio.create_task(flood(plan))
            await asyncio.sleep(0.5)
            p95 = (await victim.play(args.flood))[1]
            check = _cut_off(f"a flood of {kind}", await attacking)
            yield check._replace(measured=f"{check.measured}; victim's p95 {p95:.1f} ms ({peace:.1f} in peace)")
        victim.load.close()
        bots = await eve.open_table(*["greedy"] * 5, seats=5)
        farewell = await _farewell(eve, bots, COMMANDS["pings in JSON"] * 200)
        yield Check("200 pings, and then silence", farewell.said, "bye, Close", held=farewell.said == "bye, Close")
        yield Check("… is disconnected", farewell.time, f"within {CUT_TIME:.0f} s of it", held=farewell.in_time)
        yield Check("… data after the Close", f"{farewell.after} frames", "0 frames", held=farewell.after == 0)
        for what, data in BROKEN.items():
            reaction = frame(TEXT, json.dumps(command("react", seat=0, reaction="clap")).encode())
            farewell = await _farewell(eve, await _own_seat(eve), reaction, data)
            measured = f"{farewell.said}, then {farewell.after} frames"
            yield Check(f"a command, and {what}", measured, "Close, then 0 frames", held=not farewell.after)


async def _own_seat(player: Player) -> str:
    code = await player.open_table()
    await player.do(code, "sit", name="Eve")
    return code


class Farewell(NamedTuple):
    """How the server ended a connection."""

    said: str
    """Whether there was a `bye`, and a Close frame."""
    time: str
    """When the connection was closed, after the `bye` or else the Close frame."""
    in_time: bool
    after: int
    """Number of data frames after the Close frame (RFC 6455, 5.5.1: there must be none)."""


async def _farewell(player: Player, code: str, *parts: bytes) -> Farewell:
    """Follow a table, send these bytes, and read everything to the end without answering the Close frame."""
    reader, writer = await player.follow(code)
    frames, opcodes = Frames(), list[int]()
    bye = closing = ended = 0.0
    for part in parts:
        writer.write(part)
        await asyncio.sleep(0)  # so that they are sent separately
    try:
        async with asyncio.timeout(1.5 * PATIENCE):
            while data := await reader.read(BLOCK):
                for opcode, payload in frames.feed(data):
                    bye = bye or (perf_counter() if b'"type":"bye"' in payload else 0.0)
                    closing = closing or (perf_counter() if opcode == CLOSE else 0.0)
                    opcodes.append(opcode)
        ended = perf_counter()
    except ConnectionError:
        ended = perf_counter()
    except TimeoutError:
        pass
    writer.transport.abort()
    said = ", ".join(name for name, at in (("bye", bye), ("Close", closing)) if at) or "nothing"
    seconds = ended - (bye or closing) if ended and closing else None
    after = opcodes[opcodes.index(CLOSE) :] if closing else []
    time = "never" if seconds is None else f"after {seconds:.1f} s"
    in_time = seconds is not None and seconds <= CUT_TIME
    return Farewell(said, time, in_time, sum(opcode in (CONTINUATION, TEXT) for opcode in after))


FINDINGS: dict[str, Finding] = {"F4": control_frames, "F5": commands}

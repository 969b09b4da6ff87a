"""Four short attacks on a server, each by one client: unfinished upgrades, pings, a flood of commands, and a stop."""

from __future__ import annotations

import asyncio
import select
import signal
import socket
from asyncio import StreamReader, StreamWriter
from collections import Counter
from math import isfinite
from time import perf_counter
from typing import NamedTuple

from bench.hostile_clients import ATTACKER, HOME, upgrade
from bench.hostile_victim import Victim, dial
from bench.server_process import Process, set_up
from bench.wire_load import masked

UPGRADES = 50
UPGRADE_PATIENCE = 2.0
"""Seconds after which an upgrade that was neither refused nor closed counts as open."""
QUIET = 3.0
"""Seconds that the victim plays in peace."""
PINGS = 5.0
"""Seconds of pings."""
FLOOD_PATIENCE = 15.0
"""Seconds after which a flood of commands is given up."""

PING = masked(0x89, b"")
COMMAND = masked(0x81, b'{"type":"react","id":"flood-flood","seat":0,"reaction":"clap"}')
BYE = b'"type":"bye"'


class Attacked(NamedTuple):
    """How a server behaved, in words."""

    upgrades: str
    pings: str
    victim: str
    flood: str
    stop: str


class Flood(NamedTuple):
    """The end of a flood of frames."""

    bye: float | None
    """Seconds until the server said why it disconnects the client; None if it did not."""
    gone: float | None
    """Seconds until the connection was gone; None if it was still open at the end."""


async def attack(server: Process) -> Attacked:
    """Attack a server that limits its own machine, and stop it."""
    victim = Victim(server)
    await victim.sit_down()
    tokens, (code,) = await set_up(server, 1)
    path = f"/ws/{code}"
    _, quiet = await victim.play(QUIET)
    pings, (_, during) = await asyncio.gather(
        asyncio.to_thread(flood, server.socket_port, path, tokens[0], PING, PINGS), victim.play(PINGS)
    )
    commands = await asyncio.to_thread(flood, server.socket_port, path, tokens[0], COMMAND, FLOOD_PATIENCE)
    upgrades = await _upgrade(server.socket_port, path)
    held = [await _dial_with_body(server.socket_port, path) for _ in range(UPGRADES)]
    await asyncio.sleep(1)
    status, seconds = await asyncio.to_thread(server.end)
    for _, writer in held:
        writer.transport.abort()
    victim.load.close()
    return Attacked(
        upgrades,
        "not cut" if pings.gone is None else f"cut after {pings.gone:.1f} s",
        f"{quiet:.1f}, then " + (f"{during:.1f}" if isfinite(during) else "no answers"),
        _describe_flood(commands),
        f"killed after {seconds:.0f} s" if status is None else f"{_describe_status(status)}, {seconds:.1f} s",
    )


def flood(port: int, path: str, token: str, frame: bytes, seconds: float) -> Flood:
    """Send a frame again and again, as fast as the server takes it, and read everything.

    It runs in a thread, because the loop of the victim's players sleeps between its checks.
    """
    with socket.create_connection(("127.0.0.1", port), source_address=(ATTACKER, 0)) as sock:
        sock.sendall(upgrade(port, path, f"Authorization: Bearer {token}", f"Origin: http://{HOME}:{port}"))
        answer = sock.recv(2**16)
        assert answer.startswith(b"HTTP/1.1 101"), answer
        sock.setblocking(False)
        poll = select.poll()
        poll.register(sock, select.POLLIN | select.POLLOUT)
        stream, place, last, bye = memoryview(frame * (2**16 // len(frame))), 0, answer, None
        began = perf_counter()
        while (passed := perf_counter() - began) < seconds:
            (_, events), *_ = poll.poll(100) or [(0, 0)]
            try:
                if events & ~select.POLLOUT:
                    data = sock.recv(2**16)
                    if not data:
                        return Flood(bye, passed)
                    if bye is None and BYE in last + data:
                        bye = passed
                    last = data[-len(BYE) :]
                if events & select.POLLOUT:
                    place = (place + sock.send(stream[place:])) % len(frame)
            except ConnectionError:
                return Flood(bye, passed)
    return Flood(bye, None)


def _describe_flood(commands: Flood) -> str:
    if commands.gone is None:
        return f"open after {FLOOD_PATIENCE:.0f} s" if commands.bye is not None else "no bye"
    if commands.bye is None:
        return f"cut after {commands.gone:.1f} s, no bye"
    return f"{commands.gone - commands.bye:.1f} s"


def _describe_status(status: int) -> str:
    """Describe an exit status. uvicorn ends itself by the signal that it was sent, when everything is closed."""
    return f"status {status}" if status >= 0 else signal.Signals(-status).name


async def _upgrade(port: int, path: str) -> str:
    """Send many upgrades with a body, and describe the answers."""
    dials = [await _dial_with_body(port, path) for _ in range(UPGRADES)]
    outcomes = Counter(await asyncio.gather(*(_outcome(reader) for reader, _ in dials)))
    for _, writer in dials:
        writer.transport.abort()
    return "\n".join(f"{count}: {outcome}" for outcome, count in outcomes.most_common())


async def _dial_with_body(port: int, path: str) -> tuple[StreamReader, StreamWriter]:
    return await dial(port, path, more="Content-Length: 5")


async def _outcome(reader: StreamReader) -> str:
    """Describe what happens to an upgrade."""
    answer, end = b"", "closed"
    try:
        async with asyncio.timeout(UPGRADE_PATIENCE):
            while data := await reader.read(2**16):
                answer += data
    except TimeoutError:
        end = "open"
    except ConnectionError:
        pass
    return f"{answer.split()[1].decode() if answer else 'no answer'}, {end}"

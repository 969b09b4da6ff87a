"""No request is smuggled past a proxy: what the server does was a request for the proxy, too.

Where the end of a request is ambiguous, a proxy may find a second request behind it. That is harmless if the server
finds the same two: then each is answered to the client that sent them, and nothing is left for the next client on a
connection between proxy and server.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import ssl
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TypeVar

from helpers import http2
from helpers.proxies import Proxy, Visitor
from helpers.smuggling import hidden, http2_fields, http2_probes, probes
from helpers.wire import Api, Server

FIRST, MORE = 3.0, 0.3
"""Seconds to wait for an answer, and for another one after it."""
LATE = 20.0
"""Seconds to wait for an answer that has to come."""
VICTIMS = ("Ann", "Bo", "Eve")

T = TypeVar("T")
R = TypeVar("R")


class Exchange:
    """A connection on which something was sent, and its answers."""

    def __init__(self, line: ssl.SSLSocket, data: bytes) -> None:
        self._line = line
        self._received = b""
        self.read(data, FIRST)

    def read(self, data: bytes, seconds: float) -> None:
        """Send something, and read until nothing more comes."""
        self._line.settimeout(seconds)
        try:
            self._line.sendall(data)
            while part := self._line.recv(65536):
                self._received += part
                self._line.settimeout(MORE)
        except OSError:  # nothing more comes, or the connection was closed
            pass

    @property
    def statuses(self) -> list[int]:
        """The statuses of all answers that are final."""
        found = re.findall(rb"HTTP/1\.[01] (\d{3}) ", self._received)
        return [status for text in found if (status := int(text)) >= 200]


def players_of(server: Server) -> set[str]:
    with sqlite3.connect(server.data / "heckmeck.db") as database:
        names = {name for (name,) in database.execute("SELECT name FROM players")}
    database.close()
    return names


async def undisturbed(visitor: Visitor, name: str, done: asyncio.Event) -> None:
    """Send requests until the end and once more, and check that each gets its own answer."""
    api = await Api.new(visitor, name)
    async with visitor.http(headers=api.headers) as client:
        last = False
        while not last:
            last = done.is_set()
            assert (await client.get("/healthz")).text == "ok\n"
            assert (await client.get("/api/me")).json()["name"] == name
            await asyncio.sleep(0.03)  # 100 requests a second are the limit


def beside_others(proxy: Proxy, send: Callable[[T], R], each: Sequence[T]) -> list[R]:
    """Send everything at the same time, while other clients use the proxy, too, and are not disturbed."""

    async def main() -> list[R]:
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        others = [asyncio.create_task(undisturbed(proxy.visitor(), name, done)) for name in VICTIMS]
        with ThreadPoolExecutor(24) as threads:
            found = await asyncio.gather(*(loop.run_in_executor(threads, send, one) for one in each))
        done.set()
        await asyncio.gather(*others)
        return found

    return asyncio.run(main())


def test_nothing_hidden_in_a_request_is_done(proxy: Proxy, server: Server) -> None:
    each = list(probes())
    names = [f"Hidden {proxy.name} {number}" for number in range(len(each))]
    with ExitStack() as lines:

        def send(number: int) -> Exchange:
            return Exchange(lines.enter_context(proxy.visitor().line()), each[number].build(hidden(names[number])))

        exchanges = beside_others(proxy, send, range(len(each)))
        players = players_of(server)
        for probe, name, exchange in zip(each, names, exchanges, strict=True):
            if name in players and 201 not in exchange.statuses:
                exchange.read(b"", LATE)
            found = f"{probe.name}: {exchange.statuses}"
            assert (name in players) == (201 in exchange.statuses), found
            assert probe.ambiguous or (len(exchange.statuses) <= 1 and name not in players), found


def test_nothing_hidden_in_a_request_of_http_2_is_done(proxy: Proxy, server: Server) -> None:
    trusted = proxy.certificate.trusted(http2=True)
    if proxy.name == "nginx":  # it is configured without HTTP/2
        with proxy.visitor().line(trusted) as line:
            assert line.selected_alpn_protocol() == "http/1.1"
        return
    shown = b'{"name": "Shown %b"}' % proxy.name.encode()
    each = [("nothing hidden", http2_fields(), shown), *http2_probes(hidden("Hidden"))]

    def send(number: int) -> bool:
        _, fields, body = each[number]
        with proxy.visitor().line(trusted) as line:
            line.sendall(http2.request(fields, body))
            return http2.read_to_end(line)

    answered = beside_others(proxy, send, range(len(each)))
    assert [each[number][0] for number, ended in enumerate(answered) if not ended] == []
    players = players_of(server)
    assert f"Shown {proxy.name}" in players
    assert "Hidden" not in players

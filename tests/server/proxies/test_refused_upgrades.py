"""Upgrades that no server accepts are answered or closed in a short time through every proxy, and do not hang."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from helpers.proxies import NAME, REQUEST_SECONDS, Proxy, Visitor
from helpers.wire import Api

KEY = "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n"
WAIT = REQUEST_SECONDS + 7.0
"""Seconds: more than the proxies give a client to send its request."""


def upgrades(headers: str) -> dict[str, bytes]:
    """Return requests for a WebSocket that break a rule, each with some headers."""

    def upgrade(more: str = KEY, body: str = "", path: str = "/ws/ABCDEFGH") -> bytes:
        head = f"GET {path} HTTP/1.1\nHost: {NAME}\nUpgrade: websocket\nConnection: Upgrade\n{headers}{more}\n"
        return head.replace("\n", "\r\n").encode() + body.encode()

    length, chunked, chunks = "Content-Length: 5\n", "Transfer-Encoding: chunked\n", "5\r\nhello\r\n0\r\n\r\n"
    many = "".join(f"X-Header-{number}: 1\n" for number in range(140))
    return {
        "a body": upgrade(KEY + length, "hello"),
        "a body, no key": upgrade(length, "hello"),
        "no body of the length": upgrade(KEY + length),
        "no body of the length, no key": upgrade(length),
        "chunks": upgrade(KEY + chunked, chunks),
        "chunks, no key": upgrade(chunked, chunks),
        "no chunks": upgrade(KEY + chunked),
        "140 headers": upgrade(KEY + many),
        "140 headers, no key": upgrade(many),
        "a long header": upgrade(f"{KEY}X-Header: {'x' * 9000}\n"),
        "a long path": upgrade(path=f"/ws/ABCDEFGH?since={'0' * 9000}"),
        "no key": upgrade(""),
        "another version": upgrade(KEY.replace("13", "12")),
    }


def answer(visitor: Visitor, request: bytes) -> bytes | None:
    """Return the first line of the answer, nothing if the connection was closed, or None if neither happened."""
    with visitor.line() as line:
        line.settimeout(WAIT)
        line.sendall(request)
        try:
            return line.recv(1000).partition(b"\r\n")[0]
        except TimeoutError:
            return None
        except OSError:
            return b""


async def answers(proxy: Proxy, requests: Sequence[bytes]) -> list[bytes | None]:
    """Send all requests at the same time."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(len(requests)) as threads:
        return await asyncio.gather(
            *(loop.run_in_executor(threads, answer, proxy.visitor(), request) for request in requests)
        )


def test_an_upgrade_that_is_refused_does_not_hang(proxy: Proxy) -> None:
    async def main() -> None:
        ann = await Api.new(proxy.visitor(), "Ann")
        each = {
            f"{name}, {who}": request
            for who, headers in (("a stranger", ""), ("a player", f"Authorization: Bearer {ann.token}\n"))
            for name, request in upgrades(headers).items()
        }
        code = (await ann.post("/api/tables", {"plan": {"game": "bratwurmeck", "seats": 2}}))["code"]
        path = f"/api/tables/{code}"
        async with ann.server.http(headers=ann.headers) as http, http.stream("GET", f"{path}/events") as stream:
            found = dict(zip(each, await answers(proxy, list(each.values())), strict=True))
            # The time for a request to arrive has passed: it does not end what was there before.
            await ann.post(f"{path}/commands", {"type": "say", "id": "say-00001", "text": "hello"})
            lines = stream.aiter_lines()
            while '"hello"' not in await asyncio.wait_for(anext(lines), WAIT):
                pass
        assert [name for name, line in found.items() if line is None] == []
        assert {name: line for name, line in found.items() if line and not line.startswith(b"HTTP/1.1 4")} == {}

    asyncio.run(main())

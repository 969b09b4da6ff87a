"""Upgrades that no server accepts are answered or closed at once through every proxy, and do not hang."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from helpers.proxies import NAME, REQUEST_SECONDS, Proxy, Visitor

KEY = "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n"


def upgrade(headers: str = KEY, body: str = "", path: str = "/ws/ABCDEFGH") -> bytes:
    head = f"GET {path} HTTP/1.1\nHost: {NAME}\nUpgrade: websocket\nConnection: Upgrade\n{headers}\n"
    return head.replace("\n", "\r\n").encode() + body.encode()


UPGRADES = {
    "a body": upgrade(f"{KEY}Content-Length: 5\n", "hello"),
    "a body, no key": upgrade("Content-Length: 5\n", "hello"),
    "no body of the length": upgrade(f"{KEY}Content-Length: 5\n"),
    "no body of the length, no key": upgrade("Content-Length: 5\n"),
    "chunks": upgrade(f"{KEY}Transfer-Encoding: chunked\n", "5\r\nhello\r\n0\r\n\r\n"),
    "chunks, no key": upgrade("Transfer-Encoding: chunked\n", "5\r\nhello\r\n0\r\n\r\n"),
    "no chunks": upgrade(f"{KEY}Transfer-Encoding: chunked\n"),
    "140 headers": upgrade(KEY + "".join(f"X-Header-{number}: 1\n" for number in range(140))),
    "140 headers, no key": upgrade("".join(f"X-Header-{number}: 1\n" for number in range(140))),
    "a long header": upgrade(f"{KEY}X-Header: {'x' * 9000}\n"),
    "a long path": upgrade(path=f"/ws/ABCDEFGH?since={'0' * 9000}"),
    "no key": upgrade(""),
    "another version": upgrade(KEY.replace("13", "12")),
}
WAIT = REQUEST_SECONDS + 7.0
"""Seconds: more than the proxies give a client to send its request."""


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


def test_an_upgrade_that_is_refused_does_not_hang(proxy: Proxy) -> None:
    visitors = [proxy.visitor() for _ in UPGRADES]
    with ThreadPoolExecutor(len(visitors)) as threads:
        answers = dict(zip(UPGRADES, threads.map(answer, visitors, UPGRADES.values()), strict=True))
    assert [name for name, line in answers.items() if line is None] == []
    accepted = [name for name, line in answers.items() if line and not line.startswith(b"HTTP/1.1 4")]
    assert accepted == []

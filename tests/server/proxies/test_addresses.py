"""Rate limits count the client that the proxy sees, whatever the client says about itself."""

from __future__ import annotations

import asyncio

import pytest

from heckmeck.server.net.rate_limits import ADDRESS_TOKENS
from helpers.proxies import NAME, Proxy, Visitor

OTHER = "10.9.9.9"
"""The address of another client."""
FORGERIES = [
    f"X-Forwarded-For: {OTHER}",
    f"x-forwarded-for:{OTHER}",
    f"X-Forwarded-For: {OTHER}, 127.0.0.1",
    f"X-Forwarded-For: {OTHER}\r\nX-Forwarded-For: 127.0.0.1",
    f"X-Forwarded-For: {OTHER},",
    "X-Forwarded-For: 127.0.0.1",
    "X-Forwarded-For:",
    "X-Forwarded-For: rubbish",
    f"X-Forwarded-For: {'127.0.0.1, ' * 500}{OTHER}",
    f"X-Forwarded-For : {OTHER}",
    f"X-Forwarded-For\t: {OTHER}",
    f"X-Forwarded-For:\r\n {OTHER}",
    f"X: y\r\n X-Forwarded-For: {OTHER}",
    f"X: y\nX-Forwarded-For: {OTHER}",
    f"X_Forwarded_For: {OTHER}",
    f"X-Real-IP: {OTHER}",
    f"Forwarded: for={OTHER}",
    f"X-Client-IP: {OTHER}\r\nTrue-Client-IP: {OTHER}\r\nCF-Connecting-IP: {OTHER}",
    "Connection: close, X-Forwarded-For",
    f"Connection: X-Forwarded-For\r\nX-Forwarded-For: {OTHER}",
    f"X-Forwarded-For: {OTHER}\r\nConnection: X-Forwarded-For",
]
CHUNKED = "Transfer-Encoding: chunked"


def request(headers: str = "", *, trailer: str | None = None) -> bytes:
    """Return a request for a token, in chunks if it has a trailer."""
    body = '{"name": "Ann"}'
    length = f"Content-Length: {len(body)}"
    if trailer is not None:
        length, body = CHUNKED, f"{len(body):x}\r\n{body}\r\n0\r\n{trailer}\r\n\r\n"
    head = "".join(
        f"{line}\r\n" for line in (f"Host: {NAME}", "Content-Type: application/json", length, headers) if line
    )
    return f"POST /api/tokens HTTP/1.1\r\n{head}\r\n{body}".encode()


def status(visitor: Visitor, data: bytes) -> int:
    """Return the status of the answer, or 0 if there is none."""
    with visitor.line() as line:
        line.sendall(data)
        try:
            return int((line.recv(1000).split() or [b"", b"0"])[1])
        except ConnectionResetError:
            return 0


@pytest.fixture(scope="module")
def visitor(proxy: Proxy) -> Visitor:
    """A client that got as many tokens as one address may have."""
    visitor = proxy.visitor()

    async def main() -> None:
        async with visitor.http() as client:
            tries = int(ADDRESS_TOKENS.burst) + 5
            found = [(await client.post("/api/tokens", json={"name": "Ann"})).status_code for _ in range(tries)]
        assert found == [201] * (tries - 5) + [429] * 5

    asyncio.run(main())
    return visitor


def test_another_client_is_not_limited_by_it(proxy: Proxy, visitor: Visitor) -> None:
    assert status(visitor, request()) == 429
    assert status(proxy.visitor(), request()) == 201


@pytest.mark.parametrize("header", FORGERIES)
def test_a_header_makes_nobody_another_client(visitor: Visitor, header: str) -> None:
    assert 400 <= status(visitor, request(header)) < 500


@pytest.mark.parametrize("headers", ["", "Trailer: X-Forwarded-For"])
@pytest.mark.parametrize("trailer", [f"X-Forwarded-For: {OTHER}", f"x-forwarded-for:{OTHER}, 127.0.0.1"])
def test_a_trailer_makes_nobody_another_client(visitor: Visitor, headers: str, trailer: str) -> None:
    assert 400 <= status(visitor, request(headers, trailer=trailer)) < 500

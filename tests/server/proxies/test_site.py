"""What the configurations of all proxies have in common: TLS, headers, hidden figures, short bodies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from helpers.proxies import NAME, Proxy

FIGURES = [
    "/metrics", "/metrics?x=1", "/metrics#x", "/%6detrics", "/%6Detric%73", "/metrics%3f", "/metrics%23x", "/metrics/",
    "/METRICS", "//metrics", "/./metrics", "/x/../metrics", "/%2fmetrics", "/metrics%00", "/metrics;x", "/metrics%20",
    f"https://{NAME}/metrics", f"http://{NAME}/%6detrics", "metrics", "/%256detrics",
]  # fmt: skip
LIMIT = 64 * 1024
REDIRECTS = {301, 302, 307, 308}


def answer(proxy: Proxy, target: str) -> bytes:
    """Return the answer to a target that a library might change."""
    with proxy.visitor().line() as line:
        line.sendall(f"GET {target} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
        found = b""
        while part := line.recv(65536):
            found += part
        return found


@pytest.mark.parametrize("target", FIGURES)
def test_nobody_sees_the_figures(proxy: Proxy, target: str) -> None:
    found = answer(proxy, target)
    assert found.startswith(b"HTTP/1.1 ")
    assert b"heckmeck_sockets" not in found


def test_http_leads_to_https(proxy: Proxy) -> None:
    reply = httpx.get(f"http://127.0.0.1:{proxy.ports.http}/t/ABCDEFGH?x=1", headers={"host": NAME})
    assert reply.status_code in REDIRECTS
    assert reply.headers["location"] == f"https://{NAME}/t/ABCDEFGH?x=1"


def test_the_server_knows_that_its_clients_use_tls(proxy: Proxy) -> None:
    async def main() -> None:
        forged = {"x-forwarded-proto": "http", "forwarded": "proto=http"}
        async with proxy.visitor().http(headers={"origin": f"https://{NAME}", **forged}) as browser:
            reply = await browser.post("/api/me", json={"name": "Ann"})
            assert reply.status_code == 200, reply.text
            assert "__Host-" in reply.headers["set-cookie"]
            assert "Secure" in reply.headers["set-cookie"]
            assert reply.headers["strict-transport-security"]
            for origin in (f"http://{NAME}", "https://evil.example"):
                reply = await browser.post("/api/me", json={"name": "Eve"}, headers={"origin": origin})
                assert reply.status_code == 403

    asyncio.run(main())


@pytest.mark.parametrize("declared", [True, False])
def test_a_long_body_is_refused(proxy: Proxy, declared: bool) -> None:
    async def main() -> None:
        async with proxy.visitor().http() as client:
            for size, status in ((LIMIT, 400), (LIMIT + 1, 413), (LIMIT + 10_000, 413)):
                body = b" " * size if declared else _parts(size)
                reply = await client.post("/api/tokens", content=body)
                assert reply.status_code == status, reply.text

    async def _parts(size: int) -> AsyncIterator[bytes]:
        while size > 0:
            yield b" " * min(size, 1000)
            size -= 1000

    asyncio.run(main())

"""Requests for a WebSocket: each is answered or cut off, counts as a connection, and never hinders a stop."""

from __future__ import annotations

import asyncio
import base64
import secrets
import signal
import socket
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from helpers.in_process_server import serving, serving_table
from helpers.raw_sockets import framed
from helpers.wire import Api, Server

LONG = "x" * 9000
SMALL_LIMITS = {"limit_local": True, "max_sockets_per_address": 20, "max_plain_connections_per_address": 20}

Headers = Mapping[str, str]
NOTHING: Headers = {}
FAULTS: dict[str, tuple[Headers, bytes]] = {
    "a length": ({"Content-Length": "5"}, b""),
    "a body": ({"Content-Length": "5"}, b"hello"),
    "a chunked body": ({"Transfer-Encoding": "chunked"}, b"5\r\nhello\r\n0\r\n\r\n"),
    "half a chunked body": ({"Transfer-Encoding": "chunked"}, b"5\r\nhe"),
    "many headers": ({f"X-{number}": "x" for number in range(140)}, b""),
    "a long header": ({"X-Long": LONG}, b""),
    "a long path": ({"path": LONG}, b""),
    "a long query": ({"query": LONG}, b""),
}
"""Headers of handshakes that the server must not accept, and what follows the head."""


def handshake(
    fault: str = "", more: Headers = NOTHING, *, key: bool = True, method: str = "GET", version: str = "1.1"
) -> bytes:
    """Return a request for a WebSocket, with one of the faults; `more` are headers, the path and the query."""
    headers, rest = FAULTS.get(fault, (NOTHING, b""))
    headers = {**headers, **more}
    path = headers.pop("path", "ABCDEFGH")
    query = f"?{headers.pop('query')}" if "query" in headers else ""
    lines = {"Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade", "Origin": "http://localhost"}
    if key:
        lines |= {
            "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(),
            "Sec-WebSocket-Version": "13",
        }
    lines |= headers
    head = [
        f"{method} /ws/{path}{query} HTTP/{version}",
        *(f"{name}: {value}" for name, value in lines.items()),
        "",
        "",
    ]
    return "\r\n".join(head).encode() + rest


async def exchange(port: int, request: bytes, source: str = "127.0.0.1") -> bytes:
    """Send a request, and return everything that the server sends until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    async with asyncio.timeout(20):
        writer.write(request)
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()


@pytest.mark.parametrize("key", [True, False], ids=["with a key", "without a key"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_handshake_that_the_library_refuses_is_answered_and_closed(tmp_path: Path, fault: str, key: bool) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            answer = await exchange(here.port, handshake(fault, key=key))
        head = answer.partition(b"\r\n\r\n")[0].lower()
        assert head.startswith(b"http/1.1 400 "), answer
        assert b"\r\nconnection: close" in head

    asyncio.run(main())


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (handshake(key=False), 400),
        (handshake(more={"Sec-WebSocket-Version": "8"}), 400),
        (handshake(more={"Sec-WebSocket-Key": "short"}), 400),
        (handshake(more={"Connection": "close"}), 426),
        (handshake(method="POST"), 405),
        (handshake(version="1.0"), 505),
        (handshake(), 404),
    ],
    ids=["no key", "an old version", "a short key", "no upgrade", "POST", "HTTP/1.0", "no such table"],
)
def test_other_handshakes_that_are_refused_are_closed_as_well(tmp_path: Path, request_: bytes, status: int) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            assert int((await exchange(here.port, request_)).split()[1]) == status

    asyncio.run(main())


@pytest.mark.parametrize("sent", [handshake()[:40], handshake()[:-2], handshake("a length")[:-2]])
def test_a_handshake_that_does_not_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr("heckmeck.server.net.connection.REQUEST_TIMEOUT", 0.2)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            assert await exchange(here.port, sent) == b""

    asyncio.run(main())


def test_a_handshake_that_the_application_does_not_accept_in_time_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr("heckmeck.server.net.connection.REQUEST_TIMEOUT", 0.2)
    monkeypatch.setattr("heckmeck.server.service.Service.table", never)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            assert await exchange(here.port, handshake()) == b""

    asyncio.run(main())


def test_hundreds_of_bad_handshakes_leave_no_connection_behind(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", **SMALL_LIMITS) as here:
            faults = [fault for fault in FAULTS for _ in range(50)]
            requests = [handshake(fault, key=bool(number % 2)) for number, fault in enumerate(faults)]
            sent = asyncio.gather(*(exchange(here.port, request, "127.0.0.2") for request in requests))
            async with httpx.AsyncClient(base_url=here.url, timeout=20) as other:
                for _ in range(20):
                    assert (await other.get("/readyz")).status_code == 200
            assert len(await sent) == 400  # each of them was closed by the server

    asyncio.run(main())


def test_unfinished_handshakes_take_places_among_the_connections_of_their_address(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", **SMALL_LIMITS) as here:
            lines = [
                socket.create_connection(("127.0.0.1", here.port), source_address=("127.0.0.2", 0)) for _ in range(60)
            ]
            for line in lines:
                line.sendall(handshake()[:-2])
            for line in lines[:40]:  # those that have waited longest make room
                line.settimeout(20)
                assert await asyncio.to_thread(is_closed, line)
            for line in lines:
                line.close()

    asyncio.run(main())


def is_closed(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_connection_that_was_used_for_a_request_can_become_a_websocket(tmp_path: Path) -> None:
    """As proxies do that keep connections."""

    async def main() -> None:
        async with serving_table(tmp_path / "data") as (here, _, code):
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            async with asyncio.timeout(20):
                for _ in range(2):
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    length = int(head.partition(b"content-length: ")[2].split()[0])
                    await reader.readexactly(length)
                writer.write(handshake(more={"path": code}))
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
                await reader.readuntil(b'"welcome"')
                writer.write(framed(b'{"type":"ping"}'))
                await reader.readuntil(b'{"type":"pong"}')
            writer.close()

    asyncio.run(main())


def test_the_server_stops_in_good_order_whatever_connections_do(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:

        def dial(request: bytes) -> socket.socket:
            line = socket.create_connection(("127.0.0.1", server.port))
            line.sendall(request)
            return line

        ann = asyncio.run(Api.new(server, "Ann"))
        code = asyncio.run(ann.post("/api/tables", {"plan": {"game": "bratwurmeck", "seats": 2}}))["code"]
        bearer = {"Authorization": f"Bearer {ann.token}"}
        stream = (
            f"GET /api/tables/{code}/events HTTP/1.1\r\nHost: localhost\r\n{''.join(map(': '.join, bearer.items()))}"
        )
        lines = [dial(handshake(fault, key=key)) for fault in FAULTS for key in (True, False)]
        lines += [
            dial(request) for request in (b"", b"\r\n", b"GET / HT", handshake()[:50], handshake()[:-2], b"\x00" * 50)
        ]
        lines += [dial(b"POST /api/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n{")]
        lines += [dial(handshake(more={"path": code, **bearer})) for _ in range(3)]  # which are never read
        lines += [dial(f"{stream}\r\n\r\n".encode())]
        for line in lines[-4:]:
            line.settimeout(20)
            assert line.recv(12).startswith(b"HTTP/1.1 ")
        assert server.stop() in (0, -signal.SIGTERM)
        log = server.log()
        for line in lines:
            line.close()
    assert "heckmeck has stopped" in log
    assert "Traceback" not in log
    assert '"level":"error"' not in log

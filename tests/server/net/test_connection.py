"""HTTP connections: slow and silent clients are disconnected, and streams end when the server stops."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from heckmeck.server.net.rate_limits import ADDRESS_TOKENS
from helpers.in_process_server import figure, serving
from helpers.wire import Api, Client, Server

PLAN = {"plan": {"game": "bratwurmeck", "seats": 2}}
LONG = "\U0001d54f" * 200
"""The longest possible chat message."""


def dial(port: int, text: str, *, window: int = 0) -> socket.socket:
    """A raw connection, over which something is sent and nothing read."""
    line = socket.socket()
    if window:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    line.settimeout(20)
    line.connect(("127.0.0.1", port))
    line.sendall(text.replace("\n", "\r\n").encode())
    return line


def follow(server: Any, api: Api, code: str, *, window: int = 0) -> socket.socket:
    """A stream of events that is not read."""
    head = f"GET /api/tables/{code}/events HTTP/1.1\nHost: 127.0.0.1:{server.port}\n"
    return dial(server.port, f"{head}Authorization: Bearer {api.token}\n\n", window=window)


async def ended(line: socket.socket) -> bytes:
    """Read a connection until the server ends it."""

    def read() -> bytes:
        found = b""
        try:
            while piece := line.recv(65536):
                found += piece
        except ConnectionResetError:
            pass
        line.close()
        return found

    return await asyncio.to_thread(read)


async def say(client: Client, times: int) -> None:
    assert client.seq < 900, "too much has been said in vain"
    for _ in range(times):
        assert (await client.do("say", text=LONG))["type"] == "done"


def test_an_unread_stream_is_dropped_and_can_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.server.api.stream.MAX_UNREAD", 16 * 1024)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            client = await Client(ann, code, seed=False).connect()
            before = client.seq
            slow = follow(here, ann, code, window=4096)
            while await figure(ann, "sockets") < 2:
                await asyncio.sleep(0.01)
            while await figure(ann, "readers_dropped_total") == 0:
                await say(client, 20)
            while await figure(ann, "sockets") > 1:  # its slot is free again
                await asyncio.sleep(0.01)
            await ended(slow)
            url = f"{here.url}/api/tables/{code}/events?since={before}"
            async with httpx.AsyncClient(headers=ann.headers) as http, http.stream("GET", url) as stream:
                lines = stream.aiter_lines()
                found = [msgspec.json.decode(await anext(lines))["seq"] for _ in range(client.seq - before)]
            assert found == list(range(before + 1, client.seq + 1))
            await client.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "begun",
    ["", "\n\n", "GET / HTTP/1.1\n", "POST /api/me HTTP/1.1\nHost: localhost\nContent-Length: 20\n\n{"],
    ids=["nothing", "empty lines", "half a head", "half a body"],
)
def test_a_request_that_does_not_come_to_an_end_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    monkeypatch.setattr("heckmeck.server.net.connection.REQUEST_TIMEOUT", 0.2)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            await ended(dial(here.port, begun))

    asyncio.run(main())


def test_a_connection_that_is_kept_is_cut_off_at_half_a_request_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heckmeck.server.net.connection.REQUEST_TIMEOUT", 0.2)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            line = dial(here.port, "GET /healthz HTTP/1.1\nHost: localhost\n\n")
            assert (await asyncio.to_thread(line.recv, 65536)).startswith(b"HTTP/1.1 200 OK")
            line.sendall(b"GET /healthz")
            await ended(line)

    asyncio.run(main())


def test_sockets_and_streams_may_be_silent_for_longer_than_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heckmeck.server.net.connection.REQUEST_TIMEOUT", 0.2)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            client = await Client(ann, code, seed=False).connect()
            url = f"{here.url}/api/tables/{code}/events"
            async with httpx.AsyncClient(headers=ann.headers) as http, http.stream("GET", url) as stream:
                lines = stream.aiter_lines()
                assert msgspec.json.decode(await anext(lines))["type"] == "welcome"
                await asyncio.sleep(0.6)
                assert (await client.do("say", text="still here"))["type"] == "done"
                while (message := msgspec.json.decode(await anext(lines)))["type"] != "happened":
                    pass
                assert message["text"] == "still here"
            await client.close()

    asyncio.run(main())


def test_an_unread_answer_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.server.net.connection.FOLLOWER_TIMEOUT", 0.2)
    monkeypatch.setattr("heckmeck.server.api.stream.MAX_UNREAD", 10**6)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            client = await Client(ann, code, seed=False).connect()
            slow = follow(here, ann, code, window=4096)
            while await figure(ann, "sockets") < 2:
                await asyncio.sleep(0.01)
            while await figure(ann, "sockets") > 1:
                await say(client, 20)
            await ended(slow)
            assert await figure(ann, "readers_dropped_total") == 0
            await client.close()

    asyncio.run(main())


def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            found = await ended(dial(here.port, "GET / HTTP/1.1\nHost: localhost\nX: " + "x" * 70_000))
            assert found.startswith(b"HTTP/1.1 400 ") or not found

    asyncio.run(main())


def chunked(path: str, body: str, host: str, head: str, trailer: str) -> str:
    """A request whose body comes in chunks, with a trailer after it."""
    return (
        f"POST {path} HTTP/1.1\nHost: {host}\nContent-Type: application/json\nTransfer-Encoding: chunked\n"
        f"Connection: close\n{head}\n{len(body):x}\n{body}\n0\n{trailer}\n"
    )


def test_the_fields_of_a_trailer_are_not_taken_for_headers(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", trusted_proxies=("127.0.0.1",), limit_local=True) as here:
            host = f"127.0.0.1:{here.port}"
            answers = []
            for number in range(int(ADDRESS_TOKENS.burst) + 1):
                head, trailer = "X-Forwarded-For: 10.9.9.2\n", f"X-Forwarded-For: 10.9.8.{number}\n"
                answers.append(
                    await ended(dial(here.port, chunked("/api/tokens", '{"name":"Ann"}', host, head, trailer)))
                )
            assert [answer.split()[1] for answer in answers] == [b"201"] * int(ADDRESS_TOKENS.burst) + [b"429"]
            ann = await Api.new(here, "Ann")
            bearer = f"Authorization: Bearer {ann.token}\n"
            plan = msgspec.json.encode(PLAN).decode()
            guest = "Cookie: heckmeck=x\nOrigin: https://evil.example\n"
            for trailer, status in (bearer, b"401"), (bearer, b"403"):
                head = guest if status == b"403" else ""
                answer = await ended(dial(here.port, chunked("/api/tables", plan, host, head, trailer)))
                assert answer.split()[1] == status

    asyncio.run(main())


def test_everybody_hears_that_the_server_stops_and_it_stops_in_good_order(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            ann = await Api.new(server, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            client = await Client(ann, code, seed=False).connect()
            url = f"{server.url}/api/tables/{code}/events"
            async with httpx.AsyncClient(headers=ann.headers, timeout=20) as http, http.stream("GET", url) as stream:
                lines = stream.aiter_lines()
                assert msgspec.json.decode(await anext(lines))["type"] == "welcome"
                await asyncio.to_thread(server.stop)
                rest = [msgspec.json.decode(line) async for line in lines if line]
            assert (rest[-1]["type"], rest[-1]["code"]) == ("bye", "restart")
            seen: list[dict[str, Any]] = []
            with suppress(ConnectionClosed):
                while True:
                    seen.append(await client.read())
            assert (seen[-1]["type"], seen[-1]["code"]) == ("bye", "restart")
            assert '"level":"error"' not in server.log()
            assert "Traceback" not in server.log()

    asyncio.run(main())

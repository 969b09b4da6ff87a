"""Plain connections: there is always room for clients that send requests, even when others only wait."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

from heckmeck.server.net import plain_connections
from heckmeck.server.net.connection import Connection
from heckmeck.server.net.plain_connections import LOOPBACK, MAX_UNREAD, MAX_UNREAD_EACH, PlainConnections
from helpers.in_process_server import serving
from helpers.wire import Api, Client

PLAN = {"plan": {"game": "bratwurmeck", "seats": 2}}
SAY = {"type": "say", "id": "say-00001", "text": "hello"}


class Line:
    """A connection that can be dropped."""

    dropped = False

    def drop(self) -> None:
        self.dropped = True


def admitted(plain: PlainConnections, *addresses: str) -> list[Line]:
    lines = [Line() for _ in addresses]
    for line, address in zip(lines, addresses, strict=True):
        assert plain.admit(line, address)
    return lines


def dropped(lines: list[Line]) -> list[int]:
    return [number for number, line in enumerate(lines) if line.dropped]


def test_the_one_that_waits_longest_makes_room() -> None:
    plain = PlainConnections(3, 10)
    lines = admitted(plain, "192.0.2.1", "192.0.2.2", "192.0.2.3")
    plain.work(lines[0])
    lines += admitted(plain, "192.0.2.4")
    assert dropped(lines) == [1]
    plain.wait(lines[0])  # it was answered just now
    lines += admitted(plain, "192.0.2.5")
    assert dropped(lines) == [1, 2]
    lines += admitted(plain, "192.0.2.6")
    assert dropped(lines) == [1, 2, 3]
    assert len(plain) == 3


def test_who_works_is_not_dropped_and_newcomers_are_refused_instead() -> None:
    plain = PlainConnections(2, 10)
    lines = admitted(plain, "192.0.2.1", "192.0.2.2")
    for line in lines:
        plain.work(line)
    assert not plain.admit(Line(), "192.0.2.3")
    assert dropped(lines) == []
    plain.remove(lines[0])
    admitted(plain, "192.0.2.3")


@pytest.mark.parametrize(
    ("own", "other"), [(("192.0.2.1", "192.0.2.1"), "192.0.2.2"), (("2001:db8::1", "2001:db8::2"), "2001:db8:0:1::1")]
)
def test_an_address_drops_its_own_only(own: tuple[str, str], other: str) -> None:
    plain = PlainConnections(10, 2)
    others = admitted(plain, other)
    lines = admitted(plain, *own, own[0])
    assert (dropped(lines), dropped(others)) == ([0], [])
    for line in lines[1:]:
        plain.work(line)
    assert not plain.admit(Line(), own[1])
    plain.remove(lines[1])
    plain.remove(lines[1])
    admitted(plain, own[1])


def test_proxies_and_this_machine_have_no_limit_per_address() -> None:
    plain = PlainConnections(9, 1, [ip_network("10.0.0.0/8"), *LOOPBACK])
    lines = admitted(plain, *["10.1.2.3"] * 3, *["127.0.0.1"] * 2, *["::1"] * 2, "::ffff:127.0.0.1", "")
    assert dropped(lines) == []
    lines += admitted(plain, "10.1.2.3")
    assert dropped(lines) == [0], "but there is one in all"


def test_answers_that_one_address_does_not_read_are_dropped_the_oldest_first() -> None:
    plain = PlainConnections(100, 100)
    others = admitted(plain, "192.0.2.2")
    plain.stall(others[0], MAX_UNREAD_EACH)
    lines = admitted(plain, *["192.0.2.1"] * 4)
    for line in lines[:2]:
        plain.stall(line, MAX_UNREAD_EACH // 2)
    assert dropped(lines) == []
    plain.stall(lines[2], MAX_UNREAD_EACH // 2)
    assert dropped(lines) == [0]
    plain.flow(lines[1])  # it is read, and no longer counts
    plain.stall(lines[3], MAX_UNREAD_EACH // 2)
    assert (dropped(lines), dropped(others)) == ([0], [])
    assert len(plain) == 4


def test_a_single_answer_may_be_as_large_as_it_is() -> None:
    plain = PlainConnections(100, 100)
    (line,) = admitted(plain, "192.0.2.1")
    plain.stall(line, 2 * MAX_UNREAD)
    assert not line.dropped


def test_unread_answers_are_limited_in_total() -> None:
    plain = PlainConnections(100, 100)
    size = MAX_UNREAD_EACH - 1
    number = MAX_UNREAD // size
    lines = admitted(plain, *(f"192.0.2.{number}" for number in range(number + 1)))
    for line in lines:
        plain.stall(line, size)
    assert dropped(lines) == [0]


def test_a_client_that_reads_nothing_of_large_answers_costs_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Connection.connection_made

    def with_small_buffers(connection: Connection, transport: asyncio.Transport) -> None:
        transport.set_write_buffer_limits(high=0)  # a short answer stalls as a long one does
        usual(connection, transport)

    monkeypatch.setattr(Connection, "connection_made", with_small_buffers)
    monkeypatch.setattr(plain_connections, "MAX_UNREAD", 1000)

    async def main() -> tuple[int, int]:
        async with serving(tmp_path) as here:
            lines = []
            for _ in range(2):
                lines.append(line := socket.socket())
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                line.settimeout(20)
                line.connect(("127.0.0.1", here.port))
                line.sendall(b"GET /api/schema/messages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert await asyncio.to_thread(line.recv, 12) == b"HTTP/1.1 200"
            first, second = [await asyncio.to_thread(read_all, line) for line in lines]
            return first, second

    first, second = asyncio.run(main())
    assert first < second


def read_all(line: socket.socket) -> int:
    """Read a connection to its end, and return the number of bytes."""
    found = 0
    with line:
        try:
            while piece := line.recv(2**16):
                found += len(piece)
        except ConnectionResetError:
            pass
    return found


def test_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", max_plain_connections=5) as here:
            api = await Api.new(here, "Ann")
            client = await Client(api, (await api.post("/api/tables", PLAN))["code"]).connect()
            silent = [socket.create_connection(("127.0.0.1", here.port)) for _ in range(20)]
            async with httpx.AsyncClient(base_url=here.url, timeout=20) as browser:
                for _ in range(3):
                    assert (await browser.get("/readyz")).status_code == 200
                    assert (await browser.get("/api/tables")).status_code == 200
            assert (await client.sit("Ann"))["type"] == "done", "sockets are not counted"
            late = await Client(api, client.code).connect()
            for line in silent[:14]:
                line.settimeout(20)
                assert await asyncio.to_thread(_is_closed, line)
            for line in silent:
                line.close()
            await client.close()
            await late.close()

    asyncio.run(main())


def test_streams_are_not_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", max_plain_connections=2) as here:
            api = await Api.new(here, "Ann")
            code = (await api.post("/api/tables", PLAN))["code"]
            path = f"/api/tables/{code}/events"
            async with (
                httpx.AsyncClient(base_url=here.url, headers=api.headers, timeout=20) as program,
                program.stream("GET", path) as one,
                program.stream("GET", path) as other,
            ):
                streams = [one.aiter_lines(), other.aiter_lines()]
                for lines in streams:
                    assert "welcome" in await anext(lines)
                for _ in range(3):
                    assert (await api.request("GET", "/readyz")).status_code == 200
                assert (await api.post(f"/api/tables/{code}/commands", SAY))["type"] == "done"
                for lines in streams:
                    while "happened" not in await anext(lines):
                        pass

    asyncio.run(main())


def _is_closed(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True

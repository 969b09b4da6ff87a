"""The clients of the attacks: HTTP and WebSockets by hand, from docs/protocol.md, without any code of the server."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import resource
import secrets
import socket
from typing import Any, NamedTuple

ATTACKER = "127.0.0.2"
"""The address of the attackers; everyone else has another one."""
HOME = "127.0.0.1"
PATIENCE = 10.0
"""Seconds after which a client gives up."""

CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    """0 if the connection was closed without an answer."""
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The decoded body."""
        return json.loads(self.body)


async def open_from(address: str, port: int, receive_buffer: int | None = None) -> Streams:
    """Connect from one of this machine's addresses."""
    sock = socket.socket()
    sock.setblocking(False)
    sock.bind((address, 0))
    if receive_buffer is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    try:
        await asyncio.get_running_loop().sock_connect(sock, (HOME, port))
    except BaseException:
        sock.close()
        raise
    return await asyncio.open_connection(sock=sock)


def allow_files(count: int) -> None:
    """Raise the limit of open files of this process, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, count)), hard))


# HTTP ----------------------------------------------------------------------------------------------------------------


def request(port: int, method: str, target: str, *fields: str, body: bytes | None = None) -> bytes:
    """Return a request after which the server closes the connection. `fields` are lines of its head."""
    length = () if body is None else (f"Content-Length: {len(body)}",)
    head = (f"{method} {target} HTTP/1.1", f"Host: {HOME}:{port}", "Connection: close", *fields, *length)
    return "\r\n".join((*head, "", "")).encode() + (body or b"")


def chunked(port: int, method: str, target: str, *fields: str, body: bytes, trailer: tuple[str, ...] = ()) -> bytes:
    """Return a request with a chunked body and a trailer."""
    head = request(port, method, target, *fields, "Transfer-Encoding: chunked")
    return head + b"%x\r\n%b\r\n0\r\n" % (len(body), body) + "\r\n".join((*trailer, "", "")).encode()


async def exchange(port: int, data: bytes, address: str = HOME) -> Reply:
    """Send a request and return its answer."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await open_from(address, port)
        try:
            writer.write(data)
            return _read_reply(await reader.read())
        finally:
            writer.transport.abort()


def _read_reply(data: bytes) -> Reply:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    if not first:
        return Reply(0, {}, b"")
    fields = (line.partition(":") for line in lines)
    return Reply(int(first.split()[1]), {name.lower(): value.strip() for name, _, value in fields}, body)


class Player:
    """A program with a token."""

    def __init__(self, port: int, token: str, address: str = HOME) -> None:
        self.port = port
        self.token = token
        self.address = address

    @classmethod
    async def new(cls, port: int, name: str = "Ann", address: str = HOME) -> Player:
        """Get a token."""
        player = cls(port, "", address)
        player.token = (await player.post("/api/tokens", {"name": name}))["token"]
        return player

    @property
    def bearer(self) -> str:
        """The line of a head that identifies the player."""
        return f"Authorization: Bearer {self.token}"

    async def ask(self, method: str, path: str, body: object = None) -> Reply:
        """Send a request."""
        fields = ("Content-Type: application/json", *((self.bearer,) if self.token else ()))
        content = None if body is None else json.dumps(body).encode()
        return await exchange(self.port, request(self.port, method, path, *fields, body=content), self.address)

    async def get(self, path: str) -> Any:
        """Return what is at a path."""
        return self._done(await self.ask("GET", path))

    async def post(self, path: str, body: object) -> Any:
        """Return the answer to a request that must succeed."""
        return self._done(await self.ask("POST", path, body))

    async def do(self, code: str, kind: str, **fields: object) -> Any:
        """Give a command that must succeed."""
        return await self.post(f"/api/tables/{code}/commands", command(kind, **fields))

    async def open_table(self, *bots: str, seats: int = 2, **plan: object) -> str:
        """Open a table, and start a game of bots at it if there are any; return its code."""
        plan = {"game": "bratwurmeck", "seats": seats, **plan}
        opened = await self.post("/api/tables", {"plan": plan, "bots": bots, "start": bool(bots)})
        return str(opened["code"])

    async def follow(self, code: str, *, receive_buffer: int | None = None) -> Streams:
        """Open a WebSocket to a table."""
        reader, writer = await open_from(self.address, self.port, receive_buffer)
        writer.write(upgrade(self.port, f"/ws/{code}", self.bearer))
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        if not head.startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(head.decode())
        return reader, writer

    @staticmethod
    def _done(reply: Reply) -> Any:
        if not 200 <= reply.status < 300:
            raise ConnectionError(f"{reply.status} {reply.body.decode()}")
        return reply.json


def command(kind: str, **fields: object) -> dict[str, object]:
    """Return a command with an id of its own."""
    return {"type": kind, "id": secrets.token_hex(8), **fields}


# WebSockets ----------------------------------------------------------------------------------------------------------


def upgrade(port: int, path: str, *fields: str, key: bool = True) -> bytes:
    """Return the request for a WebSocket, on request without the key, which makes it an invalid one."""
    head = (f"GET {path} HTTP/1.1", f"Host: {HOME}:{port}", "Upgrade: websocket", "Connection: Upgrade")
    known = f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"
    lines = (*head, "Sec-WebSocket-Version: 13", *((known,) if key else ()), *fields, "", "")
    return "\r\n".join(lines).encode()


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """Return a frame of a client. Its mask is zero, which is allowed and cheap."""
    first, size = opcode | (0x80 if final else 0), len(payload)
    if size < 126:
        return bytes((first, 0x80 | size)) + bytes(4) + payload
    return bytes((first, 0xFE)) + size.to_bytes(2, "big") + bytes(4) + payload


class Frames:
    """Reads the frames of a server from the bytes that arrive."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Return the complete frames: opcodes and payloads."""
        buffer, read = self._buffer, list[tuple[int, bytes]]()
        buffer += data
        while len(buffer) >= 2:
            size, head = buffer[1] & 0x7F, 2
            if size > 125:
                head = 4 if size == 126 else 10
                size = int.from_bytes(buffer[2:head], "big")
            if len(buffer) < max(head, head + size):
                break
            read.append((buffer[0] & 0x0F, bytes(buffer[head : head + size])))
            del buffer[: head + size]
        return read


async def drain(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes the connection, and return the beginning."""
    first = b""
    try:
        while data := await reader.read(2**16):
            first = (first + data)[:1000]
    except ConnectionError:
        pass
    return first

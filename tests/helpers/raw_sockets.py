"""Raw WebSockets: bytes that no library would send, and clients that do not read."""

from __future__ import annotations

import base64
import secrets
import socket
import struct

from websockets.frames import Frame, Opcode

from helpers.wire import Api


def handshake(port: int, api: Api, code: str, *, since: int | None = None, window: int = 0) -> socket.socket:
    """A connection that requests a table, and whose answer was not read yet."""
    line = socket.socket()
    if window:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    line.settimeout(20)
    line.connect(("127.0.0.1", port))
    query = "" if since is None else f"?since={since}"
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    line.sendall(
        f"GET /ws/{code}{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {api.token}\r\n\r\n".encode()
    )
    return line


def connected(port: int, api: Api, code: str, *, since: int | None = None) -> socket.socket:
    """A connection on which frames may be sent. No message of the table was read."""
    line, head = handshake(port, api, code, since=since), b""
    while not head.endswith(b"\r\n\r\n"):
        head += line.recv(1)
    assert head.startswith(b"HTTP/1.1 101 ")
    return line


def knock(port: int, api: Api, code: str) -> bytes:
    """Connect, disconnect, and return the response."""
    with handshake(port, api, code) as line, line.makefile("rb") as answer:
        return answer.readline()


def hang_up(line: socket.socket) -> None:
    """Break a connection without closing it properly."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def framed(payload: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A client's frame as sent over the network."""
    return bytes(Frame(opcode, payload, fin).serialize(mask=True))


def read_until(line: socket.socket, part: bytes) -> bytes:
    """Read until something was received, and return all of it."""
    got = b""
    while part not in got:
        data = line.recv(65536)
        assert data, f"closed after {got[-200:]!r}"
        got += data
    return got

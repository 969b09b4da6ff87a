"""HTTP/2 requests that no library would send."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Sequence
from typing import NamedTuple

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, GONE = 0, 1, 3, 4, 7
END_STREAM, END_HEADERS = 1, 4
STREAM = 1

Fields = Sequence[tuple[bytes, bytes]]


class Frame(NamedTuple):
    """A frame that was received."""

    kind: int
    flags: int
    stream: int
    payload: bytes


def request(fields: Fields, body: bytes | None) -> bytes:
    """Return everything that a client sends for one request; with a body of None the request stays open."""
    head = b"".join(b"\0" + _text(name) + _text(value) for name, value in fields)
    begin = PREFACE + _frame(SETTINGS, 0, 0, b"") + _frame(HEADERS, END_HEADERS, STREAM, head)
    return begin if body is None else begin + _frame(DATA, END_STREAM, STREAM, body)


def read_to_end(line: ssl.SSLSocket) -> bool:
    """Read until the request was answered or refused. Return False if neither happens in time."""
    try:
        for frame in frames(line):
            ended = frame.kind == RESET or (frame.kind in (DATA, HEADERS) and frame.flags & END_STREAM)
            if frame.kind == GONE or (frame.stream == STREAM and ended):
                return True
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def frames(line: ssl.SSLSocket) -> Iterator[Frame]:
    """Yield each frame until the connection is closed."""
    with line.makefile("rb") as received:
        while len(head := received.read(9)) == 9:
            payload = received.read(int.from_bytes(head[:3]))
            yield Frame(head[3], head[4], int.from_bytes(head[5:]), payload)


def offers_websockets(settings: Frame) -> bool:
    """Return whether the other side takes WebSockets as streams of HTTP/2 (RFC 8441)."""
    pairs = (settings.payload[start : start + 6] for start in range(0, len(settings.payload), 6))
    return any(pair == b"\0\x08\0\0\0\x01" for pair in pairs)


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3) + bytes((kind, flags)) + stream.to_bytes(4) + payload


def _text(data: bytes) -> bytes:
    """Encode a literal of HPACK."""
    if len(data) < 127:
        return bytes((len(data),)) + data
    size, rest = b"\x7f", len(data) - 127
    while rest >= 128:
        size, rest = size + bytes((rest % 128 + 128,)), rest // 128
    return size + bytes((rest,)) + data

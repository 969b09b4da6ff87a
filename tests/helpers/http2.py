"""HTTP/2 requests that no library would send."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Sequence

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, GONE = 0, 1, 3, 4, 7
END_STREAM, END_HEADERS = 1, 4
STREAM = 1

Fields = Sequence[tuple[bytes, bytes]]


def request(fields: Fields, body: bytes) -> bytes:
    """Return everything that a client sends for one request."""
    head = b"".join(b"\0" + _text(name) + _text(value) for name, value in fields)
    return (
        PREFACE
        + _frame(SETTINGS, 0, 0, b"")
        + _frame(HEADERS, END_HEADERS, STREAM, head)
        + _frame(DATA, END_STREAM, STREAM, body)
    )


def read_to_end(line: ssl.SSLSocket) -> bool:
    """Read until the request was answered or refused. Return False if neither happens in time."""
    try:
        for kind, flags, stream in _frames(line):
            ended = kind == RESET or (kind in (DATA, HEADERS) and flags & END_STREAM)
            if kind == GONE or (stream == STREAM and ended):
                return True
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def _frames(line: ssl.SSLSocket) -> Iterator[tuple[int, int, int]]:
    """Yield the kind, the flags and the stream of each frame until the connection is closed."""
    with line.makefile("rb") as received:
        while len(head := received.read(9)) == 9:
            received.read(int.from_bytes(head[:3]))
            yield head[3], head[4], int.from_bytes(head[5:])


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

"""Requests whose end is ambiguous, each with another request hidden in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from helpers.http2 import Fields
from helpers.proxies import NAME


class Probe(NamedTuple):
    """A request with another one in it."""

    name: str
    build: Callable[[bytes], bytes]
    """Returns the bytes to send, given the hidden request."""
    ambiguous: bool = False
    """Whether some programs find a second request behind the first, and others do not."""


def hidden(name: str) -> bytes:
    """Return a request that leaves a trace: a player with this name."""
    return post("Content-Type: application/json", f'{{"name": "{name}"}}'.encode())


def post(headers: str, body: bytes, *, line: str = "POST /api/tokens HTTP/1.1", length: bool = True) -> bytes:
    """Return a request; a line break of a header is `\\n`, or `\\r` and `\\n` if it has to be another one."""
    if length:
        headers += f"\nContent-Length: {len(body)}"
    head = f"{line}\nHost: {NAME}\n{headers}\n\n".replace("\r\n", "\n").replace("\n", "\r\n")
    return head.encode("latin-1") + body


CHUNKED = "Transfer-Encoding: chunked"
"""What counts if there is a length, too."""

ENCODINGS = {
    "plain": CHUNKED,
    "capitals": "Transfer-Encoding: CHUNKED",
    "a tab": "Transfer-Encoding:\tchunked",
    "a vertical tab": "Transfer-Encoding: \x0bchunked",
    "a form feed": "Transfer-Encoding: chunked\x0c",
    "no break space": "Transfer-Encoding: \xa0chunked",
    "a space before the colon": "Transfer-Encoding : chunked",
    "a tab before the colon": "Transfer-Encoding\t: chunked",
    "a space before the name": "X: y\n Transfer-Encoding: chunked",
    "a folded line": "Transfer-Encoding:\n chunked",
    "a folded name": "Transfer\n -Encoding: chunked",
    "an unknown one": "Transfer-Encoding: xchunked",
    "quotes": 'Transfer-Encoding: "chunked"',
    "a parameter": "Transfer-Encoding: chunked;q=1",
    "identity": "Transfer-Encoding: identity",
    "identity first": "Transfer-Encoding: identity, chunked",
    "identity last": "Transfer-Encoding: chunked, identity",
    "gzip first": "Transfer-Encoding: gzip, chunked",
    "a comma": "Transfer-Encoding: ,chunked",
    "twice": "Transfer-Encoding: chunked, chunked",
    "two headers": f"{CHUNKED}\n{CHUNKED}",
    "another after it": f"{CHUNKED}\nTransfer-Encoding: x",
    "another before it": f"Transfer-Encoding: x\n{CHUNKED}",
    "an empty one": "Transfer-Encoding:",
    "an underscore": "Transfer_Encoding: chunked",
    "a null": "Transfer-Encoding: chunked\0",
    "a dotted capital": "Transfer-Encoding: chun\u212aed".encode().decode("latin-1"),
}

LENGTHS = {
    "two": "Content-Length: 5\nContent-Length: {long}",
    "two, the long one first": "Content-Length: {long}\nContent-Length: 5",
    "a list": "Content-Length: 5, {long}",
    "a plus": "Content-Length: +5",
    "a minus": "Content-Length: -5",
    "hexadecimal": "Content-Length: 0x5",
    "an exponent": "Content-Length: 5e0",
    "a fraction": "Content-Length: 5.0",
    "letters": "Content-Length: 5abc",
    "a space inside": "Content-Length: 5 5",
    "an underscore": "Content-Length: 0_5",
    "empty": "Content-Length:",
    "a space before the colon": "Content-Length : 5",
    "a folded line": "Content-Length:\n 5",
    "a long number": f"Content-Length: {2**64 + 5}",
    "another digit": "Content-Length: \xb2",
}

SIZES = {
    "0x": b"0x5\r\n",
    "a plus": b"+5\r\n",
    "a minus": b"-5\r\n",
    "a space": b"5 \r\n",
    "a space first": b" 5\r\n",
    "a tab": b"\t5\r\n",
    "too long": b"10000000000000005\r\n",
    "long": b"00000000000000000000000000000005\r\n",
    "an underscore": b"0_5\r\n",
    "no digits": b"\r\n",
    "a line feed": b"5\n",
    "a carriage return": b"5\r",
    "a null": b"5\0\r\n",
    "letters": b"5g\r\n",
}

HEAD = "Content-Type: application/json"


def probes() -> Iterator[Probe]:
    """Yield all probes."""
    for name, header in ENCODINGS.items():
        yield Probe(f"encoding, {name}: hidden behind the last chunk", behind_the_last_chunk(header), ambiguous=True)
        yield Probe(f"encoding, {name}: hidden in a chunk", in_a_chunk(header), ambiguous=True)
    for name, header in LENGTHS.items():
        yield Probe(f"length, {name}", with_length(header), ambiguous=True)
    for name, size in SIZES.items():
        yield Probe(f"chunk size, {name}", with_size(size), ambiguous=True)
    yield Probe("a line feed in an extension", extension)
    yield Probe("more in a chunk than its size", spilled)
    yield Probe("a trailer that is a request", trailer, ambiguous=True)
    for method in ("GET", "HEAD", "DELETE", "OPTIONS", "TRACE"):
        yield Probe(f"{method} with a body", with_line(f"{method} /api/games HTTP/1.1"))
    for path in ("/healthz", "/metrics", "/api/nothing", "/", "//", "*"):
        yield Probe(f"a body for {path}", with_line(f"POST {path} HTTP/1.1"))
    yield Probe(
        "HTTP/1.0 with chunks", lambda end: post(CHUNKED, chunk(end), line="POST /api/tokens HTTP/1.0", length=False)
    )
    yield Probe("another host", lambda end: post("Host: evil.example", end, line="POST /api/tokens HTTP/1.1"))
    for what in ("100-continue", "x", "100-continue, x", " 100-continue"):
        yield Probe(f"it expects {what!r}", with_header(f"Expect: {what}"))
    yield Probe(
        "an upgrade with a body", with_header("Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13")
    )
    yield Probe(
        "an upgrade to HTTP/2",
        with_header("Connection: Upgrade, HTTP2-Settings\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAAP__"),
    )
    yield Probe("the length is for one connection only", with_header("Connection: keep-alive, Content-Length"))
    yield Probe("a line without a colon", with_header("Content-Length 5"))
    yield Probe("a line feed in a header", with_raw(b"X: y\nContent-Length: 5\r\n"))
    yield Probe("a carriage return in a header", with_raw(b"X: y\rContent-Length: 5\r\n"))
    yield Probe("a null in a header", with_raw(b"X: y\0\r\n"))


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n0\r\n\r\n" % (len(data), data)


def behind_the_last_chunk(header: str) -> Callable[[bytes], bytes]:
    """The length includes the hidden request, the chunks end before it."""
    return lambda end: post(f"{HEAD}\n{header}", b"0\r\n\r\n" + end)


def in_a_chunk(header: str) -> Callable[[bytes], bytes]:
    """The length ends before the hidden request, which is in a chunk."""

    def build(end: bytes) -> bytes:
        size = b"%x\r\n" % len(end)
        return post(f"{HEAD}\n{header}\nContent-Length: {len(size)}", chunk(end), length=False)

    return build


def with_length(header: str) -> Callable[[bytes], bytes]:
    return lambda end: post(f"{HEAD}\n{header.format(long=5 + len(end))}", b"hello" + end, length=False)


def with_size(size: bytes) -> Callable[[bytes], bytes]:
    return lambda end: post(f"{HEAD}\n{CHUNKED}", size + b"hello\r\n0\r\n\r\n" + end, length=False)


def extension(end: bytes) -> bytes:
    """If a line feed ends the extension, the next chunk has the hidden request; else it is behind the last one."""
    data = b"0\r\n\r\n" + end
    size = b"%x" % len(data)
    return post(
        f"{HEAD}\n{CHUNKED}",
        b"%x;\n%b\r\n%b\r\n%b\r\n0\r\n\r\n" % (len(size), b"x" * len(size), size, data),
        length=False,
    )


def spilled(end: bytes) -> bytes:
    data = b"0\r\n\r\n" + end
    return post(f"{HEAD}\n{CHUNKED}", b"5\r\nhello__%x\r\n%b\r\n0\r\n\r\n" % (len(data), data), length=False)


def trailer(end: bytes) -> bytes:
    return post(f"{HEAD}\n{CHUNKED}", b"0\r\n" + end, length=False)


def with_line(line: str) -> Callable[[bytes], bytes]:
    return lambda end: post(HEAD, end, line=line)


def with_header(header: str) -> Callable[[bytes], bytes]:
    return lambda end: post(f"{HEAD}\n{header}", end)


def with_raw(header: bytes) -> Callable[[bytes], bytes]:
    return lambda end: post(HEAD, end).replace(b"\r\n", b"\r\n" + header, 1)


def http2_fields(*more: tuple[bytes, bytes], **pseudo: bytes) -> Fields:
    """Return the header of a request for a token, with other values of pseudo header fields, and with more fields."""
    usual = {"method": b"POST", "scheme": b"https", "authority": NAME.encode(), "path": b"/api/tokens"}
    return [*((b":" + name.encode(), value) for name, value in {**usual, **pseudo}.items()), *more]


def http2_probes(end: bytes) -> Iterator[tuple[str, Fields, bytes]]:
    """Yield a name, header fields and a body of HTTP/2, which a proxy has to write in HTTP/1.1."""
    fields, length = http2_fields, (b"content-length", b"%d" % len(end))
    chunked, chunks = b"transfer-encoding: chunked", b"0\r\n\r\n" + end
    yield "a length of 0", fields((b"content-length", b"0")), end
    yield "a length that is too short", fields((b"content-length", b"5")), b"hello" + end
    yield "two lengths", fields((b"content-length", b"0"), length), end
    yield "a list of lengths", fields((b"content-length", b"5,5")), b"hello" + end
    yield "no length", fields(), end
    yield "GET with a body", fields(method=b"GET"), end
    for name in (b"transfer-encoding", b"Transfer-Encoding", b"transfer-encoding ", b"transfer_encoding", b"te"):
        yield f"chunks, {name!r}", fields((name, b"chunked")), chunks
    for between in (b"\r\n", b"\n", b"\r", b"\0"):
        more = between + chunked
        yield f"{between!r} in a value", fields((b"x", b"y" + more)), chunks
        yield f"{between!r} in a name", fields((b"x: y" + between + b"transfer-encoding", b"chunked")), chunks
        yield f"{between!r} in the path", fields(path=b"/ HTTP/1.1" + more + between + b"x: "), chunks
        yield f"{between!r} in the method", fields(method=b"POST / HTTP/1.1" + more + between + b"x: "), chunks
        yield f"{between!r} in the host", fields(authority=NAME.encode() + more), chunks
        yield f"{between!r} in the scheme", fields(scheme=b"https" + more), chunks
        yield f"a request behind {between!r}", fields((b"x", b"y" + 2 * between + end)), b""
    yield "spaces in the path", fields(path=b"/api/tokens HTTP/1.1 "), end
    yield "another host as well", fields((b"host", b"evil.example"), length), end
    yield "a field of a connection", fields((b"connection", b"content-length"), length), end
    socket = {"path": b"/ws/ABCDEFGH", "method": b"GET"}
    yield "an upgrade", fields((b"connection", b"upgrade"), (b"upgrade", b"websocket"), **socket), end
    tunnel = {**socket, "method": b"CONNECT", "protocol": b"websocket"}
    yield "a WebSocket that is refused", fields((b"sec-websocket-version", b"13"), **tunnel), end
    yield "a tunnel", fields(method=b"CONNECT"), end

"""Whatever a client sends, the server answers or disconnects it, and everybody else plays on."""

from __future__ import annotations

import asyncio
import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from heckmeck.server.net.web_socket import text_frame
from helpers.in_process_server import serving_table
from helpers.raw_sockets import connected, framed, handshake, hang_up, read_until
from helpers.wire import Api, Client, Server

PLAN = {"plan": {"game": "bratwurmeck", "seats": 2, "title": "Frames"}}


class Ring:
    """A server with a table and a player at it, for all tests of this file."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.runner = asyncio.Runner()
        self.ann = self.runner.run(Api.new(server, "Ann"))
        self.code = str(self.runner.run(self.ann.post("/api/tables", PLAN))["code"])
        self.line: ClientConnection | None = None

    async def connected(self) -> ClientConnection:
        if self.line is None:
            url = f"ws://127.0.0.1:{self.server.port}/ws/{self.code}"
            self.line = await connect(url, additional_headers=self.ann.headers, compression=None, max_queue=None)
        return self.line

    async def ask(self, frame: str | bytes, *, text: bool | None = None) -> dict[str, Any] | None:
        """Send a frame and return the answer; None if the server disconnected."""
        line = await self.connected()
        try:
            await line.send(frame, text=text)
            async with asyncio.timeout(20):
                while True:
                    message: dict[str, Any] = msgspec.json.decode(await line.recv())
                    if message["type"] in ("done", "refused"):
                        return message
        except ConnectionClosed as closed:
            self.line = None
            assert closed.rcvd is not None, "hung up without a word"
            return None

    def well(self) -> bool:
        """Whether commands still work, and there was no internal error."""
        reply = self.runner.run(self.ask(command("say", text="hello")))
        return reply is not None and reply["type"] == "done" and "Traceback" not in self.server.log()


def command(kind: str, **fields: Any) -> str:
    return msgspec.json.encode({"type": kind, "id": secrets.token_hex(8), **fields}).decode()


@pytest.fixture(scope="module")
def ring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ring]:
    with Server(tmp_path_factory.mktemp("frames") / "data") as server:
        ring = Ring(server)
        yield ring
        if ring.line is not None:
            ring.runner.run(ring.line.close())
        ring.runner.close()


BAD: list[str | bytes] = [
    "", " ", "null", "true", "7", '"move"', "[]", "{}", "[[[[", "{" * 2000, "[" * 8000, '{"a":' * 1500, "NaN",
    "Infinity", "\x00", "\ufeff{}", b"", b"\x00\xff\xfe", b"\xc3\x28", b'{"type":"say","id":"12345678","text":"\xff"}',
    '{"type":"move"}', '{"type":"none","id":"12345678"}', '{"id":"12345678"}', '{"type":7,"id":"12345678"}',
    '{"type":"say","id":"12345678","text":"\\ud800"}',
    '{"type":"say","id":"12345678","text":"a","text":"b","more":1}',
    '{"type":"say","id":"1234567","text":"short id"}', '{"type":"say","id":"' + "x" * 41 + '","text":"long id"}',
    '{"type":"say","id":"1234567\\n","text":"line end"}', '{"type":"say","id":null,"text":"a"}',
    '{"type":"say","id":"12345678","text":""}', '{"type":"say","id":"12345678","text":"' + "x" * 401 + '"}',
    '{"type":"say","id":"12345678","text":["a"]}', '{"type":"say","id":"12345678","text":"a","name":"Bo"}',
    '{"type":"say","id":"12345678","text":"a","seat":-1}', '{"type":"say","id":"12345678","text":"a","seat":"0"}',
    '{"type":"sit","id":"12345678","name":"' + "x" * 81 + '"}', '{"type":"sit","id":"12345678","name":"Ann","seat":-1}',
    '{"type":"sit","id":"12345678","name":"Ann","seat":7}', '{"type":"sit","id":"12345678","name":"Ann","seat":1e400}',
    '{"type":"sit","id":"12345678","name":"Ann","seat":0.5}', '{"type":"sit","id":"12345678","name":"Ann","seat":"0"}',
    '{"type":"sit","id":"12345678","name":"Ann","commitment":"' + "A" * 64 + '"}',
    '{"type":"sit","id":"12345678","name":"Ann","commitment":"ab"}',
    '{"type":"move","id":"12345678","seq":-1,"move":"roll"}',
    '{"type":"move","id":"12345678","seq":true,"move":"roll"}',
    '{"type":"move","id":"12345678","seq":0,"move":"' + "x" * 121 + '"}',
    '{"type":"bot","id":"12345678","seat":0,"bot":"perfect:/etc/passwd"}',
    '{"type":"bot","id":"12345678","seat":0,"bot":"../../x"}', '{"type":"bot","id":"12345678","seat":0,"bot":""}',
    '{"type":"react","id":"12345678","seat":0,"reaction":"<script>"}', '{"type":"chat","id":"12345678","on":1}',
    '{"type":"reveal","id":"12345678","seat":0,"seed":"00"}', '{"type":"start","id":"12345678","now":true}',
    '{"type":"close","id":"12345678"' + " " * 5000 + ',"id":"12345679","type":"start"}',
    '{"type":"opened","id":"12345678","player":"x"}', '{"type":"close","id":"12345678"} {"type":"close"}',
]  # fmt: skip


@pytest.mark.parametrize("frame", BAD, ids=range(len(BAD)))
def test_an_invalid_command_is_refused_and_the_connection_stays(ring: Ring, frame: str | bytes) -> None:
    reply = ring.runner.run(ring.ask(frame))
    assert reply is not None
    assert reply["code"] == "bad_message"
    assert len(reply["message"]) < 300
    assert ring.well()


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"type":"say","id":"12345678","text":"\\u0000"}', "bad_chat"),
        ('{"type":"move","id":"12345678","seq":99999999999999999999999999,"move":"roll"}', "not_seated"),
        ('{"type":"react","id":"12345678","seat":6,"reaction":"wow"}', "no_such_seat"),
        ('{"type":"bot","id":"12345678","seat":0,"bot":"perfect"}', "unknown_bot"),
    ],
)
def test_a_command_that_cannot_be_done_is_refused_with_its_reason(ring: Ring, frame: str, code: str) -> None:
    reply = ring.runner.run(ring.ask(frame))
    assert reply is not None
    assert reply["code"] == code
    assert ring.well()


@pytest.mark.parametrize("frame", [b'{"type":"say\xff"}', b'{"type":"say","id":"12345678","text":"\xed\xa0\x80"}'])
def test_text_that_is_none_is_refused(ring: Ring, frame: bytes) -> None:
    reply = ring.runner.run(ring.ask(frame, text=True))
    assert reply is not None
    assert reply["code"] == "bad_message"
    assert ring.well()


def test_a_frame_has_a_maximum_size(ring: Ring) -> None:
    padding = " " * (8192 - len(command("say", text="x")))
    reply = ring.runner.run(ring.ask(command("say", text="x") + padding))
    assert reply is not None
    assert reply["type"] == "done"
    assert ring.runner.run(ring.ask(command("say", text="x") + padding + " ")) is None
    assert ring.runner.run(ring.ask("x" * 1_000_000)) is None
    assert ring.well()


async def read_on(line: ClientConnection) -> None:
    while True:
        await line.recv()


def test_a_frame_in_many_parts_has_no_more_room(ring: Ring) -> None:
    async def main() -> None:
        line = await ring.connected()
        ring.line = None
        with suppress(ConnectionClosed):
            await line.send(["x" * 1000] * 100)
        with pytest.raises(ConnectionClosed):
            await read_on(line)

    ring.runner.run(main())
    assert ring.well()


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=8,
)
kinds = st.sampled_from(
    ["sit", "leave", "back", "bot", "clear", "start", "commit", "reveal", "move", "say", "react", "chat"]
)
fields = st.sampled_from(["name", "seat", "bot", "commitment", "seed", "seq", "move", "text", "reaction", "on"])
likely = st.sampled_from(
    [0, 1, -1, 2**53, 2**64, "", "roll", "greedy", "worm", "a" * 64, "b" * 32, True, None, "keep 1"]
)
commands = st.builds(
    lambda kind, name, more: msgspec.json.encode({"type": kind, "id": name, **more}),
    kinds,
    st.text("abc123_-", min_size=7, max_size=41),
    st.dictionaries(fields, likely | json, max_size=5),
)
frames = st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode()) | json.map(msgspec.json.encode)


@settings(max_examples=250)
@given(frame=commands | frames, as_text=st.booleans())
def test_any_frame_is_answered(ring: Ring, frame: bytes, as_text: bool) -> None:
    reply = ring.runner.run(ring.ask(frame, text=as_text))
    assert reply is not None
    assert reply["type"] in ("done", "refused")


def test_after_all_that_nothing_went_wrong_inside(ring: Ring) -> None:
    assert ring.well()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/ws/ABCDEFGH", 404), ("/ws/abc", 400), ("/ws/", 400), ("/ws", 404), ("/", 404), ("/ws/ABCDEFGH/x", 404),
        ("/ws/{code}?since=x", 400), ("/ws/{code}?since=-1", 400), ("/ws/{code}?since=1e3", 400),
        ("/ws/{code}?since=9999999999999", 400), ("/ws/%00%FF", 400), ("/ws/" + "A" * 3000, 400),
    ],
)  # fmt: skip
def test_lines_to_nowhere_are_refused(ring: Ring, path: str, status: int) -> None:
    async def main() -> None:
        url = f"ws://127.0.0.1:{ring.server.port}{path.format(code=ring.code)}"
        with pytest.raises(InvalidStatus) as refused:
            await connect(url, additional_headers=ring.ann.headers)
        assert refused.value.response.status_code == status

    ring.runner.run(main())
    assert ring.well()


@pytest.mark.parametrize(
    "garbage", [b"\x81", b"\x81\xfe\x00", b"\xff" * 50, b"\x81\x05hello", b"GET / HTTP/1.1\r\n\r\n"]
)
def test_bytes_that_are_no_frames_end_the_line_only(ring: Ring, garbage: bytes) -> None:
    """Half a frame, a frame without a mask, and no frame at all."""
    line = connected(ring.server.port, ring.ann, ring.code)
    line.sendall(garbage)
    line.shutdown(socket.SHUT_WR)
    while line.recv(65536):
        pass
    line.close()
    assert ring.well()


def test_a_connection_that_breaks_at_any_moment_does_no_harm(ring: Ring) -> None:
    for since in (None, 0, 5):
        line = handshake(ring.server.port, ring.ann, ring.code, since=since)
        hang_up(line)
    assert ring.well()


def test_other_tables_do_not_matter_to_an_idle_line(ring: Ring) -> None:
    async def main() -> None:
        code = (await ring.ann.post("/api/tables", PLAN))["code"]
        idle = await Client(ring.ann, code).connect()
        busy = await Client(ring.ann, ring.code).connect()
        for number in range(200):
            assert (await busy.do("say", text=f"{number}"))["type"] == "done"
        assert (await idle.do("say", text="still here"))["type"] == "done"
        assert [entry["text"] for entry in idle.log] == ["still here"]
        await idle.close()
        await busy.close()

    ring.runner.run(main())


@pytest.mark.parametrize("size", [1, 7, 64, 150, 10_000])
def test_commands_are_answered_in_order_however_the_line_cuts_them(ring: Ring, size: int) -> None:
    line = connected(ring.server.port, ring.ann, ring.code)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    names = [secrets.token_hex(8) for _ in range(12)]
    back = [{"type": "back", "id": name, "seat": 0} for name in names]
    data = b"".join(framed(msgspec.json.encode(each)) for each in back)
    for start in range(0, len(data), size):
        line.send(data[start : start + size])
    got = read_until(line, names[-1].encode())
    line.close()
    assert re.findall(rb'"id":"([0-9a-f]{16})"', got) == [name.encode() for name in names]


def of_close(code: int) -> bytes:
    """The beginning of the server's close frame, without the length of its reason."""
    return code.to_bytes(2, "big")


# Masks are random: without explicit ids, the cases would have different names in each process that runs tests.
BROKEN = {
    "without a mask": (framed(b"{}")[:1] + b"\x02{}", 1002),
    "with a reserved bit": (bytes([framed(b"{}")[0] | 0x40]) + framed(b"{}")[1:], 1002),
    "of a kind that does not exist": (bytes([0x83]) + framed(b"{}")[1:], 1002),
    "the end of nothing": (framed(b"{}", Opcode.CONT), 1002),
    "one within another": (framed(b"{", fin=False) + framed(b"}"), 1002),
    "a long ping": (bytes([0x89, 0xFE, 0, 126]) + bytes(130), 1002),
    "too long": (framed(b" " * 8193), 1009),
    "too long together": (framed(b" " * 8000, fin=False) + framed(b" " * 200, Opcode.CONT), 1009),
    "much too long": (b"\x81\xff" + b"\xff" * 8 + bytes(4), 1009),
}


@pytest.mark.parametrize(("data", "code"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_frame_closes_the_line_with_its_code(ring: Ring, data: bytes, code: int) -> None:
    with connected(ring.server.port, ring.ann, ring.code) as line:
        line.sendall(data)
        got = b""
        while part := line.recv(65536):
            got += part
        assert re.search(rb"\x88.%s" % re.escape(of_close(code)), got, re.DOTALL), got
    assert ring.well()


def test_a_command_in_parts_with_a_ping_between_them_is_done(ring: Ring) -> None:
    whole = command("say", text="in parts").encode()
    with connected(ring.server.port, ring.ann, ring.code) as line:
        line.sendall(framed(whole[:10], fin=False) + framed(b"there?", Opcode.PING) + framed(whole[10:], Opcode.CONT))
        got = read_until(line, b'"done"')
    assert b"\x8a\x06there?" in got


def test_a_command_that_begins_before_the_table_is_there_is_done(ring: Ring) -> None:
    whole = framed(command("say", text="early").encode())
    with connected(ring.server.port, ring.ann, ring.code, since=0) as line:
        line.sendall(whole[:9])
        read_until(line, b'"welcome"')
        line.sendall(whole[9:])
        read_until(line, b'"done"')


def test_a_payload_that_looks_like_a_frame_is_none(ring: Ring) -> None:
    inner = framed(command("say", text="inside").encode())
    header = bytes([0x82, 0x80 + len(inner)]) + bytes(4)
    with connected(ring.server.port, ring.ann, ring.code) as line:
        line.sendall(framed(command("say", text="before").encode()) + header)
        read_until(line, b'"done"')
        line.sendall(inner)
        assert b"bad_message" in read_until(line, b'"refused"')
        line.sendall(framed(command("say", text="after").encode()))
        assert b"inside" not in read_until(line, b'"done"')


@pytest.mark.parametrize("size", [100, 125, 126, 127, 8192])
def test_a_message_of_any_length_is_read(ring: Ring, size: int) -> None:
    say = command("say", text="long").encode()
    with connected(ring.server.port, ring.ann, ring.code) as line:
        line.sendall(framed(say + b" " * (size - len(say))))
        read_until(line, b'"done"')


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_is_the_same_for_all_sockets(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_a_command_may_come_as_a_binary_message(ring: Ring) -> None:
    with connected(ring.server.port, ring.ann, ring.code) as line:
        line.sendall(framed(command("say", text="bytes").encode(), Opcode.BINARY))
        read_until(line, b'"done"')


def test_nothing_follows_a_close_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.server.net.web_socket.CLOSE_DELAY", 60.0)

    async def main() -> None:
        async with serving_table(tmp_path / "data") as (here, ann, code):
            client = await Client(ann, code).connect()
            with handshake(here.port, ann, code) as line:
                await asyncio.to_thread(read_until, line, b'"welcome"')
                line.sendall(b"\x81\x02{}")
                await asyncio.to_thread(read_until, line, of_close(1002))
                assert (await client.do("say", text="hello"))["type"] == "done"
                line.setblocking(False)
                with suppress(BlockingIOError):
                    assert line.recv(65536) == b""
            await client.close()

    asyncio.run(main())

"""Whatever comes over a line, the server answers or hangs up, and everybody else plays on."""

from __future__ import annotations

import asyncio
import base64
import re
import secrets
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from heckmeck.server.net import ws_protocol as server_frames
from helpers.in_process_server import figure, serving
from helpers.tables import until
from helpers.wire import Api, Client, Server

PLAN = {"plan": {"game": "bratwurmeck", "seats": 2, "title": "Frames"}}


class Ring:
    """A server with a table, and one who is at it, for all tests of this file."""

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
        """Send a frame and return the answer; None where the server hung up."""
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
        """Whether commands are still done, and nothing went wrong inside."""
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
def test_what_is_no_command_is_refused_and_the_line_stays(ring: Ring, frame: str | bytes) -> None:
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


def test_a_frame_may_have_so_many_bytes_and_no_more(ring: Ring) -> None:
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


async def read_all(client: Client, seen: list[dict[str, Any]]) -> None:
    while True:
        seen.append(await client.read())


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
    line = handshake(ring.server.port, ring.ann, ring.code)
    assert line.recv(12) == b"HTTP/1.1 101"
    line.sendall(garbage)
    line.shutdown(socket.SHUT_WR)
    while line.recv(65536):
        pass
    line.close()
    assert ring.well()


def test_a_line_that_breaks_off_at_any_moment_harms_nobody(ring: Ring) -> None:
    for since in (None, 0, 5):
        line = handshake(ring.server.port, ring.ann, ring.code, since=since)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        line.close()
    assert ring.well()


def handshake(port: int, api: Api, code: str, *, since: int | None = None, window: int = 0) -> socket.socket:
    """A WebSocket by hand, which nobody reads from."""
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


def knock(port: int, api: Api, code: str) -> bytes:
    """Connect, hang up, and return what was said to that first."""
    with handshake(port, api, code) as line, line.makefile("rb") as answer:
        return answer.readline()


def test_who_does_not_read_is_dropped_and_can_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, so that the system's own buffers can be kept small."""
    monkeypatch.setattr("heckmeck.server.net.conversation.MAX_UNREAD", 16 * 1024)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            client = await Client(ann, code).connect()
            before = client.seq
            slow = handshake(here.port, ann, code, window=4096)
            while await figure(ann, "readers_dropped_total") == 0:
                assert (await client.do("say", text="\U0001d54f" * 200))["type"] == "done"
                assert client.seq < 1000
            again = Client(ann, code)
            again.seq = before
            await again.connect(resume=True)
            assert [entry["seq"] for entry in again.log] == list(range(before + 1, client.seq + 1))
            slow.close()
            for line in (client, again):
                await line.close()

    asyncio.run(main())


def test_who_resumes_and_does_not_read_is_cut_off_soon_and_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("heckmeck.server.net.ws_protocol.FOLLOWER_TIMEOUT", 0.2)

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            client = await Client(ann, code, seed=False).connect()
            for _ in range(100):
                assert (await client.do("say", text="\U0001d54f" * 200))["type"] == "done"
            lines = [handshake(here.port, ann, code, since=0, window=4096) for _ in range(3)]
            for line in lines:
                await asyncio.to_thread(line.recv, 1)
            async with asyncio.timeout(20):
                while await figure(ann, "sockets") > 1:
                    await asyncio.sleep(0.01)
            assert (await client.do("say", text="still here"))["type"] == "done"
            for line in lines:
                line.close()
            await client.close()

    asyncio.run(main())
    assert [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


def test_who_goes_away_during_a_resume_leaves_no_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            client = await Client(ann, code, seed=False).connect()
            for _ in range(100):
                assert (await client.do("say", text="\U0001d54f" * 200))["type"] == "done"
            for _ in range(5):
                line = handshake(here.port, ann, code, since=0)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                await asyncio.to_thread(line.recv, 1)
                line.close()
            async with asyncio.timeout(20):
                while await figure(ann, "sockets") > 1:
                    await asyncio.sleep(0.01)
            await client.close()

    asyncio.run(main())
    assert [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


def test_a_first_visit_gets_the_log_of_the_first_game_and_older_entries_on_request(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            plan = {"game": "bratwurmeck", "seats": 2}
            opened = await ann.post("/api/tables", {"plan": plan, "name": "Ann", "bots": ["greedy"], "start": True})
            url = f"ws://127.0.0.1:{here.port}/ws/{opened['code']}?from=game"
            log = []
            async with connect(url, additional_headers=ann.headers) as line:
                while (message := msgspec.json.decode(await line.recv()))["type"] == "happened":
                    log.append(message)
                assert message["type"] == "welcome"
            assert [entry["what"] for entry in log[:4]] == ["opened", "sat", "bot_sat", "began"]
            url = f"{here.url}/api/tables/{opened['code']}"
            async with httpx.AsyncClient(headers=ann.headers) as http:
                async with http.stream("GET", f"{url}/events?from=game") as stream:
                    assert msgspec.json.decode(await anext(stream.aiter_lines())) == log[0]
                before = (await http.get(f"{url}/log?before=4")).json()
                assert before == {"entries": log[:3], "begins": 1}
                two = (await http.get(f"{url}/log?before=4&limit=2")).json()
                assert two["entries"] == log[1:3]
                assert (await http.get(f"{url}/log?before=0")).status_code == 400

    asyncio.run(main())


def test_who_is_idle_but_answers_pings_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pings = 0
    ping = server_frames.WsProtocol.send_keepalive_ping

    def counted(line: server_frames.WsProtocol) -> None:
        nonlocal pings
        pings += 1
        ping(line)

    monkeypatch.setattr(server_frames.WsProtocol, "send_keepalive_ping", counted)

    async def main() -> None:
        async with serving(tmp_path / "data", max_sockets=1) as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            idle = await Client(ann, code).connect()
            await until(lambda: pings > 10)  # the next one comes when the last was answered
            assert b" 503 " in await asyncio.to_thread(knock, here.port, ann, code), "its place is taken"
            assert (await idle.do("say", text="still here"))["type"] == "done"
            await idle.close()

    asyncio.run(main())


def test_who_answers_no_pings_is_sent_away_and_leaves_the_place_to_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", patience=0.05, max_sockets=1) as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            with handshake(here.port, ann, code) as mute, mute.makefile("rb") as line:
                got = await asyncio.to_thread(line.read)
            assert got.startswith(b"HTTP/1.1 101 ")
            assert got.endswith(b"keepalive ping timeout")
            async with asyncio.timeout(20):
                while b" 101 " not in await asyncio.to_thread(knock, here.port, ann, code):
                    pass

    asyncio.run(main())


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


def test_who_asks_for_too_much_is_told_and_then_sent_away(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data", environment={"HECKMECK_LIMIT_LOCAL": "yes"}) as server:
            ann = await Api.new(server, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            fast, calm = await Client(ann, code).connect(), await Client(ann, code).connect()
            with suppress(ConnectionClosed):
                for number in range(200):
                    await fast.send("say", text=str(number))
            seen: list[dict[str, Any]] = []
            with pytest.raises(ConnectionClosed) as closed:
                await read_all(fast, seen)
            kinds = [message["type"] for message in seen if message["type"] in ("done", "refused", "bye")]
            assert kinds[:20] == ["done"] * 20
            assert kinds.count("refused") == 50
            assert kinds[-1] == "bye"
            assert {message["code"] for message in seen if message["type"] == "refused"} == {"too_fast"}
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            assert (await calm.do("say", text="me too?"))["type"] == "done"
            await fast.connect(resume=True)
            for line in (fast, calm):
                await line.close()
            assert "Traceback" not in server.log()

    asyncio.run(main())


def in_one_piece(payload: bytes, opcode: Opcode = Opcode.TEXT) -> bytes:
    """A client's frame as it goes over the line."""
    return bytes(Frame(opcode, payload).serialize(mask=True))


@pytest.mark.parametrize("size", [1, 7, 64, 150, 10_000])
def test_commands_are_answered_in_order_however_the_line_cuts_them(ring: Ring, size: int) -> None:
    line = handshake(ring.server.port, ring.ann, ring.code)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    names = [secrets.token_hex(8) for _ in range(12)]
    back = [{"type": "back", "id": name, "seat": 0} for name in names]
    data = b"".join(in_one_piece(msgspec.json.encode(each)) for each in back)
    assert b"HTTP/1.1 101" in line.recv(65536)
    for start in range(0, len(data), size):
        line.send(data[start : start + size])
    got = b""
    while got.count(b'"refused"') < len(names):
        got += line.recv(65536)
    line.close()
    assert re.findall(rb'"id":"([0-9a-f]{16})"', got) == [name.encode() for name in names]

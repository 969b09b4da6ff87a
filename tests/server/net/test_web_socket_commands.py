"""The commands of one WebSocket: their order, and how many above the rate limit are refused before it is closed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from heckmeck.server.config import Config
from heckmeck.server.net.connection import CLOSE_DELAY
from heckmeck.server.net.rate_limits import SOCKET_COMMANDS, SOCKET_VIOLATIONS, RateLimits
from heckmeck.server.net.web_socket import Stage, WebSocket
from heckmeck.server.ops.metrics import Metrics
from heckmeck.server.table.messages import Done
from helpers.raw_sockets import framed

BURST, VIOLATIONS = int(SOCKET_COMMANDS.burst), int(SOCKET_VIOLATIONS.burst)


class Line(asyncio.Transport):
    """A connection that notes what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.aborted = self.closed = False
        self._reading = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.aborted or self.closed

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_reading(self) -> bool:
        return self._reading

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def messages(self) -> list[dict[str, Any]]:
        """Everything that was sent since the last time, as a client of the library reads it."""
        client = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN)
        client.receive_data(self.written)
        self.written = b""
        frames = [frame for frame in client.events_received() if isinstance(frame, Frame)]
        return [msgspec.json.decode(frame.data) for frame in frames if frame.opcode is Opcode.TEXT]


class Player:
    """A WebSocket of a player who follows a table already, with commands that take as long as we want."""

    def __init__(self, group: str | None = "198.51.100.7") -> None:
        self.now = 0.0
        self.line = Line()
        self.begun: list[str] = []
        self.results: list[asyncio.Future[Done]] = []
        limits = RateLimits(Config(), lambda: self.now)
        service: Any = SimpleNamespace(limits=limits, metrics=Metrics("p1"), command=self._command)
        visit: Any = SimpleNamespace(group=group, caller=None, device=None)
        self.web_socket = WebSocket(service, SimpleNamespace(), visit, ServerProtocol(state=State.OPEN))  # type: ignore[arg-type]
        self.web_socket.connection_made(self.line)
        self.web_socket._stage = Stage.OPEN

    async def _command(self, _table: Any, command: Any, _visit: Any) -> Done:
        self.begun.append(command.id)
        self.results.append(asyncio.get_running_loop().create_future())
        return await self.results[-1]

    def send(self, *messages: bytes, opcode: Opcode = Opcode.TEXT) -> None:
        self.web_socket.data_received(b"".join(framed(message, opcode) for message in messages))


async def others_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def start(name: str) -> bytes:
    return msgspec.json.encode({"type": "start", "id": name})


def too_fast(messages: list[dict[str, Any]]) -> int:
    return sum(message.get("code") == "too_fast" for message in messages)


def test_a_client_far_above_its_limit_is_disconnected_and_nothing_more_is_read_or_sent() -> None:
    async def main() -> None:
        player = Player()
        player.send(*[b"nonsense"] * (BURST + VIOLATIONS))
        assert too_fast(player.line.messages()) == VIOLATIONS
        assert player.line.is_reading()
        player.send(*[b"nonsense"] * 100)
        sent = player.line.written
        assert [message["type"] for message in player.line.messages()] == ["bye"]
        assert sent.endswith(b"\x88\x0a" + (1008).to_bytes(2, "big") + b"too_fast"), "a Close frame is the last one"
        assert not player.line.is_reading()
        player.send(b"nonsense")
        player.web_socket.send(b"{}")
        assert player.line.written == b""

    asyncio.run(main())


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_frames_that_are_no_messages_count_as_well(opcode: Opcode) -> None:
    async def main() -> None:
        player = Player()
        player.send(*[b""] * (BURST + VIOLATIONS), opcode=opcode)
        assert player.line.messages() == []
        player.send(b"", opcode=opcode)
        assert [message["code"] for message in player.line.messages()] == ["too_fast"]
        assert not player.line.is_reading()

    asyncio.run(main())


def test_empty_parts_of_a_message_count_as_well() -> None:
    async def main() -> None:
        player = Player()
        player.web_socket.data_received(framed(b"", fin=False))
        for _ in range(BURST + VIOLATIONS):
            player.web_socket.data_received(framed(b"", Opcode.CONT, fin=False))
        assert [message["code"] for message in player.line.messages()] == ["too_fast"]

    asyncio.run(main())


def test_a_client_that_is_cut_off_is_disconnected_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    assert CLOSE_DELAY <= 1
    monkeypatch.setattr("heckmeck.server.net.web_socket.CLOSE_DELAY", 0.01)

    async def main() -> None:
        player = Player()
        player.send(*[b"nonsense"] * (BURST + VIOLATIONS + 1))
        async with asyncio.timeout(20):
            while not player.line.aborted:
                await asyncio.sleep(0.01)

    asyncio.run(main())


def test_a_limit_exceeded_now_and_then_is_forgotten() -> None:
    async def main() -> None:
        player = Player()
        for _ in range(2 * VIOLATIONS):  # days that begin with a burst
            player.send(*[b"nonsense"] * (BURST + 2))
            assert too_fast(player.line.messages()) == 2
            player.now += 86_400
        assert player.line.is_reading()

    asyncio.run(main())


def test_commands_within_the_limit_do_not_make_up_for_many_above_it() -> None:
    async def main() -> None:
        player = Player()
        for _ in range(10):  # a second at ten times the allowed rate: one in ten is accepted
            player.send(*[b"nonsense"] * 100)
            player.now += 1
        assert not player.line.is_reading()

    asyncio.run(main())


def test_a_ping_is_answered_or_beyond_the_limit_ignored_and_never_refused() -> None:
    async def main() -> None:
        player = Player()
        player.send(*[b'{"type":"ping"}'] * (BURST + VIOLATIONS))
        assert player.line.messages() == [{"type": "pong"}] * BURST
        player.send(b'{"type":"ping"}')
        assert [message["type"] for message in player.line.messages()] == ["bye"]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (b"3", "This is not a command: the message must be an object, not a whole number."),
        (b'{"type":"dance","id":"12345678"}', "This is not a command: `type` cannot be 'dance'."),
        (
            b'{"type":"leave","id":"12345678","seat":"a"}',
            "This is not a command: `seat` must be a whole number, not a string.",
        ),
        (b'{"type":"start","id":"\xff"}', "This is not a command: "),
    ],
)
def test_an_invalid_command_is_refused_in_a_sentence(message: bytes, sentence: str) -> None:
    async def main() -> None:
        player = Player()
        player.send(message)
        (answer,) = player.line.messages()
        assert (answer["type"], answer["code"]) == ("refused", "bad_message")
        assert answer["message"].startswith(sentence)

    asyncio.run(main())


@pytest.mark.parametrize("error", [RuntimeError("broken"), asyncio.CancelledError()])
def test_a_client_whose_command_fails_inside_is_disconnected_and_sends_it_again(
    error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        player = Player()
        player.send(start("command-1"), start("command-2"))
        await others_run()
        player.results[0].set_exception(error) if isinstance(error, Exception) else player.results[0].cancel()
        await others_run()
        assert player.line.aborted
        assert player.line.written == b""
        assert player.begun == ["command-1"]

    asyncio.run(main())
    assert ("a command failed" in caplog.text) is isinstance(error, Exception)


def test_a_message_that_arrives_during_a_command_waits_for_it() -> None:
    async def main() -> None:
        player = Player(group=None)
        player.send(start("command-1"))
        await others_run()
        player.send(start("command-2"), b'{"type":"ping"}', start("command-3"))
        await others_run()
        assert player.begun == ["command-1"]
        player.web_socket.send(b'{"type":"held"}')
        assert player.line.messages() == [], "what happens during a command is sent with its answer"
        player.results[0].set_result(Done("command-1", 1))
        await others_run()
        assert [message.get("id") or message["type"] for message in player.line.messages()] == ["held", "command-1"]
        assert player.begun == ["command-1", "command-2"]
        player.results[1].set_result(Done("command-2", 2))
        await others_run()
        assert [message.get("id") or message["type"] for message in player.line.messages()] == ["command-2", "pong"]
        assert player.begun == ["command-1", "command-2", "command-3"]

    asyncio.run(main())


def test_a_client_with_many_waiting_messages_is_not_read_until_they_are_answered() -> None:
    async def main() -> None:
        player = Player(group=None)
        names = [f"command-{number}" for number in range(10)]
        player.send(*map(start, names))
        await others_run()
        assert not player.line.is_reading()
        for number in range(10):
            player.results[number].set_result(Done(names[number], number))
            await others_run()
        assert player.line.is_reading()
        assert [message["id"] for message in player.line.messages()] == names

    asyncio.run(main())


def test_a_command_is_carried_out_although_its_client_has_left() -> None:
    async def main() -> None:
        player = Player()
        player.send(start("command-1"), start("command-2"))
        await others_run()
        player.web_socket.connection_lost(None)
        player.results[0].set_result(Done("command-1", 1))
        await others_run()
        assert player.begun == ["command-1"]
        assert player.line.written == b""

    asyncio.run(main())


def test_an_idle_client_that_answers_pings_stays() -> None:
    async def main() -> None:
        player = Player()
        for _ in range(5):
            player.web_socket._ping()
            assert player.line.written == b"\x89\x00"
            player.line.written = b""
            player.send(b"", opcode=Opcode.PONG)
        assert not player.web_socket.is_gone()

    asyncio.run(main())


def test_a_client_that_has_sent_nothing_since_the_last_ping_is_disconnected() -> None:
    async def main() -> None:
        player = Player()
        player.web_socket._ping()
        player.web_socket._ping()
        assert player.line.written.endswith(b"keepalive ping timeout")
        assert player.line.closed

    asyncio.run(main())

"""A conversation with one client: how many commands above its rate limit are refused before it is disconnected."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from heckmeck.server.config import Config
from heckmeck.server.net.conversation import Conversation
from heckmeck.server.net.rate_limits import SOCKET_COMMANDS, SOCKET_VIOLATIONS, RateLimits
from heckmeck.server.ops.metrics import Metrics
from heckmeck.server.table.messages import Bye, Done

BURST, VIOLATIONS = int(SOCKET_COMMANDS.burst), int(SOCKET_VIOLATIONS.burst)


class Client:
    """A client that sends nonsense, which counts against the rate limit too, by a clock that we move."""

    def __init__(self) -> None:
        self.now = 0.0
        self.answers: list[bytes] = []
        self.byes: list[Bye] = []
        self._tasks: list[asyncio.Task[None]] = []
        hub = SimpleNamespace(run=lambda work: self._tasks.append(asyncio.ensure_future(work)))
        given = RateLimits(Config(), lambda: self.now)
        service: Any = SimpleNamespace(limits=given, hub=hub, metrics=Metrics("p1"))
        visit: Any = SimpleNamespace(group="198.51.100.7")
        socket: Any = SimpleNamespace(answer=self.answers.append)
        self._conversation = Conversation(service, SimpleNamespace(), visit, socket, self._bye)  # type: ignore[arg-type]

    async def say(self, times: int, message: bytes = b"nonsense") -> int:
        """Send a message several times; return how often the answer was to wait."""
        self.answers.clear()
        for _ in range(times):
            await self._conversation.receive(message)
        await asyncio.gather(*self._tasks)
        return sum(b"too_fast" in answer for answer in self.answers)

    async def _bye(self, bye: Bye) -> None:
        self.byes.append(bye)


def test_who_goes_on_and_on_is_sent_away_once_and_hears_no_more() -> None:
    async def main() -> None:
        client = Client()
        assert await client.say(BURST + VIOLATIONS) == VIOLATIONS
        assert client.byes == []
        assert await client.say(5) == 0
        assert [bye.code for bye in client.byes] == ["too_fast"]
        assert client.answers == []

    asyncio.run(main())


def test_haste_now_and_then_is_forgotten() -> None:
    async def main() -> None:
        client = Client()
        for _ in range(2 * VIOLATIONS):  # days that begin with a burst
            assert await client.say(BURST + 2) == 2
            client.now += 86_400
        assert client.byes == []

    asyncio.run(main())


def test_commands_that_were_in_time_do_not_make_up_for_many_that_were_not() -> None:
    async def main() -> None:
        client = Client()
        for _ in range(10):  # a second at ten times the allowed rate: one in ten is accepted
            await client.say(100)
            client.now += 1
        assert len(client.byes) == 1

    asyncio.run(main())


def test_a_ping_is_answered_or_beyond_the_limit_ignored_and_never_refused() -> None:
    async def main() -> None:
        client = Client()
        assert await client.say(BURST + VIOLATIONS, b'{"type":"ping"}') == 0
        assert client.answers == [b'{"type":"pong"}'] * BURST
        assert client.byes == []
        await client.say(1, b'{"type":"ping"}')
        assert [bye.code for bye in client.byes] == ["too_fast"]

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
        client = Client()
        await client.say(1, message)
        (answer,) = map(msgspec.json.decode, client.answers)
        assert (answer["type"], answer["code"]) == ("refused", "bad_message")
        assert answer["message"].startswith(sentence)

    asyncio.run(main())


@pytest.mark.parametrize("error", [RuntimeError, asyncio.CancelledError])
def test_who_gives_a_command_that_fails_inside_is_disconnected_and_sends_it_again(error: type[BaseException]) -> None:
    done: list[str] = []

    async def command(*_: Any) -> None:
        raise error

    async def main() -> None:
        service: Any = SimpleNamespace(limits=RateLimits(Config()), command=command)
        visit: Any = SimpleNamespace(group=None)
        socket: Any = SimpleNamespace(
            hold=lambda: done.append("hold"), answer=lambda _: done.append("answer"), abort=lambda: done.append("abort")
        )
        conversation = Conversation(service, SimpleNamespace(), visit, socket, None)  # type: ignore[arg-type]
        with pytest.raises(error):
            await conversation.receive(b'{"type":"start","id":"12345678"}')

    asyncio.run(main())
    assert done == ["hold", "abort"]


class Commands:
    """Commands of one client that take as long as we want, and a socket that notes what was answered."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.answered = 0
        self.aborted = False
        self.results: list[asyncio.Future[Done]] = []
        service: Any = SimpleNamespace(limits=RateLimits(Config()), command=self._command)
        socket: Any = SimpleNamespace(hold=lambda: None, answer=self._answer, abort=self._abort)
        visit: Any = SimpleNamespace(group=None)
        self.conversation = Conversation(service, SimpleNamespace(), visit, socket, None)  # type: ignore[arg-type]

    async def _command(self, _table: Any, command: Any, _visit: Any) -> Done:
        self.begun.append(command.id)
        self.results.append(asyncio.get_running_loop().create_future())
        return await self.results[-1]

    def _answer(self, _payload: bytes) -> None:
        self.answered += 1

    def _abort(self) -> None:
        self.aborted = True


def start(name: str) -> bytes:
    return msgspec.json.encode({"type": "start", "id": name})


async def others_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_message_that_arrives_during_a_command_waits_for_it() -> None:
    async def main() -> None:
        client = Commands()
        assert client.conversation.receive_now(start("command-1"))
        await others_run()
        assert not client.conversation.receive_now(start("command-2"))
        queued = asyncio.create_task(client.conversation.receive(start("command-2")))
        await others_run()
        assert client.begun == ["command-1"]
        assert not client.conversation.receive_now(start("command-3"))

        client.results[0].set_result(Done("command-1", 1))
        await others_run()
        assert client.begun == ["command-1", "command-2"]
        client.results[1].set_result(Done("command-2", 2))
        await queued
        assert client.answered == 2
        assert client.conversation.receive_now(b'{"type":"ping"}')
        assert client.answered == 3
        assert client.conversation.receive_now(start("command-3"))
        await others_run()
        client.results[2].set_result(Done("command-3", 3))
        await client.conversation.finish()
        assert client.answered == 4

    asyncio.run(main())


def test_the_error_of_a_command_is_raised_to_who_waits_for_its_end() -> None:
    async def main() -> None:
        client = Commands()
        assert client.conversation.receive_now(start("command-1"))
        await others_run()
        client.results[0].set_exception(RuntimeError("broken"))
        await others_run()
        assert client.aborted
        assert not client.conversation.receive_now(start("command-2"))
        with pytest.raises(RuntimeError, match="broken"):
            await client.conversation.finish()

    asyncio.run(main())

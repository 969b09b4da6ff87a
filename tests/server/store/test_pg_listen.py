"""The listener's connections: each is lost once, and none is left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from heckmeck.server.store import ANY_TABLE, pg_listen
from heckmeck.server.store.pg_listen import Listener


class Line:
    """A connection to PostgreSQL that may be silent, or lead to a standby."""

    def __init__(self) -> None:
        self.answer: str | None = "off"
        """The answer to the question whether the server is read-only; None for silence."""
        self.refuses = False
        self.open = True
        self.checks = 0
        self._on_end: list[Callable[[object], None]] = []

    def add_termination_listener(self, callback: Callable[[object], None]) -> None:
        self._on_end.append(callback)

    async def add_listener(self, channel: str, callback: object) -> None:
        if self.refuses:
            raise ConnectionResetError

    async def fetchval(self, question: str, timeout: float) -> str:
        self.checks += 1
        if self.answer is None:
            raise TimeoutError
        return self.answer

    def terminate(self) -> None:
        self.open = False
        for callback in self._on_end:  # later, as asyncpg does
            asyncio.get_running_loop().call_soon(callback, self)
        self._on_end.clear()


class Exchange:
    """Makes connections, and counts them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[Line] = []
        self.hints: list[tuple[str, int]] = []
        self.refusing = 0
        """Number of next connections that end before they can be used."""
        monkeypatch.setattr(pg_listen, "dial", self._dial)
        monkeypatch.setattr(pg_listen, "CHECK_S", 0.01)

    async def _dial(self, *_: Any) -> Line:
        await asyncio.sleep(0)
        self.lines.append(line := Line())
        if self.refusing:
            self.refusing -= 1
            line.refuses = True
        return line

    async def start(self) -> Listener:
        listener = Listener("", "a", lambda *hint: self.hints.append(hint), lambda text: None)
        await listener.start()
        return listener

    async def until_checked(self, number: int) -> None:
        """Wait until a connection was checked more than once."""
        async with asyncio.timeout(20):
            while len(self.lines) < number or self.lines[number - 1].checks < 2:
                await asyncio.sleep(0.001)


@pytest.fixture
def exchange(monkeypatch: pytest.MonkeyPatch) -> Exchange:
    return Exchange(monkeypatch)


@pytest.mark.parametrize("answer", [None, "on"])
def test_a_connection_that_is_silent_or_leads_to_a_standby_is_replaced_once(
    exchange: Exchange, answer: str | None
) -> None:
    async def main() -> None:
        listener = await exchange.start()
        exchange.lines[0].answer = answer
        await exchange.until_checked(2)
        assert [line.open for line in exchange.lines] == [False, True]
        assert exchange.hints == [(ANY_TABLE, 0)]
        await listener.close()
        assert not any(line.open for line in exchange.lines)

    asyncio.run(main())


def test_a_connection_that_ends_is_replaced_once(exchange: Exchange) -> None:
    async def main() -> None:
        listener = await exchange.start()
        exchange.lines[0].terminate()
        await exchange.until_checked(2)
        assert len(exchange.lines) == 2
        assert exchange.hints == [(ANY_TABLE, 0)]
        await listener.close()

    asyncio.run(main())


def test_a_connection_that_is_of_no_use_is_not_left_open(exchange: Exchange) -> None:
    async def main() -> None:
        listener = await exchange.start()
        exchange.refusing = 2
        exchange.lines[0].terminate()
        await exchange.until_checked(4)
        assert [line.open for line in exchange.lines] == [False, False, False, True]
        await listener.close()

    asyncio.run(main())

"""A page that follows a table: what a WebSocket is to the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from heckmeck.games import GameError
from heckmeck.server.live.hub import AnyHub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.subscription import Subscription
from heckmeck.server.live.wire import read_command, read_since
from heckmeck.server.table.environment import Caller
from heckmeck.server.table.messages import Ping, Pong, Refused, encoder

Send = Callable[[int, str | None], object]
"""Sends a text to a socket of the page; None closes it."""
PONG = encoder.encode(Pong())


class Connection:
    """One socket: its messages are answered one after another, and everything that happens is sent to it."""

    device: str | None = None

    def __init__(self, number: int, send: Send, caller: Caller) -> None:
        self.player: str | None = caller.player
        self._number = number
        self._send = send
        self._caller = caller
        self._received: asyncio.Queue[str | None] = asyncio.Queue()
        self._gone = False

    # As a follower ---------------------------------------------------------------------------------------------------

    def is_gone(self) -> bool:
        """Return whether the page has closed the socket."""
        return self._gone

    def send(self, payload: bytes) -> None:
        """Send a message."""
        if not self._gone:
            self._send(self._number, payload.decode())

    def abort(self) -> None:
        """Close the socket. The page can connect again and resume."""
        if not self._gone:
            self._gone = True
            self._send(self._number, None)

    # As a conversation -----------------------------------------------------------------------------------------------

    def receive(self, text: str) -> None:
        """Take a message, which is handled after all earlier ones."""
        self._received.put_nowait(text)

    def close(self) -> None:
        """Note that the page has closed the socket. A command that was begun is finished."""
        self._gone = True
        self._received.put_nowait(None)

    async def run(self, hub: AnyHub, find: Callable[[str], Awaitable[LiveTable]], code: str, query: str) -> None:
        """Follow a table and answer messages until the page closes the socket. It is closed if that is not possible."""
        try:
            since = read_since(query)
            table = await find(code)
            with table.held():
                await self._follow(table, Subscription(hub, table, self, since))
        except GameError:
            pass  # as from the server, the page asks by a request what is wrong
        finally:
            self.abort()

    async def _follow(self, table: LiveTable, subscription: Subscription) -> None:
        try:
            async with aclosing(subscription.missed()) as missed:
                async for payload in missed:
                    self.send(payload)
            if self._gone:
                return
            subscription.start()
            while (text := await self._received.get()) is not None:
                await self._answer(table, text)
        finally:
            subscription.stop()

    async def _answer(self, table: LiveTable, text: str) -> None:
        command = read_command(text)
        if isinstance(command, Ping):
            self.send(PONG)
        elif isinstance(command, Refused):
            self.send(encoder.encode(command))
        else:
            self.send(encoder.encode(await table.command(command, self._caller)))

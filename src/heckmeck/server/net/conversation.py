"""One client's end of a table: what it is told, and its commands, answered one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any

import msgspec
from uvicorn.protocols.utils import ClientDisconnected

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.net.ws_protocol import Frame
from heckmeck.server.service import Service, Visit
from heckmeck.server.table.messages import AnyCommand, Bye, Done, Refused, command_decoder, encoder

WAITING = 256 * 1024
"""A client that leaves so many bytes unread is dropped: it can resume."""

FAREWELL = 5.0
"""So many seconds has a client to read why it is sent away."""

TURN = 64
"""After so many messages of one client that wait, others have their turn."""


class Socket:
    """A follower that writes straight to its connection, and never waits for it."""

    __slots__ = ("_held", "_service", "_transport", "player")

    def __init__(self, service: Service, player: str | None, transport: asyncio.Transport) -> None:
        self.player = player
        self._service = service
        self._transport = transport
        self._held: list[bytes] | None = None

    def hold(self) -> None:
        """Keep back what comes until the answer to a command: what it led to and the answer go out together."""
        self._held = []

    def answer(self, payload: bytes) -> None:
        """Send the answer to a command, after all that was kept back."""
        held, self._held = self._held or (), None
        self._write(b"".join([*held, Frame.of(payload)]))

    def send(self, payload: bytes) -> None:
        """Pass on a message; whoever does not read is dropped."""
        if self._held is None:
            self._write(Frame.of(payload))
        else:
            self._held.append(Frame.of(payload))

    def abort(self) -> None:
        """Break off: whoever is there can resume."""
        self._transport.abort()

    def _write(self, frames: bytes) -> None:
        transport = self._transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > WAITING:
            self._service.metrics.dropped.inc()
            transport.abort()
            return
        transport.write(frames)


Farewell = Callable[[Bye], Coroutine[Any, Any, None]]


class Conversation:
    """Commands and answers. `say_bye` sends a client away."""

    def __init__(self, service: Service, table: LiveTable, visit: Visit, socket: Socket, say_bye: Farewell) -> None:
        self._service = service
        self._table = table
        self._visit = visit
        self._socket = socket
        self._say_bye = say_bye
        # This machine itself may be as fast as it likes.
        self._bucket = None if visit.group is None else service.credits.socket()
        self._haste = service.credits.haste()
        self._sent_away = False
        self._doing: asyncio.Task[Done | Refused] | None = None
        self._queue = 0
        self._heard = 0
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()

    def hear_now(self, message: bytes) -> bool:
        """Take in a message if nothing else is being answered or waits to be."""
        if self._doing is not None or self._queue:
            return False
        self._hear(message)
        return True

    async def hear(self, message: bytes) -> None:
        """Take in a message when its turn has come."""
        self._queue += 1
        self._heard += 1
        try:
            await self.finish()
            if self._heard % TURN == 0:
                await asyncio.sleep(0)
        finally:
            self._queue -= 1
        self._hear(message)

    async def finish(self) -> None:
        """Wait until what was asked for is answered."""
        while self._doing is not None:
            await asyncio.wait([self._doing])

    def _hear(self, message: bytes) -> None:
        if self._sent_away:
            return
        command = _read(message)
        if self._bucket is not None and not self._bucket.spend():
            self._refuse_haste(None if isinstance(command, Refused) else command.id)
        elif isinstance(command, Refused):
            self._refuse(command)
        else:
            self._socket.hold()
            doing = self._service.command(self._table, command, self._visit)
            self._doing = self._loop.create_task(doing, context=self._context)
            self._doing.add_done_callback(self._answer)

    def _answer(self, done: asyncio.Task[Done | Refused]) -> None:
        self._doing = None
        if done.cancelled() or done.exception() is not None:
            self._socket.abort()  # it is not known what became of the command: the client asks again
        if not done.cancelled():
            self._socket.answer(encoder.encode(done.result()))

    def _refuse(self, refused: Refused) -> None:
        self._service.metrics.refusals.add(refused.code)
        self._socket.answer(encoder.encode(refused))

    def _refuse_haste(self, name: str | None) -> None:
        if self._haste.spend():
            self._refuse(Refused(name, "too_fast", TOO_FAST))
        else:
            self._sent_away = True
            self._service.hub.do(self._send_away(Bye("too_fast", "Too many commands in too short a time.")))

    async def _send_away(self, bye: Bye) -> None:
        try:
            async with asyncio.timeout(FAREWELL):
                await self._say_bye(bye)
        except (ClientDisconnected, TimeoutError):  # gone already, or does not read
            self._socket.abort()


def _read(message: bytes) -> AnyCommand | Refused:
    try:
        return command_decoder.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return Refused(None, "bad_message", f"This is no command: {error}.")

"""The conversation with one WebSocket client: its commands are answered one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.wire import read_command
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.net.ws_protocol import text_frame
from heckmeck.server.service import Service, Visit
from heckmeck.server.table.messages import AnyCommand, Bye, Ping, Pong, Refused, encoder

MAX_UNREAD = 128 * 1024
"""Maximum number of bytes that a client may leave unread before it is disconnected, besides those that the system holds
for it (`SEND_BUFFER` in `http_protocol`). It can resume."""

PONG = encoder.encode(Pong())

BYE_TIMEOUT = 5.0
"""Seconds that a client has to read why it is disconnected."""

YIELD_EVERY = 64
"""Number of messages of one client after which it yields to others, as some are answered without waiting."""


class Socket:
    """A follower that writes directly to its connection, and never waits for it."""

    __slots__ = ("_held", "_service", "_transport", "device", "player")

    def __init__(self, service: Service, visit: Visit, transport: asyncio.Transport) -> None:
        self.player = visit.caller and visit.caller.player
        self.device = visit.device
        self._service = service
        self._transport = transport
        self._held: list[bytes] | None = None

    def is_gone(self) -> bool:
        """Return whether the client has disconnected."""
        return self._transport.is_closing()

    def hold(self) -> None:
        """Hold back messages until the answer to a command, so that they are sent together."""
        self._held = []

    def answer(self, payload: bytes) -> None:
        """Send the answer to a command, after the messages that were held back."""
        held, self._held = self._held or (), None
        self._write(b"".join([*held, text_frame(payload)]))

    def send(self, payload: bytes) -> None:
        """Send a message. A client that does not read is disconnected."""
        if self._held is None:
            self._write(text_frame(payload))
        else:
            self._held.append(text_frame(payload))

    def abort(self) -> None:
        """Disconnect the client. It can resume."""
        self._transport.abort()

    def _write(self, frames: bytes) -> None:
        transport = self._transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > MAX_UNREAD:
            self._service.metrics.dropped.inc()
            transport.abort()
            return
        transport.write(frames)


SayBye = Callable[[Bye], Coroutine[Any, Any, None]]


class Conversation:
    """Receives the commands of one client and sends the answers. `say_bye` disconnects the client."""

    def __init__(self, service: Service, table: LiveTable, visit: Visit, socket: Socket, say_bye: SayBye) -> None:
        self._service = service
        self._table = table
        self._visit = visit
        self._socket = socket
        self._say_bye = say_bye
        # Clients on this machine are not limited.
        self._bucket = None if visit.group is None else service.limits.socket()
        self._violations = service.limits.violations()
        self._dismissed = False
        self._received = 0
        self._queued = False
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()  # has the id of the request, for the log

    def receive_now(self, message: bytes) -> bool:
        """Begin to handle a message, unless another one is being handled: then return False."""
        if self._queued or self._task is not None:
            return False
        command = self._accept(message)
        if command is not None:
            # A task for each command: resuming it is cheaper than resuming all calls since that of the application.
            self._task = self._loop.create_task(self._execute(command), context=self._context)
            self._task.add_done_callback(self._end_task)
        return True

    async def receive(self, message: bytes) -> None:
        """Handle a message after all earlier ones, and return when it is answered."""
        self._queued = True
        try:
            await self.finish()
            self._received += 1
            if self._received % YIELD_EVERY == 0:
                await asyncio.sleep(0)
            command = self._accept(message)
            if command is not None:
                await self._execute(command)
        finally:
            self._queued = False

    async def finish(self) -> None:
        """Wait until the current command is answered; raise the error that it ended with, if any."""
        if self._task is not None:
            await self._task

    def _end_task(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is None:  # `finish` raises the error
            self._task = None

    def _accept(self, message: bytes) -> AnyCommand | None:
        """Read a message and return its command. Whatever needs no command is answered at once."""
        if self._dismissed:
            return None
        command = read_command(message)
        if self._bucket is not None and not self._bucket.spend():
            self._refuse_too_fast(command)
        elif isinstance(command, Refused):
            self._refuse(command)
        elif isinstance(command, Ping):
            self._socket.answer(PONG)
        else:
            return command
        return None

    async def _execute(self, command: AnyCommand) -> None:
        self._socket.hold()
        try:
            reply = await self._service.command(self._table, command, self._visit)
        except BaseException:
            self._socket.abort()  # it is unknown whether the command was done: the client will send it again
            raise
        self._socket.answer(encoder.encode(reply))

    def _refuse(self, refused: Refused) -> None:
        self._service.metrics.refusals.add(refused.code)
        self._socket.answer(encoder.encode(refused))

    def _refuse_too_fast(self, command: AnyCommand | Ping | Refused) -> None:
        if not self._violations.spend():
            self._dismissed = True
            self._service.hub.run(self._dismiss(Bye("too_fast", "Too many commands in too short a time.")))
        elif not isinstance(command, Ping):  # a refusal without an id would be mistaken for that of a command
            self._refuse(Refused(command.id, "too_fast", TOO_FAST))

    async def _dismiss(self, bye: Bye) -> None:
        try:
            async with asyncio.timeout(BYE_TIMEOUT):
                await self._say_bye(bye)
        except (ClientDisconnected, TimeoutError):  # the client has disconnected, or does not read
            self._socket.abort()

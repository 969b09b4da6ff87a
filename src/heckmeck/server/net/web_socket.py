"""The WebSocket of one client: entries of its table as they happen, and commands that are answered in order."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import aclosing
from contextvars import copy_context
from enum import Enum, auto
from functools import lru_cache

from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.subscription import Since, Subscription
from heckmeck.server.live.wire import read_command
from heckmeck.server.net.connection import CLOSE_DELAY, Peer
from heckmeck.server.net.rate_limits import TOO_FAST
from heckmeck.server.service import RESTART, STORE_FAILED, Service, Visit
from heckmeck.server.store import StoreError
from heckmeck.server.table.messages import AnyCommand, Bye, Ping, Pong, Refused, encoder

logger = logging.getLogger("heckmeck.server")

MAX_UNREAD = 128 * 1024
"""Maximum number of bytes that a client may leave unread before it is disconnected, besides those that the system holds
for it (`SEND_BUFFER` in `connection`). It can resume."""

MAX_WAITING = 4
"""Number of messages that wait for the answer to a command before reading is paused."""

SLICE = 1024
"""Number of bytes that are parsed before the frames in them are counted."""

PING_INTERVAL = 20.0
"""Seconds between two pings. A client that has sent nothing between two pings is disconnected."""

TOO_MANY = Bye("too_fast", "Too many commands in too short a time.")
PONG = encoder.encode(Pong())

_framer = ServerProtocol(state=State.OPEN)


@lru_cache(maxsize=1)
def text_frame(payload: bytes) -> bytes:
    """Return the frame of a message. The last one is cached, because a message often goes to many sockets in a row."""
    _framer.send_text(payload)
    return b"".join(_framer.data_to_send())


class Stage(Enum):
    """What a WebSocket does."""

    JOINING = auto()
    """It sends the entries that its client missed. Commands wait."""
    OPEN = auto()
    """It follows the table and carries out commands."""
    CLOSING = auto()
    """A Close frame was sent: nothing else is sent, and nothing is read."""
    CLOSED = auto()


class WebSocket(Peer):
    """The WebSocket of one client at a table. It follows the table from `run` until the connection ends.

    The library parses and checks all frames. Messages are written directly to the transport, without waiting.
    """

    def __init__(self, service: Service, table: LiveTable, visit: Visit, protocol: ServerProtocol) -> None:
        """`protocol` has answered the opening handshake."""
        self.player = visit.caller and visit.caller.player
        self.device = visit.device
        self._service = service
        self._table = table
        self._visit = visit
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()  # has the id of the request, for the log
        self._stage = Stage.JOINING
        self._lost = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()
        self._ping_timer: asyncio.TimerHandle | None = None
        self._silent = False
        """Whether the client has sent nothing since the last ping."""
        self._parts: list[bytes] = []
        """The frames of a message whose last one has not arrived."""
        self._waiting: deque[bytes] = deque()
        """Messages that arrived during the answer to an earlier one."""
        self._paused = False
        self._task: asyncio.Task[None] | None = None
        """The command that is being carried out."""
        self._held: list[bytes] | None = None
        """Messages to be sent together with the answer to a command."""
        # Clients on this machine are not limited.
        self._bucket = None if visit.group is None else service.limits.socket()
        self._violations = service.limits.violations()

    async def run(self, since: Since) -> None:
        """Follow the table until the connection ends."""
        subscription = Subscription(self._service.hub, self._table, self, since, self._visit.group)
        try:
            async with aclosing(subscription.missed()) as missed:
                async for payload in missed:
                    self.send(payload)
                    await self._writable.wait()
            if self._service.is_shut_out(self._visit):
                self.abort()
            if not self.is_gone():
                subscription.start()
                self._stage = Stage.OPEN
                self._handle_waiting()
            await self._lost.wait()
            if self._task is not None:
                await asyncio.wait([self._task])
        except StoreError:
            self.end(Bye("restart", STORE_FAILED))
        finally:
            subscription.stop()
            if not self.is_gone():
                self.abort()  # after an error

    def is_gone(self) -> bool:
        """Return whether the client has disconnected, or is being disconnected."""
        return self._stage in (Stage.CLOSING, Stage.CLOSED) or self.transport.is_closing()

    def send(self, payload: bytes) -> None:
        """Send a message. A client that does not read is disconnected."""
        if self._held is None:
            self._write(text_frame(payload))
        else:
            self._held.append(text_frame(payload))

    def end(self, bye: Bye = RESTART) -> None:
        """Say why the connection ends, and close it."""
        if not self.is_gone():
            self._protocol.send_close(1012 if bye is RESTART else 1008, bye.code)
            self._write(b"".join([text_frame(encoder.encode(bye)), *self._protocol.data_to_send()]))
            self._close(at_once=bye is RESTART)

    def abort(self) -> None:
        """Disconnect the client at once. It can resume."""
        self.transport.abort()

    def _answer(self, payload: bytes) -> None:
        """Send the answer to a message, after what was held back for it."""
        held, self._held = self._held or (), None
        self._write(b"".join([*held, text_frame(payload)]))

    def _write(self, frames: bytes) -> None:
        if self.is_gone():
            return
        if self.transport.get_write_buffer_size() > MAX_UNREAD:
            self._service.metrics.dropped.inc()
            self.abort()
            return
        self.transport.write(frames)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the answer to the opening handshake, which the library has prepared."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.limit_unread()
        self._write_replies()
        self._ping_timer = self._loop.call_later(PING_INTERVAL, self._ping)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up. A command that is being carried out is finished."""
        self._stage = Stage.CLOSED
        self._waiting.clear()
        if self._ping_timer is not None:
            self._ping_timer.cancel()
        super().resume_writing()
        self._writable.set()
        self._lost.set()

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not for long."""
        super().pause_writing()
        self._writable.clear()

    def resume_writing(self) -> None:
        """Continue when the client has read everything."""
        super().resume_writing()
        self._writable.set()

    def data_received(self, data: bytes) -> None:
        """Let the library read frames, and handle them."""
        self._silent = False
        for start in range(0, len(data), SLICE):
            if self.is_gone():
                return
            self._protocol.receive_data(data[start : start + SLICE])
            for frame in self._protocol.events_received():
                assert isinstance(frame, Frame)
                self._handle_frame(frame)
            self._write_replies()

    def _write_replies(self) -> None:
        """Send what the library has to say: pongs, and a Close frame after that of the client or after an error."""
        if self.is_gone():
            return
        replies = self._protocol.data_to_send()
        if replies:
            self.transport.write(b"".join(replies))
        if self._protocol.state is not State.OPEN:
            self._close(at_once=SEND_EOF in replies and self._protocol.parser_exc is None)

    def _close(self, *, at_once: bool) -> None:
        """Close the connection after a Close frame: at once if the client expects it, else after a moment.

        Closing a connection with unread data could discard what was sent last.
        """
        self._stage = Stage.CLOSING
        self._waiting.clear()
        self._loop.call_later(CLOSE_DELAY, self.transport.abort)
        if at_once:
            self.transport.close()
        else:
            self.transport.pause_reading()

    def _ping(self) -> None:
        if self.is_gone():
            return
        if self._silent:
            self._protocol.fail(1011, "keepalive ping timeout")
        else:
            self._silent = True
            self._protocol.send_ping(b"")
            self._ping_timer = self._loop.call_later(PING_INTERVAL, self._ping)
        self._write_replies()

    def _handle_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE or self.is_gone():
            return
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                self._waiting.append(b"".join(self._parts))
                self._parts.clear()
                self._handle_waiting()
                return
        # Frames that are no messages count as messages do, so that nobody can send too many of them.
        if self._bucket is not None and not self._bucket.spend():
            self._count_violation()

    def _handle_waiting(self) -> None:
        """Handle waiting messages until a command has to be carried out."""
        while self._waiting and self._task is None and self._stage is Stage.OPEN:
            command = self._accept(self._waiting.popleft())
            if command is not None:
                # A task for each command: resuming it costs less than resuming all callers of this connection.
                self._task = self._loop.create_task(self._execute(command), context=self._context)
                self._task.add_done_callback(self._executed)
        if self._paused != (len(self._waiting) > MAX_WAITING) and not self.is_gone():
            self._paused = not self._paused
            (self.transport.pause_reading if self._paused else self.transport.resume_reading)()

    def _accept(self, message: bytes) -> AnyCommand | None:
        """Read a message and return its command. Whatever needs no command is answered at once."""
        command = read_command(message)
        if self._bucket is not None and not self._bucket.spend():
            if self._count_violation() and not isinstance(command, Ping):
                # A refusal without an id would be mistaken for the refusal of a command.
                self._refuse(Refused(command.id, "too_fast", TOO_FAST))
        elif isinstance(command, Refused):
            self._refuse(command)
        elif isinstance(command, Ping):
            self._answer(PONG)
        else:
            return command
        return None

    def _count_violation(self) -> bool:
        """Count a frame above the rate limit. Return False if there were so many that the client is disconnected."""
        if self._violations.spend():
            return True
        self.end(TOO_MANY)
        return False

    def _refuse(self, refused: Refused) -> None:
        self._service.metrics.refusals.add(refused.code)
        self._answer(encoder.encode(refused))

    async def _execute(self, command: AnyCommand) -> None:
        self._held = []
        reply = await self._service.command(self._table, command, self._visit)
        self._answer(encoder.encode(reply))

    def _executed(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled() or (error := task.exception()) is not None:
            self.abort()  # it is unknown whether the command was done: the client will send it again
            if not task.cancelled():
                logger.error("a command failed", exc_info=error)
        else:
            self._handle_waiting()

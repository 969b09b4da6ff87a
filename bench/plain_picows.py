"""WebSockets by picows, which has no HTTP: they have a port of their own, beside the server's."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from contextlib import aclosing
from typing import Any
from urllib.parse import unquote

from bench.plain_asgi import Admission
from bench.plain_commands import Commands
from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
    ws_create_server,
)

from heckmeck.games import GameError
from heckmeck.server.config import Config
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.subscription import Since, Subscription
from heckmeck.server.live.wire import read_since
from heckmeck.server.net.asgi import Scope
from heckmeck.server.service import RESTART, Service, Visit
from heckmeck.server.store import StoreError
from heckmeck.server.table.messages import Bye, encoder

MAX_UNREAD = 128 * 1024
"""Maximum number of bytes that a client may leave unread before it is disconnected."""
MAX_WAITING = 4
"""Number of messages that wait for the answer to a command before reading is paused."""
PING_INTERVAL = 20.0
CLOSE_DELAY = 1.0
"""Seconds that a client has to read why it is disconnected."""
BACKLOG = 4096


async def serve_sockets(service: Service, config: Config) -> asyncio.Server:
    """Open WebSockets for the tables of a service, on a port that the system chooses."""
    check = Admission(config)

    def listen(request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        response = WSUpgradeResponse.create_101_response()
        return WSUpgradeResponseWithListener(response, PicowsSocket(service, check, _scope(request)))

    server: asyncio.Server = await ws_create_server(
        listen, config.host, 0, backlog=BACKLOG, max_frame_size=config.max_frame,
        enable_auto_ping=True, auto_ping_idle_timeout=PING_INTERVAL, auto_ping_reply_timeout=PING_INTERVAL,
    )  # fmt: skip
    return server


def _scope(request: WSUpgradeRequest) -> Scope:
    """Return an opening handshake as ASGI passes it on, without the address of the client."""
    path, _, query = request.path.partition(b"?")
    return {
        "type": "http",
        "method": request.method.decode("latin-1"),
        "scheme": "ws",
        "path": unquote(path.decode("latin-1")),
        "query_string": query,
        "headers": [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.items()
        ],
    }


class PicowsSocket(WSListener):
    """The WebSocket of one client at a table. Who it is is found out after the handshake, which waits for nothing."""

    def __init__(self, service: Service, check: Admission, scope: Scope) -> None:
        self.player: str | None = None
        self.device: str | None = None
        self._service = service
        self._check = check
        self._scope = scope
        self._transport: WSTransport
        self._commands: Commands | None = None
        """None until the client follows the table."""
        self._waiting: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._paused = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._working = False
        self._lost = asyncio.Event()
        self._writable = asyncio.Event()
        self._writable.set()

    # The follower of a table ------------------------------------------------------------------------------------------

    def is_gone(self) -> bool:
        """Return whether the client has disconnected, or is being disconnected."""
        return self._lost.is_set() or self._transport.is_close_frame_sent

    def send(self, payload: bytes) -> None:
        """Send a message. A client that does not read is disconnected."""
        if self.is_gone():
            return
        if self._transport.underlying_transport.get_write_buffer_size() > MAX_UNREAD:
            self.abort()
        else:
            self._transport.send(WSMsgType.TEXT, payload)

    def end(self, bye: Bye = RESTART) -> None:
        """Say why the connection ends, and close it."""
        if not self.is_gone():
            self._transport.send(WSMsgType.TEXT, encoder.encode(bye))
            code = WSCloseCode.SERVICE_RESTART if bye is RESTART else WSCloseCode.POLICY_VIOLATION
            self._close(code, bye.code)

    def abort(self) -> None:
        """Disconnect the client at once."""
        self._transport.disconnect(graceful=False)

    def _close(self, code: WSCloseCode, reason: str) -> None:
        """Send a Close frame, and disconnect a moment later: unread data could discard what was sent last."""
        self._waiting.clear()
        self._transport.send_close(code, reason.encode())
        asyncio.get_running_loop().call_later(CLOSE_DELAY, self.abort)

    # What picows calls ------------------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin to follow the table."""
        self._transport = transport
        self._scope["client"] = transport.underlying_transport.get_extra_info("peername")
        self._start(self._serve())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Clean up."""
        self._waiting.clear()
        self._writable.set()
        self._lost.set()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Queue a complete message. picows answers pings itself."""
        if frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        elif frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION) and not self.is_gone():
            self._parts.append(frame.get_payload_as_bytes())
            if frame.fin:
                self._waiting.append(b"".join(self._parts))
                self._parts.clear()
                self._work_on()

    def pause_writing(self) -> None:
        """Wait for a client that does not read."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Continue when the client has read."""
        self._writable.set()

    # Tasks ------------------------------------------------------------------------------------------------------------

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self) -> None:
        """Identify the client, and follow the table until the connection ends."""
        service = self._service
        try:
            self._check(self._scope)
            visit = await service.visit(self._scope)
            service.connect(visit)
            try:
                await self._follow(visit)
            finally:
                service.disconnect(visit)
        except (GameError, StoreError) as error:
            if not self.is_gone():
                self._close(WSCloseCode.POLICY_VIOLATION, getattr(error, "code", "store_failed"))

    async def _follow(self, visit: Visit) -> None:
        self.player, self.device = visit.caller and visit.caller.player, visit.device
        service = self._service
        since = read_since(self._scope["query_string"].decode("latin-1"))
        table = await service.table(self._scope["path"].rpartition("/")[2], visit)
        with table.held(), service.keeping(self):
            await self._run(table, visit, since)

    async def _run(self, table: LiveTable, visit: Visit, since: Since) -> None:
        subscription = Subscription(self._service.hub, table, self, since, visit.group)
        try:
            async with aclosing(subscription.missed()) as missed:
                async for payload in missed:
                    self.send(payload)
                    await self._writable.wait()
            if not self.is_gone():
                subscription.start()
                self._commands = Commands(self._service, table, visit)
                self._work_on()
            await self._lost.wait()
        finally:
            subscription.stop()

    def _work_on(self) -> None:
        """Carry out the messages that wait, unless a task does so already."""
        if self._commands is not None and self._waiting and not self._working:
            self._working = True
            self._start(self._work(self._commands))
        self._pause(len(self._waiting) > MAX_WAITING)

    async def _work(self, commands: Commands) -> None:
        try:
            while self._waiting:
                answer = await commands.answer(self._waiting.popleft())
                if isinstance(answer, Bye):
                    self.end(answer)
                elif answer is not None:
                    self.send(answer)
        finally:
            self._working = False
        self._pause(False)

    def _pause(self, paused: bool) -> None:
        """Stop or resume reading."""
        if paused != self._paused and not self.is_gone():
            self._paused = paused
            transport = self._transport.underlying_transport
            (transport.pause_reading if paused else transport.resume_reading)()

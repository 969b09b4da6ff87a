"""The server as a plain ASGI application, which any ASGI server can run: the network layer has no part in it."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing

from bench.plain_commands import Commands

from heckmeck.games import GameError
from heckmeck.server.app import Application
from heckmeck.server.config import Config, configure
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.subscription import Since, Subscription
from heckmeck.server.live.wire import read_since
from heckmeck.server.net.asgi import App, Receive, Scope, Send, header, is_handshake
from heckmeck.server.net.client_address import ClientAddressReader
from heckmeck.server.net.connection import CONNECTION
from heckmeck.server.net.gate import CLIENT, Gate, Hosts, may_connect, refuse
from heckmeck.server.ops import logs
from heckmeck.server.service import RESTART, Service, Visit
from heckmeck.server.store import StoreError
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.messages import Bye, encoder

MAX_UNSENT = 1000
"""Number of messages that wait for a client before it is disconnected. ASGI does not show how many bytes it left."""


class _Unlimited:
    """A connection whose requests have no time limit of ours."""

    def arrived(self) -> None:
        """Do nothing."""

    answered = arrived


class PlainApplication(Application):
    """The application of one process, for ASGI servers that open WebSockets themselves. It has no event streams."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self._gate = Gate(self._route, config, on_refusal=self.service.metrics.refusals.add)
        self._check = Admission(config)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a WebSocket, or the start and stop of the process."""
        if scope["type"] == "websocket":
            await self._serve(scope, receive, send)
        elif scope["type"] == "http":
            await self._gate({**scope, "state": {CONNECTION: _Unlimited()}}, receive, send)
        else:
            await self._gate(scope, receive, send)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_handshake(scope):
            await refuse(scope, send, "bad_handshake", "This request cannot open a WebSocket.")
        else:
            await super()._route(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        try:
            self._check(scope)
            visit = await self.service.visit(scope)
            self.service.connect(visit)
        except (GameError, StoreError):
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            await self._follow(scope, visit, receive, send)
        except (GameError, StoreError):
            await send({"type": "websocket.close", "code": 1008})
        finally:
            self.service.disconnect(visit)

    async def _follow(self, scope: Scope, visit: Visit, receive: Receive, send: Send) -> None:
        service = self.service
        since = read_since(scope["query_string"].decode("latin-1"))
        table = await service.table(scope["path"].rpartition("/")[2], visit)
        with table.held():
            await send({"type": "websocket.accept"})
            socket = PlainSocket(service, table, visit, receive, send)
            with service.keeping(socket):
                await socket.run(since)


class Admission:
    """Checks what the gate checks of a request: its host and its origin."""

    def __init__(self, config: Config) -> None:
        self._hosts = Hosts(config)
        self._read_client = ClientAddressReader(config)
        self._public_url = config.public_url

    def __call__(self, scope: Scope) -> None:
        """Store the address of a client in the scope, or raise a Refusal."""
        client = scope[CLIENT] = self._read_client(scope)
        headers = scope["headers"]
        if not self._hosts.allow(header(headers, b"host")):
            raise Refusal("unknown_host", "This server does not know that host name.")
        if not may_connect(headers, secure=client.secure, public_url=self._public_url):
            raise Refusal("foreign_origin", "This request came from a page of another site.")


class PlainSocket:
    """The WebSocket of one client at a table: one task reads commands, another one sends what waits in a queue."""

    def __init__(self, service: Service, table: LiveTable, visit: Visit, receive: Receive, send: Send) -> None:
        self.player = visit.caller and visit.caller.player
        self.device = visit.device
        self._service = service
        self._table = table
        self._visit = visit
        self._commands = Commands(service, table, visit)
        self._receive = receive
        self._send = send
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue()
        """Messages in their order; None to close the WebSocket."""
        self._code = 1008
        self._gone = False

    async def run(self, since: Since) -> None:
        """Follow the table until the connection ends."""
        subscription = Subscription(self._service.hub, self._table, self, since, self._visit.group)
        sender = asyncio.create_task(self._send_unsent())
        try:
            async with aclosing(subscription.missed()) as missed:
                async for payload in missed:
                    await self._send_text(payload)
            subscription.start()
            await self._read()
        finally:
            self._gone = True
            subscription.stop()
            sender.cancel()

    # The follower of a table ------------------------------------------------------------------------------------------

    def is_gone(self) -> bool:
        """Return whether the client has disconnected, or is being disconnected."""
        return self._gone

    def send(self, payload: bytes) -> None:
        """Send a message without waiting. A client that does not read is disconnected."""
        if self._unsent.qsize() >= MAX_UNSENT:
            self.abort()
        elif not self._gone:
            self._unsent.put_nowait(payload)

    def end(self, bye: Bye = RESTART) -> None:
        """Say why the connection ends, and close it."""
        if not self._gone:
            self._unsent.put_nowait(encoder.encode(bye))
            self._close(1012 if bye is RESTART else 1008)

    def abort(self) -> None:
        """Disconnect the client as soon as ASGI allows it, which cannot close a connection at once."""
        if not self._gone:
            while not self._unsent.empty():
                self._unsent.get_nowait()
            self._close(1008)

    def _close(self, code: int) -> None:
        self._gone = True
        self._code = code
        self._unsent.put_nowait(None)

    # Tasks ------------------------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        """Carry out commands until the connection ends."""
        while (message := await self._receive())["type"] == "websocket.receive":
            if self._gone:
                continue
            answer = await self._commands.answer(message.get("text") or message.get("bytes") or b"")
            if isinstance(answer, Bye):
                self.end(answer)
            elif answer is not None:
                self.send(answer)

    async def _send_unsent(self) -> None:
        """Send what waits in the queue, then close the WebSocket if asked to."""
        try:
            while (payload := await self._unsent.get()) is not None:
                await self._send_text(payload)
            await self._send({"type": "websocket.close", "code": self._code})
        except OSError:  # the client has disconnected, which the other task is told
            self._gone = True

    async def _send_text(self, payload: bytes) -> None:
        await self._send({"type": "websocket.send", "text": payload.decode()})


def make_app(config: Config) -> App:
    """Return the application of one process."""
    return logs.RequestIdMiddleware(PlainApplication(config))


def from_environment() -> App:
    """Return the application of a worker, whose options are in the environment."""
    config = configure({})
    logs.configure_logging(config.log_level, sys.stderr)
    sys.setswitchinterval(0.0005)
    return make_app(config)

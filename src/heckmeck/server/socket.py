"""One client on a WebSocket: it follows a table, and its commands are answered in order."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs

import msgspec
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from heckmeck.games import GameError
from heckmeck.server.gate import Message, Receive, Scope, Send, refuse
from heckmeck.server.livetable import LiveTable
from heckmeck.server.messages import AnyCommand, Bye, Done, Refused, command_decoder, encoder
from heckmeck.server.service import STORE_FAILED, Service, Visit
from heckmeck.server.store import StoreError

TRANSPORT = "heckmeck.transport"
WAITING = 256 * 1024
"""A client that leaves so many bytes unread is dropped: it can resume."""

AHEAD = 4
"""So many messages of one client may wait before no more are read."""
STRIKES = 50
"""Whoever goes on so often after having been told to wait is sent away."""


_STATUS = {"no_table": 404, "too_fast": 429}


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with its transport at hand for messages that go to many clients at once."""

    async def run_asgi(self) -> None:
        """Run the application."""
        scope: Any = self.scope
        scope["extensions"][TRANSPORT] = self.transport
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and stop reading only when several wait: to stop and go on costs more than a message."""
        # Whether it is text is found out with what it says: that anybody can send other bytes is no error of ours.
        self.curr_msg_data_type = "bytes"
        ahead = self.queue.qsize() < AHEAD and not self.read_paused
        self.read_paused = self.read_paused or ahead
        super().send_receive_event_to_app()
        if ahead:
            self.read_paused = False


class Frame:
    """Text frames, made once for a message however many sockets it goes to."""

    payload = b""
    frame = b""

    @classmethod
    def of(cls, payload: bytes) -> bytes:
        """Return a message as a frame."""
        if payload is not cls.payload:
            size = len(payload)
            if size < 126:
                head = bytes((0x81, size))
            elif size < 65536:
                head = b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + size.to_bytes(8, "big")
            cls.payload, cls.frame = payload, head + payload
        return cls.frame


class Socket:
    """A follower that writes straight to its connection, and never waits for it."""

    __slots__ = ("_service", "_transport", "player")

    def __init__(self, service: Service, player: str | None, transport: asyncio.Transport) -> None:
        self.player = player
        self._service = service
        self._transport = transport

    def send(self, payload: bytes) -> None:
        """Pass on a message; whoever does not read is dropped."""
        transport = self._transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > WAITING:
            self._service.metrics.dropped.inc()
            transport.abort()
            return
        transport.write(Frame.of(payload))


class Sockets:
    """The application behind `/ws/CODE?since=N`."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        service = self._service
        path, _, code = scope["path"].rpartition("/")
        if path != "/ws":
            await refuse(scope, send, 404, "not_found", "There is nothing here.")
            return
        try:
            visit = await service.visit(scope)
        except GameError as error:
            await refuse(scope, send, *_refusal(error))
            return
        if (refusal := service.may_connect(visit)) is not None:
            await refuse(scope, send, *refusal)
            return
        try:
            await self._serve(scope, receive, send, code, visit)
        finally:
            service.disconnected(visit)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, code: str, visit: Visit) -> None:
        service = self._service
        try:
            since = _since(scope)
            table = await service.table(code, visit)
        except GameError as error:
            await refuse(scope, send, *_refusal(error))
            return
        with table.held():
            await self._follow(scope, receive, send, table, since, visit)

    async def _follow(
        self, scope: Scope, receive: Receive, send: Send, table: LiveTable, since: int | None, visit: Visit
    ) -> None:
        service = self._service
        await receive()
        await send({"type": "websocket.accept"})
        socket = Socket(service, visit.caller and visit.caller.player, scope["extensions"][TRANSPORT])
        if since is not None:
            try:
                since = await self._send_missed(send, table, since, socket.player)
            except StoreError:
                await _bye(send, Bye("restart", STORE_FAILED))
                return
        # From here to `follow` nothing waits, so that nothing is missed between.
        for happening in table.recent(since, socket.player) or () if since is not None else ():
            socket.send(encoder.encode(happening))
        socket.send(encoder.encode(table.welcome(socket.player)))
        service.hub.follow(table, socket)
        try:
            await self._listen(receive, send, socket, table, visit)
        finally:
            service.hub.unfollow(table, socket)

    async def _send_missed(self, send: Send, table: LiveTable, since: int, player: str | None) -> int:
        """Send what is no longer at hand, at the pace of the reader; return how far that went."""
        await table.reach(since)
        while table.recent(since, player) is None:
            async for page in table.older(since, player):
                for happening in page:
                    since = happening.seq
                    await send({"type": "websocket.send", "text": encoder.encode(happening).decode()})
        return since

    async def _listen(self, receive: Receive, send: Send, socket: Socket, table: LiveTable, visit: Visit) -> None:
        # This machine itself may be as fast as it likes.
        bucket = None if visit.group is None else self._service.credits.socket()
        strikes = 0
        while (message := await receive())["type"] == "websocket.receive":
            reply: Done | Refused
            command = _read(message)
            if bucket is not None and not bucket.spend():
                strikes += 1
                if strikes > STRIKES:
                    await _bye(send, Bye("too_fast", "Too many commands in too short a time."))
                    return
                name = None if isinstance(command, Refused) else command.id
                reply = Refused(name, "too_fast", "Not so fast, please: wait a moment.")
            elif isinstance(command, Refused):
                reply = command
            else:
                reply = await self._service.command(table, command, visit)
            socket.send(encoder.encode(reply))


def _read(message: Message) -> AnyCommand | Refused:
    text = message.get("text")
    try:
        return command_decoder.decode(text if text is not None else message.get("bytes") or b"")
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return Refused(None, "bad_message", f"This is no command: {error}.")


async def _bye(send: Send, bye: Bye) -> None:
    await send({"type": "websocket.send", "text": encoder.encode(bye).decode()})
    await send({"type": "websocket.close", "code": 1008, "reason": bye.code})


def _refusal(error: GameError) -> tuple[int, str, str]:
    if isinstance(error, StoreError):
        return 503, "store_failed", STORE_FAILED
    return _STATUS.get(error.code, 400), error.code, error.message


def _since(scope: Scope) -> int | None:
    values = parse_qs(scope["query_string"].decode("latin-1")).get("since")
    if values is None:
        return None
    if not values[0].isdecimal() or len(values[0]) > 12:
        raise GameError("bad_since", "`since` is the number of the last entry that was seen.")
    return int(values[0])

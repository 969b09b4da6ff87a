"""The WebSocket protocol of a connection: uvicorn's, with limits on slow clients, and accessible to applications."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from heckmeck.server.net.http_protocol import FOLLOWER_TIMEOUT, PROTOCOL, READ_SIZE, limit_unread
from heckmeck.server.table.messages import Bye, encoder

CLOSE_DELAY = 1.0
"""Seconds that a client that broke the protocol has to read the reason before the connection is closed."""

MAX_QUEUED = 4
"""Maximum number of waiting messages of one client before reading is paused."""

RESTART = Bye("restart", "The server is stopping or restarting: try again in a moment.")


@lru_cache(maxsize=1)
def text_frame(payload: bytes) -> bytes:
    """Return the frame of a message. The last one is cached, because a message often goes to many sockets in a row."""
    return Frame(Opcode.TEXT, payload).serialize(mask=False)


class WsProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which applications can access through the scope to write frames without waiting."""

    _stall_timer: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Run the application."""
        scope: Any = self.scope
        scope["extensions"][PROTOCOL] = self
        try:
            await super().run_asgi()
        finally:  # break a reference cycle
            del scope["extensions"][PROTOCOL]

    def connection_made(self, transport: Any) -> None:
        """Set up a new connection."""
        transport.max_size = READ_SIZE
        limit_unread(transport)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after a connection."""
        self._stop_stall_timer()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not for long."""
        super().pause_writing()
        if self._stall_timer is None:
            self._stall_timer = self.loop.call_later(FOLLOWER_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue when the client has read everything."""
        self._stop_stall_timer()
        super().resume_writing()

    def _stop_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def shutdown(self) -> None:
        """Send a message that the server stops, and close the connection."""
        if self.handshake_complete and not self.close_sent:
            self.transport.write(text_frame(encoder.encode(RESTART)))
        super().shutdown()

    def handle_parser_exception(self) -> None:
        """Send the reason, and close later: closing with unread data could discard the reason."""
        if self.close_timer is not None:
            return  # the library discards what arrives now
        sent = self.conn.close_sent
        assert sent is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": sent.code, "reason": sent.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(CLOSE_DELAY, self.transport.close)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and pause reading only when several wait: pausing costs more than a message."""
        # Messages are decoded as JSON, which checks the encoding: invalid UTF-8 is then a refusal, not an error here.
        self.curr_msg_data_type = "bytes"
        ahead = self.queue.qsize() < MAX_QUEUED and not self.read_paused
        self.read_paused = self.read_paused or ahead
        super().send_receive_event_to_app()
        if ahead:
            self.read_paused = False

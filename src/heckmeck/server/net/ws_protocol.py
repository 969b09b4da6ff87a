"""The WebSocket protocol of a connection: uvicorn's, with a fast path for single small frames."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from heckmeck.server.net.http_protocol import FOLLOWER_TIMEOUT, PROTOCOL, READ_SIZE, limit_unread
from heckmeck.server.table.messages import Bye, encoder

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library may be installed without its C extension
    from websockets.utils import apply_mask

CLOSE_DELAY = 1.0
"""Seconds that a client that broke the protocol has to read the reason before the connection is closed."""

MAX_QUEUED = 4
"""Maximum number of messages of one client that wait before reading is paused."""

TEXT = 0x81
"""The first byte of a text message in a single frame."""
CONTROL = 0x88
"""The bits that the first bytes of control frames, such as pings, have in common."""
MASKED = 0x80
EXTENDED = 126
"""Lengths from here on take two more bytes."""

RESTART = Bye("restart", "The server stops, or starts again: come back in a moment.")

Listener = Callable[[bytes], bool]
"""Handles a message, or returns False if it has to wait for its turn."""


class WsProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which applications can reach through the scope to write frames themselves.

    A command is nearly always one small frame that arrives in one piece while no other is being answered. Such a
    message goes straight to the listener. Everything else goes through the library. Once a frame has arrived in parts,
    all later ones do too, because only the library knows where the next one begins.
    """

    listener: Listener | None = None
    _unfragmented = True
    _stall_timer: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Run the application."""
        scope: Any = self.scope
        scope["extensions"][PROTOCOL] = self
        try:
            await super().run_asgi()
        finally:  # breaks a reference cycle
            del scope["extensions"][PROTOCOL]
            self.listener = None

    def connection_made(self, transport: Any) -> None:
        """Begin with a connection."""
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
        """Go on when the client has read everything."""
        self._stop_stall_timer()
        super().resume_writing()

    def _stop_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def data_received(self, data: bytes) -> None:
        """Process received bytes."""
        if self.listener is None:
            super().data_received(data)
            return
        start, end = _text_span(data) if self._unfragmented else (0, 0)
        alone = end == len(data) and 0 < end - start <= self.config.ws_max_size
        free = not self.close_sent and self.queue.empty()
        if alone and free and self.listener(apply_mask(data[start:end], data[start - 4 : start])):
            return
        self._unfragmented = self._unfragmented and _are_complete(data)
        super().data_received(data)

    def shutdown(self) -> None:
        """Say that the server stops, and close the connection."""
        if self.handshake_complete and not self.close_sent:
            self.transport.write(TextFrame.of(encoder.encode(RESTART)))
        super().shutdown()

    def handle_parser_exception(self) -> None:
        """Say what was wrong, and close later: closing with unread data could discard the reason."""
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


def _span(data: bytes, first: int) -> tuple[int, int]:
    """Return the start and end of the payload of the frame that begins at `first`.

    The end may be beyond that of the data; it is 0 for a frame that the library has to handle.

    >>> _span(bytes([0x81, 0x82, 1, 2, 3, 4, 5, 6]), 0), _span(bytes([0x81, 0x02, 5, 6]), 0)
    ((6, 8), (0, 0))
    """
    if len(data) - first < 6 or not data[first + 1] & MASKED:
        return 0, 0
    length, start = data[first + 1] - MASKED, first + 6
    if length >= EXTENDED:
        length, start = int.from_bytes(data[first + 2 : first + 4], "big") if length == EXTENDED else 0, first + 8
        if length < EXTENDED:
            return 0, 0
    return start, start + length


def _text_span(data: bytes) -> tuple[int, int]:
    return _span(data, 0) if data[0] == TEXT else (0, 0)


def _are_complete(data: bytes) -> bool:
    """Whether the data consists of complete messages and control frames, one frame each."""
    end = 0
    while end < len(data) and (data[end] == TEXT or data[end] & 0xF8 == CONTROL):
        _, end = _span(data, end)
        if not end:
            return False
    return end == len(data)


class TextFrame:
    """Text frames. The last one is cached, because a message often goes to many sockets in a row."""

    payload = b""
    frame = b""

    @classmethod
    def of(cls, payload: bytes) -> bytes:
        """Return the frame of a message."""
        if payload is not cls.payload:
            size = len(payload)
            if size < EXTENDED:
                head = bytes((TEXT, size))
            elif size < 65536:
                head = b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + size.to_bytes(8, "big")
            cls.payload, cls.frame = payload, head + payload
        return cls.frame

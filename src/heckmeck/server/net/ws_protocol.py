"""The WebSocket protocol of a connection: uvicorn's, with limits on slow clients, and accessible to applications."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from heckmeck.server.net.http_protocol import FOLLOWER_TIMEOUT, PROTOCOL, READ_SIZE, limit_unread
from heckmeck.server.table.messages import Bye, encoder

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library could not be compiled
    from websockets.utils import apply_mask

CLOSE_DELAY = 1.0
"""Seconds that a client that broke the protocol has to read the reason before the connection is closed."""

MAX_QUEUED = 4
"""Maximum number of waiting messages of one client before reading is paused."""

TEXT = 0x81
"""First byte of a text message that is one frame."""
CONTROL = 0x88
"""First byte of a control frame, without the bits that say which one."""
MASKED = 0x80
SHORT = 126
"""Payloads of fewer bytes have a length of one byte; this number stands for a length in the next two bytes."""
HEADER = 6
"""Size of the header of a masked frame with a short payload; its last four bytes are the mask."""

RESTART = Bye("restart", "The server is stopping or restarting: try again in a moment.")


@lru_cache(maxsize=1)
def text_frame(payload: bytes) -> bytes:
    """Return the frame of a message. The last one is cached, because a message often goes to many sockets in a row."""
    size = len(payload)
    if size < SHORT:
        return bytes((TEXT, size)) + payload
    if size < 2**16:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big") + payload


class WsProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which applications can access through the scope to write frames without waiting.

    A command is nearly always one frame that arrives alone and complete while no other command is handled. Such a
    message is passed directly to `on_message`; everything else goes through the library and its queue. After a frame
    that arrives in parts, so does everything that follows, because only the library knows where the next frame begins.
    """

    on_message: Callable[[bytes], bool] | None = None
    """Handles a message at once, or returns False to have it queued."""
    _at_frame_start = True
    """Whether the next bytes to arrive begin a frame."""
    _stall_timer: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Run the application."""
        scope: Any = self.scope
        scope["extensions"][PROTOCOL] = self
        try:
            await super().run_asgi()
        finally:  # break reference cycles
            del scope["extensions"][PROTOCOL]
            self.on_message = None

    def data_received(self, data: bytes) -> None:
        """Pass a message that arrives alone and complete to `on_message`, everything else to the library."""
        if self.handshake_initiated and self._at_frame_start:
            if (handle := self.on_message) is not None and self.queue.empty() and self.conn.state is State.OPEN:
                start, end = _payload(data, 0) if data[0] == TEXT else (0, 0)
                alone = end == len(data) and start < end <= start + self.config.ws_max_size
                if alone and handle(apply_mask(data[start:end], data[start - 4 : start])):
                    return
            self._at_frame_start = _are_complete(data)
        super().data_received(data)

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


def _payload(data: bytes, first: int) -> tuple[int, int]:
    """Return where the payload of the frame that begins at `first` starts and ends, which may be after the data.

    Return (0, 0) for a header that is incomplete or wrong, or for a very long frame: the library handles those.

    >>> _payload(bytes([0x81, 0x82, 1, 2, 3, 4, 5, 6]), 0), _payload(bytes([0x81, 0x02, 5, 6]), 0)
    ((6, 8), (0, 0))
    """
    if len(data) - first < HEADER or data[first + 1] < MASKED:
        return 0, 0
    length, start = data[first + 1] - MASKED, first + HEADER
    if length >= SHORT:
        length, start = int.from_bytes(data[first + 2 : first + 4], "big") if length == SHORT else 0, start + 2
        if length < SHORT:
            return 0, 0
    return start, start + length


def _are_complete(data: bytes) -> bool:
    """Whether these are text messages of one frame each and control frames, all of them complete."""
    end = 0
    while end < len(data) and (data[end] == TEXT or data[end] & 0xF8 == CONTROL):
        _, end = _payload(data, end)
        if not end:
            return False
    return end == len(data)

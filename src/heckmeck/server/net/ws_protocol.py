"""WebSocket frames: uvicorn's protocol, with a short way for what nearly all of them are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from heckmeck.server.net.http_protocol import LINE, PIECE
from heckmeck.server.table.messages import Bye, encoder

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library could not be compiled
    from websockets.utils import apply_mask

LINGER = 1.0
"""So many seconds a client that broke the protocol has to read why it is sent away."""

AHEAD = 4
"""So many messages of one client may wait before no more are read."""

TEXT = 0x81
"""The first byte of a message of text that is one frame."""
CONTROL = 0x88
"""The first byte of pings, pongs and the like has these bits."""
MASKED = 0x80
LONG = 126
"""Lengths from here on stand in two bytes more."""

RESTART = Bye("restart", "The server stops, or starts again: come back in a moment.")

Listener = Callable[[bytes], bool]
"""Takes a message, or says by False that it has to wait its turn."""


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with itself at hand for messages that go to many clients at once.

    A command is nearly always one small frame that arrives in one piece, at a time when no other is being answered.
    Such a message goes straight to the listener. All else goes through the library; and where a frame came in parts,
    so does everything from then on, because only the library knows where the next one begins.
    """

    listener: Listener | None = None
    _whole = True

    async def run_asgi(self) -> None:
        """Run the application."""
        scope: Any = self.scope
        scope["extensions"][LINE] = self
        try:
            await super().run_asgi()
        finally:  # what has hung up shall not hold on to itself
            del scope["extensions"][LINE]
            self.listener = None

    def connection_made(self, transport: Any) -> None:
        """Take over a connection."""
        transport.max_size = PIECE
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take in what came."""
        if self.listener is None:
            super().data_received(data)
            return
        start, end = _text(data) if self._whole else (0, 0)
        alone = end == len(data) and 0 < end - start <= self.config.ws_max_size
        free = not self.close_sent and self.queue.empty()
        if alone and free and self.listener(apply_mask(data[start:end], data[start - 4 : start])):
            return
        self._whole = self._whole and _are_whole(data)
        super().data_received(data)

    def shutdown(self) -> None:
        """Hang up because the server stops, and say so."""
        if self.handshake_complete and not self.close_sent:
            self.transport.write(Frame.of(encoder.encode(RESTART)))
        super().shutdown()

    def handle_parser_exception(self) -> None:
        """Say what was wrong, and hang up later: to do it while more is coming would take back what was said."""
        if self.close_timer is not None:
            return  # the library throws away what comes now
        sent = self.conn.close_sent
        assert sent is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": sent.code, "reason": sent.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER, self.transport.close)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and stop reading only when several wait: to stop and go on costs more than a message."""
        # Whether it is text is found out with what it says: that anybody can send other bytes is no error of ours.
        self.curr_msg_data_type = "bytes"
        ahead = self.queue.qsize() < AHEAD and not self.read_paused
        self.read_paused = self.read_paused or ahead
        super().send_receive_event_to_app()
        if ahead:
            self.read_paused = False


def _span(data: bytes, first: int) -> tuple[int, int]:
    """Return where the payload of the frame that begins at `first` begins and ends.

    The end may be behind that of the data; it is 0 where the library has to judge.

    >>> _span(bytes([0x81, 0x82, 1, 2, 3, 4, 5, 6]), 0), _span(bytes([0x81, 0x02, 5, 6]), 0)
    ((6, 8), (0, 0))
    """
    if len(data) - first < 6 or not data[first + 1] & MASKED:
        return 0, 0
    length, start = data[first + 1] - MASKED, first + 6
    if length >= LONG:
        length, start = int.from_bytes(data[first + 2 : first + 4], "big") if length == LONG else 0, first + 8
        if length < LONG:
            return 0, 0
    return start, start + length


def _text(data: bytes) -> tuple[int, int]:
    return _span(data, 0) if data[0] == TEXT else (0, 0)


def _are_whole(data: bytes) -> bool:
    """Whether these are messages and control frames in one piece each, and nothing else."""
    end = 0
    while end < len(data) and (data[end] == TEXT or data[end] & 0xF8 == CONTROL):
        _, end = _span(data, end)
        if not end:
            return False
    return end == len(data)


class Frame:
    """Text frames, made once for a message however many sockets it goes to."""

    payload = b""
    frame = b""

    @classmethod
    def of(cls, payload: bytes) -> bytes:
        """Return a message as a frame."""
        if payload is not cls.payload:
            size = len(payload)
            if size < LONG:
                head = bytes((TEXT, size))
            elif size < 65536:
                head = b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + size.to_bytes(8, "big")
            cls.payload, cls.frame = payload, head + payload
        return cls.frame

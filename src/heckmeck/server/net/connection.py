"""The connection of a client: HTTP until it closes or becomes a WebSocket, with limits on slow clients."""

from __future__ import annotations

import asyncio
import socket
import sys
from abc import ABC, abstractmethod
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from heckmeck.server.net.plain_connections import PlainConnections

CONNECTION = "heckmeck.connection"
"""The key under which the ASGI state of a request has its `Connection`."""
PLAIN = "heckmeck.plain"
"""The key under which the application puts the `PlainConnections` of the process into the ASGI state."""

READ_SIZE = 16 * 1024
"""Number of bytes read at a time. Allocating asyncio's default of 256 KB takes longer than all other work."""

REQUEST_TIMEOUT = 30.0
"""Seconds that a request may take to arrive, including its body, and that opening a WebSocket may take."""

STALL_TIMEOUT = 60.0
"""Seconds after which a client that reads nothing of its response is disconnected."""

FOLLOWER_TIMEOUT = 10.0
"""Seconds after which a client that follows a table and reads nothing is disconnected. It can resume."""

CLOSE_DELAY = 1.0
"""Seconds that a client has to read why it is disconnected."""

SEND_BUFFER = 64 * 1024
"""Size in bytes of the system's send buffer for a client that follows a table. Linux doubles it."""

MAX_HEAD = 64 * 1024
"""Maximum size in bytes of a request's head."""

# The loop fills the buffer and passes it on at once, so all connections can share it. Windows' loop fills it later.
_shared_buffer = None if sys.platform == "win32" else bytearray(READ_SIZE)


class Peer(asyncio.BufferedProtocol, ABC):
    """The other end of a connection. A client that does not read what it is sent is disconnected."""

    transport: asyncio.Transport
    _buffer = bytearray()
    _timeout = STALL_TIMEOUT
    _stall_timer: asyncio.TimerHandle | None = None

    @abstractmethod
    def data_received(self, data: bytes) -> None:
        """Process received bytes."""

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer for the next bytes."""
        self._buffer = bytearray(READ_SIZE) if _shared_buffer is None else _shared_buffer
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Process the bytes in the buffer."""
        self.data_received(bytes(memoryview(self._buffer)[:nbytes]))

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not forever."""
        if self._stall_timer is None:
            self._stall_timer = asyncio.get_running_loop().call_later(self._timeout, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue when the client has read."""
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def limit_unread(self) -> None:
        """Limit the buffers for a client that follows a table, so that unread data is noticed at once."""
        self._timeout = FOLLOWER_TIMEOUT
        self.transport.set_write_buffer_limits(high=0)
        sock = self.transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)


class Connection(Peer):
    """A connection while it speaks HTTP, which uvicorn's protocol reads and writes.

    It takes a slot among the plain connections, and a request has to arrive in time. The application says when a
    request has arrived and when it is answered. An endless response gives the slot back, and so does a WebSocket, to
    which the connection is handed over when the application has accepted it.
    """

    def __init__(self, app_state: dict[str, Any], **options: Any) -> None:
        """Make a connection with what uvicorn passes: the ASGI state, and what its own protocol needs."""
        self._plain: PlainConnections = app_state[PLAIN]
        self._http: H11Protocol | None = H11Protocol(app_state={**app_state, CONNECTION: self}, **options)
        self._request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Set up a new connection."""
        self.transport = cast(asyncio.Transport, transport)
        self._http_protocol.connection_made(self.transport)
        peer = self.transport.get_extra_info("peername")
        if self._plain.admit(self, peer[0] if peer else ""):
            self._start_request_timer()
        else:
            self.drop()

    def data_received(self, data: bytes) -> None:
        """Let uvicorn read requests."""
        self._http_protocol.data_received(data)

    def eof_received(self) -> None:
        """Let uvicorn know that the client sends no more."""
        self._http_protocol.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after a connection."""
        self._leave_http(exc)

    def pause_writing(self) -> None:
        """Wait for a client that does not read its response."""
        super().pause_writing()
        self._http_protocol.pause_writing()
        self._plain.stall(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Continue when the client has read."""
        super().resume_writing()
        self._plain.flow(self)
        self._http_protocol.resume_writing()

    def arrived(self) -> None:
        """Note that a request has arrived completely."""
        self._stop_request_timer()
        self._plain.work(self)

    def answered(self) -> None:
        """Wait for the next request."""
        if self._http is not None:
            self._start_request_timer()
            self._plain.wait(self)

    def follow(self) -> None:
        """Make the response an endless one, which has its own slot."""
        self.arrived()
        self._plain.remove(self)
        self.limit_unread()

    def hand_over(self, peer: Peer) -> bool:
        """Leave the connection to a WebSocket, which has its own slot. Return False if the client has disconnected."""
        if self._http is None:
            return False
        self._leave_http(ConnectionAbortedError())  # after which a protocol must not touch its transport
        self.transport.set_protocol(peer)
        peer.connection_made(self.transport)
        self.transport.resume_reading()  # uvicorn does not read on after the request for an upgrade
        return True

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    @property
    def _http_protocol(self) -> H11Protocol:
        assert self._http is not None
        return self._http

    def _leave_http(self, exc: Exception | None) -> None:
        """End uvicorn's part."""
        super().resume_writing()
        self._stop_request_timer()
        self._plain.remove(self)
        http, self._http = self._http, None
        if http is not None:
            http.connection_lost(exc)

    def _start_request_timer(self) -> None:
        if self._request_timer is None:
            self._request_timer = asyncio.get_running_loop().call_later(REQUEST_TIMEOUT, self.drop)

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

"""The HTTP protocol of a connection: uvicorn's, with limits on slow clients, and accessible to applications."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from heckmeck.server.net.plain_connections import PlainConnections

PROTOCOL = "heckmeck.protocol"
"""The scope extension under which an application finds the protocol of its connection."""

READ_SIZE = 16 * 1024
"""Number of bytes read at a time. Allocating asyncio's default of 256 KB takes longer than all other work."""

REQUEST_TIMEOUT = 30.0
"""Seconds that a request may take to arrive, including its body."""

STALL_TIMEOUT = 60.0
"""Seconds after which a client that reads nothing of its response is disconnected."""

FOLLOWER_TIMEOUT = 10.0
"""Seconds after which a client that follows a table and reads nothing is disconnected. It can resume."""

SEND_BUFFER = 64 * 1024
"""Size in bytes of the system's send buffer for a client that follows a table. Linux doubles it."""

MAX_HEAD = 64 * 1024
"""Maximum size in bytes of a request's head."""


def limit_unread(transport: asyncio.Transport) -> None:
    """Limit the buffers of a connection to a client that follows a table, so that unread data is noticed at once."""
    transport.set_write_buffer_limits(high=0)
    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, which endless responses can access through the scope.

    Requests that never end and responses that are not read are aborted; uvicorn would wait forever.
    """

    on_stop: Callable[[], object] | None = None
    """Called when the server stops: an endless response must end now."""
    _follows = False
    _request_timer: asyncio.TimerHandle | None = None
    _stall_timer: asyncio.TimerHandle | None = None
    _head: int | None = 0
    """Number of bytes received of a request's head; None while its body is read."""

    def __init__(self, *args: Any, plain: PlainConnections | None = None, **options: Any) -> None:
        """`plain` counts the plain connections, if these are limited."""
        super().__init__(*args, **options)
        self._plain = plain

    def connection_made(self, transport: Any) -> None:
        """Set up a new connection."""
        transport.max_size = READ_SIZE
        super().connection_made(transport)
        if self._plain is not None and not self._plain.admit(self, self.client[0] if self.client else ""):
            self.drop()
            return
        self._start_request_timer()

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def begin_stream(self, on_stop: Callable[[], object]) -> None:
        """Make the response an endless one, which takes a slot like a WebSocket. `on_stop` must end it."""
        self.on_stop = on_stop
        self._follows = True
        limit_unread(self.transport)
        self.cycle.keep_alive = False
        if self._plain is not None:
            self._plain.remove(self)

    def handle_websocket_upgrade(self) -> None:
        """Become a WebSocket, which takes a slot."""
        if self._plain is not None:
            self._plain.remove(self)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after a connection."""
        if self._plain is not None:
            self._plain.remove(self)
        self._stop_request_timer()
        self._stop_stall_timer()
        if self.scope is not None:  # break a reference cycle
            self.scope["extensions"].pop(PROTOCOL, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process received bytes."""
        if self._head is not None:
            self._head += len(data)
            if self._head > MAX_HEAD:
                self.send_400_response("The head of this request is too long.")
                return
        self._start_request_timer()
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Start receiving a request."""
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {PROTOCOL: self}
        self._start_request_timer()

    def on_headers_complete(self) -> None:
        """Continue with the body of a request."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Handle a complete request."""
        if self._plain is not None:
            self._plain.work(self)
        self._head = 0
        self._stop_request_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        if self._plain is not None and not self.pipeline:
            self._plain.wait(self)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not forever."""
        super().pause_writing()
        if self._stall_timer is None:
            timeout = FOLLOWER_TIMEOUT if self._follows else STALL_TIMEOUT
            self._stall_timer = self.loop.call_later(timeout, self.transport.abort)
        if self._plain is not None:
            self._plain.stall(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Continue when the client has read."""
        self._stop_stall_timer()
        if self._plain is not None:
            self._plain.flow(self)
        super().resume_writing()

    def shutdown(self) -> None:
        """Close the connection as soon as the request is answered."""
        if self.on_stop is not None:
            self.on_stop()
        super().shutdown()

    def _start_request_timer(self) -> None:
        if self._request_timer is None:
            self._request_timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)

    def _stop_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

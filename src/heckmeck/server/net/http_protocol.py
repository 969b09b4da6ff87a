"""The HTTP protocol of a connection: uvicorn's, with limits on slow clients, and reachable for applications."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PROTOCOL = "heckmeck.protocol"
"""The scope extension under which an application finds the protocol of its connection."""

READ_SIZE = 16 * 1024
"""Bytes that are read at a time. Allocating the 256 KB that asyncio reads by default takes longer than all the rest."""

REQUEST_TIMEOUT = 30.0
"""Seconds that a request may take to arrive, with its body."""

STALL_TIMEOUT = 60.0
"""Seconds after which a client that reads nothing of its response is disconnected."""

FOLLOWER_TIMEOUT = 10.0
"""The same for a client that follows a table. It can resume."""

SEND_BUFFER = 64 * 1024
"""Bytes that the system holds for a client that follows a table (Linux takes twice as many). By default it is several
megabytes for one that does not read."""

MAX_HEAD = 64 * 1024
"""Maximum number of bytes of a request before its body."""


def limit_unread(transport: asyncio.Transport) -> None:
    """Let a connection hold little for a client that follows a table, and notice at once if that does not read."""
    transport.set_write_buffer_limits(high=0)
    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, which endless responses can reach through the scope.

    Requests that never end and responses that nobody reads are aborted: uvicorn would wait forever.
    """

    on_stop: Callable[[], object] | None = None
    """Called when the server stops: an endless response has to end now."""
    _follows = False
    _request_timer: asyncio.TimerHandle | None = None
    _stall_timer: asyncio.TimerHandle | None = None
    _head: int | None = 0
    """Number of bytes received of a request's head; None while its body is read."""

    def connection_made(self, transport: Any) -> None:
        """Begin with a connection."""
        transport.max_size = READ_SIZE
        super().connection_made(transport)
        self._start_request_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after a connection."""
        self._stop_request_timer()
        self._stop_stall_timer()
        if self.scope is not None:  # breaks a reference cycle
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
        """Begin with a request."""
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {PROTOCOL: self}
        self._start_request_timer()

    def on_headers_complete(self) -> None:
        """Go on to the body of a request."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Handle a complete request."""
        self._head = 0
        self._stop_request_timer()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not forever."""
        super().pause_writing()
        if self._stall_timer is None:
            timeout = FOLLOWER_TIMEOUT if self._follows else STALL_TIMEOUT
            self._stall_timer = self.loop.call_later(timeout, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on when the client has read."""
        self._stop_stall_timer()
        super().resume_writing()

    def serve_follower(self) -> None:
        """Prepare for an endless response."""
        self._follows = True
        limit_unread(self.transport)

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

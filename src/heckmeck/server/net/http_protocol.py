"""The line to a client: how an application gets at it, and HTTP's kind of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LINE = "heckmeck.line"
"""Under this name an application finds the protocol of its connection."""

PIECE = 16 * 1024
"""So many bytes are read at a time. To make room for the 256 KB that asyncio reads takes longer than all the rest."""

PATIENCE = 30.0
"""So many seconds a request may take to arrive, with its body."""

STALLED = 60.0
"""A client that reads nothing of its answer for so many seconds is given up."""

LONGEST_HEAD = 64 * 1024
"""Bytes of a request before its body."""


class RequestProtocol(HttpToolsProtocol):
    """uvicorn's protocol for HTTP, with itself at hand for answers without end.

    Requests that do not come to an end are cut off, and answers that nobody reads: uvicorn would wait for ever.
    """

    on_stop: Callable[[], object] | None = None
    """Called when the server stops: the answer has to come to an end now."""
    _patience: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _head: int | None = 0
    """The bytes of a request's head that have come; None while its body is read."""

    def connection_made(self, transport: Any) -> None:
        """Take over a connection."""
        transport.max_size = PIECE
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of it."""
        self._came()
        self._stop_stalling()
        if self.scope is not None:  # what has hung up shall not hold on to itself
            self.scope["extensions"].pop(LINE, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what came."""
        if self._head is not None:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self.send_400_response("The head of this request is too long.")
                return
        self._wait()
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Begin with a request."""
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {LINE: self}
        self._wait()

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Have all of a request."""
        self._head = 0
        self._came()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Wait for a client that does not read, but not for ever."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        self._stop_stalling()
        super().resume_writing()

    def shutdown(self) -> None:
        """Hang up as soon as what was asked for is answered."""
        if self.on_stop is not None:
            self.on_stop()
        super().shutdown()

    def _wait(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(PATIENCE, self.transport.abort)

    def _stop_stalling(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _came(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

"""The server with a part replaced, to measure what the part gains: the variants of `bench/server`.

The environment names the variant, which is installed when this module is imported: workers, which are new
interpreters, import it too.
"""

from __future__ import annotations

import os
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from heckmeck.cli.main import main
from heckmeck.server.net import ws_app
from heckmeck.server.net.conversation import Socket
from heckmeck.server.net.ws_protocol import WsProtocol

VARIANT = "BENCH_VARIANT"


class LibrarySocket(Socket):
    """A follower whose messages are framed by the library, separately for each socket."""

    __slots__ = ("_connection",)

    def __init__(self, service: Any, visit: Any, transport: Any) -> None:
        super().__init__(service, visit, transport)
        self._connection = transport.get_protocol().conn

    def answer(self, payload: bytes) -> None:
        """Send the answer to a command, after the messages that were held back."""
        held, self._held = self._held or (), None
        self._frame(*held, payload)

    def send(self, payload: bytes) -> None:
        """Send a message."""
        if self._held is None:
            self._frame(payload)
        else:
            self._held.append(payload)

    def _frame(self, *payloads: bytes) -> None:
        connection = self._connection
        if connection.state is State.OPEN:
            for payload in payloads:
                connection.send_text(payload)
            self._write(b"".join(connection.data_to_send()))


def read_by_library() -> None:
    """Pass all messages through the library and its queue."""
    WsProtocol.data_received = WebSocketsSansIOProtocol.data_received  # type: ignore[method-assign]


def frame_each() -> None:
    """Let the library frame each message for each socket."""
    ws_app.Socket = LibrarySocket  # type: ignore[attr-defined]


VARIANTS = {
    "read by the library": read_by_library,
    "framed for each socket": frame_each,
}

if change := VARIANTS.get(os.environ.get(VARIANT, "")):
    change()

if __name__ == "__main__":
    main()

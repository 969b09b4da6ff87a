"""The server with a part replaced, to measure what the part gains: the variants of `bench/server`.

The variant is in the environment, and is put in place when this module is imported: workers, which are new
interpreters, import it too.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from heckmeck.cli.main import main
from heckmeck.server.net import conversation, ws_app
from heckmeck.server.net.ws_protocol import WsProtocol

VARIANT = "BENCH_VARIANT"


class LibrarySocket(conversation.Socket):
    """A follower whose messages are framed by the library."""

    __slots__ = ("_connection",)

    def __init__(self, service: Any, player: str | None, transport: Any) -> None:
        super().__init__(service, player, transport)
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
        if self._connection.state is State.OPEN:
            for payload in payloads:
                self._connection.send_text(payload)
            self._write(b"".join(self._connection.data_to_send()))


def library_reads() -> None:
    """Let the library read all frames."""
    WsProtocol.data_received = WebSocketsSansIOProtocol.data_received  # type: ignore[method-assign]


def library_pauses() -> None:
    """Let the library stop reading after each message, too."""
    library_reads()
    WsProtocol.send_receive_event_to_app = WebSocketsSansIOProtocol.send_receive_event_to_app  # type: ignore[method-assign]


def library_writes() -> None:
    """Let the library write all frames."""
    ws_app.Socket = LibrarySocket  # type: ignore[misc]


VARIANTS = {
    "library reads": (library_reads,),
    "library reads and pauses": (library_pauses,),
    "library writes": (library_writes,),
    "library reads and writes": (library_reads, library_writes),
}
for change in VARIANTS.get(os.environ.get(VARIANT, ""), ()):
    change()

if __name__ == "__main__":
    sys.exit(main())

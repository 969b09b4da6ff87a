"""The server with a part replaced, to measure what the part gains: the variants of `bench/server`.

The environment names the variant, which is installed when this module is imported: workers, which are new
interpreters, import it too.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from heckmeck.cli.main import main
from heckmeck.server.net import ws_app
from heckmeck.server.net.conversation import Conversation, Socket
from heckmeck.server.net.ws_protocol import WsProtocol

VARIANT = "BENCH_VARIANT"


class ShortConversation(Conversation):
    """A conversation whose commands bypass the library and its queue when they arrive alone in one small frame."""

    def __init__(self, service: Any, table: Any, visit: Any, socket: Socket, say_bye: Any) -> None:
        super().__init__(service, table, visit, socket, say_bye)
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        protocol: Any = socket._transport.get_protocol()
        self._beyond = protocol.data_received
        protocol.data_received = self._data_received

    def _data_received(self, data: bytes) -> None:
        alone = len(data) > 6 and data[0] == 0x81 and len(data) == data[1] - 0x80 + 6
        if alone and (self._task is None or self._task.done()):
            self._task = self._loop.create_task(self.receive(apply_mask(data[6:], data[2:6])))
        else:
            self._beyond(data)


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


def short_path() -> None:
    """Read small frames without the library. This checks less than the library does and is only for measurements."""
    ws_app.Conversation = ShortConversation  # type: ignore[attr-defined]


def pause_each() -> None:
    """Let the library pause reading after each message."""

    def send_receive_event_to_app(self: Any) -> None:
        self.curr_msg_data_type = "bytes"
        WebSocketsSansIOProtocol.send_receive_event_to_app(self)

    WsProtocol.send_receive_event_to_app = send_receive_event_to_app  # type: ignore[method-assign]


def frame_each() -> None:
    """Let the library frame each message for each socket."""
    ws_app.Socket = LibrarySocket  # type: ignore[attr-defined]


VARIANTS = {
    "short path": short_path,
    "pause after each message": pause_each,
    "framed for each socket": frame_each,
}

if change := VARIANTS.get(os.environ.get(VARIANT, "")):
    change()

if __name__ == "__main__":
    main()

"""The socket on which connections arrive."""

from __future__ import annotations

import errno
import logging
import os
import socket
from multiprocessing import reduction
from typing import Any

logger = logging.getLogger("heckmeck.server")

DROPPED_AT_ONCE = 100
"""Maximum number of connections that are dropped at a time."""


class ListeningSocket(socket.socket):
    """A listening socket that drops new connections when the process has no file descriptors left.

    asyncio would leave them in the queue and retry forever. One file descriptor is kept in reserve, so that a
    connection can always be accepted in order to close it.
    """

    def __init__(
        self,
        family: int = -1,
        kind: int = socket.SOCK_STREAM,
        # asyncio sets TCP_NODELAY only for connections whose protocol is named. Without it the body of a response,
        # which is sent after its head, waits for the client to confirm the head: about 40 ms.
        proto: int = socket.IPPROTO_TCP,
        fileno: int | None = None,
    ) -> None:
        super().__init__(family, kind, proto, fileno)
        self._spare: int | None = os.open(os.devnull, os.O_RDONLY)

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. If there are no file descriptors, drop waiting connections and raise BlockingIOError."""
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in {errno.EMFILE, errno.ENFILE}:
                raise
        logger.warning("there are no files left for connections: new ones are dropped")
        self._drop_waiting()
        raise BlockingIOError

    def close(self) -> None:
        """Close the socket."""
        self._close_spare()
        super().close()

    def __reduce__(self) -> Any:
        """Pickle the socket for a worker, as multiprocessing does with ordinary sockets."""
        return _rebuild, (reduction.DupFd(self.fileno()), self.family, self.type, self.proto)

    def _drop_waiting(self) -> None:
        self._close_spare()
        try:
            for _ in range(DROPPED_AT_ONCE):
                super().accept()[0].close()
        except OSError:
            pass  # none are waiting, or another thread took the file descriptor
        finally:
            try:
                self._spare = os.open(os.devnull, os.O_RDONLY)
            except OSError:
                self._spare = None

    def _close_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            os.close(spare)


def _rebuild(file: Any, family: int, kind: int, proto: int) -> ListeningSocket:
    return ListeningSocket(family, kind, proto, file.detach())

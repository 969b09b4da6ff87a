"""Plain connections, which are not WebSockets or streams, limited in total and by address."""

from __future__ import annotations

import logging
from collections.abc import Collection
from ipaddress import ip_network
from typing import Protocol

from heckmeck.server.config import Network
from heckmeck.server.net.client_address import ClientAddress, read_address

logger = logging.getLogger("heckmeck.server")


MAX_UNREAD = 128 * 2**20
"""Maximum total size in bytes of the responses that clients have not read yet."""
MAX_UNREAD_EACH = 8 * 2**20
"""Maximum size in bytes of the unread responses for one address."""


class PlainConnection(Protocol):
    """A connection that may be dropped while it waits for a request."""

    def drop(self) -> None:
        """Close the connection at once."""
        ...


class PlainConnections:
    """Admits connections. If there are too many, the one that has waited longest for a request is dropped.

    A request takes milliseconds to arrive, so the idle connections are the ones that are dropped. A connection is
    waiting from the moment it is opened, or its last request was answered, until a whole request has arrived.

    Unread responses stay in memory. If their total size gets too large, the one that has been unread for longest is
    dropped. The size of a single response is not limited.
    """

    def __init__(self, maximum: int, maximum_each: int, unlimited: Collection[Network] = ()) -> None:
        """Allow a number of connections in total and from each address, except for those of `unlimited` networks."""
        self._maximum = maximum
        self._maximum_each = maximum_each
        self._unlimited = tuple(unlimited)
        self._groups: dict[PlainConnection, str | None] = {}
        self._each: dict[str, int] = {}
        self._waiting: dict[PlainConnection, None] = {}
        self._waiting_each: dict[str, dict[PlainConnection, None]] = {}
        self._unread: dict[PlainConnection, int] = {}

    def __len__(self) -> int:
        return len(self._groups)

    def admit(self, connection: PlainConnection, address: str) -> bool:
        """Admit a new connection, if there is room or another one can be dropped for it."""
        group = self._group(address)
        if group is not None and self._each.get(group, 0) >= self._maximum_each:
            room = self._drop_first(self._waiting_each.get(group, {}))
        else:
            room = len(self._groups) < self._maximum or self._drop_first(self._waiting)
        if room:
            self._groups[connection] = group
            if group is not None:
                self._each[group] = self._each.get(group, 0) + 1
            self.wait(connection)
        return room

    def wait(self, connection: PlainConnection) -> None:
        """Note that a connection starts waiting for a request."""
        if connection in self._groups:
            self._waiting[connection] = None
            group = self._groups[connection]
            if group is not None:
                self._waiting_each.setdefault(group, {})[connection] = None

    def work(self, connection: PlainConnection) -> None:
        """Note that a connection has received a request: it is not dropped before the response."""
        self._waiting.pop(connection, None)
        group = self._groups.get(connection)
        if group is not None and (waiting := self._waiting_each.get(group)) is not None:
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting_each[group]

    def stall(self, connection: PlainConnection, size: int) -> None:
        """Note that a client does not read its response, of which `size` bytes are left."""
        if connection not in self._groups:
            return
        self._unread[connection] = size
        group = self._groups[connection]
        if group is not None:
            own = {other: left for other, left in self._unread.items() if self._groups[other] == group}
            self._drop_unread(own, MAX_UNREAD_EACH)
        self._drop_unread(self._unread, MAX_UNREAD)

    def flow(self, connection: PlainConnection) -> None:
        """Note that a client has read its response."""
        self._unread.pop(connection, None)

    def _drop_unread(self, unread: dict[PlainConnection, int], maximum: int) -> None:
        total = sum(unread.values())
        for longest, left in list(unread.items())[:-1]:
            if total <= maximum:
                return
            logger.warning("too many responses are unread: those that have waited longest are dropped")
            total -= left
            self.remove(longest)
            longest.drop()

    def remove(self, connection: PlainConnection) -> None:
        """Forget a connection that has ended, or has become a WebSocket or stream with its own slot."""
        self.work(connection)
        self.flow(connection)
        group = self._groups.pop(connection, None)
        if group is not None:
            self._each[group] -= 1
            if not self._each[group]:
                del self._each[group]

    def drop_idle(self) -> None:
        """Drop the connections that wait for a request, and those whose clients do not read."""
        for connection in {**self._waiting, **self._unread}:
            self.remove(connection)
            connection.drop()

    def _drop_first(self, waiting: dict[PlainConnection, None]) -> bool:
        # The log repeats this at most once a second.
        logger.warning("there are too many connections: those that have waited longest are dropped")
        if not waiting:
            return False
        longest = next(iter(waiting))
        self.remove(longest)
        longest.drop()
        return True

    def _group(self, address: str) -> str | None:
        read = read_address(address)
        if read is None or any(read.version == network.version and read in network for network in self._unlimited):
            return None
        return ClientAddress(address, secure=False, local=False).group


LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))

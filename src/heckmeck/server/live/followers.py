"""The followers of a table in one process, and the messages to each of them."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Protocol

from heckmeck.server.table.messages import AnyMessage, Presence, You, encoder
from heckmeck.server.table.state import TableState
from heckmeck.server.table.visibility import AppliedEntry, is_addressed, to_message

MutedBy = Callable[[str | None], Set[str]]
"""Returns the players whom a player has muted; empty for unknown players."""


class Follower(Protocol):
    """A connection that is sent everything that happens at a table."""

    player: str | None
    device: str | None
    """The device or token of the player."""

    def is_gone(self) -> bool:
        """Return whether the client has disconnected."""
        ...

    def send(self, payload: bytes) -> None:
        """Send a message without waiting. A reader that cannot keep up is disconnected."""
        ...

    def abort(self) -> None:
        """Disconnect at once."""
        ...


class Followers(dict[Follower, tuple[int, ...]]):
    """The followers of one table, each with the seats of its player.

    A dictionary, because every entry asks whether there are any and iterates over them.
    """

    __slots__ = ("_host", "_muted_by", "_seats", "asked", "elsewhere")

    def __init__(self, muted_by: MutedBy = lambda player: frozenset()) -> None:
        """`muted_by` returns the players whom a player has muted."""
        super().__init__()
        self._muted_by = muted_by
        self.elsewhere: dict[str, Presence] = {}
        """The followers in other processes, by process, as last reported."""
        self.asked = False
        """Whether the other processes were asked for a report."""
        self._host = ""
        self._seats: object = None

    def join(self, follower: Follower, table: TableState) -> None:
        """Add a follower."""
        self[follower] = table.seats_of(follower.player)
        self._host, self._seats = table.host, table.seats

    def publish(self, applied: AppliedEntry, after: TableState, secret: str, due: int | None) -> None:
        """Send an entry to all followers, as each may see it. If nothing is hidden, it is encoded only once."""
        hides = after.game.hides
        author = applied.author if is_addressed(applied.entry) else None
        if not hides and author is None:  # nearly always
            self._send_all(encoder.encode(to_message(applied, (), after, secret, due=due)))
            return
        payloads: dict[tuple[tuple[int, ...], bool], bytes] = {}
        for follower, seats in list(self.items()):
            muted = author is not None and author in self._muted_by(follower.player)
            audience = (seats if hides else (), muted)
            payload = payloads.get(audience)
            if payload is None:
                withheld = {author} if author is not None and muted else frozenset()
                message = to_message(applied, audience[0], after, secret, withheld, due)
                payload = payloads[audience] = encoder.encode(message)
            follower.send(payload)

    def update_seats(self, table: TableState) -> bool:
        """Notify the followers whose own seats or role as host changed. Return whether any seats changed."""
        if table.seats is self._seats and table.host == self._host:
            return False
        reseated = False
        hosts = () if table.host == self._host else (table.host, self._host)
        self._host, self._seats = table.host, table.seats
        for follower, seats in list(self.items()):
            mine = table.seats_of(follower.player)
            reseated = reseated or mine != seats
            if mine != seats or follower.player in hosts:
                self[follower] = mine
                follower.send(encoder.encode(You(mine, follower.player == table.host)))
        return reseated

    def send_all(self, message: AnyMessage) -> None:
        """Send a message that is not in the log to all followers."""
        self._send_all(encoder.encode(message))

    def _send_all(self, payload: bytes) -> None:
        for follower in list(self):
            follower.send(payload)

    def connected_here(self) -> Presence:
        """Return the presence of players and spectators in this process."""
        here = sorted({seat for seats in self.values() for seat in seats})
        return Presence(tuple(here), sum(not seats for seats in self.values()))

    def presence(self) -> Presence:
        """Return the presence of players and spectators in all processes."""
        parts = [self.connected_here(), *self.elsewhere.values()]
        here = sorted({seat for part in parts for seat in part.here})
        return Presence(tuple(here), sum(part.watching for part in parts))

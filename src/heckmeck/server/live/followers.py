"""Those who follow a table in one process: who they are, and what each of them is told."""

from __future__ import annotations

from typing import Protocol

from heckmeck.server.table.messages import AnyMessage, Presence, You, encoder
from heckmeck.server.table.state import TableState
from heckmeck.server.table.visibility import Happening, happened


class Follower(Protocol):
    """Somebody who wants to know what happens at a table."""

    player: str | None

    def send(self, payload: bytes) -> None:
        """Pass on a message, without waiting; whoever cannot keep up is dropped."""
        ...


class Followers(dict[Follower, tuple[int, ...]]):
    """The followers of one table, each with the seats that are its own.

    It is a dictionary because every entry asks whether there is anybody, and goes through them.
    """

    __slots__ = ("_host", "_seats", "asked", "elsewhere")

    def __init__(self) -> None:
        super().__init__()
        self.elsewhere: dict[str, Presence] = {}
        """Who is connected to other processes, as far as those have told."""
        self.asked = False
        """Whether they were asked."""
        self._host = ""
        self._seats: object = None

    def join(self, follower: Follower, table: TableState) -> None:
        """Tell a follower everything from now on."""
        self[follower] = table.seats_of(follower.player)
        self._host, self._seats = table.host, table.seats

    def publish(self, happening: Happening, after: TableState, secret: str) -> None:
        """Tell all what happened, each what it may see; where nothing is hidden all get the same bytes."""
        hides = after.game.hides
        payloads: dict[tuple[int, ...], bytes] = {}
        for follower, seats in list(self.items()):
            audience = seats if hides else ()
            payload = payloads.get(audience)
            if payload is None:
                payload = payloads[audience] = encoder.encode(happened(happening, audience, after, secret))
            follower.send(payload)

    def reseat(self, table: TableState) -> bool:
        """Tell those whose own seats have changed, or who is the host now or was; return whether seats have."""
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

    def tell(self, message: AnyMessage) -> None:
        """Tell all something that is not in the log."""
        payload = encoder.encode(message)
        for follower in list(self):
            follower.send(payload)

    def connected(self) -> Presence:
        """Return who is connected to this process."""
        here = sorted({seat for seats in self.values() for seat in seats})
        return Presence(tuple(here), sum(not seats for seats in self.values()))

    def presence(self) -> Presence:
        """Return who is here, whichever process they are connected to."""
        parts = [self.connected(), *self.elsewhere.values()]
        here = sorted({seat for part in parts for seat in part.here})
        return Presence(tuple(here), sum(part.watching for part in parts))

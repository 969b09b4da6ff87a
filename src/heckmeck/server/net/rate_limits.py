"""Credits: how much somebody may ask for, in a burst and over time, and how many may be here at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from heckmeck.server.net.client_address import Peer
from heckmeck.server.ops.config import Config

Clock = Callable[[], float]

TOO_FAST = "Not so fast, please: wait a moment."
"""What whoever has spent the credits is told, where there is nothing more to say."""

REMEMBERED = 20_000
"""Addresses of which one purse knows how much is left; the one not heard of for longest is forgotten."""


class Rate(NamedTuple):
    """So much at once, and so much a second after that."""

    burst: float
    second: float


SOCKET_COMMANDS = Rate(20, 10)
"""What one socket may ask for."""
SOCKET_HASTE = Rate(50, 50 / 3600)
"""How often a socket may go on after it was told to wait, before it is sent away."""
ADDRESS_COMMANDS = Rate(100, 50)
"""What all from one address may ask for: a family, or a class at school."""
ADDRESS_SOCKETS = Rate(20, 5)
ADDRESS_TABLES = Rate(30, 30 / 3600)
ADDRESS_PLAYERS = Rate(200, 200 / 3600)
"""New players by cookie, each of whom is kept for good: a school behind one address has enough."""
ADVICE = Rate(30, 4)
"""What one player may ask the coach."""
REVIEWS = Rate(20, 120 / 3600)
"""Games to be reviewed for one address; those that were lately cost nothing."""
REPLAYS = Rate(60, 2)
"""Games of the past, as records or step by step."""
ADDRESS_REQUESTS = Rate(300, 100)
"""Requests over HTTP, pages not counted."""
WRONG_CODES = Rate(60, 60 / 3600)
"""Codes of tables that are none: somebody who types badly has enough, somebody who searches has not."""
WRONG_CODES_NEAR = Rate(600, 600 / 3600)
"""The same for all addresses of one network: of version 6 one searcher may have many."""


class Bucket:
    """Credits that come back with time.

    >>> now = 0.0
    >>> bucket = Bucket(Rate(2, 1), lambda: now)
    >>> bucket.spend(), bucket.spend(), bucket.spend()
    (True, True, False)
    >>> now = 1.0
    >>> bucket.spend()
    True
    """

    __slots__ = ("_at", "_burst", "_clock", "_left", "_second")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self._burst, self._second = rate
        self._clock = clock
        self._left = self._burst
        self._at = clock()

    def spend(self, cost: float = 1.0) -> bool:
        """Take credits if there are enough, and say whether there were."""
        now = self._clock()
        left = self._left + (now - self._at) * self._second
        if left > self._burst:
            left = self._burst
        self._at = now
        if left < cost:
            self._left = left
            return False
        self._left = left - cost
        return True

    def refund(self, cost: float = 1.0) -> None:
        """Give credits back."""
        self._left += cost


class Purse:
    """A bucket for each address. Its memory is bounded; a forgotten address begins anew."""

    def __init__(self, rate: Rate, clock: Clock = time.monotonic, remembered: int = REMEMBERED) -> None:
        self._rate = rate
        self._clock = clock
        self._remembered = remembered
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, group: str | None, cost: float = 1.0) -> bool:
        """Take credits of an address if there are enough; None has as many as it likes."""
        return group is None or self._bucket(group).spend(cost)

    def refund(self, group: str | None, cost: float = 1.0) -> None:
        """Give credits back to an address; one that was forgotten meanwhile has them all."""
        if group is not None and (bucket := self._buckets.get(group)):
            bucket.refund(cost)

    def _bucket(self, group: str) -> Bucket:
        bucket = self._buckets.get(group)
        if bucket is None:
            bucket = self._buckets[group] = Bucket(self._rate, self._clock)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(group)
        return bucket


class Places:
    """How many are here, in all and from each address."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._each: dict[str, int] = {}
        self.taken = 0

    def enter(self, group: str | None) -> bool:
        """Take a place, if there is one; None counts only in all. Whoever entered has to leave."""
        if self.taken >= self._most:
            return False
        if group is not None:
            here = self._each.get(group, 0)
            if here >= self._most_each:
                return False
            self._each[group] = here + 1
        self.taken += 1
        return True

    def leave(self, group: str | None) -> None:
        """Give the place back."""
        self.taken -= 1
        if group is not None:
            self._each[group] -= 1
            if not self._each[group]:
                del self._each[group]


class Credits:
    """All credits of a server process. Find the group of a peer once and keep it with the connection."""

    def __init__(self, config: Config, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._limit_local = config.limit_local
        self.commands = Purse(ADDRESS_COMMANDS, clock)
        self.sockets = Purse(ADDRESS_SOCKETS, clock)
        self.tables = Purse(ADDRESS_TABLES, clock)
        self.players = Purse(ADDRESS_PLAYERS, clock)
        self.advice = Purse(ADVICE, clock)
        self.reviews = Purse(REVIEWS, clock)
        self.replays = Purse(REPLAYS, clock)
        self.requests = Purse(ADDRESS_REQUESTS, clock)
        self._wrong_codes = Purse(WRONG_CODES, clock)
        self._wrong_codes_near = Purse(WRONG_CODES_NEAR, clock)
        self.places = Places(config.max_sockets, config.max_sockets_per_address)

    def group(self, peer: Peer) -> str | None:
        """Return by what a peer is counted; None for this machine itself, unless it is to be limited, too."""
        return None if peer.local and not self._limit_local else peer.group

    def guess(self, peer: Peer) -> bool:
        """Let a code be tried. Every try is paid for beforehand: many at once would else be a way round."""
        group, network = self._near(peer)
        if not self._wrong_codes.spend(group):
            return False
        if self._wrong_codes_near.spend(network):
            return True
        self._wrong_codes.refund(group)
        return False

    def guessed(self, peer: Peer) -> None:
        """Give back what a try cost, because the code was right."""
        group, network = self._near(peer)
        self._wrong_codes.refund(group)
        self._wrong_codes_near.refund(network)

    def _near(self, peer: Peer) -> tuple[str | None, str | None]:
        group = self.group(peer)
        return group, None if group is None else peer.network

    def socket(self) -> Bucket:
        """Return the credits of a new socket for its commands."""
        return Bucket(SOCKET_COMMANDS, self._clock)

    def haste(self) -> Bucket:
        """Return how much haste is borne with on a new socket."""
        return Bucket(SOCKET_HASTE, self._clock)

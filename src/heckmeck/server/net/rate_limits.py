"""Rate limits by token buckets, and limits on the number of connections."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from heckmeck.server.config import Config
from heckmeck.server.net.client_address import ClientAddress

Clock = Callable[[], float]

TOO_FAST = "Not so fast, please: wait a moment."
"""The message of a refusal by a rate limit, if there is nothing more specific to say."""

REMEMBERED = 20_000
"""Maximum number of buckets by key, and of known codes; the least recently used are dropped."""


class Rate(NamedTuple):
    """A maximum burst, and the number per second after that."""

    burst: float
    second: float


SOCKET_COMMANDS = Rate(20, 10)
"""Commands on one socket."""
SOCKET_VIOLATIONS = Rate(50, 50 / 3600)
"""Commands above the limit of a socket that are refused before it is disconnected."""
ADDRESS_COMMANDS = Rate(100, 50)
"""Commands of all clients at one address, such as a family or a class at school."""
ADDRESS_SOCKETS = Rate(20, 5)
PLAYER_TABLES = Rate(30, 30 / 3600)
"""New tables of one player."""
ADDRESS_TABLES = Rate(120, 120 / 3600)
"""New tables of all players at one address, because identities are free."""
NETWORK_TABLES = Rate(600, 600 / 3600)
PLAYER_REPORTS = Rate(10, 20 / 3600)
"""Reports of one player to the operator."""
ADDRESS_REPORTS = Rate(60, 60 / 3600)
NETWORK_REPORTS = Rate(300, 300 / 3600)
ADDRESS_TOKENS = Rate(30, 30 / 3600)
ADDRESS_PLAYERS = Rate(200, 200 / 3600)
"""New players by cookie, and linked devices. They are stored for long; the limit is sufficient for a school behind one
address."""
ADVICE = Rate(30, 4)
"""Questions of one player to the coach."""
REVIEWS = Rate(20, 120 / 3600)
"""Games reviewed for one address. Cached reviews do not count."""
REPLAYS = Rate(60, 2)
"""Games read from the archive, as records or step by step."""
PLAYER_IMPORTS = Rate(100, 100 / 3600)
"""Games that one player copies from a device. Long games cost more: see `IMPORTED_STEPS`."""
IMPORTED_STEPS = 500
"""Number of steps for each token that copying a game costs, and at least one. Games of people have fewer."""
ADDRESS_IMPORTS = Rate(300, 300 / 3600)
NETWORK_IMPORTS = Rate(1500, 1500 / 3600)
EXPORTS = Rate(5, 5 / 3600)
"""Exports of the data of players at one address: each export reads the whole log."""
NETWORK_EXPORTS = Rate(25, 25 / 3600)
ERASURES = Rate(10, 10 / 3600)
"""Erasures of players at one address."""
NETWORK_ERASURES = Rate(50, 50 / 3600)
ADDRESS_REQUESTS = Rate(300, 100)
"""HTTP requests, except for pages."""
PLAYER_WRONG_CODES = Rate(20, 20 / 3600)
"""Wrong codes of tables by one player: enough for typing errors, too few to search for tables."""
ADDRESS_WRONG_CODES = Rate(600, 600 / 3600)
"""Wrong codes by all players at one address. The limit is high, because it can lock out others. New identities are
limited, too."""
NETWORK_WRONG_CODES = Rate(2000, 2000 / 3600)
"""Wrong codes from a whole network: with IPv6, one attacker may have many addresses."""
STRANGER_WRONG_CODES = Rate(60, 60 / 3600)
"""Wrong codes from one address by unknown players."""
STRANGER_WRONG_CODES_NETWORK = Rate(600, 600 / 3600)


class TokenBucket:
    """A token bucket: tokens are spent and are refilled over time.

    >>> now = 0.0
    >>> bucket = TokenBucket(Rate(2, 1), lambda: now)
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
        """Spend tokens if there are enough. Return whether there were."""
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
        """Give tokens back."""
        self._left += cost


class TokenBuckets:
    """A token bucket for each key, such as an address. The memory is bounded; a dropped bucket begins full."""

    def __init__(self, rate: Rate, clock: Clock = time.monotonic, remembered: int = REMEMBERED) -> None:
        self._rate = rate
        self._clock = clock
        self._remembered = remembered
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, group: str | None, cost: float = 1.0) -> bool:
        """Spend tokens of a key if there are enough; None is not limited."""
        return group is None or self._bucket(group).spend(cost)

    def refund(self, group: str | None, cost: float = 1.0) -> None:
        """Give tokens back to a key."""
        if group is not None and (bucket := self._buckets.get(group)):
            bucket.refund(cost)

    def _bucket(self, group: str) -> TokenBucket:
        bucket = self._buckets.get(group)
        if bucket is None:
            bucket = self._buckets[group] = TokenBucket(self._rate, self._clock)
            if len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(group)
        return bucket


class Budgets:
    """Several limits that are spent together: if one of them refuses, none is spent."""

    def __init__(self, *parts: TokenBuckets) -> None:
        self._parts = parts

    def spend(self, *keys: str | None, cost: float = 1.0) -> bool:
        """Spend tokens of each limit, by its own key."""
        for count, (part, key) in enumerate(zip(self._parts, keys, strict=True)):
            if not part.spend(key, cost):
                self._refund(keys[:count], cost)
                return False
        return True

    def refund(self, *keys: str | None) -> None:
        """Give a token back to each limit."""
        self._refund(keys, 1.0)

    def _refund(self, keys: Sequence[str | None], cost: float) -> None:
        for part, key in zip(self._parts, keys, strict=False):
            part.refund(key, cost)


class ConnectionSlots:
    """Limits on the number of connections, in total and from each address."""

    def __init__(self, maximum: int, maximum_each: int) -> None:
        self._maximum = maximum
        self._maximum_each = maximum_each
        self._each: dict[str, int] = {}
        self.taken = 0

    def acquire(self, group: str | None) -> bool:
        """Take a slot if there is one; None counts only towards the total. A slot that was taken must be released."""
        if self.taken >= self._maximum:
            return False
        if group is not None:
            here = self._each.get(group, 0)
            if here >= self._maximum_each:
                return False
            self._each[group] = here + 1
        self.taken += 1
        return True

    def release(self, group: str | None) -> None:
        """Give a slot back."""
        self.taken -= 1
        if group is not None:
            self._each[group] -= 1
            if not self._each[group]:
                del self._each[group]


class RateLimits:
    """All limits of a server process. The group of a client is looked up once for each connection."""

    def __init__(self, config: Config, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._limit_local = config.limit_local
        self.commands = TokenBuckets(ADDRESS_COMMANDS, clock)
        self.sockets = TokenBuckets(ADDRESS_SOCKETS, clock)
        self.tokens = TokenBuckets(ADDRESS_TOKENS, clock)
        self.players = TokenBuckets(ADDRESS_PLAYERS, clock)
        self.advice = TokenBuckets(ADVICE, clock)
        self.reviews = TokenBuckets(REVIEWS, clock)
        self.replays = TokenBuckets(REPLAYS, clock)
        self.requests = TokenBuckets(ADDRESS_REQUESTS, clock)
        self.tables = _budgets(clock, PLAYER_TABLES, ADDRESS_TABLES, NETWORK_TABLES)
        self.reports = _budgets(clock, PLAYER_REPORTS, ADDRESS_REPORTS, NETWORK_REPORTS)
        self.imports = _budgets(clock, PLAYER_IMPORTS, ADDRESS_IMPORTS, NETWORK_IMPORTS)
        self.exports = _budgets(clock, EXPORTS, NETWORK_EXPORTS)
        self.erasures = _budgets(clock, ERASURES, NETWORK_ERASURES)
        self._player_codes = _budgets(clock, PLAYER_WRONG_CODES, ADDRESS_WRONG_CODES, NETWORK_WRONG_CODES)
        self._stranger_codes = _budgets(clock, STRANGER_WRONG_CODES, STRANGER_WRONG_CODES_NETWORK)
        self._known_codes: OrderedDict[tuple[str, str], None] = OrderedDict()
        """Addresses with the correct codes that were used there."""
        self.slots = ConnectionSlots(config.max_sockets, config.max_sockets_per_address)

    def group(self, client: ClientAddress) -> str | None:
        """Return the key of a client's limits; None for this machine itself, unless it is limited too."""
        return None if client.local and not self._limit_local else client.group

    def spend(self, budgets: Budgets, client: ClientAddress, player: str | None = None, cost: float = 1.0) -> bool:
        """Spend tokens of a client: those of the player if there is one, of the address, and of the network."""
        keys = (client.group, client.network) if player is None else (player, client.group, client.network)
        return self.group(client) is None or budgets.spend(*keys, cost=cost)

    def try_code(self, client: ClientAddress, player: str | None) -> bool:
        """Spend a token for trying a code. It is spent beforehand, so that concurrent tries cannot bypass the limit."""
        return self.spend(self._stranger_codes if player is None else self._player_codes, client, player)

    def code_found(self, client: ClientAddress, player: str | None, code: str) -> None:
        """Refund a try, because the code was right, and remember that it is known at this address."""
        self._known_codes[client.group, code] = None
        self._known_codes.move_to_end((client.group, code))
        if len(self._known_codes) > REMEMBERED:
            self._known_codes.popitem(last=False)
        self.refund_code(client, player)

    def refund_code(self, client: ClientAddress, player: str | None) -> None:
        """Refund a try."""
        if player is None:
            self._stranger_codes.refund(client.group, client.network)
        else:
            self._player_codes.refund(player, client.group, client.network)

    def knows_code(self, client: ClientAddress, code: str) -> bool:
        """Return whether a correct code was used at this address before, so that it reveals nothing new."""
        return (client.group, code) in self._known_codes

    def socket(self) -> TokenBucket:
        """Return the bucket of a new socket for its commands."""
        return TokenBucket(SOCKET_COMMANDS, self._clock)

    def violations(self) -> TokenBucket:
        """Return the bucket of a new socket for commands above its limit."""
        return TokenBucket(SOCKET_VIOLATIONS, self._clock)


def _budgets(clock: Clock, *rates: Rate) -> Budgets:
    return Budgets(*(TokenBuckets(rate, clock) for rate in rates))

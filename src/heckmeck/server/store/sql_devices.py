"""Players, their devices and tokens in SQL, for both stores."""

# ruff: noqa: D102, the methods are documented in `devices.py`

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from heckmeck.server.store.devices import Device, DeviceStore, Identity, Profile, erased_player, token_device
from heckmeck.server.store.sql_conduct import FORGET as FORGET_CONDUCT
from heckmeck.server.store.statements import Statement, Value

DAY_MS = 86_400_000
REVOCATION_MS = 366 * DAY_MS
"""Milliseconds after which a revocation is deleted, longer than the lifetime of a cookie."""

LOCK_PLAYER = "UPDATE players SET at = at WHERE player = ?"
"""Changes nothing, but locks the player against other changes. On PostgreSQL, a concurrent insertion and a revocation
or erasure would otherwise not see each other."""
LOCK_PLAYER_OF_LINK = "UPDATE players SET at = at WHERE player IN (SELECT player FROM links WHERE digest IN ({}))"
KEEP_PLAYER = """
INSERT INTO players (player, name, at, portrait)
SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS TEXT)
WHERE NOT EXISTS (SELECT 1 FROM revocations WHERE id = ?)
ON CONFLICT (player) DO UPDATE SET name = excluded.name, portrait = excluded.portrait
"""
KEEP_TOKEN = """
INSERT INTO tokens (digest, player, at) SELECT ?, CAST(? AS TEXT), CAST(? AS BIGINT)
WHERE NOT EXISTS (SELECT 1 FROM revocations WHERE id IN (?, ?)) ON CONFLICT (digest) DO NOTHING
"""  # noqa: S105, no secret
TOKENS = "SELECT digest, at FROM tokens WHERE player = ? ORDER BY at DESC, digest"
DROP_TOKEN = "DELETE FROM tokens WHERE digest = ? AND player = ?"  # noqa: S105, no secret
DROP_OTHER_TOKENS = "DELETE FROM tokens WHERE player = ? AND digest <> ?"

IDENTIFY = """
SELECT name, portrait,
  EXISTS (SELECT 1 FROM revocations WHERE id IN (?, ?))
  OR (EXISTS (SELECT 1 FROM revocations WHERE id = ? AND at > ?)
      AND NOT EXISTS (SELECT 1 FROM devices WHERE device = ?))
FROM (SELECT 1 AS one) AS always LEFT JOIN players ON player = ?
"""
NOTE_DEVICE = """
INSERT INTO devices (device, player, browser, system, at, seen)
SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT)
WHERE EXISTS (SELECT 1 FROM players WHERE player = ?) AND NOT EXISTS (SELECT 1 FROM revocations WHERE id = ?)
  AND NOT EXISTS (SELECT 1 FROM revocations WHERE id = ? AND at + 1000 > CAST(? AS BIGINT))
ON CONFLICT (device) DO UPDATE SET browser = excluded.browser, system = excluded.system, seen = excluded.seen
"""
DEVICES = """
SELECT device, browser, system, at, seen FROM devices WHERE player = ? ORDER BY seen DESC, at DESC, device
"""
DROP_DEVICE = "DELETE FROM devices WHERE device = ? AND player = ?"
DROP_OTHER_DEVICES = "DELETE FROM devices WHERE player = ? AND device <> ?"
DROP_UNUSED_DEVICES = "DELETE FROM devices WHERE player = ? AND seen < ?"
REVOKE = "INSERT INTO revocations (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
REVOKE_OTHERS = """
INSERT INTO revocations (id, at) SELECT device, CAST(? AS BIGINT) FROM devices WHERE player = ? AND device <> ?
ON CONFLICT (id) DO UPDATE SET at = excluded.at
"""
FORGET_REVOCATIONS = "DELETE FROM revocations WHERE at < ?"
REVOKED_SINCE = "SELECT id FROM revocations WHERE at >= ?"

DROP_LINKS = "DELETE FROM links WHERE player = ? OR until <= ?"
DROP_OPEN_LINKS = "DELETE FROM links WHERE player = ? AND device IS NULL"
ADD_LINK = """
INSERT INTO links (digest, player, at, until) SELECT ?, CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT)
WHERE NOT EXISTS (SELECT 1 FROM revocations WHERE id = ?) ON CONFLICT (digest) DO NOTHING
"""
LINK = "SELECT player FROM links WHERE digest IN ({}) AND until > ? AND device IS NULL"
CLAIM_LINK = "UPDATE links SET device = ? WHERE digest IN ({}) AND until > ? AND device IS NULL"
CLAIMED = "SELECT player FROM links WHERE device = ?"
LINK_DEVICE = """
INSERT INTO devices (device, player, browser, system, at, seen)
SELECT device, player, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT)
FROM links WHERE device = ? ON CONFLICT (device) DO NOTHING
"""

GIVE_ORDER = """
INSERT INTO orders (id, kind, subject, text, at, until) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
"""
FORGET = (
    "DELETE FROM players WHERE player = ?",
    "DELETE FROM tokens WHERE player = ?",
    "DELETE FROM devices WHERE player = ?",
    "DELETE FROM links WHERE player = ?",
    "DELETE FROM orders WHERE subject = ?",
    *FORGET_CONDUCT,
)
FORGET_ORDERS = "DELETE FROM orders WHERE until <= ?"


def forgetting(player: str, order: str, at: int, until: int, text: str) -> Iterator[Statement]:
    """Yield the statements that remove a player and store the order to erase them from the log.

    The first one, on `players`, also locks the player against other changes.
    """
    for sql in FORGET:
        yield sql, (player,)
    # All processes read the orders every second, so orders end soon after they are carried out. The revocation stays
    # for as long as a cookie lasts.
    yield FORGET_ORDERS, (at,)
    yield REVOKE, (erased_player(player), at)
    yield GIVE_ORDER, (order, "erase", player, text, at, until)


class SqlDevices(DeviceStore):
    """Players and devices by SQL. Its subclasses execute the statements."""

    @abstractmethod
    async def fetch(self, sql: str, *values: Value) -> Sequence[Any]:
        """Return the rows of a query. Raises StoreError."""

    @abstractmethod
    async def execute(self, statements: Collection[Statement]) -> None:
        """Execute statements durably in one transaction; they must be idempotent. Raises StoreError."""

    async def add_player(self, player: str, shown: Profile, at: int) -> None:
        await self.execute(
            [_lock(player), (KEEP_PLAYER, (player, shown.name, at, shown.portrait, erased_player(player)))]
        )

    async def player(self, player: str) -> Profile | None:
        found = await self.fetch("SELECT name, portrait FROM players WHERE player = ?", player)
        return Profile(*found[0]) if found else None

    async def identify(self, player: str, device: str, issued: int) -> Identity:
        values = (device, erased_player(player), player, issued, device, player)
        ((name, portrait, revoked),) = await self.fetch(IDENTIFY, *values)
        return Identity(None if name is None else Profile(name, portrait), bool(revoked))

    async def add_token(self, digest: bytes, player: str, by: str, at: int) -> None:
        await self.execute([_lock(player), (KEEP_TOKEN, (digest, player, at, erased_player(player), by))])

    async def token(self, digest: bytes) -> str | None:
        found = await self.fetch("SELECT player FROM tokens WHERE digest = ?", digest)
        return str(found[0][0]) if found else None

    async def tokens(self, player: str) -> list[tuple[bytes, int]]:
        return [(bytes(digest), at) for digest, at in await self.fetch(TOKENS, player)]

    async def note_device(self, player: str, device: Device) -> None:
        known, browser, system, at, seen = device
        noted = (known, player, browser, system, at, seen, player, known, player, at)
        unused: Statement = (DROP_UNUSED_DEVICES, (player, seen - REVOCATION_MS))
        await self.execute([_lock(player), unused, (NOTE_DEVICE, noted)])

    async def devices(self, player: str) -> list[Device]:
        return [Device(*each) for each in await self.fetch(DEVICES, player)]

    async def revoke(self, player: str, devices: Collection[str], tokens: Collection[bytes], at: int) -> None:
        statements = [_lock(player), (FORGET_REVOCATIONS, (at - REVOCATION_MS,)), (DROP_OPEN_LINKS, (player,))]
        statements += [(REVOKE, (each, at)) for each in (*devices, *map(token_device, tokens))]
        statements += [(DROP_DEVICE, (device, player)) for device in devices]
        statements += [(DROP_TOKEN, (digest, player)) for digest in tokens]
        await self.execute(statements)

    async def revoke_others(self, player: str, kept: str, at: int) -> None:
        tokens = [digest for digest, _ in await self.tokens(player)]
        kept_token = next((digest for digest in tokens if token_device(digest) == kept), b"")
        others = [token_device(digest) for digest in tokens if digest != kept_token]
        await self.execute([
            _lock(player),
            (FORGET_REVOCATIONS, (at - REVOCATION_MS,)),
            (DROP_OPEN_LINKS, (player,)),
            # Cookies have times in whole seconds: one of the same second is not older than the order.
            (REVOKE, (player, at // 1000 * 1000)),
            (REVOKE_OTHERS, (at, player, kept)),
            (DROP_OTHER_DEVICES, (player, kept)),
            *((REVOKE, (token, at)) for token in others),
            (DROP_OTHER_TOKENS, (player, kept_token)),
        ])  # fmt: skip

    async def revoked_since(self, at: int) -> list[str]:
        return [each[0] for each in await self.fetch(REVOKED_SINCE, at)]

    async def add_link(self, digest: bytes, player: str, by: str, at: int, until: int) -> None:
        add: Statement = (ADD_LINK, (digest, player, at, until, by))
        await self.execute([_lock(player), (DROP_LINKS, (player, at)), add])

    async def link(self, digests: Sequence[bytes], now: int) -> str | None:
        found = await self.fetch(LINK.format(_marks(digests)), *digests, now)
        return str(found[0][0]) if found else None

    async def use_link(self, digests: Sequence[bytes], device: Device, now: int) -> str | None:
        # If two devices claim a code at the same time, one finds it claimed. A repeated claim changes nothing.
        await self.execute([
            (LOCK_PLAYER_OF_LINK.format(_marks(digests)), tuple(digests)),
            (CLAIM_LINK.format(_marks(digests)), (device.id, *digests, now)),
            (LINK_DEVICE, (device.browser, device.system, device.at, device.seen, device.id)),
        ])  # fmt: skip
        found = await self.fetch(CLAIMED, device.id)
        return str(found[0][0]) if found else None

    async def forget(self, player: str, order: str, at: int, until: int, text: str) -> None:
        await self.execute(list(forgetting(player, order, at, until, text)))


def _lock(player: str) -> Statement:
    return LOCK_PLAYER, (player,)


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))

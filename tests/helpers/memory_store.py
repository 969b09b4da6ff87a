"""A store in memory, shared by several simulated processes, which can fail like real ones."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Mapping, Sequence, Set
from typing import Literal

from heckmeck.server.store import (
    Block,
    ChainKept,
    Change,
    Device,
    FinishedGame,
    Game,
    GameBegun,
    GameEnded,
    Identity,
    Order,
    PastTable,
    PendingChanged,
    Phase,
    Profile,
    Report,
    Row,
    Statistics,
    Store,
    StoreError,
    Summary,
    TableChanged,
    Tally,
)
from heckmeck.server.store.devices import token_device
from heckmeck.server.store.store import Hint
from heckmeck.server.store.table_store import ANY_TABLE

SUMMARIZED = ("table", "game", "title", "phase", "seats", "free", "players", "at", "takeable")
"""The summary of a table in lists, as in its row."""
Failure = Literal["before", "after"]
"""Whether an append fails with nothing stored, or with everything stored and no announcement."""


class Disk:
    """The data that all processes share."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.chains: dict[tuple[str, int], bytes] = {}
        self.summaries: dict[str, TableChanged] = {}
        self.pending: dict[str, bool | None] = {}
        """Whether something is pending at a table; None if an older version wrote it."""
        self.begun: list[GameBegun] = []
        self.ended: list[GameEnded] = []
        self.players: dict[str, Profile] = {}
        self.tokens: dict[bytes, str] = {}
        self.luck: dict[tuple[str, int], dict[int, float]] = {}
        self.orders: dict[str, Order] = {}
        self.blocks: dict[tuple[str, str], Block] = {}
        """By the player and the subject."""
        self.reports: dict[tuple[str | int, ...], Report] = {}
        """By the fields that make two reports equal."""
        self.devices: dict[str, tuple[str, Device]] = {}
        self.revoked: dict[str, int] = {}
        self.links: dict[bytes, tuple[str, int]] = {}
        self.stores: dict[str, MemoryStore] = {}

    def commands(self, table: str) -> list[str]:
        """The commands in a table's log, in order."""
        return [row.command for row in self.rows.get(table, ())]


class MemoryStore(Store):
    """The store of one process. `failures` happen to its next appends; `deaf` ones get no hints."""

    shared = True

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.process = ""
        self.failures: deque[Failure | None] = deque()
        self.down = False
        """Whether nothing can be read or written."""
        self.mute = False
        """Whether other processes cannot be notified."""
        self.deaf = False
        self.missed: list[tuple[str, int]] = []
        """Hints that were held back."""
        self.rows_read = 0
        """Number of entries that were read."""
        self._hint: Hint | None = None

    async def open(self, process: str, hint: Hint) -> None:
        self.process, self._hint = process, hint
        self.disk.stores[process] = self

    async def close(self) -> None:
        self.disk.stores.pop(self.process, None)
        for other in self.disk.stores.values():
            other.hear(ANY_TABLE, 0)

    def hear(self, table: str, seq: int) -> None:
        """Get a hint, now or later."""
        if self.deaf:
            self.missed.append((table, seq))
        elif self._hint is not None:
            self._hint(table, seq)

    async def append(self, row: Row, changes: Collection[Change] = ()) -> bool:
        await asyncio.sleep(0)
        failure = self.failures.popleft() if self.failures else None
        if failure == "before" or self.down:
            raise StoreError("store_failed", "The disk /secret/path is full.")
        rows = self.disk.rows.setdefault(row.table, [])
        if any(row.seq == kept.seq or row.command == kept.command for kept in rows):
            return False
        assert row.seq == len(rows) + 1, "the log has no gaps"
        rows.append(row)
        for change in changes:
            self._keep(change)
        for process, other in self.disk.stores.items():
            if process != self.process:
                other.hear(row.table, row.seq)
        if failure == "after":
            raise StoreError("store_failed", "The line to /secret/path went dead.")
        await asyncio.sleep(0)
        return True

    async def appended_after(self, known: Mapping[str, int]) -> list[tuple[str, int]]:
        self._check()
        found = [(table, len(self.disk.rows.get(table, ()))) for table in known]
        return [(table, seq) for table, seq in found if seq > known[table]]

    async def check_writable(self) -> None:
        self._check()

    async def broadcast(self, text: str) -> None:
        self._check()
        if self.mute:
            raise StoreError("store_failed", "The line to /secret/path is dead.")
        for process, other in self.disk.stores.items():
            if process != self.process and not other.deaf:
                other.on_broadcast(text)

    def _keep(self, change: Change) -> None:
        if isinstance(change, TableChanged):
            self.disk.summaries[change.table] = change
            self.disk.pending[change.table] = change.pending
        elif isinstance(change, PendingChanged):
            self.disk.pending[change.table] = change.pending
        elif isinstance(change, ChainKept):
            assert (change.table, change.number) not in self.disk.chains
            self.disk.chains[change.table, change.number] = change.secret
        elif isinstance(change, GameBegun):
            self.disk.begun.append(change)
        else:
            self.disk.ended.append(change)

    def _check(self) -> None:
        if self.down:
            raise StoreError("store_failed", "The line to /secret/path is dead.")

    async def rows(self, table: str, since: int = 0, limit: int = 0) -> list[Row]:
        self._check()
        found = [row for row in self.disk.rows.get(table, ()) if row.seq > since]
        await asyncio.sleep(0)
        found = found[:limit] if limit else found
        self.rows_read += len(found)
        return found

    async def game_at(self, table: str, seq: int) -> tuple[int, int] | None:
        self._check()
        await asyncio.sleep(0)
        return max(((g.number, g.seq) for g in self.disk.begun if g.table == table and g.seq <= seq), default=None)

    async def game_span(self, table: str, number: int) -> tuple[int, int | None] | None:
        self._check()
        last = next((g.seq for g in self.disk.ended if (g.table, g.number) == (table, number)), None)
        return next(((g.seq, last) for g in self.disk.begun if (g.table, g.number) == (table, number)), None)

    async def chain(self, table: str, number: int) -> bytes | None:
        self._check()
        await asyncio.sleep(0)
        return self.disk.chains.get((table, number))

    async def tables(self, *, game: str | None = None, phase: Phase | None = None, limit: int = 50) -> list[Summary]:
        return [
            Summary(**{name: getattr(each, name) for name in SUMMARIZED})
            for each in self.disk.summaries.values()
            if each.public and each.phase != "closed" and game in (None, each.game) and phase in (None, each.phase)
        ][:limit]

    async def count(self) -> int:
        self._check()
        return sum(each.phase != "closed" for each in self.disk.summaries.values())

    async def orphans(self, alive: Collection[str], after: str = "", limit: int = 1000) -> list[str]:
        self._check()
        return [
            table
            for table, rows in sorted(self.disk.rows.items())
            if table > after
            and self.disk.summaries[table].phase != "closed"
            and self.disk.pending[table] is not False
            and rows[-1].process not in alive
        ][:limit]

    async def set_not_pending(self, table: str) -> None:
        self._check()
        if self.disk.pending[table] is None:
            self.disk.pending[table] = False

    async def find(self, table: str, command: str) -> int | None:
        self._check()
        await asyncio.sleep(0)
        return next((row.seq for row in self.disk.rows.get(table, ()) if row.command == command), None)

    async def inactive(
        self, between: int, during: int, after: str = "", limit: int = 100, *, unstarted: int = 0
    ) -> list[str]:
        self._check()
        before = {"open": unstarted, "over": between}
        return [
            table
            for table, rows in sorted(self.disk.rows.items())
            if table > after
            and (phase := self.disk.summaries[table].phase) != "closed"
            and rows[-1].at < before.get(phase, during)
        ][:limit]

    async def heartbeat(self) -> tuple[str, ...]:
        self._check()
        return tuple(sorted(self.disk.stores))

    async def add_player(self, player: str, shown: Profile, at: int) -> None:
        self.disk.players[player] = shown

    async def player(self, player: str) -> Profile | None:
        return self.disk.players.get(player)

    async def add_token(self, digest: bytes, player: str, by: str, at: int) -> None:
        if by not in self.disk.revoked:
            self.disk.tokens[digest] = player

    async def token(self, digest: bytes) -> str | None:
        return self.disk.tokens.get(digest)

    async def tokens(self, player: str) -> list[tuple[bytes, int]]:
        return [(digest, 0) for digest, owner in self.disk.tokens.items() if owner == player]

    async def identify(self, player: str, device: str, issued: int) -> Identity:
        unlisted = device not in self.disk.devices and self.disk.revoked.get(player, 0) > issued
        return Identity(self.disk.players.get(player), device in self.disk.revoked or unlisted)

    async def note_device(self, player: str, device: Device) -> None:
        self._check()
        if player in self.disk.players and device.id not in self.disk.revoked:
            at = self.disk.devices.get(device.id, (player, device))[1].at
            self.disk.devices[device.id] = player, device._replace(at=at)

    async def devices(self, player: str) -> list[Device]:
        return [device for owner, device in self.disk.devices.values() if owner == player]

    async def revoke(self, player: str, devices: Collection[str], tokens: Collection[bytes], at: int) -> None:
        self.disk.links.clear()
        self.disk.revoked.update(dict.fromkeys([*devices, *map(token_device, tokens)], at))
        for device in devices:
            self.disk.devices.pop(device, None)
        for digest in tokens:
            self.disk.tokens.pop(digest, None)

    async def revoke_others(self, player: str, kept: str, at: int) -> None:
        devices = [each.id for each in await self.devices(player) if each.id != kept]
        tokens = [digest for digest, _ in await self.tokens(player) if token_device(digest) != kept]
        await self.revoke(player, devices, tokens, at)
        self.disk.revoked[player] = at // 1000 * 1000

    async def revoked_since(self, at: int) -> list[str]:
        self._check()
        return [each for each, when in self.disk.revoked.items() if when >= at]

    async def add_link(self, digest: bytes, player: str, by: str, at: int, until: int) -> None:
        if by not in self.disk.revoked:
            self.disk.links = {digest: (player, until)}

    async def link(self, digests: Sequence[bytes], now: int) -> str | None:
        found = [self.disk.links[digest] for digest in digests if digest in self.disk.links]
        return next((player for player, until in found if until > now), None)

    async def use_link(self, digests: Sequence[bytes], device: Device, now: int) -> str | None:
        player = await self.link(digests, now)
        if player is not None:
            self.disk.links.clear()
            self.disk.devices[device.id] = player, device
        return player

    async def forget(self, player: str, order: str, at: int, until: int, text: str) -> None:
        self.disk.players.pop(player, None)
        self.disk.blocks = {pair: each for pair, each in self.disk.blocks.items() if player not in pair}
        self.disk.orders[order] = Order(order, "erase", player, text, at, until)

    async def set_luck(self, table: str, number: int, luck: dict[int, float]) -> None:
        self.disk.luck[table, number] = luck

    async def has_luck(self, table: str, number: int) -> bool:
        return (table, number) in self.disk.luck

    async def without_luck(self, latest: int = 1000) -> list[tuple[str, int, str]]:
        finished = [(game.table, game.number) for game in self.disk.ended if game.reason is not None][-latest:]
        kinds = {(game.table, game.number): game.game for game in self.disk.begun}
        return [(*game, kinds[game]) for game in finished if game not in self.disk.luck]

    async def games(
        self, table: str, before: int | None = None, limit: int = 50, *, everything: bool = True
    ) -> list[Game]:
        return []

    async def history(self, player: str, before: tuple[str, int] | None = None, limit: int = 50) -> list[Game]:
        return []

    async def statistics(self, player: str) -> list[Statistics]:
        return []

    async def tallies(self, table: str, *, everything: bool = True) -> list[Tally]:
        return []

    async def past_table(self, table: str, player: str | None) -> PastTable | None:
        return PastTable(table, True) if table in self.disk.rows else None

    async def has_archived_commands(self, table: str, player: str) -> bool:
        return False

    async def find_record(self, record: str) -> tuple[str, int] | None:
        return next(((game.table, game.number) for game in self.disk.ended if game.record == record), None)

    async def archivable(self, before: int, after: FinishedGame | None = None, limit: int = 100) -> list[FinishedGame]:
        return []  # what happens to archived games is tested with real databases

    async def archive(self, game: FinishedGame) -> bool:
        raise NotImplementedError

    async def orders(self, now: int) -> list[Order]:
        self._check()
        return [order for order in self.disk.orders.values() if order.until is None or order.until > now]

    async def drop_order(self, order: Order) -> None:
        self._check()
        self.disk.orders.pop(order.id, None)

    async def set_block(self, block: Block) -> None:
        self._check()
        known = self.disk.blocks.get((block.player, block.subject), block)
        self.disk.blocks[block.player, block.subject] = known._replace(kind=block.kind)

    async def drop_block(self, player: str, block: str) -> None:
        self._check()
        self.disk.blocks = {
            pair: each for pair, each in self.disk.blocks.items() if (each.player, each.id) != (player, block)
        }

    async def blocks(self, player: str) -> list[Block]:
        self._check()
        return sorted((each for each in self.disk.blocks.values() if each.player == player), key=lambda each: -each.at)

    async def blockers(self, subject: str, among: Collection[str]) -> Set[str]:
        self._check()
        found = (self.disk.blocks.get((player, subject)) for player in among)
        return {each.player for each in found if each is not None and each.kind == "block"}

    async def muted_by(self, players: Collection[str]) -> dict[str, Set[str]]:
        self._check()
        found: dict[str, set[str]] = {}
        for player, subject in self.disk.blocks:
            if player in players:
                found.setdefault(player, set()).add(subject)
        return dict(found)

    async def add_report(self, report: Report) -> None:
        self._check()
        self.disk.reports.setdefault((*report[1:3], *report[4:8]), report)

    async def reports_by(self, reporter: str) -> list[Report]:
        found = [each for each in self.disk.reports.values() if each.reporter == reporter]
        return sorted(found, key=lambda each: -each.at)

    async def set_order_text(self, order: Order, text: str) -> None:
        self._check()
        self.disk.orders[order.id] = order._replace(text=text)

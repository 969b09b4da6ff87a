"""Erasing a player from a database, even while a server uses it.

Entries are changed only at closed tables: nothing is appended to them, and no process uses them. The order to erase a
player says what is left to do, so that a server can continue: `ALL_TABLES`, or the tables that are not closed yet. A
damaged archived game is left as it is, because it cannot be read, and reported to the operator.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from heckmeck.server.live.log_reader import read_log
from heckmeck.server.net.identity import COOKIE_LIFETIME, new_player
from heckmeck.server.ops.admin import PHASE
from heckmeck.server.ops.admin import player as find_player
from heckmeck.server.store import Row, StoreError
from heckmeck.server.store.archive_format import DAMAGED, pack
from heckmeck.server.store.archiving import LOCK
from heckmeck.server.store.log_rows import LOG, log_damaged, rows_by, span, to_rows
from heckmeck.server.store.session import Session, changing, reading
from heckmeck.server.store.sql_devices import forgetting
from heckmeck.server.store.sql_store import order_text
from heckmeck.server.store.statements import Statement
from heckmeck.server.table import entries
from heckmeck.server.table.erasure import ALL_TABLES, SOMEBODY, Erasure

FIRST_ENTRIES = "SELECT code, body FROM entries WHERE seq = 1"
CHANGE_ENTRY = "UPDATE entries SET command = ?, body = ? WHERE code = ? AND seq = ?"
CHANGE_ARCHIVED = "UPDATE archive SET commands = ?, body = ? WHERE code = ? AND seq = ?"
CHANGE_RESULTS = "UPDATE results SET name = ?, player = ? WHERE code = ? AND player = ?"
CHANGE_TABLE = "UPDATE tables SET title = ?, players = ? WHERE code = ?"

_StoredLog = list[tuple[Any, ...]]
"""The rows of a table's log as returned by LOG."""


def new_order(player: str) -> tuple[str, str, int, int, str]:
    """Return the arguments of `Store.forget` for an order to erase a player everywhere."""
    now = time.time_ns() // 1_000_000
    return player, f"order-{secrets.token_hex(8)}", now, now + COOKIE_LIFETIME * 1000, ALL_TABLES


class Traces(NamedTuple):
    """The tables with traces of each of some players, and those with a damaged game, which may have traces of all."""

    tables: dict[str, set[str]]
    damaged: set[str]

    def of(self, player: str) -> list[str]:
        """Return the tables from which a player must be erased."""
        return sorted(self.tables[player] | self.damaged)


class Erased(NamedTuple):
    """The result of the erasure of a player."""

    whole: int
    """Number of closed tables from which the player was erased."""
    in_use: list[str]
    damaged: list[StoreError]
    """The archived games that could not be read."""
    failures: list[StoreError]
    """Why tables could not be changed."""


async def erase_everywhere(address: str, player: str) -> Erased:
    """Erase a player from a database as far as possible now. A server does the rest. Raises BadSetup if unknown."""
    found = await find_tables(address, [player])
    if not found.tables[player]:
        async with reading(address) as session:
            await find_player(session, player)  # raises an error if the player is unknown
    async with changing(address) as session:
        order = await forget(session, player)
    done = Erased(0, [], [], [])
    for code in found.of(player):
        damaged: list[StoreError] = []
        try:
            if await erase_closed(address, code, player, damaged) is not None:
                done.in_use.append(code)
            elif not damaged:
                done = done._replace(whole=done.whole + 1)
        except StoreError as error:  # a table that cannot be changed must not block the others
            done.failures.append(error)
        done.damaged.extend(damaged)
    if not done.in_use and not done.failures:
        sql, values = order_text(order, "")
        async with changing(address) as session:
            await session.execute(sql, *values)
    return done


async def find_tables(address: str, players: Collection[str]) -> Traces:
    """Return all tables of a database with traces of some players. This unpacks the whole log, once."""
    damaged: set[str] = set()
    found: dict[str, set[str]] = {player: set() for player in players}
    marks = {player: f'"player":"{player}"'.encode() for player in players}
    async with reading(address) as session:
        async for row in rows_by(session, players, damaged):
            found[row.command.partition(".")[0]].add(row.table)
        async for code, body in session.stream(FIRST_ENTRIES):
            for player, opened in marks.items():
                if opened in bytes(body):
                    found[player].add(code)
    return Traces(found, damaged)


async def forget(session: Session, player: str) -> str:
    """Erase the name, the portrait, the devices and the tokens of a player, and return the id of the order.

    The player's cookies become invalid. Blocks by and of the player and reports about the player are deleted; reports
    by the player lose their notes.
    """
    order = new_order(player)
    for sql, values in forgetting(*order):
        await session.execute(sql, *values)
    return order[1]


async def erase_closed(address: str, code: str, player: str, damaged: list[StoreError]) -> str | None:
    """Erase a player from a table if it is closed. Otherwise change nothing and return its phase.

    Archived games that cannot be read are left as they are and logged, and their errors added to `damaged`.

    The changes are computed before anything is locked, so that a server never waits long. If the log has changed
    meanwhile, because a game was archived or another process erased a player, this starts over.
    """
    while True:
        async with reading(address) as session:
            phase: str | None = await session.one(PHASE, code)
            if phase != "closed":
                return phase
            log = await _stored(session, code)
        damaged.clear()
        changes = list(_changes(code, log, Erasure(player, new_player()), damaged))
        async with changing(address) as session:
            if await erase_at(session, code, log, changes):
                return None


async def erase_at(session: Session, code: str, log: _StoredLog, changes: Iterable[Statement]) -> bool:
    """Change a closed table, if its log is still stored as given. Return whether it was."""
    # Two processes that erase at the same time would use different aliases, and games must not be archived meanwhile.
    await session.execute(LOCK, code)
    if await _stored(session, code) != log:
        return False
    for sql, values in changes:
        await session.execute(sql, *values)
    return True


async def _stored(session: Session, code: str) -> _StoredLog:
    return [tuple(found) async for found in session.stream(LOG, *span(code))]


def _changes(code: str, log: _StoredLog, erasure: Erasure, damaged: list[StoreError]) -> Iterator[Statement]:
    """Yield the statements that erase a player from a table with this log."""
    left: list[Row] = []
    lost = False
    for found in log:
        try:
            old = list(to_rows([found]))
        except StoreError as error:
            lost = True
            if error.code == DAMAGED:
                log_damaged(str(error))
                damaged.append(error)
            continue
        new = [_without(row, erasure) for row in old]
        left += new
        if new == old:
            continue
        seq, archived = found[1], found[-1]
        if archived:
            # There are no more commands at a closed table, so the digests are not needed.
            yield CHANGE_ARCHIVED, (b"", pack(new), code, seq)
        else:
            yield CHANGE_ENTRY, (new[0].command, new[0].body, code, seq)
    yield CHANGE_RESULTS, (SOMEBODY, erasure.alias, code, erasure.player)
    # The final seats do not depend on what was played, but they are unknown if a part of the log is lost.
    *_, last = read_log(left[:1] if lost else left, games=())
    names = [holder.name for holder in last.after.seats if holder is not None]
    yield CHANGE_TABLE, (last.after.plan.title, msgspec.json.encode(names).decode(), code)


def _without(row: Row, erasure: Erasure) -> Row:
    command = erasure.command(row.command)
    before = entries.decode(row.body)
    after = erasure.entry(before, by_player=command != row.command)
    # An entry that is not affected stays as it was written, byte by byte.
    return row._replace(command=command, body=row.body if after == before else entries.encode(after))

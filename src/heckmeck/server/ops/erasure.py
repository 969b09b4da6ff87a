"""Erasing a player from a database, also while a server uses it.

Entries are changed at closed tables only: nothing is appended to them, and no process has them in use. The order to
erase a player says what is left to do, so that a server goes on with it: `ALL_TABLES`, or the tables that are not
closed yet.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable

from heckmeck.server.live.log_reader import read_log
from heckmeck.server.net.identity import COOKIE_LIFETIME, new_player
from heckmeck.server.ops.admin import PHASE
from heckmeck.server.store import Row, TableChanged
from heckmeck.server.store.archive_format import pack, unpack
from heckmeck.server.store.archiving import LOCK
from heckmeck.server.store.log_rows import log_of, rows_by
from heckmeck.server.store.session import Session, changing, reading
from heckmeck.server.store.sql_devices import forgetting
from heckmeck.server.store.statements import statements
from heckmeck.server.table import entries
from heckmeck.server.table.erasure import SOMEBODY, Erasure
from heckmeck.server.table.projections import project

ALL_TABLES = "*"
"""What is left to do when the log was not looked through yet."""

FIRST_ENTRIES = "SELECT code, body FROM entries WHERE seq = 1"
ARCHIVED_AT = "SELECT seq, body FROM archive WHERE code = ?"
CHANGE_ENTRY = "UPDATE entries SET command = ?, body = ? WHERE code = ? AND seq = ?"
CHANGE_ARCHIVED = "UPDATE archive SET commands = ?, body = ? WHERE code = ? AND seq = ?"
CHANGE_RESULTS = "UPDATE results SET name = ?, player = ? WHERE code = ? AND player = ?"


def new_order(player: str) -> tuple[str, str, int, int, str]:
    """Return the values of an order to erase a player everywhere: for `Store.forget`."""
    now = time.time_ns() // 1_000_000
    return player, f"order-{secrets.token_hex(8)}", now, now + COOKIE_LIFETIME * 1000, ALL_TABLES


async def find_tables(address: str, player: str) -> list[str]:
    """Return all tables of a database with traces of a player."""
    async with reading(address) as session:
        return await tables_of(session, player)


async def tables_of(session: Session, player: str) -> list[str]:
    """Return all tables with traces of a player. This reads the whole log, and unpacks the archive."""
    opened = f'"player":"{player}"'.encode()
    found = {row.table async for row in rows_by(session, player)}
    found.update([code async for code, body in session.stream(FIRST_ENTRIES) if opened in bytes(body)])
    return sorted(found)


async def forget(session: Session, player: str) -> str:
    """Erase the name, the portrait, the devices and the tokens of a player, and return the id of the order.

    Cookies of theirs are not known any more. Blocks of theirs and about them go, as do reports about them; reports by
    them lose their words.
    """
    order = new_order(player)
    for sql, values in forgetting(*order):
        await session.execute(sql, *values)
    return order[1]


async def erase_closed(address: str, codes: Iterable[str], player: str) -> dict[str, str]:
    """Erase a player from those of some tables that are closed. Return the others with their phases.

    Each table has a transaction of its own, so that a server never waits long.
    """
    in_use: dict[str, str] = {}
    for code in codes:
        async with changing(address) as session:
            if (phase := await erase_at(session, code, player)) is not None:
                in_use[code] = phase
    return in_use


async def erase_at(session: Session, code: str, player: str) -> str | None:
    """Erase a player from a table. If it is not closed, change nothing and return its phase."""
    # Two processes that erase at the same time would use different aliases, and games must not be archived meanwhile.
    await session.execute(LOCK, code)
    phase: str | None = await session.one(PHASE, code)
    if phase != "closed":
        return phase
    erasure = Erasure(player, new_player())
    for old in await log_of(session, code):
        new = _without(old, erasure)
        if new != old:  # of an archived entry no row is found
            await session.execute(CHANGE_ENTRY, new.command, new.body, code, new.seq)
    for first, body in [(*found,) async for found in session.stream(ARCHIVED_AT, code)]:
        packed = pack([_without(row, erasure) for row in unpack(code, first, bytes(body))])
        # No command is given at a closed table, so that the digests are of no use any more.
        await session.execute(CHANGE_ARCHIVED, b"", packed, code, first)
    await session.execute(CHANGE_RESULTS, SOMEBODY, erasure.alias, code, player)
    for sql, values in statements(_listed(await log_of(session, code))):
        await session.execute(sql, *values)
    return None


def _without(row: Row, erasure: Erasure) -> Row:
    command = erasure.command(row.command)
    before = entries.decode(row.body)
    after = erasure.entry(before, by_player=command != row.command)
    # An entry that is not concerned stays as it was written, byte by byte.
    return row._replace(command=command, body=row.body if after == before else entries.encode(after))


def _listed(rows: list[Row]) -> TableChanged:
    """Return how a table with this log is listed."""
    changes = [change for step in read_log(rows) for change in project(step.before, step.entry, step.after, b"")]
    return [change for change in changes if isinstance(change, TableChanged)][-1]

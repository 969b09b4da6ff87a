"""Erasing a player from a database, also while a server uses it.

Only closed tables are changed: nothing is appended to them, and no process has them in use.
"""

from __future__ import annotations

from heckmeck.server.live.log_reader import read_log
from heckmeck.server.net.identity import COOKIE_LIFETIME, new_player
from heckmeck.server.ops.admin import PHASE, give_order
from heckmeck.server.store import Row, TableChanged
from heckmeck.server.store.archive_format import pack, unpack, unpacked
from heckmeck.server.store.archiving import LOCK
from heckmeck.server.store.log_rows import log_of
from heckmeck.server.store.session import Session
from heckmeck.server.store.statements import statements
from heckmeck.server.table import entries
from heckmeck.server.table.erasure import SOMEBODY, Erasure
from heckmeck.server.table.projections import project

COMMANDS = "SELECT DISTINCT code FROM entries WHERE SUBSTR(command, 1, CAST(? AS INTEGER)) = ?"
FIRST_ENTRIES = "SELECT code, body FROM entries WHERE seq = 1"
ARCHIVED = "SELECT code, body FROM archive"
ARCHIVED_AT = "SELECT seq, body FROM archive WHERE code = ?"
FORGET = (
    "DELETE FROM players WHERE player = ?",
    "DELETE FROM tokens WHERE player = ?",
    "DELETE FROM orders WHERE subject = ?",
)
CHANGE_ENTRY = "UPDATE entries SET command = ?, body = ? WHERE code = ? AND seq = ?"
CHANGE_ARCHIVED = "UPDATE archive SET commands = ?, body = ? WHERE code = ? AND seq = ?"
CHANGE_RESULTS = "UPDATE results SET name = ?, player = ? WHERE code = ? AND player = ?"


async def tables_of(session: Session, player: str) -> list[str]:
    """Return all tables with traces of a player. This reads the whole log, and unpacks the archive."""
    prefix, opened = f"{player}.", f'"player":"{player}"'.encode()
    found = {code async for (code,) in session.stream(COMMANDS, len(prefix), prefix)}
    found.update([code async for code, body in session.stream(FIRST_ENTRIES) if opened in bytes(body)])
    archived = f'"{player}"'.encode()
    found.update([code async for code, body in session.stream(ARCHIVED) if archived in unpacked(bytes(body))])
    return sorted(found)


async def forget(session: Session, player: str) -> None:
    """Erase the name, the portrait and the tokens of a player. Cookies of theirs are not known any more."""
    for sql in FORGET:
        await session.execute(sql, player)
    await give_order(session, "erase", player, COOKIE_LIFETIME)


async def erase_at(session: Session, code: str, player: str) -> bool:
    """Erase a player from a table. Return False, with nothing changed, if it is not closed."""
    await session.execute(LOCK, code)  # its games must not be archived as they are read here
    if await session.one(PHASE, code) != "closed":
        return False
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
    return True


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

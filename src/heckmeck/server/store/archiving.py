"""Archiving a game: the statements that move its entries, for a server and for `heckmeck db archive`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heckmeck.server.store.archive_format import digests, pack, unpack
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.statements import Statement
from heckmeck.server.store.store import FinishedGame
from heckmeck.server.store.table_store import Row

FAILED = "archive_failed"
"""The code of the error for a game that cannot be archived as it is stored."""

ARCHIVABLE = """
SELECT ended, code, number, first_seq, next_seq, phase FROM (
  SELECT ended, games.code, number, first_seq, phase, tables.at AS changed,
    (SELECT MIN(later.first_seq) FROM games AS later WHERE later.code = games.code AND later.number > games.number)
    AS next_seq
  FROM games JOIN tables ON tables.code = games.code
  WHERE ended IS NOT NULL AND archived IS NULL AND ended < ? AND (ended, games.code, number) > (?, ?, ?)
) AS old WHERE next_seq IS NOT NULL OR (phase = 'closed' AND changed < ?)
ORDER BY ended, code, number LIMIT ?
"""

LOCK = "UPDATE tables SET at = at WHERE code = ?"
"""Changes nothing, but locks the table against other changes of its old entries. Erasing a player does this too."""
KEEP = """
INSERT INTO archive (code, seq, last_seq, number, commands, body)
SELECT CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS INTEGER), CAST(? AS INTEGER), {blob}, {blob}
WHERE (
  SELECT COUNT(*) FROM (
    SELECT stored, CAST(SUM(LENGTH(stored)) OVER (ORDER BY seq) AS INTEGER) AS last FROM (
      SELECT seq, {stored} AS stored FROM entries WHERE code = ? AND seq >= ? AND seq <= ?
    ) AS found
  ) AS placed WHERE SUBSTR({blob}, last - LENGTH(stored) + 1, LENGTH(stored)) = stored
) = ?
ON CONFLICT DO NOTHING
"""
"""Each entry, with its command, must be at its place in the concatenation of all entries when they were read."""
KEPT = "EXISTS (SELECT 1 FROM archive WHERE archive.code = ? AND archive.seq = ?)"
REMOVE = f"DELETE FROM entries WHERE code = ? AND seq >= ? AND seq <= ? AND {KEPT}"  # noqa: S608, a constant
MARK = f"UPDATE games SET archived = TRUE WHERE code = ? AND number = ? AND {KEPT}"  # noqa: S608, a constant
IS_KEPT = "SELECT 1 FROM archive WHERE code = ? AND seq = ?"

SQLITE = KEEP.format(blob="?", stored="CAST(command || body AS BLOB)")
POSTGRES = KEEP.format(blob="CAST(? AS BYTEA)", stored="CONVERT_TO(command, 'UTF8') || body")
"""The two databases concatenate text and bytes in different ways."""


def to_finished(found: Sequence[Any]) -> FinishedGame:
    """Return a game that ARCHIVABLE found.

    The entries before the first game belong to it, except for the first entry. That one is kept permanently: it
    reserves the code of the table, and contains its plan.
    """
    ended, code, number, first_seq, next_seq, phase = found
    first = 2 if number == 1 else first_seq
    return FinishedGame(ended, code, number, first, None if next_seq is None else next_seq - 1, phase == "closed")


def archiving(game: FinishedGame, rows: Sequence[Row], keep: str) -> list[Statement]:
    """Return the statements that archive a game with these rows, to be executed in one transaction.

    They do nothing unless the rows are still stored as given, and nothing when they are repeated. `keep` is SQLITE or
    POSTGRES. Raises StoreError if the game could not be read again from the archive.
    """
    table, first, last = game.table, rows[0].seq, rows[-1].seq
    commands = b"" if game.closed else digests(rows)
    content = b"".join(row.command.encode() + row.body for row in rows)
    kept = (table, first, last, game.number, commands, _packed(rows), table, first, last, content, len(rows))
    return [
        (LOCK, (table,)),
        (keep, kept),
        (REMOVE, (table, first, last, table, first)),
        (MARK, (table, game.number, table, first)),
    ]


def _packed(rows: Sequence[Row]) -> bytes:
    """Pack rows, and check that they can be unpacked, because the originals will be deleted."""
    table, first = rows[0].table, rows[0].seq
    text = f"The game of table {table} at entry {first} cannot be packed"
    body = pack(rows)
    try:
        again = unpack(table, first, body)
    except StoreError as error:
        raise StoreError(FAILED, f"{text}: {error.__cause__}.") from error
    if list(map(_readable, again)) != list(map(_readable, rows)):
        raise StoreError(FAILED, f"{text}: entries are missing or damaged.")
    return body


def _readable(row: Row) -> tuple[int, str | None, int, bytes]:
    return row.seq, row.author, row.at, row.body

"""Archiving a game: the statements that move its entries, for a server and for `heckmeck db archive`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heckmeck.server.store.archive_format import digests, pack
from heckmeck.server.store.statements import Statement
from heckmeck.server.store.store import FinishedGame, Row

MIN_AGE = 24 * 60 * 60 * 1000
"""Milliseconds that a game is over at least before it is archived. A table that is younger has no archived games."""

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
"""Changes nothing, but whoever changes old entries of the table has to wait: those who erase a player do this too."""
KEEP = """
INSERT INTO archive (code, seq, last_seq, number, commands, body)
SELECT CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS INTEGER), CAST(? AS INTEGER), {blob}, {blob}
WHERE (SELECT COUNT(*) FROM entries WHERE code = ? AND seq >= ? AND seq <= ? AND {found} > 0) = ?
ON CONFLICT DO NOTHING
"""
KEPT = "EXISTS (SELECT 1 FROM archive WHERE archive.code = ? AND archive.seq = ?)"
REMOVE = f"DELETE FROM entries WHERE code = ? AND seq >= ? AND seq <= ? AND {KEPT}"  # noqa: S608, a constant
MARK = f"UPDATE games SET archived = TRUE WHERE code = ? AND number = ? AND {KEPT}"  # noqa: S608, a constant
IS_KEPT = "SELECT 1 FROM archive WHERE code = ? AND seq = ?"

SQLITE = KEEP.format(blob="?", found="INSTR(?, body)")
POSTGRES = KEEP.format(blob="CAST(? AS BYTEA)", found="POSITION(body IN CAST(? AS BYTEA))")
"""The two databases look for bytes among others in different ways."""


def to_finished(found: Sequence[Any]) -> FinishedGame:
    """Return a game that ARCHIVABLE found.

    To the first game belongs what happened before it, except for the first entry. That one stays for ever: it keeps the
    code of the table from being given to another, and has its plan.
    """
    ended, code, number, first_seq, next_seq, phase = found
    first = 2 if number == 1 else first_seq
    return FinishedGame(ended, code, number, first, None if next_seq is None else next_seq - 1, phase == "closed")


def archiving(game: FinishedGame, rows: Sequence[Row], keep: str) -> list[Statement]:
    """Return the statements that archive a game with these rows, to be executed in one transaction.

    They do nothing unless the rows are still stored as they are given here, and nothing when they are repeated. `keep`
    is SQLITE or POSTGRES.
    """
    table, first, last = game.table, rows[0].seq, rows[-1].seq
    commands = b"" if game.closed else digests(rows)
    content = b"\n".join(row.body for row in rows)
    kept = (table, first, last, game.number, commands, pack(rows), table, first, last, content, len(rows))
    return [
        (LOCK, (table,)),
        (keep, kept),
        (REMOVE, (table, first, last, table, first)),
        (MARK, (table, game.number, table, first)),
    ]

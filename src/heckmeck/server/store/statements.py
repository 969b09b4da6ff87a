"""The SQL of changes, in the common dialect of SQLite and PostgreSQL.

Parameters are question marks; `numbered` converts them for PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from heckmeck.server.table.changes import ChainKept, Change, GameBegun, GameEnded, PendingChanged, TableChanged

Value = str | bytes | int | float | None
Statement = tuple[str, tuple[Value, ...]]

COLUMNS = "code, seq, command, process, at, body"
"""The columns of an entry, in the order of a `Row`."""

KEEP_TABLE = """
INSERT INTO tables (code, game, title, phase, public, seats, free, vacant, players, at, takeable, pending)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (code) DO UPDATE SET
  game = excluded.game, title = excluded.title, phase = excluded.phase, public = excluded.public,
  seats = excluded.seats, free = excluded.free, vacant = excluded.vacant, players = excluded.players, at = excluded.at,
  takeable = excluded.takeable, pending = excluded.pending
"""
SET_PENDING = "UPDATE tables SET pending = ? WHERE code = ?"
KEEP_CHAIN = "INSERT INTO chains (code, number, secret) VALUES (?, ?, ?)"
BEGIN_GAME = "INSERT INTO games (code, number, game, setup, began, first_seq) VALUES (?, ?, ?, ?, ?, ?)"
END_GAME = "UPDATE games SET ended = ?, reason = ?, last_seq = ?, record = ? WHERE code = ? AND number = ?"
KEEP_RESULT = """
INSERT INTO results (code, number, seat, name, player, bot, score, rank, won, failed, luck, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

ORDER = (KEEP_TABLE, SET_PENDING, KEEP_CHAIN, BEGIN_GAME, END_GAME, KEEP_RESULT)
"""The order in which changes of many appends can be applied by kind, as a game begins before it ends."""


def statements(change: Change) -> Iterator[Statement]:
    """Yield the statements of a change.

    >>> [parameters for _, parameters in statements(ChainKept("ABCDEFGH", 1, b"secret"))]
    [('ABCDEFGH', 1, b'secret')]
    """
    match change:
        case TableChanged(table, game, title, phase, public, seats, free, players, at, takeable, pending):
            names = msgspec.json.encode(players).decode()
            listed = (table, game, title, phase, public, seats, free, free > 0, names, at, takeable, pending)
            yield KEEP_TABLE, listed
        case PendingChanged(table, pending):
            yield SET_PENDING, (pending, table)
        case ChainKept(table, number, secret):
            yield KEEP_CHAIN, (table, number, secret)
        case GameBegun(table, number, game, setup, seq, at):
            yield BEGIN_GAME, (table, number, game, setup, at, seq)
        case GameEnded(table, number, seq, at, reason, results, record):
            yield END_GAME, (at, reason, seq, record, table, number)
            for each in results:
                who, luck = each.held, None if each.luck is None else float(each.luck)
                holder = (who.seat, who.name, who.player, who.bot)
                yield KEEP_RESULT, (table, number, *holder, each.score, each.rank, each.won, each.failed, luck, at)


@lru_cache(maxsize=1024)
def numbered(sql: str) -> str:
    """Return a statement with PostgreSQL's parameters.

    >>> numbered("SELECT name FROM players WHERE player = ? AND at > ?")
    'SELECT name FROM players WHERE player = $1 AND at > $2'
    """
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))

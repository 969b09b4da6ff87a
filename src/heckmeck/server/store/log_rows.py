"""The log of a table as one sequence of rows, both those stored one by one and those in the archive.

All code that reads a log uses this module. Both parts are read by one statement, so that a game that is being archived
is read exactly once.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from heckmeck.server.store.archive_format import mentions, unpack
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.statements import COLUMNS, Value
from heckmeck.server.store.table_store import Row

if TYPE_CHECKING:
    from heckmeck.server.store.session import Session

logger = logging.getLogger("heckmeck.server")

LAST = 2**31 - 1
"""A sequence number higher than that of any entry."""

_STORED = f"SELECT {COLUMNS}, 0 AS last FROM entries"  # noqa: S608, a constant
_ARCHIVED = "SELECT code, seq, '', '', 0, body, last_seq FROM archive"
LOG = f"""
{_STORED} WHERE code = ? AND seq > ? AND seq <= ?
UNION ALL {_ARCHIVED} WHERE code = ? AND last_seq > ? AND seq <= ? ORDER BY 2
"""
ALL_LOGS = f"{_STORED} UNION ALL {_ARCHIVED} ORDER BY 1, 2"
BY_PLAYERS = f"SELECT {COLUMNS} FROM entries WHERE {{}}"  # noqa: S608, a constant
BY_PLAYER = "SUBSTR(command, 1, CAST(? AS INTEGER)) = ?"
ARCHIVE = "SELECT code, seq, body FROM archive"
COUNT = """
SELECT (SELECT COUNT(*) FROM entries) + (SELECT COALESCE(SUM(last_seq - seq + 1), 0) FROM archive)
"""


def span(table: str, since: int = 0, last: int = LAST) -> tuple[Value, ...]:
    """Return the values of LOG for the entries of a table after `since`, up to `last`."""
    return table, since, last, table, since, last


@lru_cache(maxsize=8)
def unpacked_lately(table: str, first: int, body: bytes) -> list[Row]:
    """Return the result of `unpack`, cached for the last few games: a log is read in pages, and a game has many."""
    return unpack(table, first, body)


def to_rows(
    found: Iterable[Sequence[Any]],
    since: int = 0,
    last: int = LAST,
    read: Callable[[str, int, bytes], list[Row]] | None = None,
) -> Iterator[Row]:
    """Yield the rows that LOG found, in order. Raises StoreError for a game that is damaged.

    `read` is `unpack`, which is the default, or `unpacked_lately`.
    """
    read = read or unpack
    for code, seq, command, process, at, body, archived in found:
        if not archived:
            yield Row(code, seq, command, process, at, body)
            continue
        rows = read(code, seq, bytes(body))
        yield from rows[max(since + 1 - seq, 0) : last + 1 - seq]


async def log_of(session: Session, table: str, since: int = 0, last: int = LAST) -> list[Row]:
    """Return the log of a table, or the part of it after `since` and up to `last`."""
    return list(to_rows([found async for found in session.stream(LOG, *span(table, since, last))], since, last))


async def rows_by(session: Session, players: Collection[str], damaged: set[str]) -> AsyncIterator[Row]:
    """Yield all entries from commands of some players, in no particular order. This reads the whole log once.

    Archived games that cannot be read are left out and logged; their tables are added to `damaged`.
    """
    prefixes = {f"{player}." for player in players}
    sql = BY_PLAYERS.format(" OR ".join([BY_PLAYER] * len(prefixes)))
    async for found in session.stream(sql, *(value for prefix in prefixes for value in (len(prefix), prefix))):
        yield Row(*found)
    async for code, seq, body in session.stream(ARCHIVE):
        if mentions(bytes(body), *players):
            try:
                rows = unpack(code, seq, bytes(body))
            except StoreError as error:
                log_damaged(str(error))
                damaged.add(code)
                continue
            for row in rows:
                if row.command in prefixes:
                    yield row


@lru_cache(maxsize=1000)
def log_damaged(sentence: str) -> None:
    """Log that a game is damaged, once per process, with advice for the operator."""
    logger.error("%s `heckmeck db check` lists what is damaged; `heckmeck db remove-damaged` removes it.", sentence)


async def all_logs(session: Session) -> AsyncIterator[list[Sequence[Any]]]:
    """Yield the stored rows of each table's log, for `to_rows`."""
    of_table: list[Sequence[Any]] = []
    async for found in session.stream(ALL_LOGS):
        if of_table and of_table[0][0] != found[0]:
            yield of_table
            of_table = []
        of_table.append(found)
    if of_table:
        yield of_table

"""The log entries of one player for a data export: the tables they used, and their chat messages."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import Struct

from heckmeck.server.store.log_rows import rows_by
from heckmeck.server.store.session import Session, reading
from heckmeck.server.table import entries

OPENED = "SELECT code, at, body FROM entries WHERE seq = 1"
TABLE = "SELECT game, title FROM tables WHERE code = ?"
PROFILE = "SELECT at FROM players WHERE player = ?"

MAX_LINES = 50_000
"""Maximum number of messages of a chat, and of tables, in an export."""


class OwnTable(Struct, frozen=True):
    """A table at which a player did something. Times are milliseconds since 1970."""

    code: str
    game: str
    title: str
    opened: bool
    """Whether the player opened the table."""
    first: int
    last: int


class OwnMessage(Struct, frozen=True):
    """A chat message of a player."""

    table: str
    at: int
    name: str
    text: str


class OwnEntries(NamedTuple):
    """Everything that a player did according to the log, except moves, which are in the records of the games."""

    since: int | None
    """When the player was first seen."""
    tables: tuple[OwnTable, ...]
    chat: tuple[OwnMessage, ...]
    complete: bool


async def own_entries(address: str, player: str) -> OwnEntries:
    """Read the entries of a player from a database. This reads the whole log."""
    async with reading(address) as session:
        damaged: set[str] = set()
        spans, chat = await _own(session, player, damaged)
        opened = set(await _opened(session, player, spans))
        codes = sorted(spans)
        tables = [await _table(session, code, spans[code], code in opened) for code in codes[:MAX_LINES]]
        complete = len(codes) <= MAX_LINES and len(chat) <= MAX_LINES and not damaged
        since = await session.one(PROFILE, player)
        return OwnEntries(since, tuple(tables), tuple(chat[:MAX_LINES]), complete)


Spans = dict[str, tuple[int, int]]
"""The times of the first and the last entry at each table."""


async def _own(session: Session, player: str, damaged: set[str]) -> tuple[Spans, list[OwnMessage]]:
    spans: Spans = {}
    said: list[tuple[str, int, OwnMessage]] = []
    async for row in rows_by(session, [player], damaged):
        first, last = spans.get(row.table, (row.at, row.at))
        spans[row.table] = (min(first, row.at), max(last, row.at))
        if b'"said"' in bytes(row.body) and len(said) <= MAX_LINES:
            entry = entries.decode(bytes(row.body))
            if isinstance(entry, entries.Said):
                said.append((row.table, row.seq, OwnMessage(row.table, row.at, entry.name, entry.text)))
    return spans, [message for *_, message in sorted(said, key=lambda each: each[:2])]


async def _opened(session: Session, player: str, spans: Spans) -> list[str]:
    """Return the tables that a player opened, and add them to the spans."""
    found = []
    mark = msgspec.json.encode(player)
    async for code, at, body in session.stream(OPENED):
        if mark in bytes(body):
            found.append(code)
            spans[code] = (at, spans.get(code, (at, at))[1])
    return found


async def _table(session: Session, code: str, span: tuple[int, int], opened: bool) -> OwnTable:
    async for game, title in session.stream(TABLE, code):
        return OwnTable(code, game, title, opened, *span)
    return OwnTable(code, "", "", opened, *span)

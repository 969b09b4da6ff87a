"""Reports of players, for the operator: the reports, and the chat that they refer to."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from heckmeck.games import BadSetup
from heckmeck.server.store import Report, Row
from heckmeck.server.store.log_rows import log_of
from heckmeck.server.store.session import Session
from heckmeck.server.table import entries
from heckmeck.server.table.conduct import MAX_NOTE
from heckmeck.server.table.text import clean_chat

COLUMNS = "id, reporter, subject, name, code, number, seq, reason, note, at"
OPEN = "SUM(CASE WHEN resolved IS NULL THEN 1 ELSE 0 END)"
LIST = f"""
SELECT {", ".join(f"reports.{name}" for name in COLUMNS.split(", "))}, resolved, resolution, total FROM reports
JOIN (SELECT subject, COUNT(*) AS total, {OPEN} AS unresolved FROM reports GROUP BY subject) AS counted
  ON counted.subject = reports.subject
WHERE resolved IS NULL OR CAST(? AS INTEGER) = 1
ORDER BY resolved IS NOT NULL, unresolved DESC, reports.subject, reports.at DESC, reports.id LIMIT ?
"""  # noqa: S608, constants
ONE = f"SELECT {COLUMNS}, resolved, resolution FROM reports WHERE id = ?"  # noqa: S608, a constant
COUNT = "SELECT COUNT(*) FROM reports WHERE subject = ?"
RESOLVE = "UPDATE reports SET resolved = ?, resolution = ? WHERE id = ?"

AROUND = 10
"""Number of messages that are shown before and after the one that a report is about."""


class ReportLine(NamedTuple):
    """A report in a list."""

    report: Report
    resolved: int | None
    """When the operator resolved it."""
    resolution: str | None
    total: int
    """Number of reports about the same player, including this one."""


class Message(NamedTuple):
    """A chat message or a reaction."""

    seq: int
    at: int
    player: str | None
    name: str
    text: str


class ReportDetails(NamedTuple):
    """A report, with the messages and reactions at the table around it."""

    line: ReportLine
    chat: Sequence[Message]


async def reports(session: Session, limit: int, *, resolved: bool = False) -> list[ReportLine]:
    """Return the open reports, those about the most reported players first, and on request the resolved ones."""
    return [_line(found) async for found in session.stream(LIST, int(resolved), limit)]


async def report(session: Session, wanted: str) -> ReportDetails:
    """Return a report. Raises BadSetup if there is none."""
    async for found in session.stream(ONE, wanted):
        line = _line((*found, await session.one(COUNT, found[2])))
        rows = await log_of(session, line.report.table)
        return ReportDetails(line, _around(_messages(rows), line.report))
    raise BadSetup("no_report", f"There is no report {wanted[:40]}.")


async def resolve(session: Session, wanted: str, note: str = "") -> None:
    """Mark a report as resolved. Raises BadSetup if there is none."""
    await report(session, wanted)
    await session.execute(RESOLVE, time.time_ns() // 1_000_000, clean_chat(note, MAX_NOTE) if note else "", wanted)


def _line(found: Sequence[object]) -> ReportLine:
    return ReportLine(Report(*found[:10]), *found[10:])  # type: ignore[arg-type]  # as the query says


def _messages(rows: Sequence[Row]) -> list[Message]:
    """Return chat messages and reactions. For a reaction, the name is the one with which the player sat down."""
    found: list[Message] = []
    names: dict[str | None, str] = {}
    for row in rows:
        match entries.decode(row.body):
            case entries.Sat(name=name):
                names[row.author] = name
            case entries.Said(name=name, text=text):
                found.append(Message(row.seq, row.at, row.author, name, text))
            case entries.Reacted(reaction=reaction):
                found.append(Message(row.seq, row.at, row.author, names.get(row.author, ""), f"({reaction})"))
    return found


def _around(messages: list[Message], report: Report) -> Sequence[Message]:
    """Return the messages around the entry of a report, or around the time at which it was made."""
    place = sum(each.seq < report.seq if report.seq else each.at <= report.at for each in messages)
    return messages[max(0, place - AROUND) : place + AROUND + 1]

"""Checks of a database: every log is replayed, and everything stored beside it must follow from it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from heckmeck.games import BadSetup
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.store import Change, GameBegun, GameEnded, PendingChanged, Result, Row, StoreError, TableChanged
from heckmeck.server.store import check as store
from heckmeck.server.store.archive_format import REMOVED
from heckmeck.server.store.log_rows import all_logs, to_rows
from heckmeck.server.store.session import Session
from heckmeck.server.store.statements import statements
from heckmeck.server.table import entries
from heckmeck.server.table.codes import record_code
from heckmeck.server.table.projections import project
from heckmeck.server.table.state import TableState, standing

LISTED = """
SELECT code, game, title, phase, public, seats, free, vacant, players, at, takeable, pending FROM tables WHERE code = ?
"""
GAMES = "SELECT number, game, setup, first_seq, began, last_seq, ended, reason FROM games WHERE code = ?"
RESULTS = """
SELECT number, seat, name, player, bot, score, rank, won, failed, at FROM results WHERE code = ? ORDER BY number, seat
"""
SECRETS = """
SELECT chains.number, secret, record
FROM chains LEFT JOIN games ON games.code = chains.code AND games.number = chains.number
WHERE chains.code = ? ORDER BY chains.number
"""

Values = tuple[Any, ...]


class InvalidLog(Exception):
    """A log with an entry that no server could have appended."""


async def faults(session: Session, report: Callable[[int], object]) -> AsyncIterator[str]:
    """Yield a sentence for every fault, and report the number of entries read so far."""
    async for sentence in store.faults(session):
        yield sentence
    number = 0
    async for found in all_logs(session):
        kept = [each for each in found if not _is_removed(each)]
        try:
            rows = list(to_rows(kept))
        except StoreError as error:
            yield f"Table {found[0][0]}: {error}"
            continue
        async for sentence in _faults_of(session, rows, whole=len(kept) == len(found)):
            yield sentence
        number += len(rows)
        report(number)


def _is_removed(found: Sequence[Any]) -> bool:
    """Return whether this part of a log is a damaged game whose content the operator has removed."""
    *_, body, archived = found
    return bool(archived) and bytes(body) == REMOVED


async def _faults_of(session: Session, rows: list[Row], *, whole: bool) -> AsyncIterator[str]:
    """Yield the faults of one table. If its log cannot be replayed, there is nothing to compare with.

    If the log is not `whole`, everything that depends on a removed game is not checked.
    """
    code = rows[0].table
    try:
        derived = _derive(rows)
    except InvalidLog as error:
        yield f"Table {code}: {error}"
        return
    if not whole:
        return
    async for found in session.stream(LISTED, code):
        if not _is_listed(tuple(found), derived.listed):
            yield f"Table {code} is listed differently from its log."
    games = {found[0]: (*found[1:],) async for found in session.stream(GAMES, code)}
    results: dict[int, list[Values]] = {}
    async for found in session.stream(RESULTS, code):
        results.setdefault(found[0], []).append((*found[1:],))
    for sentence in derived.differences(games, results):
        yield f"Table {code}: {sentence}"
    async for number, secret, record in session.stream(SECRETS, code):
        if not derived.fits(number, bytes(secret)):
            yield f"Table {code}: the secret of game {number} does not lead to its anchor."
        if record not in (None, record_code(bytes(secret), code, number)):
            yield f"Table {code}: the code of the record of game {number} is not its own."


class Derived(Struct):
    """The data derived from a table's log: its row in the list, and its games with results and anchors by number."""

    listed: Values = ()
    games: dict[int, Values] = {}
    results: dict[int, list[Values]] = {}
    anchors: dict[int, str] = {}
    table: TableState | None = None

    def apply(self, change: Change) -> None:
        """Apply a change of an entry."""
        match change:
            case TableChanged():
                ((_, self.listed),) = statements(change)
            case PendingChanged(_, pending):
                self.listed = (*self.listed[:-1], pending)
            case GameBegun(_, number, game, setup, seq, at):
                self.games[number] = (game, setup, seq, at, None, None, None)
            case GameEnded(_, number, seq, at, reason, results):
                self.games[number] = (*self.games[number][:4], seq, at, reason)
                self.results[number] = [_result(each, at) for each in results]

    def differences(self, games: dict[int, Values], results: dict[int, list[Values]]) -> Iterator[str]:
        """Yield the differences between the log and what is stored beside it."""
        for number in sorted({*self.games, *games}):
            if number not in games:
                yield f"game {number} is in its log, but not in the list of games."
            elif number not in self.games:
                yield f"game {number} is not in its log."
            elif games[number] != self.games[number]:
                yield f"game {number} is listed differently from its log."
            elif results.get(number, []) != self.results.get(number, []):
                yield f"the results of game {number} are not those of its log."

    def fits(self, number: int, secret: bytes) -> bool:
        """Return whether the secret of a game leads to its published anchor."""
        assert self.table is not None
        try:
            return ChainLuck.stored(self.table.game, secret).anchor == self.anchors.get(number)
        except BadSetup:
            return False


def _is_listed(found: Values, derived: Values) -> bool:
    """Return whether a table is listed as it should be.

    Rows from version 0001 do not have the number of seats that can be taken, and rows from before 0003 do not have
    whether something is pending.
    """
    known, added = found[:-2], zip(found[-2:], derived[-2:], strict=True)
    return known == derived[:-2] and all(value is None or value == right for value, right in added)


def _result(result: Result, at: int) -> Values:
    held = result.held
    return held.seat, held.name, held.player, held.bot, result.score, result.rank, result.won, result.failed, at


def _check_standing(began: entries.Began, before: TableState | None) -> None:
    """Compare the table before a game with its description in the first entry; older versions have none."""
    if began.standing is not None and before is not None and began.standing != standing(before):
        raise ValueError("it describes a different table before the game")


def _derive(rows: list[Row]) -> Derived:
    """Replay a log. Raises InvalidLog with the first entry that is impossible."""
    derived, done = Derived(), 0
    try:
        for step in read_log(rows):
            for change in project(step.before, step.entry, step.after, b""):
                derived.apply(change)
            if isinstance(step.entry, entries.Began):
                _check_standing(step.entry, step.before)
                derived.anchors[step.after.number] = step.entry.anchor
            derived.table = step.after
            done += 1
    except (msgspec.DecodeError, UnicodeError):
        raise InvalidLog(f"entry {rows[done].seq} cannot be read.") from None
    except Exception as error:  # a log that no server wrote may raise anything
        why = str(error) or type(error).__name__
        raise InvalidLog(f"entry {rows[done].seq} cannot follow those before it ({why}).") from None
    return derived

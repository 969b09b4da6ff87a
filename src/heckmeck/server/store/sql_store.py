"""Base class of the two stores: all queries, and everything stored beside the log."""

# ruff: noqa: D102, the methods are documented in `store.py`

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from typing import Any, TypeVar

import msgspec

from heckmeck.server.store.archive_format import contains, digest, has_commands_of, unpack
from heckmeck.server.store.archiving import ARCHIVABLE, IS_KEPT, archiving, to_finished
from heckmeck.server.store.log_rows import LAST, LOG, span, to_rows, unpacked_lately
from heckmeck.server.store.sql_conduct import SqlConduct
from heckmeck.server.store.sql_devices import SqlDevices
from heckmeck.server.store.statements import Statement, Value
from heckmeck.server.store.store import FinishedGame, Game, Order, PastTable, Statistics, Store, Summary, Tally
from heckmeck.server.store.table_store import ARCHIVED, Row
from heckmeck.server.table.changes import Held, Phase, Result
from heckmeck.server.table.codes import IMPORTED

PAGE = 500
"""Number of games whose results are read at once."""

GAME = "games.code, games.number, games.game, setup, began, ended, reason, first_seq, last_seq, record"
TABLES = """
SELECT code, game, title, phase, seats, free, players, at, COALESCE(takeable, 0),
  (SELECT body FROM entries WHERE entries.code = tables.code AND seq = 1)
FROM tables WHERE public AND phase <> 'closed'
"""
ORPHANS = """
SELECT code FROM tables WHERE phase <> 'closed' AND pending IS NOT FALSE AND code > ? AND COALESCE(
  (SELECT process FROM entries WHERE entries.code = tables.code ORDER BY seq DESC LIMIT 1), '-') NOT IN ({})
ORDER BY code LIMIT ?
"""
INACTIVE = """
SELECT code FROM tables WHERE phase <> 'closed' AND code > ? AND
  (SELECT at FROM entries WHERE entries.code = tables.code ORDER BY seq DESC LIMIT 1)
    < CASE phase WHEN 'open' THEN CAST(? AS BIGINT) WHEN 'over' THEN CAST(? AS BIGINT) ELSE CAST(? AS BIGINT) END
ORDER BY code LIMIT ?
"""
FIND = f"""
SELECT {ARCHIVED} AS seq, commands FROM archive WHERE code = ?
UNION ALL SELECT seq, NULL FROM entries WHERE code = ? AND command = ?
"""  # noqa: S608, a constant
PAST_TABLE = """
SELECT phase <> 'closed' OR EXISTS (SELECT 1 FROM results WHERE results.code = tables.code AND player = ?)
    OR EXISTS (SELECT 1 FROM entries WHERE entries.code = tables.code AND SUBSTR(command, 1, CAST(? AS INTEGER)) = ?),
  EXISTS (SELECT 1 FROM games WHERE games.code = tables.code AND ended IS NOT NULL AND record IS NULL),
  EXISTS (SELECT 1 FROM archive WHERE archive.code = tables.code)
FROM tables WHERE code = ?
"""
VISIBLE = "(CAST(? AS INTEGER) = 1 OR (record IS NULL AND ended IS NOT NULL))"
"""Whether a game is visible to a reader who may not see everything."""
FIND_RECORD = "SELECT code, number FROM games WHERE record = ?"
SET_NOT_PENDING = "UPDATE tables SET pending = FALSE WHERE code = ? AND pending IS NULL"
OWN = "(player IS NULL OR bot IS NULL)"
"""Whether the result of a seat counts for its holder: a bot may have finished the game for a person."""
VERIFIED = f"(SUBSTR(results.code, 1, 1) <> '{IMPORTED}')"
"""Whether a game was played at the server, which vouches for its luck."""


def games_with(condition: str) -> str:
    """Return the column for the number of games with such a result. A game with several of them counts once."""
    return f"COUNT(DISTINCT CASE WHEN {condition} THEN results.code || ' ' || results.number END)"


def _sums(counted: str) -> str:
    """Return the columns for the totals over the results that are counted."""
    return f"""
  {games_with(f"{counted} AND won")}, SUM(CASE WHEN {counted} THEN score ELSE 0 END),
  SUM(CASE WHEN {counted} THEN failed ELSE 0 END), SUM(CASE WHEN {counted} THEN luck END)
"""


STATISTICS = f"""
SELECT games.game, {games_with(VERIFIED)}, {_sums(f"{OWN} AND {VERIFIED}")}, {games_with(f"NOT {VERIFIED}")}
FROM results JOIN games ON games.code = results.code AND games.number = results.number
WHERE results.player = ? AND reason IS NOT NULL GROUP BY games.game ORDER BY games.game
"""  # noqa: S608, nothing from outside is in it
TALLIES = f"""
SELECT name, player, CASE WHEN player IS NULL THEN bot END, {games_with("TRUE")}, {_sums(OWN)}
FROM results JOIN games ON games.code = results.code AND games.number = results.number
WHERE results.code = ? AND reason IS NOT NULL AND {VISIBLE} GROUP BY 1, 2, 3 ORDER BY 5 DESC, 6 DESC, 1, 2
"""  # noqa: S608, nothing from outside is in it
RESULTS = """
SELECT code, number, seat, name, player, bot, score, rank, won, failed, luck FROM results
WHERE (code, number) IN (VALUES {}) ORDER BY code, number, seat
"""
GAMES = f"""
SELECT {GAME} FROM games WHERE code = ? AND {VISIBLE} AND number < ? ORDER BY number DESC LIMIT ?
"""  # noqa: S608, a constant
HISTORY = f"""
SELECT {GAME} FROM games JOIN
  (SELECT DISTINCT at, code, number FROM results WHERE player = ? {{}} ORDER BY at DESC, code DESC, number DESC LIMIT ?)
AS played ON games.code = played.code AND games.number = played.number
ORDER BY played.at DESC, played.code DESC, played.number DESC
"""  # noqa: S608, nothing from outside is in it
BEFORE = """
  AND (at, code, number) <
  (SELECT at, code, number FROM results WHERE player = ? AND code = ? AND number = ? LIMIT 1)
"""
NO_NUMBER = 2**31 - 1
"""A number higher than that of any game."""
HAS_LUCK = "SELECT 1 FROM results WHERE code = ? AND number = ? AND luck IS NOT NULL LIMIT 1"
WITHOUT_LUCK = """
SELECT code, number, game FROM
  (SELECT code, number, game FROM games WHERE reason IS NOT NULL ORDER BY ended DESC LIMIT ?) AS latest
WHERE NOT EXISTS
  (SELECT 1 FROM results WHERE results.code = latest.code AND results.number = latest.number AND luck IS NOT NULL)
"""
SET_LUCK = "UPDATE results SET luck = ? WHERE code = ? AND number = ? AND seat = ?"

STANDING_ORDERS = """
SELECT id, kind, subject, text, at, until FROM orders WHERE until IS NULL OR until > ? ORDER BY at, id
"""
DROP_ORDER = "DELETE FROM orders WHERE id = ?"
SET_ORDER_TEXT = "UPDATE orders SET text = ? WHERE id = ?"
FINISH_ORDER = "UPDATE orders SET text = '', until = ? WHERE id = ?"
FINISHED_MS = 86_400_000
"""Milliseconds for which an order remains after it is carried out, so that every process can follow it."""

One = TypeVar("One", str, bytes)


class _Timed(msgspec.Struct, frozen=True):
    timer: int = 0


class _Opened(msgspec.Struct, frozen=True):
    """The part of a table's first entry that the list of tables shows."""

    plan: _Timed = _Timed()


_decode_opened = msgspec.json.Decoder(_Opened).decode
_decode_names = msgspec.json.Decoder(tuple[str, ...]).decode


def order_text(order: str, text: str) -> Statement:
    """Return the statement that sets the remaining work of an order. An order without remaining work ends soon."""
    if text:
        return SET_ORDER_TEXT, (text, order)
    return FINISH_ORDER, (time.time_ns() // 1_000_000 + FINISHED_MS, order)


class SqlStore(SqlConduct, SqlDevices, Store):
    """A store by SQL. Its subclasses execute the statements."""

    keep_archived: str
    """The statement that puts a game into the archive."""

    async def rows(self, table: str, since: int = 0, limit: int = 0) -> list[Row]:
        last = since + limit if limit else LAST  # a log has no gaps
        found = await self.fetch(LOG, *span(table, since, last))
        if not any(archived for *_, archived in found):
            return list(to_rows(found, since, last))
        read = unpacked_lately if limit else unpack
        return await asyncio.to_thread(lambda: list(to_rows(found, since, last, read)))

    async def game_at(self, table: str, seq: int) -> tuple[int, int] | None:
        sql = "SELECT number, first_seq FROM games WHERE code = ? AND first_seq <= ? ORDER BY number DESC LIMIT 1"
        found = await self.fetch(sql, table, seq)
        return (found[0][0], found[0][1]) if found else None

    async def game_span(self, table: str, number: int) -> tuple[int, int | None] | None:
        sql = "SELECT first_seq, last_seq FROM games WHERE code = ? AND number = ?"
        found = await self.fetch(sql, table, number)
        return (found[0][0], found[0][1]) if found else None

    async def find(self, table: str, command: str) -> int | None:
        wanted = digest(table, command)
        for seq, commands in await self.fetch(FIND, table, table, command):
            if commands is None or contains(bytes(commands), wanted):
                return int(seq)
        return None

    async def chain(self, table: str, number: int) -> bytes | None:
        return _first(bytes, await self.fetch("SELECT secret FROM chains WHERE code = ? AND number = ?", table, number))

    async def tables(self, *, game: str | None = None, phase: Phase | None = None, limit: int = 50) -> list[Summary]:
        sql = TABLES
        values: list[Value] = []
        for column, value in (("game", game), ("phase", phase)):
            if value is not None:
                sql += f" AND {column} = ?"
                values.append(value)
        found = await self.fetch(f"{sql} ORDER BY vacant DESC, at DESC LIMIT ?", *values, limit)
        return [
            Summary(table, game, title, phase, seats, free, _decode_names(players), at, _timer(first), takeable)
            for table, game, title, phase, seats, free, players, at, takeable, first in found
        ]

    async def count(self) -> int:
        (found,) = await self.fetch("SELECT COUNT(*) FROM tables WHERE phase <> 'closed'")
        return int(found[0])

    async def orphans(self, alive: Collection[str], after: str = "", limit: int = 1000) -> list[str]:
        living = list(alive) or [""]  # no process has that name, and SQL needs at least one
        sql = ORPHANS.format(", ".join("?" * len(living)))
        return [each[0] for each in await self.fetch(sql, after, *living, limit)]

    async def set_not_pending(self, table: str) -> None:
        await self.execute([(SET_NOT_PENDING, (table,))])

    async def inactive(
        self, between: int, during: int, after: str = "", limit: int = 100, *, unstarted: int = 0
    ) -> list[str]:
        return [each[0] for each in await self.fetch(INACTIVE, after, unstarted, between, during, limit)]

    async def set_luck(self, table: str, number: int, luck: dict[int, float]) -> None:
        await self.execute([(SET_LUCK, (float(value), table, number, seat)) for seat, value in luck.items()])

    async def has_luck(self, table: str, number: int) -> bool:
        return bool(await self.fetch(HAS_LUCK, table, number))

    async def without_luck(self, latest: int = 1000) -> list[tuple[str, int, str]]:
        return [(code, number, game) for code, number, game in await self.fetch(WITHOUT_LUCK, latest)]

    async def games(
        self, table: str, before: int | None = None, limit: int = 50, *, everything: bool = True
    ) -> list[Game]:
        found = await self.fetch(GAMES, table, int(everything), before or NO_NUMBER, limit)
        return await self._with_results(found)

    async def history(self, player: str, before: tuple[str, int] | None = None, limit: int = 50) -> list[Game]:
        if before is None:
            found = await self.fetch(HISTORY.format(""), player, limit)
        else:
            found = await self.fetch(HISTORY.format(BEFORE), player, player, *before, limit)
        return await self._with_results(found)

    async def statistics(self, player: str) -> list[Statistics]:
        return [Statistics(*each) for each in await self.fetch(STATISTICS, player)]

    async def tallies(self, table: str, *, everything: bool = True) -> list[Tally]:
        return [Tally(*each) for each in await self.fetch(TALLIES, table, int(everything))]

    async def past_table(self, table: str, player: str | None) -> PastTable | None:
        # A player without a result may still have played or written to the chat.
        prefix = f"{player or ''}."
        found = await self.fetch(PAST_TABLE, player or "", len(prefix), prefix, table)
        return PastTable(table, *map(bool, found[0])) if found else None

    async def has_archived_commands(self, table: str, player: str) -> bool:
        found = await self.fetch("SELECT body FROM archive WHERE code = ?", table)
        return await asyncio.to_thread(lambda: any(has_commands_of(bytes(body), player) for (body,) in found))

    async def find_record(self, record: str) -> tuple[str, int] | None:
        found = await self.fetch(FIND_RECORD, record)
        return (found[0][0], found[0][1]) if found else None

    async def archivable(self, before: int, after: FinishedGame | None = None, limit: int = 100) -> list[FinishedGame]:
        last = (0, "", 0) if after is None else after[:3]
        return [to_finished(each) for each in await self.fetch(ARCHIVABLE, before, *last, before, limit)]

    async def archive(self, game: FinishedGame) -> bool:
        first = game.first
        rows = await self.rows(game.table, first - 1, 0 if game.last is None else game.last - first + 1)
        if not rows:
            return False
        await self.execute(await asyncio.to_thread(archiving, game, rows, self.keep_archived))
        return bool(await self.fetch(IS_KEPT, game.table, first))

    async def orders(self, now: int) -> list[Order]:
        return [Order(*each) for each in await self.fetch(STANDING_ORDERS, now)]

    async def drop_order(self, order: Order) -> None:
        await self.execute([(DROP_ORDER, (order.id,))])

    async def set_order_text(self, order: Order, text: str) -> None:
        await self.execute([order_text(order.id, text)])

    async def _with_results(self, games: Sequence[Any]) -> list[Game]:
        """Return games with their results, which are read a page at a time."""
        whole: list[Game] = []
        for start in range(0, len(games), PAGE):
            page = games[start : start + PAGE]
            marks = ", ".join(["(CAST(? AS TEXT), CAST(? AS INTEGER))"] * len(page))
            found = await self.fetch(RESULTS.format(marks), *(value for each in page for value in each[:2]))
            results: dict[tuple[str, int], list[Result]] = {}
            for code, number, seat, name, player, bot, score, rank, won, failed, luck in found:
                result = Result(Held(seat, name, player, bot), score, rank, bool(won), failed, luck)
                results.setdefault((code, number), []).append(result)
            whole += [Game(*(*each, tuple(results.get((each[0], each[1]), ())))) for each in page]
        return whole


def _first(kind: type[One], found: Sequence[Any]) -> One | None:
    """Return the single value of a query; None without a row."""
    return kind(found[0][0]) if found else None


def _timer(first: bytes) -> int:
    return _decode_opened(first).plan.timer

"""Finished games of a database as records with their proofs. Running games are not exported."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from heckmeck.server.fairness.proof import FairRecord
from heckmeck.server.live.archive import find_games, to_fair_record
from heckmeck.server.store.log_rows import log_of
from heckmeck.server.store.session import Session
from heckmeck.server.store.statements import Value

FINISHED = "FROM games JOIN chains ON chains.code = games.code AND chains.number = games.number"


class Wanted(NamedTuple):
    """The games that ended at `since` (milliseconds since 1970) or later, at one table or at all."""

    since: int = 0
    table: str | None = None

    @property
    def where(self) -> str:
        """The condition in SQL. A game without a reason is running, or was broken off."""
        return "WHERE reason IS NOT NULL AND ended >= ?" + (" AND games.code = ?" if self.table else "")

    @property
    def values(self) -> tuple[Value, ...]:
        """The values of the placeholders."""
        return (self.since, self.table) if self.table else (self.since,)


async def count(session: Session, wanted: Wanted) -> int:
    """Return the number of games."""
    return int(await session.one(f"SELECT COUNT(*) {FINISHED} {wanted.where}", *wanted.values))


async def records(session: Session, wanted: Wanted) -> AsyncIterator[FairRecord]:
    """Yield the games by table, those of one table in the order in which they were played."""
    sql = f"""SELECT games.code, games.number, last_seq, secret {FINISHED} {wanted.where}
        ORDER BY games.code, games.number"""
    of_table: list[Sequence[Any]] = []
    async for found in session.stream(sql, *wanted.values):
        if of_table and of_table[0][0] != found[0]:
            async for record in _of_table(session, of_table):
                yield record
            of_table = []
        of_table.append(found)
    if of_table:
        async for record in _of_table(session, of_table):
            yield record


async def _of_table(session: Session, wanted: list[Sequence[Any]]) -> AsyncIterator[FairRecord]:
    """Yield some games of one table. Its log is read once for all of them, up to the last one."""
    code, last = wanted[0][0], wanted[-1][2]
    rows = await log_of(session, code, last=last)
    secrets = {number: bytes(secret) for _, number, _, secret in wanted}
    for game in find_games(rows, secrets):
        yield to_fair_record(game, secrets[game.table.number])

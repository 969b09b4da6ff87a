"""Conduct by SQL, for both stores."""

# ruff: noqa: D102, the methods are documented in `conduct.py`

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence, Set
from typing import Any

from heckmeck.server.store.conduct import Block, ConductStore, Report
from heckmeck.server.store.statements import Statement, Value

CHUNK = 100
"""Number of players in one query. Shorter lists are padded, so that there is only one statement to prepare."""

KEEP_BLOCK = """
INSERT INTO blocks (id, player, subject, kind, name, at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (player, subject) DO UPDATE SET kind = excluded.kind
"""
DROP_BLOCK = "DELETE FROM blocks WHERE player = ? AND id = ?"
BLOCKS = "SELECT id, player, subject, kind, name, at FROM blocks WHERE player = ? ORDER BY at DESC, id"
BLOCKERS = "SELECT player FROM blocks WHERE subject = ? AND kind = 'block' AND player IN ({})"
MUTED = f"SELECT player, subject FROM blocks WHERE player IN ({', '.join('?' * CHUNK)})"  # noqa: S608, question marks
KEEP_REPORT = """
INSERT INTO reports (id, reporter, subject, name, code, number, seq, reason, note, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
REPORTS_BY = """
SELECT id, reporter, subject, name, code, number, seq, reason, note, at FROM reports
WHERE reporter = ? ORDER BY at DESC, id
"""
FORGET = (
    "DELETE FROM blocks WHERE player = ?",
    "DELETE FROM blocks WHERE subject = ?",
    "DELETE FROM reports WHERE subject = ?",
    "UPDATE reports SET reporter = 'erased-' || id, note = '' WHERE reporter = ?",
)
"""The statements that erase a player. The player's own reports are kept, without notes and unlinkable to each other."""


class SqlConduct(ConductStore):
    """Conduct in a database."""

    @abstractmethod
    async def fetch(self, sql: str, *values: Value) -> Sequence[Any]:
        """Return the rows of a query. Raises StoreError."""

    @abstractmethod
    async def execute(self, statements: Collection[Statement]) -> None:
        """Execute statements durably in one transaction. Raises StoreError."""

    async def set_block(self, block: Block) -> None:
        await self.execute([(KEEP_BLOCK, tuple(block))])

    async def drop_block(self, player: str, block: str) -> None:
        await self.execute([(DROP_BLOCK, (player, block))])

    async def blocks(self, player: str) -> list[Block]:
        return [Block(*each) for each in await self.fetch(BLOCKS, player)]

    async def blockers(self, subject: str, among: Collection[str]) -> Set[str]:
        if not among:
            return frozenset()
        sql = BLOCKERS.format(", ".join("?" * len(among)))
        return {each[0] for each in await self.fetch(sql, subject, *among)}

    async def muted_by(self, players: Collection[str]) -> dict[str, Set[str]]:
        asked, found = list(players), dict[str, set[str]]()
        for start in range(0, len(asked), CHUNK):
            page = asked[start : start + CHUNK]
            page += [""] * (CHUNK - len(page))  # no player has that id
            for player, subject in await self.fetch(MUTED, *page):
                found.setdefault(player, set()).add(subject)
        return dict(found)

    async def add_report(self, report: Report) -> None:
        await self.execute([(KEEP_REPORT, tuple(report))])

    async def reports_by(self, reporter: str) -> list[Report]:
        return [Report(*each) for each in await self.fetch(REPORTS_BY, reporter)]

"""Damage to a database, as by a bad disk."""

from __future__ import annotations

from heckmeck.server.store.session import changing

INSERT = "INSERT INTO archive (code, seq, last_seq, number, commands, body) VALUES (?, ?, ?, ?, ?, ?)"


async def add_damaged_game(database: str, code: str) -> None:
    """Add a game that cannot be unpacked to the archive of a table."""
    async with changing(database) as session:
        await session.execute(INSERT, code, 1000, 1001, 1, b"", b"\1damaged")


async def damage_game(database: str, code: str) -> None:
    """Damage the first archived game of a table."""
    async with changing(database) as session:
        first = await session.one("SELECT MIN(seq) FROM archive WHERE code = ?", code)
        await session.execute("UPDATE archive SET body = ? WHERE code = ? AND seq = ?", b"\1damaged", code, first)

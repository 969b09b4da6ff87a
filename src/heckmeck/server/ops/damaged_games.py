"""Archived games that can no longer be read, and the removal of what is left of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from heckmeck.server.store import StoreError
from heckmeck.server.store.archive_format import DAMAGED, REMOVED, unpack
from heckmeck.server.store.archiving import LOCK
from heckmeck.server.store.session import changing, reading

ARCHIVE = "SELECT code, seq, body FROM archive ORDER BY code, seq"
REMOVE = "UPDATE archive SET body = ? WHERE code = ? AND seq = ? AND body = ?"


class DamagedGame(NamedTuple):
    """A game by its table and first entry, as it is stored, and what is wrong with it."""

    table: str
    seq: int
    body: bytes
    error: StoreError


async def find_damaged(database: str, report: Callable[[int], object]) -> list[DamagedGame]:
    """Unpack all archived games and return those that cannot be read. `report` gets the number of games."""
    found: list[DamagedGame] = []
    number = 0
    async with reading(database) as session:
        async for code, seq, body in session.stream(ARCHIVE):
            try:
                unpack(code, seq, bytes(body))
            except StoreError as error:
                if error.code == DAMAGED:
                    found.append(DamagedGame(code, seq, bytes(body), error))
            number += 1
            report(number)
    return found


async def remove(database: str, game: DamagedGame) -> None:
    """Remove the content of a game, unless it has changed since it was found. Its results stay."""
    async with changing(database) as session:
        await session.execute(LOCK, game.table)
        await session.execute(REMOVE, REMOVED, game.table, game.seq, game.body)

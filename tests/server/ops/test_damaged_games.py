"""Archived games that cannot be read: found, removed, and nothing else touched."""

from __future__ import annotations

import asyncio

from heckmeck.server.ops.damaged_games import DamagedGame, find_damaged, remove
from heckmeck.server.ops.erasure import erase_closed, find_tables
from heckmeck.server.store import StoreError
from heckmeck.server.store.session import changing, reading
from helpers.archived import archive_all, old_tables, stored
from helpers.commands import run_command
from helpers.damage import damage_game

BODIES = "SELECT code, seq, body FROM archive ORDER BY code, seq"


async def archived(database: str) -> list[str]:
    """Archive tables, damage a game of two of them, and return those two: one is closed, the other is not."""
    desks = old_tables()
    async with stored(database, desks) as store:
        await archive_all(store)
    codes = [desk.table.code for desk in desks[:2]]
    for code in codes:
        await damage_game(database, code)
    return codes


async def bodies(database: str) -> dict[tuple[str, int], bytes]:
    async with reading(database) as session:
        return {(code, seq): bytes(body) async for code, seq, body in session.stream(BODIES)}


async def found(database: str) -> list[DamagedGame]:
    counted: list[int] = []
    games = await find_damaged(database, counted.append)
    assert counted == [*range(1, len(await bodies(database)) + 1)]
    return games


def test_what_is_damaged_is_removed_and_nothing_else(database: str) -> None:
    async def main() -> None:
        codes = await archived(database)
        games = await found(database)
        assert sorted(game.table for game in games) == sorted(codes)
        before = await bodies(database)
        for game in games:
            await remove(database, game)
        after = await bodies(database)
        assert {key for key in before if after[key] != before[key]} == {(game.table, game.seq) for game in games}
        assert await found(database) == []

    assert run_command("db", "migrate", "--database", database).code == 0
    asyncio.run(main())
    checked = run_command("db", "check", "--database", database)
    assert (checked.code, checked.err) == (0, ""), "a game that was removed is no fault any more"


def test_a_game_that_was_repaired_meanwhile_stays(database: str) -> None:
    async def main() -> None:
        await archived(database)
        games = await found(database)
        async with changing(database) as session:
            await session.execute("UPDATE archive SET body = ?", b"repaired")
        await remove(database, games[0])
        assert set((await bodies(database)).values()) == {b"repaired"}

    asyncio.run(main())


def test_a_removed_game_is_in_no_erasure(database: str) -> None:
    async def main() -> None:
        closed, _ = await archived(database)
        for game in await found(database):
            await remove(database, game)
        traces = await find_tables(database, ["somebody"])
        assert (traces.of("somebody"), traces.damaged) == ([], set())
        damaged: list[StoreError] = []
        assert await erase_closed(database, closed, "somebody", damaged) is None
        assert damaged == []

    asyncio.run(main())

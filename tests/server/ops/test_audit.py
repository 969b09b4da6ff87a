"""`heckmeck db check` on both databases: any damage is reported, and a database written by a server is correct."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from itertools import accumulate
from random import Random

import pytest
from typer.testing import CliRunner, Result

from heckmeck.cli.main import make_app
from heckmeck.server.ops.audit import faults
from heckmeck.server.store import Profile
from heckmeck.server.store.connect import connect
from heckmeck.server.store.session import reading
from heckmeck.server.table import entries, messages
from heckmeck.server.table.environment import Decision
from helpers.eventful_tables import lived
from helpers.postgres import Cluster
from helpers.tables import ANN, BO, Desk, small

TABLE = "ABCDEFGH"


def check(database: str) -> Result:
    return CliRunner().invoke(make_app(["db"]), ["db", "check", "--database", database])


@pytest.fixture
def played(database: str) -> str:
    """A database with two tables: at one of them a game is over, one was broken off, one is running."""

    async def play() -> None:
        desk = Desk(small(), code=TABLE).begun(ANN, BO).over()
        desk.do(ANN, messages.Start)
        desk.do(BO, messages.Leave, seat=1)
        desk.keep(Decision(entries.BrokenOff()))
        desk.do(ANN, messages.Start)
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        await desk.keep_in(store)
        await Desk(small("karteneck", 3), code="OTHER").seated(ANN, BO).keep_in(store)
        await store.add_player("ann", Profile("Ann"), 1)
        await store.add_token(b"\0\1", "ann", "", 1)
        await store.set_luck(TABLE, 1, {0: 0.1})
        await store.close()

    asyncio.run(play())
    return database


def do_damage(database: str, postgres: Cluster, damage: str) -> None:
    if database.startswith("postgresql"):
        postgres.run("psql", "-d", database.partition("@/")[2].partition("?")[0], "-c", damage)
        return
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        connection.executescript(re.sub(r"(body|setup|secret) = ('.*?')", r"\1 = CAST(\2 AS BLOB)", damage))
    connection.close()


ADD_DEVICE = "INSERT INTO devices (device, player, browser, system, at, seen) VALUES"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (f"DELETE FROM entries WHERE code = '{TABLE}' AND seq = 1", "its log goes from 2 to"),
        ("UPDATE entries SET body = '{' WHERE code = 'OTHER' AND seq = 1", "Table OTHER: entry 1 cannot be read"),
        ("UPDATE entries SET body = '{}' WHERE code = 'OTHER' AND seq = 2", "Table OTHER: entry 2 cannot be read"),
        (
            """UPDATE entries SET body = '{"type":"moved","seat":0,"steps":[""]}' WHERE code = 'OTHER' AND seq = 3""",
            "Table OTHER: entry 3 cannot follow those before it",
        ),
        (
            """UPDATE entries SET body = '{"type":"left","seat":1}' WHERE code = 'OTHER' AND seq = 1""",
            "Table OTHER: entry 1 cannot follow those before it",
        ),
        ("DELETE FROM tables WHERE code = 'OTHER'", "Table OTHER has a log, but is not in the list of tables"),
        ("DELETE FROM entries WHERE code = 'OTHER'", "Table OTHER has no log"),
        ("UPDATE tables SET free = 0 WHERE code = 'OTHER'", "Table OTHER is listed differently from its log"),
        ("DELETE FROM results", "game 1 is finished and has no results"),
        ("UPDATE games SET ended = NULL WHERE number = 1", "the end of game 1 is incomplete"),
        ("DELETE FROM games", "results of game 1, which has not ended"),
        ("DELETE FROM games WHERE number = 3", "game 3 is in its log, but not in the list of games"),
        ("UPDATE games SET number = 7 WHERE number = 2", "game 7 is not in its log"),
        ("UPDATE games SET last_seq = 7000 WHERE number = 1", "ends with entry 7000, which is missing"),
        ("UPDATE games SET setup = 'x' WHERE number = 3", "game 3 is listed differently from its log"),
        ("UPDATE results SET score = score + 1 WHERE seat = 1", "the results of game 1 are not those of its log"),
        ("DELETE FROM chains", "game 1 has no chain"),
        ("UPDATE chains SET number = 7 WHERE number = 2", "a chain of game 7, which has not begun"),
        ("UPDATE chains SET secret = 'short' WHERE number = 3", "the secret of game 3 does not lead to its anchor"),
        (
            f"UPDATE chains SET secret = '{'x' * 32}' WHERE number = 2",
            "the secret of game 2 does not lead to its anchor",
        ),
        ("DELETE FROM players", "A token belongs to ann"),
        (f"{ADD_DEVICE} ('phone', 'nobody', '', '', 1, 1)", "A device belongs to nobody, who is unknown"),
        (
            f"{ADD_DEVICE} ('phone', 'ann', '', '', 1, 1); INSERT INTO revocations (id, at) VALUES ('phone', 1)",
            "The device phone was revoked and is still listed",
        ),
    ],
)
def test_a_check_finds_what_is_wrong(played: str, postgres: Cluster, damage: str, sentence: str) -> None:
    in_order = check(played)
    assert (in_order.exit_code, in_order.stderr) == (0, "")
    do_damage(played, postgres, damage)
    checked = check(played)
    assert checked.exit_code == 1
    assert sentence in checked.stderr


def test_whatever_happened_at_tables_is_in_order_and_how_far_it_is_gets_told(database: str) -> None:
    desks = [
        lived(game, Random(seed), code=f"{game[:3].upper()}{seed}")
        for game in ("bratwurmeck", "barbecue", "karteneck")
        for seed in range(2)
    ]

    async def main() -> tuple[list[str], list[int]]:
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        for desk in desks:
            await desk.keep_in(store)
        await store.close()
        told: list[int] = []
        async with reading(database) as session:
            return [sentence async for sentence in faults(session, told.append)], told

    found, told = asyncio.run(main())
    assert found == []
    by_code = sorted(desks, key=lambda desk: desk.table.code)
    assert told == list(accumulate(len(desk.rows) for desk in by_code))

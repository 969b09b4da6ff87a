"""Erasing a player: nothing of them is left at closed tables, and all games stay as they were."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.server.background.moderation import Moderation
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.net.identity import new_code
from heckmeck.server.ops import erasure
from heckmeck.server.store import Block, Profile, Report
from heckmeck.server.store.connect import connect
from heckmeck.server.store.dump import TABLES
from heckmeck.server.store.session import reading
from heckmeck.server.table import deadlines, messages
from heckmeck.server.table.environment import Caller
from helpers.commands import Result, run_command
from helpers.damage import add_damaged_game
from helpers.tables import BO, BOTS, give, play_on, small

ZOE = Caller("zoes-very-own-id", "Zoe Zapp", "fox")
TRACES = (ZOE.player, ZOE.name, "fox", "my own words", "my title")


def with_hub(database: str, play: Callable[[Hub], Awaitable[None]]) -> None:
    async def main() -> None:
        store = connect(database)
        hub = Hub(store, "one", BOTS, new_code, max_tables=10)
        await store.open("one", hub.hint)
        try:
            await play(hub)
            await hub.finish()
        finally:
            await store.close()

    asyncio.run(main())


async def shut(table: LiveTable) -> None:
    while await table.act(f"order:{table.state.seq}", lambda state, luck: deadlines.shut(state)):
        pass


async def two_games(hub: Hub, game: str) -> LiveTable:
    """A table of Zoe's with two games, a chat, and some time as a spectator."""
    table = await hub.open(small(game, title="my title"), ZOE)
    await give(table, ZOE, messages.Say, text="my own words from outside")
    await start_by(table, ZOE, BO)
    await give(table, ZOE, messages.Say, text="my own words")
    await give(table, BO, messages.Say, text="words of another")
    await play_on(table, Random(1))
    await give(table, ZOE, messages.Start)
    await play_on(table, Random(2))
    return table


async def start_by(table: LiveTable, *players: Caller) -> None:
    for player in players:
        await give(table, player, messages.Sit, name=player.name)
    await give(table, players[0], messages.Start)


async def meet(hub: Hub) -> None:
    await hub.store.add_player(ZOE.player, Profile(ZOE.name, ZOE.portrait), 1)
    await hub.store.add_player(BO.player, Profile(BO.name), 1)
    await hub.store.add_token(b"digest", ZOE.player, "", 1)


def stored(database: str) -> list[tuple[Any, ...]]:
    """Everything in a database except the orders."""

    async def read() -> list[tuple[Any, ...]]:
        async with reading(database) as session:
            names = [name for name in TABLES if name != "orders"]
            return [(name, *row) for name in names async for row in session.stream(f"SELECT * FROM {name}")]

    return asyncio.run(read())


def traces(database: str) -> set[str]:
    text = repr(stored(database))
    return {trace for trace in TRACES if trace in text}


def outcomes(database: str) -> list[tuple[Any, ...]]:
    """The results without the players."""
    return sorted((*row[1:4], *row[7:9], *row[10:]) for row in stored(database) if row[0] == "results")


def erase(database: str) -> Result:
    return run_command("admin", "erase", ZOE.player, "--database", database)


@pytest.mark.parametrize("game", ["bratwurmeck", "karteneck"])
def test_nothing_is_left_of_a_player_and_the_games_stay(game: str, database: str) -> None:
    async def play(hub: Hub) -> None:
        await meet(hub)
        await shut(await two_games(hub, game))

    with_hub(database, play)
    before = outcomes(database)
    assert traces(database) == set(TRACES)
    done = erase(database)
    assert (done.code, done.err) == (0, "")
    assert "from 1 closed tables" in done.out
    assert traces(database) == set()
    text = repr(stored(database))
    assert "words of another" in text
    assert "Somebody" in text
    assert outcomes(database) == before
    checked = run_command("db", "check", "--database", database)
    assert (checked.code, checked.err) == (0, "")
    again = erase(database)
    assert again.code == 2
    assert "There is no player" in again.err


def test_tables_in_use_are_left_alone_until_they_are_closed(database: str) -> None:
    async def play(hub: Hub) -> None:
        await meet(hub)
        opened, playing = await hub.open(small(), ZOE), await hub.open(small(), BO)
        await start_by(playing, BO, ZOE)
        done = await asyncio.to_thread(erase, database)
        assert "from 0 closed tables" in done.out
        assert all(table.code in done.out for table in (opened, playing))
        await play_on(playing, Random(1))
        for table in (opened, playing):
            await shut(table)
        done = await asyncio.to_thread(erase, database)
        assert "from 2 closed tables" in done.out

    with_hub(database, play)
    assert traces(database) == set()
    checked = run_command("db", "check", "--database", database)
    assert (checked.code, checked.err) == (0, "")


def test_a_running_server_does_not_know_an_erased_player_any_more(database: str) -> None:
    async def play(hub: Hub) -> None:
        await meet(hub)
        await asyncio.to_thread(erase, database)
        moderation = Moderation(hub)
        moderation.resume((hub.process,))
        await hub.finish()
        assert moderation.erased == {ZOE.player}
        assert await hub.store.player(ZOE.player) is None
        assert await hub.store.token(b"digest") is None

    with_hub(database, play)


def test_blocks_and_reports_of_an_erased_player_go_or_lose_their_words(database: str) -> None:
    async def play(hub: Hub) -> None:
        await meet(hub)
        table = await hub.open(small(), BO)
        by_zoe = Report("by", ZOE.player, BO.player, "Bo", table.code, 0, 0, "other", "my own words", 1)
        await hub.store.add_report(by_zoe)
        await hub.store.add_report(by_zoe._replace(id="by2", reason="name"))
        await hub.store.add_report(by_zoe._replace(id="about", reporter=BO.player, subject=ZOE.player, name=ZOE.name))
        await hub.store.set_block(Block("1", ZOE.player, BO.player, "mute", "Bo", 1))
        await hub.store.set_block(Block("2", BO.player, ZOE.player, "block", ZOE.name, 1))
        await hub.store.set_block(Block("3", BO.player, "another", "block", "Another", 1))

    with_hub(database, play)
    assert erase(database).code == 0
    assert traces(database) == set()
    left = sorted((name, *row[:3]) for name, *row in stored(database) if name in ("blocks", "reports"))
    assert left == [
        ("blocks", "3", BO.player, "another"),
        ("reports", "by", "erased-by", BO.player),
        ("reports", "by2", "erased-by2", BO.player),
    ]
    checked = run_command("db", "check", "--database", database)
    assert (checked.code, checked.err) == (0, "")


def test_others_can_write_while_the_log_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.db"
    usual, written = read_log, []

    def writes(*arguments: Any, **options: Any) -> Any:
        with closing(sqlite3.connect(file, timeout=0)) as other, other:
            other.execute("UPDATE players SET at = 2")  # raises an error if the database is locked
        written.append(True)
        return usual(*arguments, **options)

    async def play(hub: Hub) -> None:
        await meet(hub)
        await shut(await two_games(hub, "bratwurmeck"))

    with_hub(f"sqlite:///{file}", play)
    monkeypatch.setattr(erasure, "read_log", writes)
    done = erase(f"sqlite:///{file}")
    assert (done.code, done.err, written) == (0, "", [True])
    assert traces(f"sqlite:///{file}") == set()


def test_a_damaged_game_is_reported_after_the_other_tables_are_done(database: str) -> None:
    codes: list[str] = []

    async def play(hub: Hub) -> None:
        await meet(hub)
        for game in ("bratwurmeck", "karteneck"):
            await shut(await two_games(hub, game))
        other = await hub.open(small(), BO)
        await shut(other)
        codes.append(other.code)

    with_hub(database, play)
    asyncio.run(add_damaged_game(database, codes[0]))
    done = erase(database)
    assert "from 2 closed tables" in done.out
    assert (done.code, traces(database)) == (2, set())
    assert f"table {codes[0]} at entry 1000 is damaged" in done.err
    assert "`heckmeck db remove-damaged`" in done.err
    assert [row for row in stored(database) if row[0] == "orders" and row[4] != ""] == [], "nothing is left to do"


def test_an_unknown_player_is_reported_beside_a_damaged_game(database: str) -> None:
    codes: list[str] = []

    async def play(hub: Hub) -> None:
        table = await hub.open(small(), BO)
        await shut(table)
        codes.append(table.code)

    with_hub(database, play)
    asyncio.run(add_damaged_game(database, codes[0]))
    done = erase(database)
    assert (done.code, done.out) == (2, "")
    assert f"There is no player {ZOE.player}." in done.err

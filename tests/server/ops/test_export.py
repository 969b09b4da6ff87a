"""`heckmeck export` beside a running server: finished games are complete and verify, and nothing else is exported."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner, Result

from heckmeck.cli.main import make_app
from heckmeck.games import GameError
from heckmeck.server.fairness.proof import FairRecord, decode_fair
from heckmeck.server.fairness.verify import verify
from heckmeck.server.live.archive import find_game as found_in
from heckmeck.server.live.archive import to_fair_record, to_record
from heckmeck.server.ops.export import Wanted, records
from heckmeck.server.store.connect import connect
from heckmeck.server.store.log_rows import LOG
from heckmeck.server.store.session import SqliteSession, reading
from helpers.eventful_tables import lived
from helpers.postgres import Cluster
from helpers.wire import Api, Client, Server

GAMES = ("bratwurmeck", "barbecue", "karteneck")


class ServedGames(NamedTuple):
    """A server with finished games, a running one and one that was broken off."""

    server: Server
    finished: dict[str, str]
    """The tables by their games."""
    running: str
    broken_off: str


async def opened(api: Api, game: str) -> Client:
    plan = {"plan": {"game": game, "seats": 2}, "bots": ["greedy"], "name": "Ann", "start": True}
    code = (await api.post("/api/tables", plan))["code"]
    return await Client(api, code, seed=False).connect()


async def finished(api: Api, game: str) -> str:
    client = await opened(api, game)
    await client.play(Random(1))
    await client.close()
    return client.code


async def play_some(server: Server) -> ServedGames:
    api = await Api.new(server, "Ann")
    tables = {game: await finished(api, game) for game in GAMES}
    running, broken_off = await opened(api, "karteneck"), await opened(api, "barbecue")
    assert (await broken_off.do("leave", seat=0))["type"] == "done"
    # At the table of the finished Bratwurmeck another game has begun.
    again = await Client(api, tables["bratwurmeck"], seed=False).connect()
    assert (await again.do("start"))["type"] == "done"
    for client in (running, broken_off, again):
        await client.close()
    return ServedGames(server, tables, running.code, broken_off.code)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedGames]:
    with Server(tmp_path_factory.mktemp("export") / "data") as server:
        yield asyncio.run(play_some(server))


def heckmeck(*arguments: str) -> Result:
    return CliRunner().invoke(make_app(), arguments)


def export(played: ServedGames, *arguments: str) -> Result:
    return heckmeck("export", "--database", str(played.server.data / "heckmeck.db"), *arguments)


def names(lines: str) -> list[str]:
    return [json.loads(line)["fairness"]["game"] for line in lines.splitlines()]


def test_all_finished_games_are_written_while_the_server_runs_and_they_verify(
    played: ServedGames, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    done = export(played, "-o", str(file))
    assert (done.exit_code, done.stdout) == (0, "")
    assert "3 games are in" in done.stderr
    assert names(file.read_text()) == sorted(f"{code}/1" for code in played.finished.values())
    checked = heckmeck("verify", str(file))
    assert checked.exit_code == 0, checked.stderr
    assert "3 of 3 games are valid" in checked.stdout
    records = [decode_fair(line) for line in file.read_bytes().splitlines()]
    assert [record.players for record in records] == [("Ann", "bot:greedy")] * 3
    assert all(record.outcome is not None and record.fairness.secret for record in records)


def test_nothing_of_games_that_go_on_or_were_broken_off_is_written(played: ServedGames) -> None:
    done = export(played)
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 3
    assert played.running not in done.stdout
    assert played.broken_off not in done.stdout
    assert f"{played.finished['bratwurmeck']}/2" not in done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_the_games_of_one_table_can_be_asked_for(played: ServedGames, game: str) -> None:
    code = played.finished[game]
    done = export(played, "--table", f"{code[:4].lower()}-{code[4:].lower()}")
    assert names(done.stdout) == [f"{code}/1"]
    assert verify(done.stdout.encode()).over
    assert export(played, "--table", played.running).stdout == ""


def test_games_can_be_asked_for_by_when_they_ended(played: ServedGames) -> None:
    yesterday, tomorrow = (f"{datetime.now() + timedelta(days=days):%Y-%m-%d}" for days in (-1, 1))
    assert len(names(export(played, "--since", yesterday).stdout)) == 3
    none = export(played, "--since", tomorrow)
    assert (none.exit_code, none.stdout, none.stderr) == (0, "", "0 games\n")


def test_a_file_that_is_there_is_not_written_over(played: ServedGames, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("mine\n")
    done = export(played, "-o", str(file))
    assert file.read_text() == "mine\n"
    assert isinstance(done.exception, GameError)
    assert done.exception.code == "file_exists"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--table", "no"], "bad_code"),
        (["--database", "nowhere.db"], "no_database"),
        (["--database", "mysql://here"], "bad_database"),
    ],
)
def test_what_cannot_be_done_is_refused(arguments: list[str], code: str) -> None:
    done = heckmeck("export", *arguments)
    assert isinstance(done.exception, GameError)
    assert (done.exception.code, done.stdout) == (code, "")


def test_games_kept_in_postgresql_are_written_too(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.new_database()
    with Server(tmp_path / "data", database=database) as server:

        async def main() -> str:
            return await finished(await Api.new(server, "Ann"), "barbecue")

        code = asyncio.run(main())
        done = heckmeck("export", "--database", database, "--table", code)
    assert names(done.stdout) == [f"{code}/1"], done.stderr
    assert verify(done.stdout.encode()).over


def test_a_log_is_read_once_for_all_games_of_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desks = [lived("bratwurmeck", Random(seed), code=f"TABLE{seed}") for seed in range(3)]
    database, asked = f"sqlite:///{tmp_path / 'tables.db'}", []
    stream = SqliteSession.stream

    def counted(session: SqliteSession, sql: str, *values: Any) -> Any:
        asked.append((sql, *values))
        return stream(session, sql, *values)

    async def main() -> list[FairRecord]:
        store = connect(database)
        await store.open("one", lambda table, seq: None)
        for desk in desks:
            await desk.keep_in(store)
        await store.close()
        monkeypatch.setattr(SqliteSession, "stream", counted)
        async with reading(database) as session:
            return [record async for record in records(session, Wanted())]

    expected = [
        to_fair_record(game, bytes([number - 1]) * 32)
        for desk in desks
        for number in (1, 2, 3, 4)
        if (game := found_in(desk.rows, number)).over and to_record(game).outcome is not None
    ]
    assert asyncio.run(main()) == expected
    assert len(expected) > len(desks)
    assert [table for sql, table, *_ in asked if sql == LOG] == [desk.table.code for desk in desks]

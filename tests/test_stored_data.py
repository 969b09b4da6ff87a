"""Data stored by version 0.1.0 still works: files and databases are loaded, checked and played on.

`tests/fixtures/0.1.0/README.md` says how each file was made. The tests use commands, HTTP and WebSockets alone, because
that is what an upgrade has to keep.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import json
import sqlite3
import sys
import time
from base64 import b64decode
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from itsdangerous import TimestampSigner

from heckmeck.__main__ import main
from heckmeck.server.net.identity import GuestCookies
from heckmeck.server.net.keys import KeyRing
from helpers.commands import Result, Run
from helpers.postgres import Cluster
from helpers.wire import Api, Client, Server

OLD = Path(__file__).parent / "fixtures" / "0.1.0"
PLAYERS: dict[str, Any] = json.loads((OLD / "players.json").read_text())
TABLES: dict[str, dict[str, str]] = PLAYERS["tables"]
GAMES = tuple(TABLES)
ENTRIES = {
    "opened", "sat", "left", "bot_sat", "stood_in", "returned", "cleared", "began", "committed", "revealed",
    "seeds_closed", "moved", "said", "reacted", "chat_set", "broken_off", "closed",
}  # fmt: skip
PHASE = itemgetter(3)
"""Of a row of `tables`."""
TIMES = {
    "tables": ["at"], "entries": ["at"], "games": ["began", "ended"], "results": ["at"], "players": ["at"],
    "tokens": ["at"],
}  # fmt: skip
"""The columns that hold a time, by table."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run `heckmeck` in an empty folder, with these arguments and this standard input."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(tmp_path)

    def command(*arguments: object, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["heckmeck", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code: object = 0
        try:
            main()
        except SystemExit as left:
            code = left.code or 0
        captured = capsys.readouterr()
        assert isinstance(code, int)
        return Result(code, captured.out, captured.err)

    return command


def copied(name: str, folder: Path) -> Path:
    """Copy a stored file, uncompressed, for a test that may change it."""
    content = (OLD / name).read_bytes()
    path = folder / name.removesuffix(".gz")
    path.write_bytes(gzip.decompress(content) if name.endswith(".gz") else content)
    path.chmod(0o600)
    return path


# Files ---------------------------------------------------------------------------------------------------------------


SIMULATED = {
    "bratwurmeck": "bratwurmeck --seats 4 --bots greedy,cautious,sure,random --games 5 --seed fixture",
    "barbecue": "barbecue --seats 4 --bots greedy,cautious,sure,random --games 5 --seed fixture",
    "karteneck": "karteneck --seats 4 --bots greedy,random,cautious,sampler --games 5 --seed fixture",
    "bratwurmeck-options": "bratwurmeck --seats 3 --bots greedy,random --games 3 --seed options "
    "-o lower_portion=next -o returned_highest_turns=true -o portions=21-28",
}


@pytest.mark.parametrize("name", SIMULATED)
def test_the_same_seed_gives_the_same_records_byte_for_byte(run: Run, name: str) -> None:
    assert run("simulate", *SIMULATED[name].split(), "--records", "new.jsonl").code == 0
    assert Path("new.jsonl").read_bytes() == (OLD / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", [*SIMULATED, "export"])
def test_records_replay(run: Run, name: str) -> None:
    done = run("replay", OLD / f"{name}.jsonl", "--check")
    assert (done.code, done.err) == (0, "")
    games = len((OLD / f"{name}.jsonl").read_text().splitlines())
    assert str(games) in done.out


def test_the_proofs_of_exported_games_hold(run: Run) -> None:
    done = run("verify", OLD / "export.jsonl")
    assert done.code == 0, done.err
    assert "9 of 9 games are valid: 496 outcomes follow from their chains and 9 seeds." in done.out


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_is_resumed_and_played_to_its_end(run: Run, tmp_path: Path, game: str) -> None:
    path = copied(f"{game}-save.jsonl", tmp_path)
    saved = json.loads(path.read_text())
    done = run("play", "--resume", path, "--seed", "on", typed="1\n" * 3000)
    assert done.code == 0, done.err
    played = json.loads(path.read_text())
    assert played["outcome"] is not None
    assert played["steps"][: len(saved["steps"])] == saved["steps"]
    assert {**played, "steps": [], "outcome": None} == {**saved, "steps": []}


def test_an_interrupted_arena_goes_on_to_the_result_of_one_that_was_not(run: Run, tmp_path: Path) -> None:
    copied("arena.json", tmp_path)
    processes = ("--processes", 1, "--json")
    resumed = run("arena", "--resume", "arena.json", "--deals", 110, *processes)
    asked = ("bratwurmeck", "--bots", "greedy,cautious,random", "--seats", 3, "--seed", "fixture")
    whole = run("arena", *asked, "-o", "portions=21-26", "--deals", 110, "--save", "whole.json", *processes)
    assert resumed == whole
    assert resumed.code == 0
    assert Path("arena.json").read_bytes() == Path("whole.json").read_bytes()


def test_solved_values_are_read_and_used_by_the_perfect_bot(run: Run, tmp_path: Path) -> None:
    path = copied("bratwurmeck-21-23.values", tmp_path)
    written = path.read_bytes()
    done = run("solve", "bratwurmeck", "--portions", "21-23", "--values", path, "--resume", "--check", 20)
    assert "the first mover wins 0.622868 ± " in done.out
    assert path.read_bytes() == written, "nothing was left to solve"
    options = ("--seats", 2, "-o", "portions=21-23", "--games", 20)
    done = run("simulate", "bratwurmeck", "--bots", f"perfect:{path},random", *options)
    assert done.code == 0, done.err
    assert "20 games" in done.out


def test_an_unfinished_solution_is_finished(run: Run, tmp_path: Path) -> None:
    path = copied("bratwurmeck-21-24-unfinished.values", tmp_path)
    asked = ("solve", "bratwurmeck", "--portions", "21-24", "--values", path, "--resume")
    assert "the first mover wins 0.593724 ± " in run(*asked).out


# Databases -----------------------------------------------------------------------------------------------------------


def test_the_database_has_tables_in_every_phase_with_every_kind_of_entry(tmp_path: Path) -> None:
    """Without this the tests below would show less than they seem to."""
    with sqlite3.connect(copied("heckmeck.db.gz", tmp_path)) as database:
        kinds = {json.loads(body)["type"] for (body,) in database.execute("SELECT body FROM entries")}
        phases = set(database.execute("SELECT game, phase FROM tables"))
    database.close()
    assert kinds == ENTRIES
    assert phases == {(game, phase) for game in GAMES for phase in ("open", "seeding", "playing", "over", "closed")}


@pytest.fixture(params=["sqlite", "postgresql"])
def stored(request: pytest.FixtureRequest, tmp_path: Path, run: Run) -> str:
    """The address of the stored database, up to date: the file itself, or a PostgreSQL filled from its export."""
    if request.param == "sqlite":
        address = f"sqlite:///{copied('heckmeck.db.gz', tmp_path)}"
        assert run("db", "migrate", "--database", address).code == 0
        return address
    cluster: Cluster = request.getfixturevalue("postgres")
    address = cluster.new_database()
    done = run("db", "import", copied("heckmeck.dump.gz", tmp_path), "--database", address)
    assert done.code == 0, done.err
    assert "has no digest: its content was not verified" in done.err
    return address


def test_a_stored_database_is_in_order(stored: str, run: Run) -> None:
    done = run("db", "check", "--database", stored)
    assert (done.code, done.err) == (0, "")
    assert "21 tables, 1,377 entries; everything is in order." in done.out


def test_it_is_exported_as_before(stored: str, run: Run) -> None:
    assert run("export", "--database", stored, "--output", "export.jsonl").code == 0
    assert Path("export.jsonl").read_bytes() == (OLD / "export.jsonl").read_bytes()
    assert run("db", "export", "new.dump", "--database", stored).code == 0
    new = [json.loads(line) for line in Path("new.dump").read_text().splitlines()]
    old = [json.loads(line) for line in gzip.decompress((OLD / "heckmeck.dump.gz").read_bytes()).splitlines()]
    migrated = stored.startswith("sqlite:")
    assert new[1:-1] == [[name, [*values, *added_since(name, values, migrated)]] for name, values in old[1:-1]]
    assert new[-1] == {**old[-1], "sha256": new[-1]["sha256"]}  # the digest came with later versions


def added_since(name: str, values: list[Any], migrated: bool) -> list[Any]:
    """Return what later versions store in addition.

    Whether something is due at a table is unknown after an import, and after a migration unless it is between games.
    """
    if name == "tables":
        return [None, False if migrated and PHASE(values) in {"over", "closed"} else None]
    if name == "games":
        return [None, None]
    return [""] if name == "players" else []


def test_every_table_loads_and_games_are_played_on(stored: str, run: Run, tmp_path: Path) -> None:
    bring_to_today(stored)
    data = tmp_path / "data"
    data.mkdir()
    copied("keys.json", data)
    with Server(data, database=stored) as server:
        ann, bo = Guest(server, sign(player_of(PLAYERS["cookie"]))), Api(server, PLAYERS["token"])
        asyncio.run(play_on(ann, bo))
    done = run("db", "check", "--database", stored)
    assert (done.code, done.err) == (0, "")


async def play_on(ann: Api, bo: Api) -> None:
    """Open every table, chat there, and play there."""
    assert (await ann.get("/api/me"))["name"] == "Ann"
    assert (await bo.get("/api/me"))["name"] == "Bo"
    assert len(await ann.get("/api/history")) == 9
    for game in GAMES:
        codes = TABLES[game]
        assert (await ann.request("GET", f"/api/tables/{codes['closed']}")).status_code == 404
        assert (await ann.get(f"/api/tables/{codes['closed']}/games/1"))["game"] == game
        assert len(await ann.get(f"/api/tables/{codes['over']}/games")) == 2
    assert await ann.get("/api/me/blocks") == []
    async with asyncio.timeout(120):
        await asyncio.gather(*(Evening(ann, bo, game).play() for game in GAMES))


class Evening:
    """Ann and Bo go on at the tables of one game."""

    def __init__(self, ann: Api, bo: Api, game: str) -> None:
        self._ann = ann
        self._bo = bo
        self._codes = TABLES[game]

    async def play(self) -> None:
        """Finish the games that had begun, and start another wherever one can be started."""
        for phase in ("playing", "timed", "seeding"):
            await self._finish(phase)
        await self._start("open", bo_sits=True)
        await self._start("over")
        await self._start("broken_off")

    async def _finish(self, name: str) -> None:
        """Play the running game to its end; seats that a bot has taken over are taken back."""
        async with Seated(self._ann, self._bo, self._codes[name]) as players:
            for player in players:
                await player.until(lambda player=player: player.table["phase"] == "playing")
                assert (await player.do("say", text="Here I am again."))["type"] == "done"
            await asyncio.gather(*map(play_to_the_end, players))
            assert all(player.ended and player.ended["winners"] for player in players)

    async def _start(self, name: str, *, bo_sits: bool = False) -> None:
        """Start a game and make the first move of a person in it."""
        async with Seated(self._ann, self._bo, self._codes[name]) as (ann, bo):
            if bo_sits:
                assert (await bo.sit("Bo"))["type"] == "done"
                assert (await ann.do("bot", seat=3, bot="cautious"))["type"] == "done"
            if not ann.mine:
                assert (await ann.sit("Ann"))["type"] == "done"
            assert (await ann.do("start"))["type"] == "done"
            await ann.until(lambda: ann.table["phase"] == "playing")
            await asyncio.gather(self._move(ann, bo), bo.until(lambda: bo.table["phase"] == "playing"))

    @staticmethod
    async def _move(ann: Client, bo: Client) -> None:
        position = ann.position
        assert position is not None
        if position["to_act"] in ann.mine:
            assert (await ann.do("move", seq=ann.seq, move=ann.moves()[0]))["type"] == "done"
        else:
            await ann.until(lambda: ann.position != position or bo.my_turn)


class Seated:
    """Ann and Bo connected to one table. Their new seeds were never committed to, so none is shown."""

    def __init__(self, ann: Api, bo: Api, code: str) -> None:
        self._clients = (Client(ann, code, seed=False), Client(bo, code, seed=False))

    async def __aenter__(self) -> tuple[Client, Client]:
        for client in self._clients:
            await client.connect()
        return self._clients

    async def __aexit__(self, *_: object) -> None:
        for client in self._clients:
            await client.close()


async def play_to_the_end(player: Client) -> None:
    """Move whenever it is this player's turn; a seat that a bot has taken over is taken back, if it is not too late."""
    while player.ended is None:
        if not player.my_turn:
            await player.read()
            continue
        assert player.position is not None
        seat = player.position["to_act"]
        if "bot" in player.table["seats"][seat]:
            if (await player.do("back", seat=seat))["type"] == "refused":
                await player.read()
        else:
            reply = await player.do("move", seq=player.seq, move=sensible(player.moves()))
            assert reply["type"] == "done" or reply["code"] in ("stale", "away"), reply


def sensible(moves: Sequence[str]) -> str:
    """Choose a move that advances the game: a player who always steals when possible never finishes."""
    kinds = ("take", "keep W", "lay", "keep", "roll", "steal", "stop", "out")
    return next(move for kind in kinds for move in reversed(moves) if move.startswith(kind))


class Guest(Api):
    """A client of the HTTP interface with a cookie, like a browser."""

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": self.token, "origin": self.server.url}


def bring_to_today(database: str) -> None:
    """Move all times forward, as if the server had been killed just now: tables that are idle for long are closed."""
    later = (int(time.time()) - PLAYERS["made"]) * 1000
    changes = [
        f"UPDATE {table} SET " + ", ".join(f"{column} = {column} + {later}" for column in columns)
        for table, columns in TIMES.items()
    ]
    if database.startswith("sqlite:"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
            for change in changes:
                connection.execute(change)
        connection.close()
    else:
        asyncio.run(_execute(database, "; ".join(changes)))


async def _execute(database: str, sql: str) -> None:
    connection = await asyncpg.connect(database)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


# Cookies -------------------------------------------------------------------------------------------------------------


def signer() -> TimestampSigner:
    """Sign as version 0.1.0 did, written out here so that a change of the code cannot change it."""
    (key,) = json.loads((OLD / "keys.json").read_text())["keys"]
    return TimestampSigner(b64decode(key["secret"]), salt=b"heckmeck.guest", digest_method=hashlib.sha256)


def player_of(cookie: str) -> str:
    return signer().unsign(cookie.removeprefix("heckmeck=")).decode()


def sign(player: str) -> str:
    return f"heckmeck={signer().sign(player).decode()}"


def test_a_cookie_is_good_for_the_player_it_was_given_to(tmp_path: Path) -> None:
    """At the time of the fixture: after a year a cookie is invalid."""

    def soon() -> float:
        return float(PLAYERS["made"] + 60)

    guests = GuestCookies(KeyRing(copied("keys.json", tmp_path), soon), soon)
    guest = guests.read(PLAYERS["cookie"], secure=False)
    assert guest is not None
    assert guest.player == player_of(PLAYERS["cookie"])
    assert not guest.renew

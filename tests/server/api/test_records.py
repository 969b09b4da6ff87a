"""Records by their codes: anybody with the code may read the game, and a closed table gives no access to strangers."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.server.fairness.verify import verify
from heckmeck.server.table.codes import RECORD_LENGTH
from helpers.wire import Api, Client, Server

DAY = 24 * 60 * 60 * 1000
SHAPES = ("", "/replay", "/review")
PLAN = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 23]}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data") as running:
        yield running
        assert "Traceback" not in running.log()


async def finished(api: Api, *, games: int = 1) -> Client:
    body = {"plan": PLAN, "bots": ["random"], "name": "Ann", "start": True}
    client = await Client(api, (await api.post("/api/tables", body))["code"], seed=False).connect()
    for number in range(games):
        if number:
            client.ended = None
            assert (await client.do("start"))["type"] == "done"
        await client.play(Random(number))
    return client


async def settled(api: Api, code: str) -> list[dict[str, Any]]:
    """The games of a table, once their luck is computed."""
    async with asyncio.timeout(60):
        while True:
            games: list[dict[str, Any]] = await api.get(f"/api/tables/{code}/games")
            if all(result["luck"] is not None for game in games for result in game["results"]):
                return games
            await asyncio.sleep(0.05)


async def refused(api: Api, path: str) -> tuple[int, str]:
    reply = await api.request("GET", path)
    return reply.status_code, reply.json().get("code", "")


def test_a_game_can_be_read_by_its_code_and_closed_tables_are_no_way_in(server: Server) -> None:
    async def main() -> None:
        ann, eve = await Api.new(server, "Ann"), await Api.new(server, "Eve")
        client = await finished(ann)
        table = f"/api/tables/{client.code}"
        (game,) = await settled(eve, client.code)
        assert len(game["record"]) == RECORD_LENGTH
        record = f"/api/records/{game['record']}"
        before = [(await eve.request("GET", f"{table}/games/1{shape}")).content for shape in SHAPES]
        assert verify(before[0]).over
        assert [(await eve.request("GET", record + shape)).content for shape in SHAPES] == before
        (own,) = await settled(ann, client.code)
        assert await ann.get(f"/api/records/{game['record'].lower()}/game") == own
        assert [result["mine"] for result in own["results"]] == [True, False]
        assert await eve.get(f"{record}/game") == {**game, "table": ""}, "the code of a table opens more"
        assert (await ann.get("/api/history"))[0]["record"] == game["record"]
        assert (await client.do("close"))["type"] == "done"
        await client.close()
        for path in ("/games", "/statistics", "/games/1", "/games/1/replay", "/games/1/review"):
            assert await refused(eve, table + path) == (404, "no_table")
            assert (await ann.request("GET", table + path)).status_code == 200
        assert [(await eve.request("GET", record + shape)).content for shape in SHAPES] == before

    asyncio.run(main())


def test_wrong_codes_of_records_count_like_wrong_codes_of_tables(server: Server) -> None:
    async def main() -> None:
        ann, eve = await Api.new(server, "Ann"), await Api.new(server, "Eve")
        client = await finished(ann)
        await client.close()
        (game,) = await ann.get(f"/api/tables/{client.code}/games")
        server.stop()
        with Server(server.data, port=server.port, environment={"HECKMECK_LIMIT_LOCAL": "yes"}):
            assert (await ann.request("GET", f"/api/records/{game['record']}/game")).status_code == 200
            assert await refused(eve, "/api/records/ABCDEFGH") == (400, "bad_code")
            letters = "ABCDEFGH"
            wrong = [await refused(eve, f"/api/records/{'A' * 18}{a}{b}") for a in letters for b in letters]
            assert wrong[0] == (404, "no_such_game")
            assert wrong[-1] == (429, "too_fast")
            assert await refused(eve, "/api/tables/ABCDEFGH/games") == (429, "too_fast"), "they share one budget"
            # Codes that this address used correctly before reveal nothing new.
            assert (await eve.request("GET", f"/api/records/{game['record']}/game")).status_code == 200

    asyncio.run(main())


def change(server: Server, *statements: str) -> None:
    with sqlite3.connect(server.data / "heckmeck.db") as connection:
        for sql in statements:
            connection.execute(sql)
    connection.close()


async def all_archived(api: Api, count: int) -> None:
    async with asyncio.timeout(30):
        while "heckmeck_archived_games_total{process=" not in (text := await metrics(api)) or f" {count}.0" not in text:
            await asyncio.sleep(0.05)


async def metrics(api: Api) -> str:
    lines = (await api.request("GET", "/metrics")).text.splitlines()
    return next((line for line in lines if line.startswith("heckmeck_archived_games_total")), "")


def test_games_of_before_keep_their_addresses_for_everybody(server: Server) -> None:
    """They have no codes, and links to them were shared."""

    async def main() -> None:
        ann, eve = await Api.new(server, "Ann"), await Api.new(server, "Eve")
        client = await finished(ann, games=2)
        assert (await client.do("close"))["type"] == "done"
        await client.close()
        change(server, "UPDATE games SET record = NULL WHERE number = 1")
        table = f"/api/tables/{client.code}"
        assert [game["number"] for game in await eve.get(f"{table}/games")] == [1]
        assert [game["number"] for game in await ann.get(f"{table}/games")] == [2, 1]
        assert [each["games"] for each in await eve.get(f"{table}/statistics")] == [1, 1]
        for shape in SHAPES:
            assert (await eve.request("GET", f"{table}/games/1{shape}")).status_code == 200
            assert await refused(eve, f"{table}/games/2{shape}") == (404, "no_such_game")

    asyncio.run(main())


def test_a_server_archives_and_nobody_notices(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        client = await finished(ann)
        said = {"id": "said-long-ago", "text": "Hello"}
        assert (await client.do("say", **said))["type"] == "done"
        client.ended = None
        assert (await client.do("start"))["type"] == "done"
        await client.play(Random(2))
        first = next(entry["seq"] for entry in client.log if entry["what"] == "began" and entry["seq"] > 10)
        await client.close()
        code = client.code
        change(
            server,
            f"UPDATE entries SET at = at - {10 * DAY} WHERE seq < {first}",
            f"UPDATE games SET ended = ended - {10 * DAY} WHERE number = 1",
        )
        await settled(ann, code)
        before = await everything(ann, code, first)
        server.stop()
        server.start()
        await all_archived(ann, 1)
        change(server, "SELECT 1")
        assert await everything(ann, code, first) == before
        again = Client(ann, code, seed=False)
        await again.connect()
        reply = await again.do("say", **said)
        assert (reply["type"], reply["code"], reply["seq"]) == ("refused", "archived", again.seq)
        assert (await again.do("say", id="said-just-now", text="Hello"))["type"] == "done"
        assert again.log[-1]["text"] == "Hello"
        await again.close()

    asyncio.run(main())


async def everything(api: Api, code: str, first: int) -> list[Any]:
    """How the archived part is sent: by a resume, by pages, and as a record."""
    reader = Client(api, code, seed=False)
    await reader.connect(resume=True)
    await reader.close()
    welcome = next(text for text in reader.raw if '"type":"welcome"' in text)
    assert '"begins"' not in welcome
    paths = [f"log?before={before}&limit=200" for before in (2, 20, first, first + 10)]
    paths += [*(f"games/1{shape}" for shape in SHAPES), "statistics"]
    asked = [(await api.request("GET", f"/api/tables/{code}/{path}")).content for path in paths]
    return [reader.raw[: reader.raw.index(welcome)], *asked]

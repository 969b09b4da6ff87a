"""Copying games that were played without a server into one's history."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from heckmeck.play.record import encode
from heckmeck.server.background.scheduler import Scheduler
from heckmeck.server.fairness.seed import commitment_of
from heckmeck.server.fairness.verify import verify
from helpers import fair_games
from helpers.in_process_server import serving
from helpers.offline_page import Page, play
from helpers.wire import Api, Server

SEED = "000102030405060708090a0b0c0d0e0f"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data") as running:
        yield running
        assert "Traceback" not in running.log()


async def offline_game(game: str, *, seeds: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a game on a device; return its record, and its entry in the device's history."""
    page = await Page.begin()
    code = await page.open(game, 3, "cautious", "easy", start=False)
    await page.follow(code, socket=9)
    if seeds:
        commit = {"type": "commit", "id": "commit-one", "seat": 0, "commitment": commitment_of(SEED)}
        assert (await page.command(9, **commit))["type"] == "done"
    assert (await page.command(9, type="start", id="start-it"))["type"] == "done"
    if seeds:
        assert (await page.command(9, type="reveal", id="reveal-one", seat=0, seed=SEED))["type"] == "done"
    await play(page, code, Random(1))
    await page.host.stop()
    return await page.get(f"/api/tables/{code}/games/1"), (await page.get("/api/history"))[0]


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
@pytest.mark.parametrize("seeds", [False, True])
def test_a_copied_game_is_in_the_history_once_and_can_be_read(server: Server, game: str, seeds: bool) -> None:
    async def main() -> None:
        ann, eve = await Api.new(server, "Ann"), await Api.new(server, "Eve")
        record, played = await offline_game(game, seeds=seeds)
        body = {"record": record, "ended": played["ended"]}
        copied = await ann.post("/api/history/import", body)
        again = await asyncio.gather(*(ann.post("/api/history/import", body) for _ in range(3)))
        assert {each["record"] for each in again} == {copied["record"]}
        (listed,) = await ann.get("/api/history")
        assert listed["record"] == copied["record"]
        assert listed["unverified"]
        assert (listed["game"], listed["ended"], listed["reason"]) == (game, played["ended"], played["reason"])
        facts = ("seat", "name", "person", "bot", "score", "rank", "won", "failed", "mine")
        assert [[result[fact] for fact in facts] for result in listed["results"]] == [
            [result[fact] for fact in facts] for result in played["results"]
        ]
        assert await ann.get(f"/api/history?before={listed['table']}/1") == []
        line = (await eve.request("GET", f"/api/records/{listed['record']}")).content
        assert json.loads(line) == record
        assert "on a device of its player" in str(verify(line))
        for shape in ("replay",) if game == "karteneck" else ("replay", "review"):  # cards take long to judge
            assert (await eve.request("GET", f"/api/records/{listed['record']}/{shape}")).status_code == 200
            assert (await ann.request("GET", f"/api/tables/{listed['table']}/games/1/{shape}")).status_code == 200
        assert (await eve.request("GET", f"/api/tables/{listed['table']}/games/1")).status_code == 404
        assert await eve.get("/api/history") == []
        (counted,) = await ann.get("/api/statistics")
        assert counted == {"game": game, "games": 0, "wins": 0, "score": 0, "failed": 0, "luck": None, "unverified": 1}

    asyncio.run(main())


def test_two_players_may_copy_the_same_game(server: Server) -> None:
    async def main() -> None:
        ann, bob = await Api.new(server, "Ann"), await Api.new(server, "Bob")
        record, played = await offline_game("barbecue")
        for player in (ann, bob):
            await player.post("/api/history/import", {"record": record, "ended": played["ended"]})
        assert [len(await player.get("/api/history")) for player in (ann, bob)] == [1, 1]

    asyncio.run(main())


def test_names_that_a_table_numbered_or_an_earlier_version_accepted_can_be_copied(server: Server) -> None:
    async def main() -> None:
        record, played = await offline_game("barbecue")
        for name in ("x" * 24 + " 2", "Somebody"):
            ann = await Api.new(server, "Ann")
            named = _with(record, players=[name, *record["players"][1:]])
            copied = await ann.post("/api/history/import", {"record": named, "ended": played["ended"]})
            assert copied["results"][0]["name"] == name

    asyncio.run(main())


def test_a_game_that_a_bot_finished_is_not_the_players_own(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        record, played = await offline_game("barbecue")
        body = {"record": record, "ended": played["ended"], "stand_ins": [[0, "easy"]]}
        copied = await ann.post("/api/history/import", body)
        assert [(result["person"], result["bot"]) for result in copied["results"]] == [
            (True, "easy"), (False, "cautious"), (False, "easy"),
        ]  # fmt: skip
        again = await ann.post("/api/history/import", {**body, "stand_ins": []})
        assert again["record"] == copied["record"]
        for wrong in ([[1, "easy"]], [[6, "easy"]], [[9, "easy"]], [[0, "Nonsense!"]], [[0]], "easy"):
            reply = await ann.request("POST", "/api/history/import", {**body, "stand_ins": wrong})
            assert reply.status_code == 400, wrong

    asyncio.run(main())


def test_luck_is_calculated_once_and_only_where_there_are_odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assessed = []

    async def assess(_: Scheduler, code: str, number: int) -> None:
        assessed.append((code, number))

    async def nothing(*_: object) -> None:
        """Do not look for games without luck."""

    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            for game in ("karteneck", "barbecue", "barbecue"):
                record, played = games[game]
                copied = await ann.post("/api/history/import", {"record": record, "ended": played["ended"]})
                codes[game] = copied["table"]

    codes: dict[str, str] = {}
    games = {game: asyncio.run(offline_game(game)) for game in ("karteneck", "barbecue")}
    monkeypatch.setattr(Scheduler, "assess", assess)
    monkeypatch.setattr(Scheduler, "_store_missing_luck", nothing)
    asyncio.run(main())
    assert assessed == [(codes["barbecue"], 1)]


def _with(record: dict[str, Any], **values: Any) -> dict[str, Any]:
    return {**record, **values}


def test_records_that_are_not_those_of_a_device_are_refused(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        record, _ = await offline_game("barbecue")
        online = json.loads(encode(fair_games.played("barbecue")))
        proof = record["fairness"]
        swapped = [*record["steps"][:2], "keep 6", *record["steps"][3:]]
        for wrong, code in (
            (online, "not_offline"),
            (_with(record, outcome=None), "unfinished"),
            (_with(record, fairness={**proof, "secret": None}), "unfinished"),
            (_with(record, fairness={**proof, "secret": "0" * 64}), "wrong_secret"),
            (_with(record, fairness={**proof, "game": "~ABCDEFGH/2"}), "wrong_outcome"),
            (_with(record, steps=swapped), None),
            (_with(record, steps=["roll"] * 6001), "too_many_steps"),
            (_with(record, players=["bot:Nonsense!", *record["players"][1:]]), "bad_import"),
            (_with(record, players=[record["players"][0], "bot:you-fool", record["players"][2]]), "bad_import"),
            (_with(record, players=["\u202e evil", *record["players"][1:]]), None),
            (_with(record, game="chess"), None),
            (_with(record, outcome={**record["outcome"], "winners": [0, 1, 2]}), None),
            (_with(record, fairness=None), "no_fairness"),
            ({}, "bad_record"),
        ):
            reply = await ann.request("POST", "/api/history/import", {"record": wrong, "ended": 0})
            assert reply.status_code == 400, (code, reply.text)
            assert code in (None, reply.json()["code"]), reply.text
        for body in ({}, {"record": [], "ended": 0}, {"record": record, "ended": -1}, {"record": record}):
            assert (await ann.request("POST", "/api/history/import", body)).status_code == 400
        big = {"record": {**record, "more": "x" * 70_000}, "ended": 0}
        assert (await ann.request("POST", "/api/history/import", big)).status_code == 413
        assert await ann.get("/api/history") == []

    asyncio.run(main())


def test_a_stranger_cannot_copy_a_game(server: Server) -> None:
    async def main() -> None:
        stranger = Api(server, "unknown")
        record = msgspec.json.decode(encode(fair_games.played("barbecue")))
        reply = await stranger.request("POST", "/api/history/import", {"record": record, "ended": 0})
        assert (reply.status_code, reply.json()["code"]) == (401, "no_name")

    asyncio.run(main())

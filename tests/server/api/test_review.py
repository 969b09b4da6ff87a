"""The review of a finished game: what every decision was worth, and never while the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from heckmeck.games import get
from heckmeck.play import bot_table
from heckmeck.play.review import MAX_MOMENTS, MIN_LOSS_SHOWN, review
from helpers.wire import Api, Client, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("review") / "data") as running:
        yield running
        assert "Traceback" not in running.log()


def record(game: str, *bots: str, **options: object) -> Any:
    rules = get(game)
    table = bot_table(rules, rules.setup(seats=len(bots), **options), list(bots), seed="3")
    for _ in table.play():
        pass
    return table.record()


def test_the_worst_moments_have_their_dice() -> None:
    played = record("bratwurmeck", "random", "greedy", portions=[21, 25])
    found = review(played)
    losses = {each.step: each for each in found.decisions}
    own = [moment for moment in found.moments if moment.seat == 0]
    assert len(own) == MAX_MOMENTS
    told = [losses[moment.step].lost for moment in own]
    assert told == sorted((each.lost for each in found.decisions if each.seat == 0), reverse=True)[:MAX_MOMENTS]
    assert all(moment.kept or moment.rolled for moment in own)
    assert all(losses[moment.step].lost >= MIN_LOSS_SHOWN for moment in found.moments)
    assert all(0 <= (moment.success or 0) <= 1 for moment in found.moments)


def test_anybody_may_see_it_when_the_game_is_over_and_nobody_before(server: Server) -> None:
    async def main() -> None:
        ann, bo = await Api.new(server, "Ann"), await Api.new(server, "Bo")
        plan = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 22]}}
        body = {"plan": plan, "name": "Ann", "bots": ["greedy"], "start": True}
        code = (await ann.post("/api/tables", body))["code"]
        path = f"/api/tables/{code}/games/1/review"
        early = await ann.request("GET", path)
        assert (early.status_code, early.json()["code"]) == (409, "game_on")
        client = await Client(ann, code, seed=False).connect()
        await client.play(Random(1))
        await client.close()
        found, again = await bo.get(path), await ann.get(path)
        assert found == again
        written = await bo.get(f"/api/tables/{code}/games/1")
        moves = [step for step in written["steps"] if not step.startswith("=")]
        assert [each["move"] for each in found["decisions"]] == moves
        assert found["standings"][-1]["scores"] == written["outcome"]["scores"]
        missing = await bo.request("GET", f"/api/tables/{code}/games/2/review")
        assert (missing.status_code, missing.json()["code"]) == (404, "no_such_game")

    asyncio.run(main())

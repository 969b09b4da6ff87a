"""The game on a server: people and a bot at one table, proofs of luck, replays and clear refusals."""

import asyncio
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

from heckmeck.games import AnyGame
from heckmeck.server.fairness.source import ChainSource
from heckmeck.server.fairness.verify import verify
from helpers.wire import Api, Client, Server

PLAN = {"game": "pig", "seats": 3, "options": {"target": 40}}


def test_two_people_and_a_bot_play_a_game_that_verifies(pig: AnyGame, tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            ann, bo = [await Api.new(server, name) for name in ("Ann", "Bo")]
            listed = {game["name"]: game for game in await ann.get("/api/games")}
            assert listed["pig"]["title"] == pig.title
            assert listed["pig"]["unit"] == pig.unit
            assert {bot["name"] for bot in listed["pig"]["bots"]} == {"random", "hold"}
            code = (await ann.post("/api/tables", {"plan": PLAN}))["code"]
            players = [await Client(api, code).connect() for api in (ann, bo)]
            for name, player in zip(("Ann", "Bo"), players, strict=True):
                assert (await player.sit(name))["type"] == "done"
            assert (await players[0].do("bot", seat=2, bot="hold"))["type"] == "done"
            assert (await players[0].do("start"))["type"] == "done"
            await asyncio.gather(*(player.play(Random(number)) for number, player in enumerate(players)))
            assert players[0].ended == players[1].ended
            await check_archive(ann, code, players[0])
            for player in players:
                await player.close()
            assert "Traceback" not in server.log()

    asyncio.run(main())


async def check_archive(api: Api, code: str, player: Client) -> None:
    """Compare what the server has of the finished game with what a player saw."""
    record = await api.request("GET", f"/api/tables/{code}/games/1")
    verified = verify(record.content)
    assert verified.over
    assert verified.seeds == 2
    replay = await api.get(f"/api/tables/{code}/games/1/replay")
    assert replay["end"]["winners"] == player.ended["winners"] if player.ended else False
    assert all(frame["position"]["game"] == "pig" and frame["position"]["text"] for frame in replay["frames"])
    check_luck(code, player)
    (played,) = (await api.get(f"/api/tables/{code}/games"))[:1]
    assert [result["luck"] for result in played["results"]] == [None] * 3


def check_luck(code: str, player: Client) -> None:
    """Compute every outcome from its link and the weights sent with it, as the browser does."""
    seeds = player.table["seeds"]
    checked = 0
    for entry in player.log:
        for number, (node, link) in enumerate(zip(entry.get("chance", ()), entry.get("links", ()), strict=True)):
            source = ChainSource(bytes.fromhex(link), f"{code}/1", entry["outcome"] + number, seeds)
            assert pick(node["weights"], source) == node["outcome"]
            checked += 1
    assert checked > 10


def pick(weights: list[Any], source: ChainSource) -> str:
    below = source.randrange(sum(weight for _, weight in weights))
    cumulative = accumulate(weight for _, weight in weights)
    return next(str(text) for (text, _), end in zip(weights, cumulative, strict=True) if end > below)


def test_the_position_can_be_copied_and_there_is_no_coach(pig: AnyGame, tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            ann = await Api.new(server, "Ann")
            # A target that the bot does not reach while Ann rolls one 1 after another.
            plan = {"game": "pig", "seats": 2, "options": {"target": 1000}}
            opened = {"plan": plan, "name": "Ann", "bots": ["hold"], "start": True}
            code = (await ann.post("/api/tables", opened))["code"]
            player = await Client(ann, code, seed=False).connect()
            await player.until(lambda: player.my_turn)
            text = (await ann.get(f"/api/tables/{code}/position?seat=0"))["text"]
            assert pig.position(pig.view_from_position(text)) == text
            reply = None
            while reply is None or reply.json()["code"] == "busy":  # the process for advice has to start
                reply = await ann.request("GET", f"/api/tables/{code}/advice?seat=0&seq={player.seq}")
            assert (reply.status_code, reply.json()["code"]) == (409, "no_advice")
            await player.close()
            assert "Traceback" not in server.log()

    asyncio.run(main())

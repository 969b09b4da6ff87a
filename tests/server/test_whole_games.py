"""Whole games over the wire: people and bots at one table, everything checked from the outside."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from heckmeck.server.fairness.verify import verify
from helpers.wire import Api, Client, Server


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
def test_two_people_and_a_bot_play_a_game_that_verifies(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            ann, bo, eve = [await Api.new(server, name) for name in ("Ann", "Bo", "Eve")]
            code = (await ann.post("/api/tables", {"plan": {"game": game, "seats": 3}}))["code"]
            players = [await Client(api, code).connect() for api in (ann, bo)]
            watcher = await Client(eve, code).connect()
            for name, player in zip(("Ann", "Bo"), players, strict=True):
                assert (await player.sit(name))["type"] == "done"
            assert (await players[0].do("bot", seat=2, bot="greedy"))["type"] == "done"
            assert (await players[0].do("start"))["type"] == "done"
            await asyncio.gather(*(player.play(Random(number)) for number, player in enumerate(players)))
            await watcher.until(lambda: watcher.ended is not None)
            assert players[0].ended == players[1].ended == watcher.ended
            record = await eve.request("GET", f"/api/tables/{code}/games/1")
            verified = verify(record.content)
            assert verified.over
            assert verified.seeds == 2
            assert [entry["seq"] for entry in watcher.log] == list(range(watcher.log[0]["seq"], watcher.seq + 1))
            for player in (*players, watcher):
                await player.close()

    asyncio.run(main())

"""The time for a decision runs out while the server is killed: a bot stands in once, and the player comes back."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from helpers.wire import Api, Client, Server

TABLES = 6
TIMER = 5


async def silent(server: Server, ann: Api, bo: Api) -> tuple[Client, Client]:
    """A table at which it is Ann's turn and time runs; Bo has the next seat."""
    plan = {"game": "bratwurmeck", "seats": 2, "timer": TIMER}
    code = (await ann.post("/api/tables", {"plan": plan, "name": "Ann"}))["code"]
    players = await Client(ann, code, seed=False).connect(), await Client(bo, code, seed=False).connect()
    assert (await players[1].sit("Bo"))["type"] == "done"
    assert (await players[0].do("start"))["type"] == "done"
    await players[0].until(lambda: players[0].my_turn)
    return players


def times(player: Client) -> int:
    """How often Ann's time was up."""
    return sum((entry["what"], entry.get("seat")) == ("stood_in", 0) for entry in player.log)


async def come_back(player: Client) -> None:
    while True:
        try:
            await player.connect(resume=True)
            return
        except OSError:
            await asyncio.sleep(0.02)


def test_a_bot_stands_in_once_when_the_server_dies_at_that_moment(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            ann, bo = await Api.new(server, "Ann"), await Api.new(server, "Bo")
            tables = [await silent(server, ann, bo) for _ in range(TABLES)]
            dues = sorted(player.log[-1]["due"] for player, _ in tables)
            await asyncio.sleep(dues[TABLES // 2] / 1000 - time.time())
            server.kill()
            server.start()
            for pair in tables:
                await asyncio.gather(*map(come_back, pair))
            for player, other in tables:
                await player.until(lambda player=player: times(player))
                assert player.table["seats"][0]["bot"]
                await other.until(lambda other=other: any(entry.get("by_bot") for entry in other.log))
            player, _ = tables[0]
            assert (await player.do("back", seat=0))["type"] == "done"
            assert "bot" not in player.table["seats"][0]
            await player.until(lambda: player.my_turn)
            assert (await player.do("move", seq=player.seq, move=player.moves()[0]))["type"] == "done"
            for player, other in tables:
                reader = await Client(bo, other.code).connect(resume=True)  # reads from the beginning
                assert times(reader) == 1
                for each in (reader, player, other):
                    await each.close()

    asyncio.run(main())

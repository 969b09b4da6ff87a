"""Looking back at games: a few at a time, at the price of a replay, so that those who play do not feel it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from heckmeck.server.api.archive import WAITING, ArchiveQueue
from heckmeck.server.background.coach import Busy
from helpers.http_clients import browser
from helpers.tables import until
from helpers.wire import Server


def test_games_are_worked_out_one_after_another_and_whoever_comes_when_many_wait_has_to_come_later() -> None:
    async def main() -> None:
        lookback, go_on, working = ArchiveQueue(), asyncio.Event(), 0

        async def slow() -> int:
            nonlocal working
            working += 1
            await go_on.wait()
            working -= 1
            return working

        first, *others = [asyncio.create_task(lookback.look(slow)) for _ in range(WAITING)]
        await until(lambda: len(lookback._asked) == WAITING and working == 1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        with pytest.raises(Busy):
            await lookback.look(slow)  # the one whose asker has gone is still being worked out
        go_on.set()
        assert await asyncio.gather(*others) == [0] * (WAITING - 1)
        assert await lookback.look(slow) == 0

    asyncio.run(main())


def test_a_record_is_paid_for_as_a_replay_is(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        async with browser(server) as guest:
            await guest.post("/api/me", json={"name": "Ann"})
            plan = {"plan": {"game": "barbecue", "seats": 2}, "name": "Ann", "bots": ["random"], "start": True}
            code = (await guest.post("/api/tables", json=plan)).json()["code"]
            # Fewer requests than an address may make at once, but more than it may look back.
            for _ in range(40):
                for shape in ("", "/replay"):
                    reply = await guest.get(f"/api/tables/{code}/games/1{shape}")
                    statuses[shape].append((reply.status_code, reply.json().get("code")))

    statuses: dict[str, list[tuple[int, str | None]]] = {"": [], "/replay": []}
    with Server(tmp_path / "data", environment={"HECKMECK_LIMIT_LOCAL": "yes"}) as server:
        asyncio.run(main(server))
    for each in statuses.values():
        assert each[0] == (200, None)
        assert set(each) == {(200, None), (429, "too_fast")}

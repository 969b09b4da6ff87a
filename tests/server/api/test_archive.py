"""Reading games from the archive: one at a time, limited like replays, so that running games are not delayed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from heckmeck.server.api.archive import MAX_PENDING, MAX_PENDING_EACH, ArchiveQueue
from heckmeck.server.background.answer_cache import Busy
from helpers.http_clients import browser
from helpers.tables import until
from helpers.wire import Server


def test_games_are_read_one_after_another_and_requests_are_refused_when_too_many_wait() -> None:
    async def main() -> None:
        queue, go_on, working = ArchiveQueue(), asyncio.Event(), 0

        async def slow() -> int:
            nonlocal working
            working += 1
            await go_on.wait()
            working -= 1
            return working

        first, *others = [asyncio.create_task(queue.run(slow)) for _ in range(MAX_PENDING)]
        await until(lambda: len(queue._pending) == MAX_PENDING and working == 1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        with pytest.raises(Busy):
            await queue.run(slow)  # the work of the client that disconnected still counts
        go_on.set()
        assert await asyncio.gather(*others) == [0] * (MAX_PENDING - 1)
        assert await queue.run(slow) == 0

    asyncio.run(main())


def test_an_address_that_asks_for_many_games_keeps_others_waiting_for_one_of_them() -> None:
    async def main() -> None:
        queue, go_on, done = ArchiveQueue(), asyncio.Event(), list[str]()

        async def read(who: str) -> None:
            await go_on.wait()
            done.append(who)

        greedy = [asyncio.create_task(queue.run(lambda: read("greedy"), "one")) for _ in range(MAX_PENDING_EACH)]
        await until(lambda: len(queue._pending) == MAX_PENDING_EACH)
        with pytest.raises(Busy):
            await queue.run(lambda: read("greedy"), "one")
        other = asyncio.create_task(queue.run(lambda: read("other"), "two"))
        await until(lambda: len(queue._pending) == MAX_PENDING_EACH + 1)
        go_on.set()
        await asyncio.gather(other, *greedy)
        assert done.index("other") <= 1
        await until(lambda: not queue._each)

    asyncio.run(main())


def test_a_record_counts_against_the_limit_of_replays(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        async with browser(server) as guest:
            await guest.post("/api/me", json={"name": "Ann"})
            plan = {"plan": {"game": "barbecue", "seats": 2}, "name": "Ann", "bots": ["random"], "start": True}
            code = (await guest.post("/api/tables", json=plan)).json()["code"]
            # Fewer requests than an address may make at once, but more replays than it may ask for.
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

"""Opening a table once, and its position as text: nothing is in it that the seat may not see."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.games import get
from heckmeck.server.net import rate_limits
from heckmeck.server.net.rate_limits import Rate
from helpers.http_clients import browser
from helpers.in_process_server import serving
from helpers.wire import Api, Client, Server

SMALL = {"portions": [16, 20], "zeros": 1, "removed": 0, "copies": 6, "worm_cards": 6, "hand": 4}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("api") / "data") as running:
        yield running
        assert "Traceback" not in running.log()


async def position(api: Api, code: str, query: str = "") -> tuple[int, Any]:
    """The status, and the text or the code of the refusal."""
    reply = await api.request("GET", f"/api/tables/{code}/position{query}")
    body = reply.json()
    return reply.status_code, body["text"] if reply.status_code == 200 else body["code"]


async def caught_up(player: Client, seq: int) -> None:
    await player.until(lambda: player.seq >= seq)


def test_each_player_gets_the_own_view_and_others_that_of_a_spectator(server: Server) -> None:
    """At every decision of a game with hidden cards the text is read back, and has to be the view of its reader."""
    game = get("karteneck")

    async def main() -> None:
        ann, bo, eve = [await Api.new(server, name) for name in ("Ann", "Bo", "Eve")]
        plan = {"game": "karteneck", "seats": 2, "options": SMALL}
        code = (await ann.post("/api/tables", {"plan": plan}))["code"]
        players = [await Client(api, code, seed=False).connect() for api in (ann, bo)]
        for name, player in zip(("Ann", "Bo"), players, strict=True):
            await player.sit(name)
        await players[0].do("start")
        source, checked = Random(1), 0
        while players[0].ended is None:
            seen = []
            for seat, api in enumerate((ann, bo)):
                status, text = await position(api, code, f"?seat={seat}")
                view = game.view_from_position(text)
                welcome = await api.get(f"/api/tables/{code}")
                assert (status, view.seat, list(view.hand)) == (200, seat, welcome["position"]["hand"])
                assert welcome["position"]["hand_sizes"] == list(view.hand_sizes)
                seen.append(text)
            spectator = (await position(eve, code))[1]
            assert game.view_from_position(spectator).hand == ()
            assert {(await position(api, code))[1] for api in (ann, bo)} == {spectator}
            assert len({*seen, spectator}) == 3
            checked += 1
            (actor,) = [player for player in players if player.position and player.my_turn]
            await actor.do("move", seq=actor.seq, move=source.choice(actor.moves()))
            await asyncio.gather(*(caught_up(player, actor.seq) for player in players))
        assert checked > 5
        for player in players:
            await player.close()

    asyncio.run(main())


def test_the_view_of_another_seat_is_refused(server: Server) -> None:
    async def main() -> None:
        ann, bo = [await Api.new(server, name) for name in ("Ann", "Bo")]
        opened = {"plan": {"game": "karteneck", "seats": 2}, "name": "Ann", "bots": ["random"], "start": True}
        code = (await ann.post("/api/tables", opened))["code"]
        assert await position(ann, code, "?seat=1") == (409, "not_your_seat")
        assert await position(bo, code, "?seat=0") == (409, "not_your_seat")
        async with browser(server) as nobody:
            reply = await nobody.get(f"/api/tables/{code}/position?seat=0")
            assert (reply.status_code, reply.json()["code"]) == (401, "no_name")
            assert (await nobody.get(f"/api/tables/{code}/position")).status_code == 200

    asyncio.run(main())


def test_there_is_no_position_before_the_first_game(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        code = (await ann.post("/api/tables", {"plan": {"game": "barbecue", "seats": 2}}))["code"]
        assert await position(ann, code) == (409, "no_game")
        reply = await ann.request("GET", f"/api/tables/{code}/position")
        assert reply.json()["message"] == "There is no position to show."
        assert await position(ann, "AAAAAAAA") == (404, "no_table")

    asyncio.run(main())


def test_it_counts_as_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "ADDRESS_COMMANDS", Rate(4, 0))  # spent tokens do not come back

    async def main() -> None:
        async with serving(tmp_path, limit_local=True) as server, browser(server) as guest:
            await guest.post("/api/me", json={"name": "Ann"})
            opened = {"plan": {"game": "barbecue", "seats": 2}, "name": "Ann", "bots": ["random"], "start": True}
            code = (await guest.post("/api/tables", json=opened)).json()["code"]
            statuses = [(await guest.get(f"/api/tables/{code}/position")).status_code for _ in range(5)]
            assert (statuses[0], statuses[-1]) == (200, 429)
            assert sorted(statuses) == statuses

    asyncio.run(main())


def test_a_request_that_is_sent_again_opens_no_second_table(server: Server) -> None:
    async def main() -> None:
        ann, bo = [await Api.new(server, name) for name in ("Ann", "Bo")]
        plan = {"game": "bratwurmeck", "seats": 3}
        wanted = {"plan": plan, "name": "Ann", "bots": ["greedy", "sure"], "start": True, "id": "request-1"}
        both = await asyncio.gather(ann.post("/api/tables", wanted), ann.post("/api/tables", wanted))
        again = await ann.post("/api/tables", wanted)
        code = again["code"]
        assert [each["code"] for each in both] == [code, code]
        found = await ann.get(f"/api/tables/{code}")
        assert [holder.get("bot") for holder in found["table"]["seats"]] == [None, "greedy", "sure"]
        assert found["table"]["number"] == 1
        others = [await ann.post("/api/tables", {**wanted, "id": "request-2"}), await bo.post("/api/tables", wanted)]
        others.append(await ann.post("/api/tables", {"plan": plan}))
        assert len({code, *(each["code"] for each in others)}) == 4

    asyncio.run(main())


def test_a_table_that_was_closed_is_not_opened_again(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        wanted = {"plan": {"game": "bratwurmeck", "seats": 2}, "id": "request-1"}
        code = (await ann.post("/api/tables", wanted))["code"]
        await ann.post(f"/api/tables/{code}/commands", {"type": "close", "id": "closing-1"})
        assert (await ann.post("/api/tables", wanted))["code"] != code

    asyncio.run(main())

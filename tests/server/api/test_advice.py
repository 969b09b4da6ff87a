"""Advice over the wire: exact, for one's own seat at its turn, only if allowed, and only from what the seat sees."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from heckmeck.games import CHANCE, get, seen_by
from heckmeck.games.barbecue.situation import barbecue_view
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from heckmeck.games.dice import WORM
from heckmeck.play.win_chances import DIGITS, win_chances_for
from heckmeck.server.background.answer_cache import MAX_PENDING_EACH, AnswerCache, Busy
from heckmeck.server.background.answers import Question, advise
from heckmeck.solve.odds import odds
from helpers.wire import Api, Client, Server

PLAN = {"game": "bratwurmeck", "seats": 2}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("advice") / "data") as running:
        yield running
        assert "Traceback" not in running.log()


async def opened(api: Api, plan: dict[str, Any] = PLAN, *bots: str) -> tuple[Client, dict[str, Any]]:
    """A table with a player on the first seat, started if bots are named."""
    body = {"plan": plan, "name": "Ann", "bots": bots, "start": bool(bots)}
    code = (await api.post("/api/tables", body))["code"]
    client = await Client(api, code, seed=False).connect()
    return client, client.table


async def ask(api: Api, client: Client, seat: int = 0, seq: int | None = None) -> httpx.Response:
    seq = client.seq if seq is None else seq
    return await api.request("GET", f"/api/tables/{client.code}/advice?seat={seat}&seq={seq}")


async def refused(api: Api, client: Client, seat: int = 0, seq: int | None = None) -> tuple[int, str]:
    reply = await ask(api, client, seat, seq)
    return reply.status_code, reply.json().get("code", "")


def test_the_numbers_are_those_of_the_solver(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        client, _ = await opened(ann, PLAN, "greedy")
        rolled = (client.position or {})["rolled"]
        first = (await ask(ann, client)).json()
        assert first == expected(bratwurmeck_view(rolled=rolled), first["seq"])
        assert first["best"] == first["options"][0]["move"]
        await client.do("move", seq=client.seq, move=first["best"])
        await client.until(lambda: client.my_turn)
        kept = (client.position or {})["kept"]
        if kept:
            second = (await ask(ann, client)).json()
            assert second == expected(bratwurmeck_view(kept=kept), second["seq"])
        await client.close()

    asyncio.run(main())


def expected(view: Any, seq: int) -> dict[str, Any]:
    """Return the exact figures of playing for the win, where the chances to win are known, the best choice first."""
    choices, chances, wins = odds(view).choices, win_chances_for(get(view.game), view.setup), {}
    if chances is not None:
        turn = chances.turn(view)
        wins = {move: round(win, DIGITS) for move, win in turn.wins(view).items()}
        choices = tuple(turn.choice(view, choice.move) for choice in choices)
    choices = tuple(sorted(choices, key=lambda choice: -wins.get(choice.move, 0.0)))
    options = [
        {
            "move": str(choice.move), "gain": choice.gain, "success": choice.success, "error": None,
            "results": [{"name": r.name, "gain": r.gain, "chance": r.chance} for r in choice.results],
            "win": wins.get(choice.move),
        }
        for choice in choices
    ]  # fmt: skip
    return {"seat": 0, "seq": seq, "exact": True, "best": options[0]["move"], "options": options}


def test_spots_are_advised_about_too() -> None:
    view = barbecue_view(kept="466WW")
    options = advise(Question("barbecue", "greedy", view, ()))
    assert {option.move for option in options} == {"roll", "stop"}
    roll = next(option for option in options if option.move == "roll")
    assert sum(result.chance for result in roll.results) == pytest.approx(1)
    assert "failed" in {result.name for result in roll.results}


def test_it_is_for_ones_own_seat_at_its_turn_and_the_current_position(server: Server) -> None:
    async def main() -> None:
        ann, bo = await Api.new(server, "Ann"), await Api.new(server, "Bo")
        client, _ = await opened(ann, PLAN, "greedy")
        assert await refused(bo, client) == (409, "not_seated")
        assert await refused(ann, client, seat=1) == (409, "not_your_seat")
        assert await refused(ann, client, seq=0) == (409, "stale")
        assert await refused(ann, client, seq=client.seq + 1000) == (409, "stale")
        async with httpx.AsyncClient(timeout=20) as stranger:
            path = f"{server.url}/api/tables/{client.code}/advice?seat=0&seq={client.seq}"
            assert (await stranger.get(path)).json()["code"] == "no_name"
        assert (await ann.request("GET", "/api/tables/ABCDEFGH/advice?seat=0&seq=0")).status_code == 404
        waiting, _ = await opened(ann)
        assert await refused(ann, waiting, seq=waiting.seq) == (409, "no_game")
        await client.close()
        await waiting.close()

    asyncio.run(main())


@pytest.mark.parametrize("coach", [False, True])
def test_among_people_the_host_decides(server: Server, coach: bool) -> None:
    async def main() -> None:
        ann, bo = await Api.new(server, "Ann"), await Api.new(server, "Bo")
        first, _ = await opened(ann, {**PLAN, "coach": coach})
        second = await Client(bo, first.code, seed=False).connect()
        await second.sit("Bo")
        await first.do("start")
        await first.until(lambda: first.table["phase"] == "playing" and first.position is not None)
        seat = (first.position or {})["to_act"]
        acting, other = (ann, bo) if seat == 0 else (bo, ann)
        await second.until(lambda: second.seq == first.seq)
        reply = await ask(acting, first, seat)
        if coach:
            assert reply.status_code == 200
            assert await refused(other, first, 1 - seat) == (409, "not_your_turn")
        else:
            assert (reply.status_code, reply.json()["code"]) == (409, "no_coach")
            # A player who has left may come back: it is still a table with people.
            await second.do("leave", seat=1)
            assert await refused(ann, first, 0) == (409, "no_coach")
        for client in (first, second):
            await client.close()

    asyncio.run(main())


def test_advice_is_limited_to_what_a_person_can_read(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        ann = await Api.new(server, "Ann")
        client, _ = await opened(ann, PLAN, "greedy")
        path = f"/api/tables/{client.code}/advice?seat=0&seq={client.seq}"
        async with httpx.AsyncClient(base_url=server.url, headers=ann.headers, timeout=60) as http:
            for _ in range(1000):
                reply = await http.get(path)
                if reply.status_code != 200:
                    break
        assert (reply.status_code, reply.json()["code"]) == (429, "too_fast")
        await client.close()

    with Server(tmp_path / "data", environment={"HECKMECK_LIMIT_LOCAL": "yes"}) as server:
        asyncio.run(main(server))


def test_one_address_cannot_keep_the_coach_from_others() -> None:
    async def main() -> None:
        answers: AnswerCache[str, int] = AnswerCache()
        go_on = asyncio.Event()

        async def slow() -> int:
            await go_on.wait()
            return 7

        asked = [asyncio.create_task(answers.get(f"{number}", slow, "one")) for number in range(MAX_PENDING_EACH)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await answers.get("more", slow, "one")
        asked.append(asyncio.create_task(answers.get("other", slow, "two")))
        await asyncio.sleep(0)
        go_on.set()
        assert await asyncio.gather(*asked) == [7] * (MAX_PENDING_EACH + 1)
        assert await answers.get("more", slow, "one") == 7

    asyncio.run(main())


def test_questions_are_refused_while_too_many_are_pending() -> None:
    async def main() -> None:
        answers: AnswerCache[str, int] = AnswerCache(max_pending=1)
        go_on = asyncio.Event()

        async def slow() -> int:
            await go_on.wait()
            return 7

        async def fail() -> int:
            raise TimeoutError

        first = asyncio.create_task(answers.get("one", slow))
        same = asyncio.create_task(answers.get("one", fail))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await answers.get("other", slow)
        go_on.set()
        assert (await first, await same, await answers.get("one", fail)) == (7, 7, 7)
        with pytest.raises(Busy):
            await answers.get("other", fail)
        assert "other" not in answers

    asyncio.run(main())


def karteneck(steps: int) -> tuple[Any, list[Any]]:
    """A game of Karteneck in progress, at a decision, with all its events."""
    game, source = get("karteneck"), Random(5)
    state, events = game.start(game.setup(seats=3)), list[Any]()
    while steps > 0 or game.to_act(state) is CHANCE:
        chance = game.to_act(state) is CHANCE
        action = game.sample(state, source) if chance else source.choice(game.legal_moves(state))
        state, happened = game.apply(state, action)
        events += happened
        steps -= 1
    return state, events


def test_advice_fits_the_view_whatever_is_hidden() -> None:
    game = get("karteneck")
    state, events = karteneck(21)
    seat = game.to_act(state)
    assert isinstance(seat, int)

    def advised(hidden: Any) -> bytes:
        view = game.view(hidden, seat)
        return msgspec.json.encode(advise(Question("karteneck", "sampler", view, seen_by(events, seat))))

    others = [game.resample(state, seat, Random(seed)) for seed in range(3)]
    assert any(other.hands != state.hands for other in others)
    assert {advised(other) for other in others} == {advised(state)}


def test_in_karteneck_every_lay_has_an_estimate_with_its_uncertainty(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        client, _ = await opened(ann, {"game": "karteneck", "seats": 2}, "greedy")
        await client.until(lambda: client.my_turn)
        found = (await ask(ann, client)).json()
        assert not found["exact"]
        moves = {option["move"] for option in found["options"]}
        assert moves >= {move for move in client.moves() if WORM not in move and not move.startswith("out")}
        assert any(move.startswith("out") for move in moves)
        assert all(option["error"] > 0 and option["success"] is None for option in found["options"])
        again = (await ask(ann, client)).json()
        assert again == found, "asking again must not tell more"
        await client.close()

    asyncio.run(main())

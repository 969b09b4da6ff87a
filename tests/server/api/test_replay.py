"""Replays: every step with its position, of games played here and of records from files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from heckmeck.games import get
from heckmeck.play import BadRecord, encode, replay
from heckmeck.play.record import Record
from heckmeck.server.live.replay import MAX_STEPS, replayed
from heckmeck.server.table.positions import position
from helpers import fair_games
from helpers.http_clients import browser, play
from helpers.installed_games import install_games
from helpers.text_game import Toss, TossSetup, TossState
from helpers.wire import Api, Server

GAMES = ("bratwurmeck", "barbecue", "karteneck")


@pytest.mark.parametrize("name", GAMES)
def test_every_frame_is_the_table_after_its_step(name: str) -> None:
    record = fair_games.played(name)
    shown = replayed(record)
    states = [step.state for step in replay(record)]
    assert [frame.position for frame in shown.frames] == [
        position(get(name).view(states[frame.step], None)) for frame in shown.frames
    ]
    assert shown.frames[-1].step == len(record.steps)
    assert shown.end is not None
    assert record.outcome is not None
    assert (shown.end.scores, shown.end.winners) == (record.outcome.scores, record.outcome.winners)


@pytest.mark.parametrize("name", GAMES)
def test_all_events_are_in_order_and_only_a_roll_is_joined_with_its_dice(name: str) -> None:
    record = fair_games.played(name)
    shown = replayed(record)
    told = [msgspec.json.decode(event)["event"] for frame in shown.frames for event in frame.events]
    assert told == [type(event).__name__ for step in replay(record) for event in step.events]
    left_out = set(range(len(record.steps) + 1)) - {frame.step for frame in shown.frames}
    assert {record.steps[step - 1] for step in left_out} == (set() if name == "karteneck" else {"roll"})


def test_a_step_names_its_seat_and_chance_has_none() -> None:
    shown = replayed(fair_games.played("bratwurmeck"))
    for before, frame in zip(shown.frames, shown.frames[1:], strict=False):
        assert frame.move is not None
        chance = frame.move.startswith("=")
        assert frame.seat == (None if chance else before.position.turn_of)


@pytest.mark.parametrize(("limit", "sent"), [(10_000, True), (100, False)])
def test_weights_are_sent_unless_all_together_are_too_long(
    limit: int, sent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_games(monkeypatch, Toss())
    monkeypatch.setattr("heckmeck.server.live.replay.MAX_CHANCE_BYTES", limit)
    steps = ("toss", "=heads", "toss", "=tails", "toss", "=heads", "toss", "=tails", "toss", "=heads")
    game, setup = Toss(), TossSetup(seats=2)
    shown = replayed(Record.of(game, setup, ("Ann", "Bo"), steps, game.outcome(TossState(setup, (3, 0)))))
    assert [bool(frame.chance) for frame in shown.frames] == [False, *[sent] * 5]


def test_all_hands_are_open() -> None:
    record = fair_games.played("karteneck")
    states = [step.state for step in replay(record)]
    for frame in replayed(record).frames:
        assert frame.hands == states[frame.step].hands
        assert type(frame.position).__name__ == "KarteneckPosition"
        assert frame.position.seat is None


def test_a_game_without_an_end_and_one_that_was_forfeited() -> None:
    assert replayed(fair_games.played("bratwurmeck", stop=40)).end is None
    record = fair_games.played("bratwurmeck", stop=40)
    outcome = {"reason": "forfeit", "scores": [0, 0], "winners": [1], "seat": 0}
    state = [step.state for step in replay(record)][-1]
    outcome["scores"] = list(get("bratwurmeck").forfeit(state, 0).scores)
    written = {**msgspec.json.decode(encode(record)), "outcome": outcome}
    end = replayed(msgspec.convert(written, type(record))).end
    assert end is not None
    assert (end.reason, end.ranking) == ("forfeit", ((1,), (0,)))


def test_a_game_without_measure_is_refused() -> None:
    record = fair_games.played("bratwurmeck")
    with pytest.raises(BadRecord, match="more than"):
        replayed(msgspec.structs.replace(record, steps=("roll",) * (MAX_STEPS + 1)))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("replay") / "data") as running:
        asyncio.run(Api.new(running, "First"))
        yield running
        assert "Traceback" not in running.log()


def test_a_game_played_here_can_be_looked_at_by_anybody_with_the_link(server: Server) -> None:
    async def main() -> None:
        async with browser(server) as guest, browser(server) as friend:
            await guest.post("/api/me", json={"name": "Ann"})
            plan = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 23]}}
            body = {"plan": plan, "name": "Ann", "bots": ["random"], "start": True}
            code = (await guest.post("/api/tables", json=body)).json()["code"]
            await play(guest, code, Random(1))
            shown = (await friend.get(f"/api/tables/{code}/games/1/replay")).json()
            record = await friend.get(f"/api/tables/{code}/games/1")
            assert shown == (await friend.post("/api/replay", content=record.content)).json()
            assert [player["name"] for player in shown["players"]] == ["Ann", "random"]
            assert shown["end"]["scores"] == record.json()["outcome"]["scores"]
            (game,) = (await guest.get("/api/history")).json()
            assert [result["mine"] for result in game["results"]] == [True, False]
            for reader, mine in ((guest, [True, False]), (friend, [False, False])):
                (same,) = (await reader.get(f"/api/tables/{code}/games")).json()
                by_code = (await reader.get(f"/api/records/{game['record']}/game")).json()
                assert [[result["mine"] for result in each["results"]] for each in (same, by_code)] == [mine, mine]
            missing = await friend.get(f"/api/tables/{code}/games/2/replay")
            assert (missing.status_code, missing.json()["code"]) == (404, "no_such_game")

    asyncio.run(main())


def test_hands_stay_hidden_while_the_game_goes_on(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        body = {"plan": {"game": "karteneck", "seats": 2}, "name": "Ann", "bots": ["random"], "start": True}
        code = (await ann.post("/api/tables", body))["code"]
        reply = await ann.request("GET", f"/api/tables/{code}/games/1/replay")
        assert (reply.status_code, reply.json()["code"]) == (409, "game_on")

    asyncio.run(main())


def _with(**values: Any) -> bytes:
    written = msgspec.json.decode(encode(fair_games.played("bratwurmeck", stop=40)))
    return msgspec.json.encode({**written, **values})


@pytest.mark.parametrize(
    ("line", "code", "step"),
    [
        (b"", "bad_record", None),
        (b"\xff\x00", "bad_record", None),
        (b"[" * 50_000, "bad_record", None),
        (b"{}", "bad_record", None),
        (_with(format="other/1"), "bad_format", None),
        (_with(game="chess"), "unknown_game", None),
        (_with(players=["Ann"]), "bad_players", None),
        (_with(steps=["=11244WWW", "keep 5"]), "face_not_rolled", 2),
        (_with(steps=["roll"] * (MAX_STEPS + 1)), "too_many_steps", None),
        (_with(outcome={"reason": "grill_empty", "scores": [1, 0], "winners": [0]}), "cut_off", None),
    ],
)
def test_a_record_that_does_not_hold_is_refused_with_its_reason(
    server: Server, line: bytes, code: str, step: int | None
) -> None:
    reply = httpx.post(f"{server.url}/api/replay", content=line, timeout=20)
    assert (reply.status_code, reply.json()["code"], reply.json().get("step")) == (400, code, step)
    assert reply.json()["message"]


def test_a_file_without_measure_is_stopped_at_the_door(server: Server) -> None:
    reply = httpx.post(f"{server.url}/api/replay", content=b" " * 70_000, timeout=20)
    assert (reply.status_code, reply.json()["code"]) == (413, "too_long")

"""A whole table without a server."""

import asyncio
import json
import time
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from heckmeck.offline import scheduler
from heckmeck.offline.scheduler import OfflineScheduler
from heckmeck.play.record import decode, replay
from heckmeck.server.fairness.verify import verify
from heckmeck.server.table.codes import LETTERS
from heckmeck.server.table.messages import message_decoder
from helpers.offline_page import MemoryStorage, Page, play

GAMES = ("bratwurmeck", "barbecue", "karteneck")
games = pytest.mark.parametrize("game", GAMES)


def run(scenario: Coroutine[Any, Any, None]) -> None:
    async def within() -> None:
        async with asyncio.timeout(120):
            await scenario

    asyncio.run(within())


@games
def test_a_game_is_played_to_its_end_and_kept(game: str) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open(game, 2, "cautious")
        assert code.startswith("~")
        await play(page, code, Random(1))
        for message in page.received[1]:
            message_decoder.decode(json.dumps(message))  # the very messages of a server
        (played,) = await page.get("/api/history")
        assert (played["table"], played["number"], played["record"]) == (code, 1, None)
        assert [result["mine"] for result in played["results"]] == [True, False]
        assert await page.get(f"/api/tables/{code}/games") == [played]
        (totals,) = await page.get("/api/statistics")
        assert (totals["game"], totals["games"]) == (game, 1)
        assert {each["name"] for each in await page.get(f"/api/tables/{code}/statistics")} == {"Ann", "cautious"}
        await page.host.stop()

    run(scenario())


def test_a_game_of_two_people_at_one_device_is_one_game_in_the_statistics() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("barbecue", 2, start=False)
        await page.post(f"/api/tables/{code}/commands", {"type": "sit", "id": "sit-bob-1", "name": "Bob"})
        await page.post(f"/api/tables/{code}/commands", {"type": "start", "id": "start-it"})
        await play(page, code, Random(1))
        ((first, second),) = [each["results"] for each in await page.get("/api/history")]
        (totals,) = await page.get("/api/statistics")
        assert (totals["games"], totals["wins"]) == (1, 1)
        assert totals["score"] == first["score"] + second["score"]
        await page.host.stop()

    run(scenario())


@games
def test_the_record_of_a_game_is_accepted_and_says_where_it_was_played(game: str) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open(game, 2, "cautious")
        await play(page, code, Random(2))
        status, line = await page.host.request("GET", f"/api/tables/{code}/games/1")
        assert status == 200
        assert list(replay(decode(line.encode())))
        verified = verify(line.encode())
        assert verified.id == f"{code}/1"
        assert "on a device of its player" in str(verified)
        shown = await page.get(f"/api/tables/{code}/games/1/replay")
        assert shown["end"] == {name: page.last("ended")[name] for name in shown["end"]}
        await page.host.stop()

    run(scenario())


@games
def test_a_finished_game_is_reviewed_while_the_next_one_goes_on(game: str) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open(game, 2, "cautious")
        await play(page, code, Random(3))
        review = asyncio.create_task(page.get(f"/api/tables/{code}/games/1/review"))
        await asyncio.sleep(0)
        assert (await page.command(type="start", id="next-game"))["type"] == "done"
        assert not review.done()
        assert (await review)["game"] == game
        refused = await page.host.request("GET", f"/api/tables/{code}/games/2/review")
        assert (refused[0], json.loads(refused[1])["code"]) == (409, "game_on")
        await page.host.stop()

    run(scenario())


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue"])
def test_the_luck_of_a_game_is_calculated_after_its_end(game: str) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        await play(page, await page.open(game, 2, "cautious"), Random(4))
        await page.host.stop()  # which finishes what was begun
        (played,) = await page.get("/api/history")
        assert all(isinstance(result["luck"], float) for result in played["results"])

    run(scenario())


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue"])
def test_the_tables_of_the_solver_are_made_while_somebody_looks_at_the_first_dice(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, bool]] = []
    monkeypatch.setattr(scheduler, "any_solver", lambda each, gives_up: made.append((each.name, gives_up)))
    monkeypatch.setattr(scheduler, "WARM_UP", 0.0)

    async def scenario() -> None:
        page = await Page.begin()
        await page.open(game, 2, "cautious")
        while len(made) < 2:
            await asyncio.sleep(0.01)
        await page.open("karteneck", 2, "cautious")
        await page.open(game, 2, "cautious")
        await asyncio.sleep(0.05)
        await page.host.stop()

    run(scenario())
    assert made == [(game, False), (game, True)], "once for all tables"


def test_luck_that_was_not_calculated_before_the_page_closed_is_calculated_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def closed(*_: object) -> None:
        """Calculate nothing, as if the page had been closed."""

    async def scenario() -> None:
        page = await Page.begin()
        with monkeypatch.context() as patch:
            patch.setattr(OfflineScheduler, "assess", closed)
            for number, game in enumerate(("barbecue", "karteneck"), 1):
                await play(page, await page.open(game, 2, "cautious"), Random(4), socket=number)
            await page.host.stop()
        assert all(result["luck"] is None for each in await page.get("/api/history") for result in each["results"])
        again = await Page.begin(page.storage)
        await again.host.stop()
        lucks = {
            each["game"]: [result["luck"] for result in each["results"]] for each in await page.get("/api/history")
        }
        assert all(isinstance(luck, float) for luck in lucks["barbecue"])
        assert lucks["karteneck"] == [None, None]  # it has no exact odds

    run(scenario())


@pytest.mark.parametrize("damage", ["{", "[]", '{"phase": "of a newer version"}'])
def test_what_cannot_be_read_is_left_out_and_the_rest_goes_on(damage: str) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        lost, kept, headless = [await page.open("barbecue", 2, "cautious") for _ in range(3)]
        await play(page, kept, Random(5))
        await page.host.stop()
        spaces = page.storage.spaces
        spaces["tables"][lost] = spaces["games"][f"{lost}/00000001"] = damage
        spaces["rows"][f"{headless}/00000001"] = damage
        spaces["meta"]["me"] = damage
        again = await Page.begin(page.storage)
        assert [each["table"] for each in await again.get("/api/tables")] == [kept]
        assert [each["table"] for each in await again.get("/api/history")] == [kept]
        assert [each["games"] for each in await again.get("/api/statistics")] == [1]
        assert (await again.get(f"/api/tables/{kept}"))["table"]["code"] == kept
        assert await again.open("barbecue", 2, "cautious")
        await again.host.stop()
        assert page.storage.spaces["tables"][lost] == damage, "a newer version may read it"

    run(scenario())


def test_the_list_of_tables_has_the_latest_ones_and_reads_no_others() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("barbecue", 2, "cautious")
        await page.host.stop()
        tables, rows = page.storage.spaces["tables"], page.storage.spaces["rows"]
        at = json.loads(tables[code])["at"]
        for number in range(60):
            name = f"~BBBBBB{LETTERS[number // 22]}{LETTERS[number % 22]}"
            tables[name] = json.dumps({**json.loads(tables[code]), "table": name, "at": at - 1 - number})
            rows[f"{name}/00000001"] = rows[f"{code}/00000001"]
        reads = page.storage.reads
        found = [each["table"] for each in await page.get("/api/tables")]
        assert found[0] == code
        assert len(found) == page.storage.reads - reads - 1 == 50
        assert found[1:] == sorted(found[1:]), "the latest first"

    run(scenario())


@games
def test_the_coach_advises_the_seat_to_act(game: str) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open(game, 2, "cautious")
        await page.follow(code)
        await page.until(page.is_to_move)
        advice = await page.get(f"/api/tables/{code}/advice?seat=0&seq={page.seq()}")
        assert advice["best"] in page.moves(code)
        refused = await page.host.request("GET", f"/api/tables/{code}/advice?seat=1&seq={page.seq()}")
        assert (refused[0], json.loads(refused[1])["code"]) == (409, "not_your_seat")
        text = (await page.get(f"/api/tables/{code}/position?seat=0"))["text"]
        assert text.startswith(game)
        await page.host.stop()

    run(scenario())


def test_a_rematch_begins_with_the_next_seat() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("barbecue", 2, "cautious")
        await play(page, code, Random(5))
        assert (await page.command(type="start", id="next-game"))["type"] == "done"
        await play(page, code, Random(6), socket=2)
        played = await page.get(f"/api/tables/{code}/games")
        assert [(each["number"], each["setup"].get("first", 0)) for each in played] == [(2, 1), (1, 0)]
        assert [each["number"] for each in await page.get(f"/api/history?before={code}/2")] == [1]
        assert await page.get(f"/api/history?before={code}/1") == []
        await page.host.stop()

    run(scenario())


def test_people_at_one_device_see_the_position_of_the_seat_to_act() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("karteneck", 3, start=False)
        for name in ("Bob", "Cem"):
            sat = await page.post(f"/api/tables/{code}/commands", {"type": "sit", "id": f"sit-{name}-1", "name": name})
            assert sat["type"] == "done"
        await page.follow(code)
        assert (await page.command(type="start", id="start-it"))["type"] == "done"
        acted = set()
        for number in range(12):
            await page.until(lambda: page.last("position") is not None)
            position = page.last("position")
            acted.add(position["to_act"])
            assert position["seat"] == position["to_act"]
            move = Random(number).choice(page.moves(code))
            done = await page.command(type="move", id=f"shared-{number:04}", seq=page.seq(), move=move)
            assert done["type"] == "done"
        assert acted == {0, 1, 2}
        await page.host.stop()

    run(scenario())


def test_hands_of_bots_are_never_sent() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("karteneck", 3, "greedy", "cautious")
        await play(page, code, Random(7))
        events = [event for message in page.received[1] for event in message.get("events", ())]
        assert {event["seat"] for event in events if event["event"] == "CardsDrawn"} == {0, 1, 2}
        assert {event["seat"] for event in events if event["event"] == "CardsSeen"} == {0}
        positions = [each["position"] for each in page.received[1] if each.get("position")]
        assert all(position.get("seat", 0) == 0 for position in positions)
        await page.host.stop()

    run(scenario())


def test_a_command_that_is_sent_again_gets_its_first_answer() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("bratwurmeck", 2, "cautious")
        await page.follow(code)
        await page.until(page.is_to_move)
        move = {"type": "move", "id": "just-once", "seq": page.seq(), "move": page.last("position")["moves"][0]}
        first = await page.command(**move)
        assert await page.command(**move) == first
        assert await page.post(f"/api/tables/{code}/commands", move) == first
        await page.host.stop()

    run(scenario())


def test_a_request_that_is_sent_again_opens_one_table() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        wanted = {
            "plan": {"game": "barbecue", "seats": 2},
            "name": "Ann",
            "bots": ["easy"],
            "start": True,
            "id": "open-just-once",
        }
        first = await page.post("/api/tables", wanted)
        assert await page.post("/api/tables", wanted) == first
        assert [table["table"] for table in await page.get("/api/tables")] == [first["code"]]
        await page.host.stop()
        again = await Page.begin(page.storage)
        assert await again.post("/api/tables", wanted) == first
        await again.host.stop()

    run(scenario())


class FullOnce(MemoryStorage):
    """A storage that fails once: when the second bot takes its seat."""

    def __init__(self) -> None:
        super().__init__()
        self.bots_seated = 0

    async def write(self, changes: str) -> bool:
        self.bots_seated += "bot_sat" in changes
        if "bot_sat" in changes and self.bots_seated == 2:
            raise OSError("the disk is full")
        return await super().write(changes)


def test_a_table_that_was_opened_half_way_gets_the_rest_when_the_request_is_sent_again() -> None:
    async def scenario() -> None:
        page = await Page.begin(FullOnce())
        wanted = {"plan": {"game": "barbecue", "seats": 3}, "name": "Ann", "bots": ["easy", "hard"], "id": "open-again"}
        status, _ = await page.host.request("POST", "/api/tables", json.dumps(wanted))
        assert status == 503
        code = (await page.post("/api/tables", wanted))["code"]
        seats = (await page.get(f"/api/tables/{code}"))["table"]["seats"]
        assert [seat and seat.get("bot") for seat in seats] == [None, "easy", "hard"]
        await page.host.stop()

    run(scenario())


def test_a_quick_game_begins_at_once_with_bots() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = (await page.post("/api/quick", {"game": "barbecue", "name": "Ann"}))["code"]
        table = (await page.get(f"/api/tables/{code}"))["table"]
        assert [seat.get("bot") for seat in table["seats"]] == [None, "medium", "medium"]
        assert table["phase"] == "playing"
        await page.host.stop()

    run(scenario())


def test_a_bot_takes_its_time_and_can_be_hurried() -> None:
    async def scenario() -> None:
        page = await Page.begin(pace=3600.0)
        code = await page.open("barbecue", 2, "cautious")
        await page.follow(code)
        number = 0
        while page.last("position")["to_act"] == 0:  # until it is the turn of the bot
            move = page.last("position")["moves"][-1]
            assert (await page.command(type="move", id=f"move-{number:06}", seq=page.seq(), move=move))[
                "type"
            ] == "done"
            number += 1
        assert (await page.command(type="hurry", id="hurry-up"))["type"] == "done"
        await page.until(lambda: any(each.get("by_bot") for each in page.received[1]))
        await page.host.stop()

    run(scenario())


def test_a_timer_that_ran_out_while_the_page_was_closed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("barbecue", 2, "cautious", timer=5)
        await page.follow(code)
        await page.until(page.is_to_move)
        await page.host.stop()
        clock, nanoseconds = time.time, time.time_ns
        monkeypatch.setattr(time, "time", lambda: clock() + 3600)
        monkeypatch.setattr(time, "time_ns", lambda: nanoseconds() + 3600 * 10**9)
        again = await Page.begin(page.storage)
        await again.follow(code, f"since={page.seq()}")
        await again.until(lambda: any(each.get("what") == "stood_in" for each in again.received[1]))
        await again.host.stop()

    run(scenario())


def test_older_entries_are_read_page_by_page() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("barbecue", 2, "cautious")
        await play(page, code, Random(8))
        last = page.seq()
        found = (await page.get(f"/api/tables/{code}/log?before={last}&limit=7"))["entries"]
        assert [entry["seq"] for entry in found] == list(range(last - 7, last))
        await page.follow(code, "from=game", socket=4)
        assert [each["seq"] for each in page.messages("happened", 4)] == list(range(1, last + 1))
        await page.follow(code, f"since={last - 3}", socket=5)
        assert [each["seq"] for each in page.messages("happened", 5)] == [last - 2, last - 1, last]
        await page.host.stop()

    run(scenario())


def test_the_catalog_has_all_games_with_their_bots() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        found = {each["name"]: each for each in await page.get("/api/games")}
        assert tuple(found) == GAMES
        assert {bot["name"] for bot in found["karteneck"]["bots"]} >= {"easy", "medium", "hard", "champion", "sampler"}
        await page.host.stop()

    run(scenario())


def test_the_player_keeps_a_name_and_a_portrait() -> None:
    async def scenario() -> None:
        page = Page()
        await page.host.start()
        assert await page.get("/api/me") == {"name": None, "portrait": ""}
        assert await page.post("/api/me", {"name": "  Ann ", "portrait": "fox"}) == {"name": "Ann", "portrait": "fox"}
        again = Page(page.storage)
        await again.host.start()
        assert await again.post("/api/me", {"name": "Anna"}) == {"name": "Anna", "portrait": "fox"}

    run(scenario())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/me/devices", None, 503, "needs_server"),
        ("POST", "/api/tables/~ABCDEFGH/reports", "{}", 503, "needs_server"),
        ("GET", "/api/tables/~ABCDEFGH", None, 404, "no_table"),
        ("GET", "/api/tables/ABCDEFGH", None, 404, "no_table"),
        ("GET", "/api/tables/~ABCDEFGH/games", None, 404, "no_table"),
        ("GET", "/api/tables/~ABCDEFGH/games/1", None, 404, "no_such_game"),
        ("GET", "/api/tables/~ABCDEFGH/log?before=0", None, 400, "http_400"),
        ("GET", "/api/history?limit=1000", None, 400, "http_400"),
        ("GET", "/api/history?before=nonsense", None, 400, "http_400"),
        ("POST", "/api/tables", "{", 400, "http_400"),
        ("POST", "/api/tables", None, 400, "http_400"),
        ("POST", "/api/tables", '{"plan": {"game": "chess", "seats": 2}}', 400, "unknown_game"),
        ("POST", "/api/tables", '{"plan": {"game": "barbecue", "seats": 2}, "bots": ["x"]}', 400, "unknown_bot"),
        ("POST", "/api/me", '{"name": ""}', 400, "bad_name"),
        ("POST", "/api/replay", "[]", 400, "bad_record"),
        ("POST", "/api/replay", "x" * 1_000_001, 413, "too_long"),
    ],
)
def test_what_cannot_be_done_is_refused(method: str, path: str, body: str | None, status: int, code: str) -> None:
    async def scenario() -> None:
        page = await Page.begin()
        found, text = await page.host.request(method, path, body)
        assert (found, json.loads(text)["code"]) == (status, code), text

    run(scenario())


def test_a_socket_for_a_table_that_does_not_exist_is_closed() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        page.host.connect(1, "~ABCDEFGH", "from=game")
        await page.until(lambda: 1 in page.closed)
        page.host.connect(2, await page.open("barbecue", 2, "easy"), "since=x")
        await page.until(lambda: 2 in page.closed)

    run(scenario())


def test_pings_and_nonsense_are_answered() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        await page.follow(await page.open("barbecue", 2, "easy"))
        for text in ('{"type": "ping"}', "nonsense", '{"type": "move"}'):
            page.host.receive(1, text)
        await page.until(lambda: len(page.messages("refused")) == 2)
        assert page.messages("pong")
        assert {each["code"] for each in page.messages("refused")} == {"bad_message"}

    run(scenario())


def test_nothing_is_sent_to_a_page_that_has_closed_its_socket() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("barbecue", 2, "easy")
        await page.follow(code)
        page.host.disconnect(1)
        sent = len(page.received[1])
        await page.follow(code, socket=2)
        await page.command(2, type="say", id="say-something", text="hello")
        assert len(page.received[1]) == sent
        assert page.messages("presence", 2)

    run(scenario())


def test_a_full_disk_refuses_and_loses_nothing() -> None:
    async def scenario() -> None:
        page = await Page.begin()
        code = await page.open("barbecue", 2, "cautious")
        await page.follow(code)
        await page.until(page.is_to_move)
        move = {"type": "move", "id": "only-once", "seq": page.seq(), "move": page.last("position")["moves"][0]}
        page.storage.broken = True
        assert (await page.command(**move))["code"] == "not_kept"
        status, text = await page.host.request("GET", "/api/history")
        assert (status, json.loads(text)["code"]) == (503, "store_failed")
        page.storage.broken = False
        assert (await page.command(**move))["type"] == "done"
        await play(page, code, Random(9), socket=3)

    run(scenario())


def test_two_tabs_play_one_game() -> None:
    async def scenario() -> None:
        storage = MemoryStorage()
        one, other = await Page.begin(storage), await Page.begin(storage)
        code = await one.open("barbecue", 2, "cautious")
        await one.follow(code)
        await other.follow(code)
        source = Random(10)
        for number in range(400):
            page = source.choice([one, other])
            # What the other tab did is noticed with the next command.
            position = (await page.get(f"/api/tables/{code}"))["position"]
            seq = (await page.get(f"/api/tables/{code}"))["seq"]
            move = source.choice(position["moves"]) if position["moves"] else "roll"
            await page.command(type="move", id=f"tab-{number:06}", seq=seq, move=move)
            if (await page.get(f"/api/tables/{code}"))["table"]["phase"] == "over":
                break
        else:
            raise AssertionError("the game did not end")
        fresh = await Page.begin(storage)
        _, line = await fresh.host.request("GET", f"/api/tables/{code}/games/1")
        verify(line.encode())
        for page in (one, other, fresh):
            await page.host.stop()

    run(scenario())

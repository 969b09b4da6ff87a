"""The HTTP interface from the outside: guests, programs, origins, streams, limits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from heckmeck.server.api.tables import QUICK_TRIES
from heckmeck.server.fairness.verify import verify
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.lan import addresses, url_of
from heckmeck.server.table.environment import Caller
from heckmeck.server.table.messages import AnyCommand, Done, Refused, Sit
from helpers.http_clients import browser, play
from helpers.in_process_server import figure, serving
from helpers.wire import Api, Client, Server

PLAN = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 23]}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("api") / "data") as running:
        asyncio.run(Api.new(running, "First"))
        yield running
        assert "Traceback" not in running.log()


def test_a_portrait_is_kept_with_the_name_and_taken_to_the_table(server: Server) -> None:
    async def main() -> None:
        async with browser(server) as guest:
            fox = {"name": "Ann", "portrait": "fox"}
            assert (await guest.post("/api/me", json=fox)).json() == fox
            assert (await guest.post("/api/me", json={"name": "Anne"})).json() == {"name": "Anne", "portrait": "fox"}
            assert (await guest.get("/api/me")).json() == {"name": "Anne", "portrait": "fox"}
            wish = {"plan": {**PLAN, "seats": 3}, "name": "Anne", "bots": ["random"]}
            code = (await guest.post("/api/tables", json=wish)).json()["code"]
            path = f"/api/tables/{code}/commands"
            sit = {"type": "sit", "id": "sit-0000001", "name": "Child", "portrait": "hen"}
            assert (await guest.post(path, json=sit)).json()["type"] == "done"
            seats = (await guest.get(f"/api/tables/{code}")).json()["table"]["seats"]
            assert [seat.get("portrait") for seat in seats] == ["fox", None, "hen"]
            for bad in ("Fox", "fox1", "f" * 21, "fox\n", 7):
                assert (await guest.post("/api/me", json={"name": "Ann", "portrait": bad})).status_code == 400
                assert (await guest.post(path, json={**sit, "portrait": bad})).status_code == 400
            assert (await guest.post("/api/me", json={"name": "Ann", "portrait": ""})).json()["portrait"] == ""

    asyncio.run(main())


def test_a_guest_plays_with_nothing_but_a_cookie(server: Server) -> None:
    async def main() -> None:
        async with browser(server) as guest:
            assert (await guest.get("/api/me")).json() == {"name": None, "portrait": ""}
            reply = await guest.post("/api/me", json={"name": " Ann  Lee "})
            assert reply.json() == {"name": "Ann Lee", "portrait": ""}
            cookie = reply.headers["set-cookie"]
            assert cookie.startswith("heckmeck=")
            for part in ("HttpOnly", "SameSite=", "Path=/"):
                assert part in cookie
            assert "Secure" not in cookie, "over plain HTTP it would never come back"
            assert (await guest.get("/api/me")).json() == {"name": "Ann Lee", "portrait": ""}
            opened = await guest.post(
                "/api/tables", json={"plan": PLAN, "name": "Ann", "bots": ["random"], "start": True}
            )
            assert opened.status_code == 201
            code = opened.json()["code"]
            assert opened.json()["link"] == f"{server.url}/t/{code}"
            await play(guest, code, Random(1))
            history = (await guest.get("/api/history")).json()
            assert [(game["table"], game["number"]) for game in history] == [(code, 1)]
            first = history[0]["results"][0]
            assert (first["seat"], first["name"], first["person"], first["bot"]) == (0, "Ann", True, None)
            assert "player" not in first
            assert history[0]["setup"]["seats"] == 2
            (statistics,) = (await guest.get("/api/statistics")).json()
            assert (statistics["game"], statistics["games"]) == ("bratwurmeck", 1)
            assert [
                (await guest.get("/api/history", params=page)).json()
                for page in ({"limit": 1}, {"before": f"{code}/1"}, {"before": f"{code.lower()}/2"})
            ] == [history, [], []]
            games = [
                (await guest.get(f"/api/tables/{code}/games", params=page)).json()
                for page in ({"limit": 1}, {"before": 2}, {"before": 1})
            ]
            assert [[game["number"] for game in page] for page in games] == [[1], [1], []]
            tallies = (await guest.get(f"/api/tables/{code}/statistics")).json()
            tallies.sort(key=lambda tally: tally["mine"])
            assert [(tally["name"], tally["person"], tally["bot"]) for tally in tallies] == [
                ("random", False, "random"),
                ("Ann", True, None),
            ]
            assert [tally["mine"] for tally in tallies] == [False, True]
            assert tallies[1]["score"] == first["score"] == statistics["score"]
            assert "player" not in tallies[1]
            record = await guest.get(f"/api/tables/{code}/games/1")
            assert verify(record.content).over

    asyncio.run(main())


def test_in_a_home_network_links_lead_there_also_for_the_host_on_the_same_machine(tmp_path: Path) -> None:
    with Server(tmp_path / "data", environment={"HECKMECK_LAN": "yes"}) as server:

        async def main() -> tuple[str, str]:
            host = await Api.new(server, "Ann")
            opened = await host.post("/api/tables", {"plan": PLAN})
            asked = await host.get(f"/api/tables/{opened['code'].lower()}/address")
            assert asked == opened
            return asked["code"], asked["link"]

        code, link = asyncio.run(main())
        home = [url_of(address, server.port) for address in addresses()] or [f"{server.url}/"]
        assert link == f"{home[0]}t/{code}"


def test_a_guests_cookie_opens_a_line_from_our_page_only(server: Server) -> None:
    async def main() -> None:
        async with browser(server) as guest:
            await guest.post("/api/me", json={"name": "Ann"})
            code = (await guest.post("/api/tables", json={"plan": PLAN, "name": "Ann"})).json()["code"]
            cookie = f"heckmeck={guest.cookies['heckmeck']}"
        url = f"ws://127.0.0.1:{server.port}/ws/{code}"
        async with connect(url, additional_headers={"cookie": cookie}, origin=server.url) as line:  # type: ignore[arg-type]
            welcome = msgspec.json.decode(await line.recv())
            assert (welcome["type"], welcome["mine"], welcome["host"]) == ("welcome", [0], True)
        for origin in ("https://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", None):
            with pytest.raises(InvalidStatus) as refused:
                await connect(url, additional_headers={"cookie": cookie}, origin=origin)  # type: ignore[arg-type]
            assert refused.value.response.status_code == 403

    asyncio.run(main())


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": "localhost.evil.example"}, 421),
    ],
)
def test_foreign_pages_and_unknown_names_change_nothing(server: Server, headers: dict[str, str], status: int) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url) as client:
            for path in ("/api/me", "/api/tokens"):
                reply = await client.post(path, json={"name": "Eve"}, headers=headers)
                assert reply.status_code == status
                assert "set-cookie" not in reply.headers

    asyncio.run(main())


def test_an_unknown_name_gets_nothing_to_read_either(server: Server) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url, headers={"host": "evil.example"}) as client:
            assert (await client.get("/api/tables")).status_code == 421
            assert (await client.get("/healthz")).status_code == 200
        with pytest.raises(InvalidStatus) as refused:
            await connect(
                f"ws://127.0.0.1:{server.port}/ws/ABCDEFGH",
                origin="http://evil.example",  # type: ignore[arg-type]
                additional_headers={"host": "evil.example"},
            )
        assert refused.value.response.status_code in (400, 421)

    asyncio.run(main())


def test_answers_carry_the_usual_headers(server: Server) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url) as client:
            reply = await client.get("/api/games")
            assert reply.headers["x-content-type-options"] == "nosniff"
            assert "default-src 'none'" in reply.headers["content-security-policy"]
            assert "server" not in reply.headers
            assert reply.headers["x-request-id"]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/api/tables", {"plan": {"game": "chess", "seats": 2}}, 400, "unknown_game"),
        ("POST", "/api/tables", {"plan": {"game": "karteneck", "seats": 7}}, 400, "bad_seats"),
        ("POST", "/api/tables", {"plan": {**PLAN, "options": {"self": 1}}}, 400, "unknown_option"),
        ("POST", "/api/tables", {"plan": {**PLAN, "timer": 2}}, 400, "bad_timer"),
        ("POST", "/api/tables", {"plan": PLAN, "bots": ["nobody"]}, 400, "unknown_bot"),
        ("POST", "/api/tables", {"plan": {"game": "chess", "seats": 2}, "bots": ["random"]}, 400, "unknown_bot"),
        ("POST", "/api/tables", {"plan": PLAN, "name": "\u200b"}, 400, "bad_name"),
        ("POST", "/api/tables", {"plan": PLAN, "start": True}, 400, "seats_free"),
        ("POST", "/api/tables", {"plan": PLAN, "more": 1}, 400, "http_400"),
        ("POST", "/api/tables", {}, 400, "http_400"),
        ("POST", "/api/tables", {"plan": PLAN, "bots": ["random"] * 8}, 400, "http_400"),
        ("POST", "/api/quick", {"game": "chess", "name": "Ann"}, 400, "unknown_game"),
        ("POST", "/api/me", {"name": ""}, 400, "bad_name"),
        ("GET", "/api/tables/ABCDEFGH", None, 404, "no_table"),
        ("GET", "/api/tables/nonsense", None, 400, "bad_code"),
        ("GET", "/api/tables/ABCDEFGH/games/0", None, 400, "http_400"),
        ("GET", "/api/tables/ABCDEFGH/games/99999999999999999999", None, 400, "http_400"),
        ("GET", "/api/tables/ABCDEFGH/events?since=-1", None, 400, "http_400"),
        ("POST", "/api/tables/ABCDEFGH/commands", {"type": "start", "id": "12345678"}, 404, "no_table"),
        ("POST", "/api/tables/ABCDEFGH/commands", {"type": "dance", "id": "12345678"}, 400, "http_400"),
        ("GET", "/api/nothing", None, 404, "http_404"),
        ("PUT", "/api/tables", {}, 405, "http_405"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_with_a_code(
    server: Server, method: str, path: str, body: Any, status: int, code: str
) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        reply = await ann.request(method, path, body)
        assert (reply.status_code, reply.json()["code"]) == (status, code)
        assert reply.json()["message"]

    asyncio.run(main())


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "before=3", "before=ABCDEFGH", "before=ABCDEFGH/x", "before=ABCDEFGU/1"],
)
def test_a_page_that_cannot_be_is_refused(server: Server, query: str) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        assert (await ann.request("GET", f"/api/history?{query}")).status_code == 400

    asyncio.run(main())


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/tables", {"plan": PLAN}),
        ("POST", "/api/quick", {"game": "barbecue", "name": "Ann"}),
        ("GET", "/api/history", None),
        ("GET", "/api/statistics", None),
        ("DELETE", "/api/tokens", None),
    ],
)
def test_an_unknown_player_gets_a_clear_refusal(server: Server, method: str, path: str, body: Any) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url) as client:
            reply = await client.request(method, path, json=body)
            assert (reply.status_code, reply.json()["code"]) == (401, "no_name")

    asyncio.run(main())


def test_a_body_that_is_too_long_is_not_read(server: Server) -> None:
    async def main() -> None:
        async with httpx.AsyncClient(base_url=server.url) as client:
            reply = await client.post("/api/me", content=b'{"name":"' + b"x" * 70_000 + b'"}')
            assert reply.status_code == 413

    asyncio.run(main())


def test_commands_by_request_are_done_once_and_answered_alike(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        code = (await ann.post("/api/tables", {"plan": PLAN}))["code"]
        path = f"/api/tables/{code}/commands"
        sit = {"type": "sit", "id": "sit-12345678", "name": "Ann"}
        replies = await asyncio.gather(*(ann.post(path, sit) for _ in range(5)))
        assert replies == [{"type": "done", "id": "sit-12345678", "seq": 2}] * 5
        refused = await ann.request("POST", path, {"type": "start", "id": "start-12345678"})
        assert (refused.status_code, refused.json()["code"]) == (409, "seats_free")
        stranger = await (await Api.new(server, "Bo")).request("POST", path, {"type": "close", "id": "close-1234"})
        assert stranger.json()["code"] == "not_host"

    asyncio.run(main())


@pytest.mark.parametrize("since", [0, 20, 37, 99, None])
def test_a_program_follows_a_stream_from_any_entry(server: Server, since: int | None) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        code = (await ann.post("/api/tables", {"plan": PLAN}))["code"]
        client = await Client(ann, code, seed=False).connect()
        for number in range(36):
            await client.do("say", text=f"number {number}")
        url = f"{server.url}/api/tables/{code}/events" + ("" if since is None else f"?since={since}")
        async with httpx.AsyncClient(headers=ann.headers, timeout=20) as http, http.stream("GET", url) as stream:
            assert stream.headers["content-type"].startswith("application/x-ndjson")
            lines = stream.aiter_lines()
            seen = [message["seq"] for message in await until_welcome(lines)]
            assert seen == ([] if since is None else list(range(since + 1, 38)))
            await client.do("say", text="on it goes")
            assert (await next_happened(lines))["text"] == "on it goes"
            await client.do("chat", on=False)
            assert (await next_happened(lines))["what"] == "chat_set"
        await client.close()

    asyncio.run(main())


async def until_welcome(lines: Any) -> list[dict[str, Any]]:
    seen: list[dict[str, Any]] = []
    async for line in lines:
        message = msgspec.json.decode(line)
        if message["type"] == "welcome":
            return seen
        seen.append(message)
    raise AssertionError("the stream ended")


async def next_happened(lines: Any) -> dict[str, Any]:
    async for line in lines:
        if line and (message := msgspec.json.decode(line))["type"] == "happened":
            found: dict[str, Any] = message
            return found
    raise AssertionError("the stream ended")


def test_tokens_that_were_dropped_are_worthless(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        assert await ann.get("/api/me") == {"name": "Ann", "portrait": ""}
        second = Api(server, (await ann.post("/api/tokens", {"name": "Ann"}))["token"])
        assert (await ann.request("DELETE", "/api/tokens")).status_code == 204
        for api in (ann, second):
            assert await api.get("/api/me") == {"name": None, "portrait": ""}
            assert (await api.request("POST", "/api/tables", {"plan": PLAN})).status_code == 401
        assert await Api(server, "hm_" + "x" * 43).get("/api/me") == {"name": None, "portrait": ""}

    asyncio.run(main())


def test_quick_play_finds_a_seat_beside_somebody_or_opens_a_table(server: Server) -> None:
    async def main() -> None:
        ann, bo = await Api.new(server, "Ann"), await Api.new(server, "Bo")
        body = {"game": "barbecue", "name": "Anybody"}
        first, second = await ann.post("/api/quick", body), await bo.post("/api/quick", body)
        assert first["code"] == second["code"]
        assert await ann.post("/api/quick", body) == first, "who sits there already stays"
        (listed,) = [each for each in await bo.get("/api/tables?game=barbecue") if each["table"] == first["code"]]
        assert (listed["free"], listed["phase"], listed["players"]) == (1, "open", ["Anybody", "Anybody 2"])
        table = await bo.get(f"/api/tables/{first['code']}")
        assert (table["mine"], table["host"]) == ([1], False)
        assert table["due"] > table["now"]

    asyncio.run(main())


def test_quick_play_tries_only_a_few_tables_that_refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, tried = LiveTable.command, list[str]()

    async def refuses_to_seat(table: LiveTable, command: AnyCommand, by: Caller) -> Done | Refused:
        if isinstance(command, Sit) and table.code in others:
            tried.append(table.code)
            return Refused(command.id, "no_seat_here", "No.")
        return await usual(table, command, by)

    others: set[str] = set()

    async def main() -> None:
        async with serving(tmp_path) as here:
            ann, bo = await Api.new(here, "Ann"), await Api.new(here, "Bo")
            plan = {**PLAN, "public": True, "fill": 600}
            for _ in range(QUICK_TRIES + 3):
                others.add((await ann.post("/api/tables", {"plan": plan}))["code"])
            monkeypatch.setattr(LiveTable, "command", refuses_to_seat)
            found = await bo.post("/api/quick", {"game": PLAN["game"], "name": "Bo"})
            assert found["code"] not in others
            assert len(tried) == QUICK_TRIES

    asyncio.run(main())


def test_tables_by_link_are_in_no_list(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        hidden = (await ann.post("/api/tables", {"plan": PLAN}))["code"]
        public = (await ann.post("/api/tables", {"plan": {**PLAN, "public": True, "timer": 30}}))["code"]
        timers = {each["table"]: each["timer"] for each in await ann.get("/api/tables")}
        assert timers[public] == 30
        assert hidden not in timers
        assert await ann.get("/api/tables?game=chess") == []

    asyncio.run(main())


def test_a_game_that_goes_on_is_exported_only_where_nothing_is_hidden(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        for game, status in (("bratwurmeck", 200), ("karteneck", 409)):
            body = {"plan": {"game": game, "seats": 2}, "name": "Ann", "bots": ["greedy"], "start": True}
            code = (await ann.post("/api/tables", body))["code"]
            reply = await ann.request("GET", f"/api/tables/{code}/games/1")
            assert reply.status_code == status
            if status == 200:
                assert not verify(reply.content).over
                assert '"secret"' not in reply.text or '"secret":null' in reply.text
            assert (await ann.request("GET", f"/api/tables/{code}/games/2")).status_code == 404

    asyncio.run(main())


def test_the_interface_describes_itself(server: Server) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        messages = await ann.get("/api/schema/messages")
        assert {"Command", "Message", "Sit", "Happened", "Welcome"} <= set(messages["$defs"])
        pages = await ann.get("/api/schema/openapi.json")
        assert "/api/tables/{code}/commands" in pages["paths"]
        games = await ann.get("/api/games")
        assert [game["name"] for game in games] == ["bratwurmeck", "barbecue", "karteneck"]
        assert [(bot["name"], bot["strength"], bot["level"]) for bot in games[2]["bots"]] == [
            ("random", "beginner", False), ("cautious", "easy", False), ("easy", "easy", True),
            ("medium", "medium", True), ("greedy", "strong", False), ("sampler", "strong", False),
            ("hard", "strong", True), ("champion", "champion", True),
        ]  # fmt: skip

    asyncio.run(main())


def test_limits_apply_to_clients_other_than_this_machine(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data", environment={"HECKMECK_LIMIT_LOCAL": "yes"}) as limited:
            ann, bo = await Api.new(limited, "Ann"), await Api.new(limited, "Bo")
            code = (await bo.post("/api/tables", {"plan": PLAN}))["code"]
            async with httpx.AsyncClient(base_url=limited.url, headers=ann.headers, timeout=20) as http:
                statuses = [(await http.get(f"/api/tables/{wrong}")).status_code for wrong in wrong_codes(25)]
                assert statuses == [404] * 20 + [429] * 5
                more = await asyncio.gather(*(http.get(f"/api/tables/{wrong}") for wrong in wrong_codes(40)))
                assert {reply.status_code for reply in more} == {429}
                assert (await http.get(f"/api/tables/{code}")).status_code == 429, "a right one would tell"
                opened = [(await http.post("/api/tables", json={"plan": PLAN})).status_code for _ in range(32)]
                assert opened == [201] * 30 + [429] * 2

    def wrong_codes(number: int) -> list[str]:
        letters = "ABCDEFGHJKMNPQRSTVWXYZ"
        return ["AAAAAA" + letters[n // 22] + letters[n % 22] for n in range(number)]

    asyncio.run(main())


def test_many_wrong_codes_at_once_are_no_way_round_the_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", limit_local=True) as here:
            ann = await Api.new(here, "Ann")
            codes = [f"AAAAAA{first}{second}" for first in "ABCDEFGHJK" for second in "ABCDEFGHJKMNPQRSTVWX"]
            async with httpx.AsyncClient(base_url=here.url, headers=ann.headers, timeout=60) as http:
                replies = await asyncio.gather(*(http.get(f"/api/tables/{code}") for code in codes))
            statuses = [reply.status_code for reply in replies]
            assert (statuses.count(404), statuses.count(429)) == (20, 180)
            assert await figure(ann, "refusals_total") == 200

    asyncio.run(main())


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/tables", {"plan": 7}, "plan"),
        ("/api/tables", {"plan": {**PLAN, "seats": "two"}}, "plan.seats"),
        ("/api/tables", {"plan": {**PLAN, "options": []}}, "plan.options"),
        ("/api/tables", {"plan": PLAN, "bots": [7]}, "bots"),
        ("/api/quick", {"game": 7, "name": "Ann"}, "game"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(server: Server, path: str, body: Any, field: str) -> None:
    async def main() -> None:
        ann = await Api.new(server, "Ann")
        reply = await ann.request("POST", path, body)
        assert (reply.status_code, reply.json()["code"]) == (400, "http_400")
        assert f"`{field}" in reply.json()["message"], reply.json()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b'{"plan": 7}', "`plan` must be an object, not a whole number."),
        (b"[]", "The body must be an object, not a list."),
        (b"", "The body is missing: send a JSON object."),
        (b'{"plan"', "The body ends too early to be JSON."),
        (b'{"name": "\xff"}', "The body is not valid JSON: 'utf-8' codec"),
        (b"[" * 9000, "The body is not valid JSON: maximum recursion depth"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_in_a_sentence_and_no_failure(
    server: Server, body: bytes, sentence: str
) -> None:
    async def main() -> None:
        async with browser(server) as guest:
            await guest.post("/api/me", json={"name": "Ann"})
            headers = {"content-type": "application/json"}
            reply = await guest.post("/api/tables", content=body, headers=headers)
            assert (reply.status_code, reply.json()["code"]) == (400, "http_400")
            assert reply.json()["message"].startswith(sentence)

    asyncio.run(main())
    assert "a request failed" not in server.log()

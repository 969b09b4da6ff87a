"""Muting, blocking and reporting over HTTP."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from heckmeck.server.api import conduct
from heckmeck.server.config import Config
from heckmeck.server.live.mutes import Mutes
from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.rate_limits import PLAYER_REPORTS, RateLimits
from heckmeck.server.service import Visit
from heckmeck.server.store import Block
from heckmeck.server.table import messages as m
from heckmeck.server.table.conduct import MAX_BLOCKS, NewBlock, NewReport
from heckmeck.server.table.environment import Caller, Refusal
from helpers.http_clients import browser
from helpers.in_process_server import serving
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, EVE, give, process, run, small
from helpers.wire import Api, Client

PLAN = {"game": "bratwurmeck", "seats": 3}


class Company:
    """Ann, who opened a table, Bo on its second seat, a bot on the third, and Eve, who watches and talks."""

    def __init__(self, here: Any, code: str, people: list[Api], clients: list[Client]) -> None:
        self.here = here
        self.code = code
        self.ann, self.bo, self.eve = people
        self.clients = clients

    @property
    def path(self) -> str:
        return f"/api/tables/{self.code}"

    async def asked(self, api: Api, method: str, path: str, body: object = None) -> tuple[int, Any]:
        reply = await api.request(method, path, body)
        return reply.status_code, reply.json() if reply.content else None

    async def refused(self, api: Api, method: str, path: str, body: object = None) -> tuple[int, str]:
        status, answer = await self.asked(api, method, path, body)
        return status, answer["code"]


@asynccontextmanager
async def company(data: Path) -> AsyncIterator[Company]:
    async with serving(data) as here:
        people = [await Api.new(here, name) for name in ("Ann", "Bo", "Eve")]
        code = (await people[0].post("/api/tables", {"plan": PLAN}))["code"]
        clients = [await Client(api, code).connect() for api in people]
        for client, name in zip(clients, ("Ann", "Bo"), strict=False):
            assert (await client.sit(name))["type"] == "done"
        assert (await clients[0].do("bot", seat=2, bot="greedy"))["type"] == "done"
        yield Company(here, code, people, clients)
        for client in clients:
            await client.close()


def with_company(data: Path, play: Callable[[Company], Awaitable[None]]) -> None:
    async def main() -> None:
        async with company(data) as met:
            await play(met)

    asyncio.run(main())


def test_people_are_muted_blocked_and_let_go(tmp_path: Path) -> None:
    async def play(met: Company) -> None:
        path = f"{met.path}/blocks"
        said = (await met.clients[2].do("say", text="hello"))["seq"]
        by_seat = await met.ann.post(path, {"kind": "mute", "seat": 1})
        by_entry = await met.ann.post(path, {"kind": "block", "entry": said})
        assert [(each["kind"], each["name"]) for each in (by_seat, by_entry)] == [("mute", "Bo"), ("block", "Eve")]
        assert await met.ann.get("/api/me/blocks") == [by_entry, by_seat]
        assert await met.ann.get(path) == [{"seat": 1, "kind": "mute"}]
        changed = await met.ann.post(path, {"kind": "block", "seat": 1})
        assert changed == {**by_seat, "kind": "block"}
        assert (await met.ann.request("DELETE", f"{path}?seat=1")).status_code == 204
        assert (await met.ann.request("DELETE", f"/api/me/blocks/{by_entry['id']}")).status_code == 204
        assert (await met.ann.request("DELETE", "/api/me/blocks/unknown")).status_code == 204
        assert await met.ann.get("/api/me/blocks") == []
        assert await met.ann.get(path) == []

    with_company(tmp_path, play)


def test_a_reaction_tells_the_name_at_the_table_and_no_other(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as here:
            ann, bo = [await Api.new(here, name) for name in ("Ann", "Bo")]
            code = (await ann.post("/api/tables", {"plan": {**PLAN, "seats": 2}}))["code"]
            path = f"/api/tables/{code}"
            one, other = [await Client(api, code, seed=False).connect() for api in (ann, bo)]
            await one.sit("Ann")
            await other.sit("Bo")
            reacted = (await other.do("react", seat=1, reaction="clap"))["seq"]
            await bo.post("/api/me", {"name": "Robert"})

            async def name() -> str:
                told = await ann.post(f"{path}/blocks", {"kind": "mute", "entry": reacted})
                assert (await ann.request("DELETE", f"/api/me/blocks/{told['id']}")).status_code == 204
                return str(told["name"])

            assert await name() == "Bo"
            assert (await other.do("leave", seat=1))["type"] == "done"
            assert await name() == "Guest", "nothing else is known of who sat there before the first game"
            await other.sit("Bo")
            await one.do("start")
            reacted = (await other.do("react", seat=1, reaction="clap"))["seq"]
            await asyncio.gather(one.play(Random(1)), other.play(Random(2)))
            assert (await other.do("leave", seat=1))["type"] == "done"
            assert await name() == "Bo"
            for client in (one, other):
                await client.close()

    asyncio.run(main())


def test_nobody_learns_the_id_of_another_player_or_who_mutes_them(tmp_path: Path) -> None:
    async def play(met: Company) -> None:
        with sqlite3.connect(tmp_path / "heckmeck.db") as file:
            ids = [player for (player,) in file.execute("SELECT player FROM players")]
        assert len(ids) == 3
        answers = [
            await met.asked(met.ann, "POST", f"{met.path}/blocks", {"kind": "block", "seat": 1}),
            await met.asked(met.ann, "GET", "/api/me/blocks"),
            await met.asked(met.ann, "GET", f"{met.path}/blocks"),
            await met.asked(met.bo, "GET", f"{met.path}/blocks"),
            await met.asked(met.bo, "GET", "/api/me/blocks"),
            await met.asked(met.ann, "POST", f"{met.path}/reports", {"reason": "name", "seat": 1}),
            await met.asked(met.bo, "GET", met.path),
        ]
        assert not any(player in repr(answers) for player in ids)
        assert [answer for _, answer in answers[3:5]] == [[], []]

    with_company(tmp_path, play)


def test_only_other_people_can_be_muted_blocked_or_reported(tmp_path: Path) -> None:
    async def play(met: Company) -> None:
        said = (await met.clients[0].do("say", text="hello"))["seq"]
        for path, body in ((f"{met.path}/blocks", {"kind": "mute"}), (f"{met.path}/reports", {"reason": "other"})):
            cases: list[tuple[dict[str, int], tuple[int, str]]] = [
                ({"seat": 0}, (409, "yourself")),
                ({"entry": said}, (409, "yourself")),
                ({"seat": 2}, (409, "not_a_person")),
                ({"seat": 5}, (400, "no_such_seat")),
                ({"entry": 1}, (404, "no_such_entry")),
                ({"entry": 999}, (404, "no_such_entry")),
                ({}, (400, "bad_message")),
                ({"seat": 1, "entry": said}, (400, "bad_message")),
                ({"seat": 9}, (400, "http_400")),
            ]
            for whom, expected in cases:
                assert await met.refused(met.ann, "POST", path, body | whom) == expected, whom
        async with browser(met.here) as stranger:
            assert (await stranger.get("/api/me/blocks")).status_code == 401
            refused = await stranger.post(f"{met.path}/reports", json={"reason": "name", "seat": 1})
            assert (refused.status_code, refused.json()["code"]) == (401, "no_name")
        nowhere = "/api/tables/ABCDEFGH/blocks"
        assert await met.refused(met.ann, "POST", nowhere, {"kind": "mute", "seat": 1}) == (404, "no_table")
        assert await met.refused(met.ann, "POST", nowhere, {"kind": "mute", "entry": 1}) == (404, "no_table")

    with_company(tmp_path, play)


def test_a_report_is_stored_once_with_its_entry_and_its_note(tmp_path: Path) -> None:
    async def play(met: Company) -> None:
        said = (await met.clients[2].do("say", text="rude words"))["seq"]
        report = {"reason": "chat", "entry": said, "note": "  He said\n\nit twice. "}
        for _ in range(2):
            assert await met.asked(met.ann, "POST", f"{met.path}/reports", report) == (204, None)
        too_long = {"reason": "other", "seat": 1, "note": "x" * 501}
        assert await met.refused(met.ann, "POST", f"{met.path}/reports", too_long) == (400, "bad_chat")
        with sqlite3.connect(tmp_path / "heckmeck.db") as file:
            found = file.execute("SELECT name, code, number, seq, reason, note, resolved FROM reports").fetchall()
        assert found == [("Eve", met.code, 0, said, "chat", "He said it twice.", None)]

    with_company(tmp_path, play)


def test_what_was_said_can_be_reported_after_the_table_is_closed(tmp_path: Path) -> None:
    async def play(met: Company) -> None:
        said = (await met.clients[0].do("say", text="rude words"))["seq"]
        assert (await met.clients[0].do("close"))["type"] == "done"
        body = {"reason": "chat", "entry": said}
        assert await met.asked(met.bo, "POST", f"{met.path}/reports", body) == (204, None)
        assert (await met.bo.post(f"{met.path}/blocks", {"kind": "block", "entry": said}))["name"] == "Ann"

    with_company(tmp_path, play)


def test_quick_play_brings_neither_of_two_to_the_other(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as here:
            ann, eve, bo = [await Api.new(here, name) for name in ("Ann", "Eve", "Bo")]
            quick = {"game": "barbecue"}

            async def played_by(api: Api, name: str) -> str:
                code: str = (await api.post("/api/quick", {**quick, "name": name}))["code"]
                return code

            first = await played_by(ann, "Ann")
            meeting = (await eve.post("/api/tables", {"plan": PLAN}))["code"]
            client = await Client(eve, meeting).connect()
            await client.sit("Eve")
            await ann.post(f"/api/tables/{meeting}/blocks", {"kind": "block", "seat": 0})
            second = await played_by(eve, "Eve")
            assert second != first, "Ann blocks Eve, who must not get to her"
            assert await played_by(bo, "Bo") in (first, second)
            leave = {"type": "leave", "id": "leave-12345678", "seat": 0}
            assert (await ann.post(f"/api/tables/{first}/commands", leave))["type"] == "done"
            third = await played_by(ann, "Ann")
            assert third != second, "Ann must not get to Eve"
            refused = await eve.request(
                "POST", f"/api/tables/{third}/commands", {"type": "sit", "id": "sit-12345678", "name": "Eve"}
            )
            assert (refused.status_code, refused.json()["code"]) == (409, "no_seat_here")
            await client.close()

    asyncio.run(main())


class Desk:
    """Requests of Ann's from one address, while no time passes."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.caller: Caller = ANN

    async def open(self) -> None:
        hub = await process(self.disk, "one")
        self.table = await hub.open(small("bratwurmeck", 3), ANN)
        for each in (ANN, BO, EVE):
            await give(self.table, each, m.Sit, name=each.name)
        service = SimpleNamespace(
            limits=RateLimits(Config(), lambda: 0.0), store=hub.store, hub=hub, visit=self.visit, table=self.found
        )
        self.request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(service=service)), scope={})

    async def visit(self, _: object) -> Visit:
        return Visit(ClientAddress("192.0.2.1", secure=False, local=False), "192.0.2.1", self.caller, renew=False)

    async def found(self, code: str, visit: Visit) -> Any:
        return self.table


def test_a_player_reports_only_so_much_at_once() -> None:
    async def main() -> None:
        desk = Desk()
        await desk.open()
        for _ in range(int(PLAYER_REPORTS.burst)):
            await conduct.add_report.fn(desk.request, desk.table.code, NewReport("other", 1))
        with pytest.raises(Refusal, match="Too many reports"):
            await conduct.add_report.fn(desk.request, desk.table.code, NewReport("name", 2))
        desk.caller = EVE
        await conduct.add_report.fn(desk.request, desk.table.code, NewReport("other", 1))
        assert [(each.reporter, each.subject) for each in desk.disk.reports.values()] == [
            (ANN.player, BO.player),
            (EVE.player, BO.player),
        ]

    run(main())


def test_the_number_of_muted_people_is_limited() -> None:
    async def main() -> None:
        desk = Desk()
        await desk.open()
        for number in range(MAX_BLOCKS - 1):
            key = ANN.player, f"player{number}"
            desk.disk.blocks[key] = Block(str(number), *key, "mute", "Somebody", number)
        await conduct.add_block.fn(desk.request, desk.table.code, NewBlock("mute", 1))
        with pytest.raises(Refusal) as refused:
            await conduct.add_block.fn(desk.request, desk.table.code, NewBlock("mute", 2))
        assert refused.value.code == "too_many_blocks"
        await conduct.add_block.fn(desk.request, desk.table.code, NewBlock("block", 1))
        assert desk.disk.blocks[ANN.player, BO.player].kind == "block"
        assert isinstance(desk.request.app.state.service.hub.mutes, Mutes)

    run(main())

"""A muted player over the wire: their messages do not reach the player who muted them, and they do not notice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx

from helpers.commands import Result, run_command
from helpers.in_process_server import serving
from helpers.postgres import Cluster
from helpers.wire import Api, Client, Server

RUDE = "rude words"


async def say_until(client: Client, text: str, seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not seen():
            assert (await client.do("say", text=text))["type"] == "done"
            await asyncio.sleep(0.05)


async def lines_of(api: Api, path: str, until: int) -> list[dict[str, Any]]:
    """The messages of an endless response, up to the welcome to an entry."""
    found: list[dict[str, Any]] = []
    async with (
        httpx.AsyncClient(timeout=20) as http,
        http.stream("GET", api.server.url + path, headers=api.headers) as r,
    ):
        async for line in r.aiter_lines():
            found += [json.loads(line)] if line else []
            if found and found[-1]["type"] == "welcome" and found[-1]["seq"] >= until:
                return found
    raise AssertionError("the stream ended")


def test_no_way_to_read_a_table_has_what_a_muted_player_said(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as here:
            ann, bo = [await Api.new(here, name) for name in ("Ann", "Bo")]
            code = (await ann.post("/api/tables", {"plan": {"game": "barbecue", "seats": 2}}))["code"]
            one, other = [await Client(api, code, seed=False).connect() for api in (ann, bo)]
            await one.sit("Ann")
            await other.sit("Bo")
            await one.do("start")
            await other.do("say", text="kind words")
            await ann.post(f"/api/tables/{code}/blocks", {"kind": "mute", "seat": 1})
            seen = len(one.raw)
            for number in range(40):
                assert (await other.do("say", text=f"{RUDE} {number}"))["type"] == "done"
                assert (await one.do("say", text=f"what I say {number}"))["type"] == "done"
            await other.do("react", seat=1, reaction="clap")
            await asyncio.gather(one.play(Random(1)), other.play(Random(2)))

            later = [await Client(ann, code, seed=False).connect(), Client(ann, code, seed=False)]
            later[1].seq = 1
            await later[1].connect(resume=True)
            pages = [await ann.get(f"/api/tables/{code}/log?before={one.seq}&limit=200"), None]
            stream = await lines_of(ann, f"/api/tables/{code}/events?since=1", one.seq)
            past = [await ann.get(f"/api/tables/{code}/games/1{what}") for what in ("", "/replay")]
            read = "".join([*one.raw[seen:], *later[0].raw, *later[1].raw, json.dumps([pages, stream, past])])
            assert RUDE not in read
            assert "clap" not in read
            assert "what I say 39" in read
            for client in (one, later[1], other):
                assert [each["seq"] for each in client.log] == list(range(client.log[0]["seq"], client.seq + 1))
            assert sum(each.get("muted", False) for each in later[1].log) == 42, "the words before the mute as well"
            assert "muted" not in "".join(other.raw)
            assert f"{RUDE} 39" in "".join(other.raw)

            assert (await ann.request("DELETE", f"/api/tables/{code}/blocks?seat=1")).status_code == 204
            again = Client(ann, code, seed=False)
            again.seq = 1
            await again.connect(resume=True)
            said = [(each["seq"], each["text"]) for each in other.log if each["what"] == "said"]
            assert [(each["seq"], each["text"]) for each in again.log if each["what"] == "said"] == said
            for client in (one, other, *later, again):
                await client.close()

    asyncio.run(main())


def test_a_mute_at_one_process_holds_at_the_others(tmp_path: Path, postgres: Cluster) -> None:
    async def main(servers: list[Server]) -> None:
        ann, bo = [await Api.new(servers[0], name) for name in ("Ann", "Bo")]
        code = (await ann.post("/api/tables", {"plan": {"game": "barbecue", "seats": 2}}))["code"]
        elsewhere = await Client(Api(servers[1], ann.token), code).connect()
        other = await Client(bo, code).connect()
        await other.sit("Bo")
        await other.do("say", text="kind words")
        await elsewhere.until(lambda: "kind words" in elsewhere.raw[-1])
        await ann.post(f"/api/tables/{code}/blocks", {"kind": "block", "seat": 0})
        reading = asyncio.create_task(elsewhere.until(lambda: elsewhere.log[-1].get("muted", False)))
        await say_until(other, RUDE, reading.done)
        told = len(elsewhere.raw)
        for _ in range(3):
            await other.do("say", text=RUDE)
        await elsewhere.until(lambda: elsewhere.seq == other.seq)
        assert RUDE not in "".join(elsewhere.raw[told:])
        table = (await ann.post("/api/tables", {"plan": {"game": "barbecue", "seats": 2}}))["code"]
        there = await Client(Api(servers[1], bo.token), table).connect()
        assert (await there.sit("Bo"))["code"] == "no_seat_here"
        for client in (elsewhere, other, there):
            await client.close()

    with ExitStack() as stack:
        database = postgres.new_database()
        servers = [stack.enter_context(Server(tmp_path / name, database=database)) for name in ("one", "two")]
        asyncio.run(main(servers))


def test_a_report_reaches_the_operator_and_can_be_resolved(tmp_path: Path) -> None:
    def admin(*arguments: object) -> Result:
        return run_command("admin", *arguments, "--database", tmp_path / "heckmeck.db")

    async def main() -> None:
        async with serving(tmp_path) as here:
            ann, eve = [await Api.new(here, name) for name in ("Ann", "Eve")]
            code = (await ann.post("/api/tables", {"plan": {"game": "karteneck", "seats": 2}}))["code"]
            client = await Client(eve, code).connect()
            said = (await client.do("say", text=RUDE))["seq"]
            body = {"reason": "chat", "entry": said, "note": "Please look."}
            assert (await ann.request("POST", f"/api/tables/{code}/reports", body)).status_code == 204
            listed = await asyncio.to_thread(admin, "reports")
            assert (listed.code, listed.err) == (0, "")
            name = listed.out.splitlines()[1].split()[0]
            shown = await asyncio.to_thread(admin, "report", name)
            assert all(word in shown.out for word in (RUDE, "Please look.", code))
            assert (await asyncio.to_thread(admin, "resolve", name, "--note", "Told to stop.")).code == 0
            assert name not in (await asyncio.to_thread(admin, "reports")).out
            assert "Told to stop." in (await asyncio.to_thread(admin, "report", name)).out
            await client.close()

    asyncio.run(main())

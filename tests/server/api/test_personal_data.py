"""The data of a player over HTTP: everything in one file, and nothing of it left after an erasure."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from random import Random

import httpx
import pytest

from heckmeck.server.api.personal_data import OneAtATime
from heckmeck.server.background import erasures, scheduler
from heckmeck.server.net import rate_limits
from heckmeck.server.net.rate_limits import Rate
from heckmeck.server.table.environment import Refusal
from helpers.commands import run_command
from helpers.http_clients import browser, play
from helpers.in_process_server import serving
from helpers.tables import SMALL

CONFIRMED = {"confirm": "erase me"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "HEARTBEAT", 0.01)
    monkeypatch.setattr(erasures, "SETTLE", 0.0)
    monkeypatch.setattr(erasures, "INTERVAL", 0.05)


async def table_of(guest: httpx.AsyncClient, game: str, *, start: bool = True) -> str:
    plan = {"game": game, "seats": 2, "options": SMALL[game], "title": "my title"}
    wish = {"plan": plan, "name": "Zoe", "bots": ["greedy"] if start else [], "start": start}
    code: str = (await guest.post("/api/tables", json=wish)).json()["code"]
    said = {"type": "say", "id": "say-00001", "text": f"my own words in {game}"}
    assert (await guest.post(f"/api/tables/{code}/commands", json=said)).status_code == 200
    return code


def test_the_export_has_everything_of_the_player_and_nothing_of_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, bot_pace=0) as here, browser(here) as zoe, browser(here) as bo:
            for guest, name in ((zoe, "Zoe"), (bo, "Bo")):
                await guest.post("/api/me", json={"name": name, "portrait": "fox"})
            token = (await zoe.post("/api/tokens", json={"name": "Zoe"})).json()["token"]
            ended, running = await table_of(zoe, "bratwurmeck"), await table_of(zoe, "karteneck")
            await play(zoe, ended, Random(1))
            said = {"type": "say", "id": "say-00002", "text": "words of another"}
            seq = (await bo.post(f"/api/tables/{ended}/commands", json=said)).json()["seq"]
            await zoe.post(f"/api/tables/{ended}/blocks", json={"kind": "mute", "entry": seq})
            report = {"reason": "chat", "entry": seq, "note": "my note"}
            await zoe.post(f"/api/tables/{ended}/reports", json=report)
            await bo.post(f"/api/tables/{ended}/reports", json={"reason": "name", "seat": 0, "note": "about Zoe"})
            reply = await zoe.get("/api/me/export")
            assert "attachment" in reply.headers["content-disposition"]
            data = reply.json()
            assert (data["format"], data["name"], data["portrait"]) == ("heckmeck-player/1", "Zoe", "fox")
            assert data["complete"]
            assert {each["code"] for each in data["tables"]} == {ended, running}
            assert all(each["opened"] and each["first"] <= each["last"] for each in data["tables"])
            assert [each["table"] for each in data["games"]] == [ended]
            assert {each["text"] for each in data["chat"]} == {
                "my own words in bratwurmeck",
                "my own words in karteneck",
            }
            assert sorted(each["kind"] for each in data["devices"]) == ["browser", "program"]
            assert [(each["kind"], each["name"]) for each in data["blocks"]] == [("mute", "Bo")]
            (written,) = data["reports"]
            assert written.pop("at") <= data["at"]
            assert written == {**report, "name": "Bo", "table": ended, "game": 1}
            for secret in (token, "about Zoe", "words of another", "hand", "secret", "digest", zoe.cookies["heckmeck"]):
                assert secret not in reply.text
            async with browser(here) as nobody:
                assert (await nobody.get("/api/me/export")).status_code == 401

    asyncio.run(main())


def test_one_export_at_a_time() -> None:
    exports = OneAtATime()
    with exports, pytest.raises(Refusal) as refused, exports:
        pass
    assert refused.value.code == "busy"
    with exports:
        pass


@pytest.mark.parametrize(
    ("limit", "method", "path", "body"),
    [("EXPORTS", "GET", "/api/me/export", None), ("ERASURES", "POST", "/api/me/erase", CONFIRMED)],
)
def test_exports_and_erasures_of_one_address_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, method: str, path: str, body: object
) -> None:
    monkeypatch.setattr(rate_limits, limit, Rate(1, 0))

    async def main() -> list[tuple[int, str]]:
        replies = []
        async with serving(tmp_path, limit_local=True) as here:
            for name in ("Zoe", "Bo"):
                async with browser(here) as guest:
                    await guest.post("/api/me", json={"name": name})
                    reply = await guest.request(method, path, json=body)
                    replies.append((reply.status_code, reply.json()["code"] if reply.is_error else ""))
        return replies

    (first, _), second = asyncio.run(main())
    assert first in (200, 204)
    assert second == (429, "too_fast")


def test_an_erased_player_is_gone_at_once_and_from_the_log_when_tables_are_closed(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, bot_pace=0) as here, browser(here) as zoe, browser(here) as bo:
            await zoe.post("/api/me", json={"name": "Zoe"})
            await bo.post("/api/me", json={"name": "Bo"})
            old = dict(zoe.cookies)
            alone, shared = await table_of(zoe, "bratwurmeck"), await table_of(zoe, "karteneck", start=False)
            commands = f"/api/tables/{shared}/commands"
            await bo.post(commands, json={"type": "sit", "id": "sit-00001", "name": "Bo"})
            await zoe.post(commands, json={"type": "start", "id": "start-001"})
            refused = await zoe.post("/api/me/erase", json={"confirm": "yes"})
            assert refused.status_code == 400
            assert (await zoe.get("/api/me")).json()["name"] == "Zoe"
            assert (await zoe.post("/api/me/erase", json=CONFIRMED)).status_code == 204
            assert "heckmeck" not in zoe.cookies
            zoe.cookies.update(old)
            assert (await zoe.get("/api/me")).json()["name"] is None
            while (await bo.get(f"/api/tables/{alone}")).status_code != 404:
                await asyncio.sleep(0.01)  # a table that only she used is closed
            while not (seat := (await bo.get(f"/api/tables/{shared}")).json()["table"]["seats"][0]).get("bot"):
                await asyncio.sleep(0.01)
            assert seat["name"] == "Zoe", "until the table is closed"
            assert (await asyncio.to_thread(run_command, "admin", "close", shared, *database)).code == 0
            while "Zoe" in await asyncio.to_thread(dumped, tmp_path):
                await asyncio.sleep(0.01)
        found = dumped(tmp_path)
        assert "Somebody" in found
        assert "my own words" not in found
        assert "my title" not in found

    database = ("--database", str(tmp_path / "heckmeck.db"))
    asyncio.run(main())
    checked = run_command("db", "check", *database)
    assert (checked.code, checked.err) == (0, "")


def dumped(data: Path) -> str:
    """Everything in the database that could identify a person."""
    with sqlite3.connect(data / "heckmeck.db") as file:
        bodies = [bytes(body).decode() for (body,) in file.execute("SELECT body FROM entries")]
        names = file.execute("SELECT name FROM results").fetchall()
        listed = file.execute("SELECT title, players FROM tables").fetchall()
        known = file.execute("SELECT name FROM players").fetchall()
    file.close()
    return json.dumps([bodies, names, listed, known])

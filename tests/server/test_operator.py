"""Orders of the operator while the server runs: a ban closes connections, a muted player cannot chat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from heckmeck.server.background import scheduler
from helpers.commands import Result, run_command
from helpers.http_clients import browser
from helpers.in_process_server import serving
from helpers.wire import Api, Client


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "HEARTBEAT", 0.01)


def admin_of(data: Path) -> Callable[..., Result]:
    return lambda *arguments: run_command("admin", *arguments, "--database", data / "heckmeck.db")


async def player_called(name: str, admin: Callable[..., Result]) -> str:
    listed = await asyncio.to_thread(admin, "players", "--name", name)
    return listed.out.splitlines()[-1].split()[0]


def test_a_banned_player_is_out_at_once_and_may_come_back_after_a_pardon(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as here:
            admin = admin_of(tmp_path)
            ann, eve = [await Api.new(here, name) for name in ("Ann", "Eve")]
            code = (await ann.post("/api/tables", {"plan": {"game": "barbecue", "seats": 2}}))["code"]
            client = await Client(eve, code).connect()
            player = await player_called("Eve", admin)
            assert (await asyncio.to_thread(admin, "ban", player)).code == 0
            with pytest.raises(ConnectionClosed):
                await client.until(lambda: False)
            refused = await eve.request("GET", f"/api/tables/{code}")
            assert (refused.status_code, refused.json()["code"]) == (403, "banned")
            assert (await ann.request("GET", f"/api/tables/{code}")).status_code == 200
            assert (await asyncio.to_thread(admin, "unban", player)).code == 0
            while (await eve.request("GET", f"/api/tables/{code}")).status_code != 200:
                await asyncio.sleep(0.01)

    asyncio.run(main())


def test_a_muted_player_plays_but_does_not_speak(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as here:
            admin = admin_of(tmp_path)
            eve = await Api.new(here, "Eve")
            code = (await eve.post("/api/tables", {"plan": {"game": "barbecue", "seats": 2}}))["code"]
            client = await Client(eve, code).connect()
            assert (await client.do("say", text="hello"))["type"] == "done"
            await asyncio.to_thread(admin, "mute", await player_called("Eve", admin))
            while (answer := await client.do("say", text="hello"))["type"] == "done":
                await asyncio.sleep(0.01)
            assert answer["code"] == "muted"
            assert (await client.sit("Eve"))["type"] == "done"
            await client.close()

    asyncio.run(main())


def test_the_cookie_of_an_erased_player_is_not_known_any_more(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as here, browser(here) as guest:
            admin = admin_of(tmp_path)
            await guest.post("/api/me", json={"name": "Eve"})
            assert (await guest.get("/api/me")).json()["name"] == "Eve"
            await asyncio.to_thread(admin, "erase", await player_called("Eve", admin))
            while (await guest.get("/api/me")).json()["name"] is not None:
                await asyncio.sleep(0.01)
            assert (await guest.post("/api/me", json={"name": "Eve"})).status_code == 200
            assert (await guest.get("/api/me")).json()["name"] == "Eve"

    asyncio.run(main())

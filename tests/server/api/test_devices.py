"""Devices over HTTP: two browsers of one player, one of which is linked by a code and revoked again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from heckmeck.server.api import devices
from heckmeck.server.background import scheduler
from heckmeck.server.config import Config
from heckmeck.server.net import identity, rate_limits
from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.identity import GuestCookies, new_link_code
from heckmeck.server.net.keys import KeyRing
from heckmeck.server.net.rate_limits import PLAYER_WRONG_CODES, STRANGER_WRONG_CODES, Rate, RateLimits
from heckmeck.server.service import Visit
from heckmeck.server.store import Device
from heckmeck.server.store.sql_devices import SqlDevices
from heckmeck.server.table.environment import Refusal
from helpers.http_clients import browser
from helpers.in_process_server import serving
from helpers.memory_store import Disk, MemoryStore
from helpers.tables import ANN
from helpers.wire import Api, Client

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "HEARTBEAT", 0.01)


@asynccontextmanager
async def two_browsers(data: Path, **options: Any) -> AsyncIterator[tuple[Any, httpx.AsyncClient, httpx.AsyncClient]]:
    """A server, a browser of Ann's, and a new one."""
    async with serving(data, **options) as here, browser(here) as first, browser(here) as second:
        second.headers["user-agent"] = FIREFOX
        assert (await first.post("/api/me", json={"name": "Ann", "portrait": "hen"})).status_code == 200
        yield here, first, second


async def code_of(first: httpx.AsyncClient) -> str:
    reply = await first.post("/api/me/link", json={})
    assert reply.status_code == 201, reply.text
    found = reply.json()
    assert found["link"].endswith(f"/link/{found['code']}")
    assert found["until"] - found["now"] == devices.LINK_TIME * 1000
    return str(found["code"])


async def name_of(guest: httpx.AsyncClient) -> str | None:
    found: str | None = (await guest.get("/api/me")).json()["name"]
    return found


async def listed(guest: httpx.AsyncClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await guest.get("/api/me/devices")).json()
    return found


async def link(first: httpx.AsyncClient, second: httpx.AsyncClient) -> None:
    reply = await second.post("/api/link", json={"code": await code_of(first)})
    assert (reply.status_code, reply.json()) == (200, {"name": "Ann", "portrait": "hen"})


async def read_on(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


def test_a_code_makes_another_browser_the_same_player_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (here, first, second), browser(here) as third:
            code = await code_of(first)
            typed = {"code": f" {code[:5].lower()} {code[5:]}"}
            offer = await second.post("/api/link/offer", json=typed)
            assert offer.json() == {"name": "Ann", "portrait": "hen", "now": None}
            assert await name_of(second) is None
            assert (await second.post("/api/link", json=typed)).status_code == 200
            assert await name_of(second) == "Ann"
            assert second.cookies["heckmeck"] != first.cookies["heckmeck"]
            for path in ("/api/link", "/api/link/offer"):
                used = await third.post(path, json=typed)
                assert (used.status_code, used.json()["code"]) == (404, "no_link")
            phone, laptop = await listed(first)
            assert (phone["browser"], phone["system"], phone["this"]) == ("Firefox", "Android", False)
            assert laptop["this"]
            assert [each["this"] for each in await listed(second)] == [True, False]
            again = await second.post("/api/link/offer", json={"code": await code_of(first)})
            assert (again.status_code, again.json()["code"]) == (409, "linked_already")

    asyncio.run(main())


def test_a_new_code_replaces_the_one_before_and_time_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, second):
            old = await code_of(first)
            monkeypatch.setattr(devices, "LINK_TIME", 0)
            new = await code_of(first)
            for code in (old, new):
                assert (await second.post("/api/link", json={"code": code})).json()["code"] == "no_link"
            bad = await second.post("/api/link", json={"code": "ABCD"})
            assert (bad.status_code, bad.json()["code"]) == (400, "bad_link")
            assert (await second.post("/api/me/link", json={})).status_code == 401

    asyncio.run(main())


def test_whom_a_device_was_before_stays_and_loses_the_device(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (here, first, second), browser(here) as copy:
            await second.post("/api/me", json={"name": "Bo"})
            copy.cookies.update(second.cookies)
            offer = await second.post("/api/link/offer", json={"code": await code_of(first)})
            assert offer.json()["now"] == "Bo"
            await link(first, second)
            assert await name_of(second) == "Ann"
            assert await name_of(copy) is None, "the cookie of before is revoked"

    asyncio.run(main())


def test_a_revoked_browser_is_unknown_at_once_and_its_socket_is_closed(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (here, first, second):
            await link(first, second)
            table = await first.post("/api/tables", json={"plan": {"game": "barbecue", "seats": 2}})
            sockets = [
                await connect(
                    f"ws://127.0.0.1:{here.port}/ws/{table.json()['code']}",
                    additional_headers={"cookie": f"heckmeck={guest.cookies['heckmeck']}", "origin": here.url},
                )
                for guest in (first, second)
            ]
            (phone,) = [each for each in await listed(first) if not each["this"]]
            gone = await first.delete(f"/api/me/devices/{phone['id']}")
            assert gone.status_code == 204
            assert await name_of(second) is None
            with pytest.raises(ConnectionClosed):
                await read_on(sockets[1])
            await sockets[0].send('{"type":"say","id":"still-here","text":"Hello"}')
            while '"done"' not in str(await sockets[0].recv()):
                pass
            await sockets[0].close()
            assert [each["this"] for each in await listed(first)] == [True]
            unknown = await first.delete(f"/api/me/devices/{phone['id']}")
            assert (unknown.status_code, unknown.json()["code"]) == (404, "no_device")
            await second.post("/api/me", json={"name": "Ann"})
            assert len(await listed(second)) == 1, "a new guest"

    asyncio.run(main())


def test_a_device_of_another_player_cannot_be_revoked(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, second):
            await second.post("/api/me", json={"name": "Eve"})
            (device,) = await listed(first)
            assert (await second.delete(f"/api/me/devices/{device['id']}")).status_code == 404
            assert await name_of(first) == "Ann"

    asyncio.run(main())


def test_who_signs_out_everywhere_else_keeps_this_device_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (here, first, second):
            await link(first, second)
            token = (await first.post("/api/tokens", json={"name": "Ann"})).json()["token"]
            code = (await first.post("/api/tables", json={"plan": {"game": "barbecue", "seats": 2}})).json()["code"]
            program = await Client(Api(here, token), code).connect()
            kinds = [(each["kind"], each["seen"] is None) for each in await listed(first)]
            assert kinds == [("browser", False), ("browser", False), ("program", True)]
            assert (await first.delete("/api/me/devices")).status_code == 204
            assert [each["this"] for each in await listed(first)] == [True]
            assert await name_of(second) is None
            with pytest.raises(ConnectionClosed):
                await program.until(lambda: False)
            assert (await Api(here, token).get("/api/me"))["name"] is None

    asyncio.run(main())


@pytest.mark.parametrize("everywhere", [False, True])
def test_a_code_of_a_revoked_device_is_void(tmp_path: Path, *, everywhere: bool) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (here, first, stolen), browser(here) as thief:
            await link(first, stolen)
            code = await code_of(stolen)
            (phone,) = [each for each in await listed(first) if not each["this"]]
            path = "/api/me/devices" if everywhere else f"/api/me/devices/{phone['id']}"
            assert (await first.delete(path)).status_code == 204
            refused = await thief.post("/api/link", json={"code": code})
            assert (refused.status_code, refused.json()["code"]) == (404, "no_link")
            assert [each["this"] for each in await listed(first)] == [True]

    asyncio.run(main())


@pytest.mark.parametrize(("path", "stored"), [("/api/me/link", "add_link"), ("/api/tokens", "add_token")])
def test_a_device_that_is_revoked_while_it_asks_for_a_code_or_token_does_not_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, stored: str
) -> None:
    store_it = getattr(SqlDevices, stored)

    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, stolen):
            await link(first, stolen)

            async def late(store: Any, *values: Any) -> None:
                assert (await first.delete("/api/me/devices")).status_code == 204
                await store_it(store, *values)

            monkeypatch.setattr(SqlDevices, stored, late)
            refused = await stolen.post(path, json={"name": "Ann"})
            assert (refused.status_code, refused.json()["code"]) == (401, "no_name")

    asyncio.run(main())


def test_a_device_that_is_linked_meanwhile_is_signed_out_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices_of = SqlDevices.devices

    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, _second):

            async def devices_before(store: Any, player: str) -> list[Device]:
                found = await devices_of(store, player)
                await store.note_device(player, Device("late", "", "", 1, 1))
                return found

            with monkeypatch.context() as patched:
                patched.setattr(SqlDevices, "devices", devices_before)
                assert (await first.delete("/api/me/devices")).status_code == 204
            assert [each["this"] for each in await listed(first)] == [True]

    asyncio.run(main())


def test_a_program_that_signs_out_everywhere_else_stays_a_program(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (here, first, _second):
            token = (await first.post("/api/tokens", json={"name": "Ann"})).json()["token"]
            program = Api(here, token)
            assert (await program.request("DELETE", "/api/me/devices")).status_code == 204
            (only,) = await program.get("/api/me/devices")
            assert (only["kind"], only["this"]) == ("program", True)
            assert await name_of(first) is None

    asyncio.run(main())


def test_a_player_has_not_any_number_of_devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, second):
            code = await code_of(first)
            monkeypatch.setattr(devices, "MAX_DEVICES", 1)
            for reply in (
                await second.post("/api/link", json={"code": code}),
                await first.post("/api/me/link", json={}),
            ):
                assert (reply.status_code, reply.json()["code"]) == (409, "too_many_devices")
            monkeypatch.setattr(devices, "MAX_DEVICES", 2)
            assert (await second.post("/api/link", json={"code": code})).status_code == 200, "the code stays valid"

    asyncio.run(main())


def test_a_linked_device_counts_as_a_new_player_of_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "ADDRESS_PLAYERS", Rate(1, 0))

    async def main() -> None:
        async with two_browsers(tmp_path, limit_local=True) as (_, first, second):
            refused = await second.post("/api/link", json={"code": await code_of(first)})
            assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
            assert len(await listed(first)) == 1

    asyncio.run(main())


def test_the_own_device_can_be_signed_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, _second):
            (device,) = await listed(first)
            assert (await first.delete(f"/api/me/devices/{device['id']}")).status_code == 204
            assert "heckmeck" not in first.cookies
            assert (await first.get("/api/me/devices")).status_code == 401

    asyncio.run(main())


def test_a_foreign_page_changes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, _second):
            foreign = {"origin": "https://evil.example"}
            for method, path in (
                ("POST", "/api/me/link"), ("POST", "/api/link"), ("POST", "/api/link/offer"),
                ("DELETE", "/api/me/devices"), ("POST", "/api/me/erase"),
            ):  # fmt: skip
                refused = await first.request(method, path, json={}, headers=foreign)
                assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin")

    asyncio.run(main())


def test_an_old_cookie_is_renewed_by_any_request_for_the_same_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with two_browsers(tmp_path) as (_, first, _second):
            (device,) = await listed(first)
            assert "set-cookie" not in (await first.get("/api/history")).headers
            monkeypatch.setattr(identity, "RENEWAL_AGE", -1)
            renewed = await first.get("/api/history")
            assert renewed.headers["set-cookie"].count("heckmeck=") == 1
            assert [each["id"] for each in await listed(first)] == [device["id"]]
            assert (await first.post("/api/me", json={"name": "Ann"})).headers["set-cookie"].count("heckmeck=") == 1

    asyncio.run(main())


@pytest.mark.parametrize(("caller", "rate"), [(None, STRANGER_WRONG_CODES), (ANN, PLAYER_WRONG_CODES)])
def test_codes_cannot_be_guessed(tmp_path: Path, caller: Any, rate: Any) -> None:
    client = ClientAddress("192.0.2.1", secure=False, local=False)

    async def visit(_: object) -> Visit:
        return Visit(client, "192.0.2.1", caller, renew=False)

    service = SimpleNamespace(
        limits=RateLimits(Config(), lambda: 0.0),
        store=MemoryStore(Disk()),
        guests=GuestCookies(KeyRing(tmp_path / "keys")),
        visit=visit,
    )
    request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(service=service)), scope={"headers": []})

    async def main() -> None:
        for _ in range(int(rate.burst)):
            with pytest.raises(Refusal) as wrong:
                await devices.look_at_link.fn(request, devices.UseLink(new_link_code()))
            assert wrong.value.code == "no_link"
        with pytest.raises(Refusal) as refused:
            await devices.link.fn(request, devices.UseLink(new_link_code()))
        assert refused.value.code == "too_fast"

    asyncio.run(main())

"""Devices at several processes on one PostgreSQL: a change at one process applies to all."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from heckmeck.server.net.keys import KeyRing
from helpers.commands import run_command
from helpers.http_clients import browser
from helpers.postgres import Cluster
from helpers.wire import Server

Serve = Callable[[], tuple[Server, Server]]


@pytest.fixture
def database(postgres: Cluster) -> str:
    return postgres.new_database()


@pytest.fixture
def serve(tmp_path: Path, database: str) -> Iterator[Serve]:
    """Start two servers on one database that share their keys, as machines of one installation do."""
    keys = tmp_path / "keys.json"
    KeyRing(keys)
    with ExitStack() as stack:

        def start() -> tuple[Server, Server]:
            servers = []
            for name in ("one", "two"):
                (tmp_path / name).mkdir()
                shutil.copy2(keys, tmp_path / name / "keys.json")
                servers.append(stack.enter_context(Server(tmp_path / name, database=database)))
            return servers[0], servers[1]

        yield start


async def socket_of(guest: httpx.AsyncClient, server: Server, code: str) -> ClientConnection:
    cookie = f"heckmeck={guest.cookies['heckmeck']}"
    url = f"ws://127.0.0.1:{server.port}/ws/{code}"
    return await connect(url, additional_headers={"cookie": cookie, "origin": server.url})


async def is_cut(socket: ClientConnection) -> None:
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(_read(socket), 60)


async def _read(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


async def name_of(guest: httpx.AsyncClient) -> str | None:
    found: str | None = (await guest.get("/api/me")).json()["name"]
    return found


def test_a_code_of_one_process_is_used_at_another_and_the_device_revoked_there(serve: Serve) -> None:
    async def main() -> None:
        one, two = serve()
        async with browser(one) as first, browser(two) as second:
            await first.post("/api/me", json={"name": "Ann"})
            code = (await first.post("/api/me/link", json={})).json()["code"]
            assert (await second.post("/api/link", json={"code": code})).json()["name"] == "Ann"
            table = (await first.post("/api/tables", json={"plan": {"game": "barbecue", "seats": 2}})).json()["code"]
            socket = await socket_of(second, two, table)
            (phone,) = [each for each in (await first.get("/api/me/devices")).json() if not each["this"]]
            assert (await first.delete(f"/api/me/devices/{phone['id']}")).status_code == 204
            assert await name_of(second) is None, "no process has to be told"
            await is_cut(socket)
            assert await name_of(first) == "Ann"

    asyncio.run(main())


def test_who_is_erased_at_one_process_is_nobody_at_another_and_another_finishes_it(serve: Serve, database: str) -> None:
    async def main() -> None:
        one, two = serve()
        async with browser(one) as first, browser(two) as other, browser(two) as guest:
            await first.post("/api/me", json={"name": "Zoe Zapp"})
            await guest.post("/api/me", json={"name": "Bo"})
            other.cookies.update(first.cookies)
            plan = {"game": "bratwurmeck", "seats": 2}
            wish = {"plan": plan, "name": "Zoe Zapp", "bots": ["greedy"], "start": True}
            code = (await first.post("/api/tables", json=wish)).json()["code"]
            socket = await socket_of(other, two, code)
            assert (await first.post("/api/me/erase", json={"confirm": "erase me"})).status_code == 204
            one.kill()  # before the log was searched
            await is_cut(socket)
            async with asyncio.timeout(60):
                while await name_of(other) is not None:
                    await asyncio.sleep(0.05)
                while (await guest.get(f"/api/tables/{code}")).status_code != 404:
                    await asyncio.sleep(0.05)
                while "Zoe Zapp" in await asyncio.to_thread(_exported, database):
                    await asyncio.sleep(0.2)

    asyncio.run(main())
    checked = run_command("db", "check", "--database", database)
    assert (checked.code, checked.err) == (0, "")


def _exported(database: str) -> str:
    """The bodies of all entries."""

    async def read() -> str:
        connection = await asyncpg.connect(database)
        try:
            return "".join(bytes(row["body"]).decode() for row in await connection.fetch("SELECT body FROM entries"))
        finally:
            await connection.close()

    return asyncio.run(read())

"""Players behind each proxy: whole games, streams of events, and a proxy or a process that is restarted."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, ExitStack
from random import Random

import msgspec
import pytest

from heckmeck.server.fairness.verify import verify
from helpers import http2
from helpers.crash import Load, killed
from helpers.crash_players import Player, seated
from helpers.paced import PacedClient, PacedLine
from helpers.postgres import Cluster
from helpers.proxies import ENVIRONMENT, SETUPS, Certificate, Proxy, free_ports
from helpers.smuggling import http2_fields
from helpers.tables import SMALL
from helpers.wire import Api, Client, Server

PLAN = {"plan": {"game": "bratwurmeck", "seats": 3, "options": SMALL["bratwurmeck"]}}


async def players_behind(proxy: Proxy) -> list[Player]:
    """Players at a table with a bot, each at another address."""
    return await seated([proxy.visitor() for _ in range(3)], "bratwurmeck", 0, PacedLine)


def test_people_and_a_bot_play_a_game_that_verifies(proxy: Proxy) -> None:
    async def main() -> None:
        ann, bo = [await Api.new(proxy.visitor(), name) for name in ("Ann", "Bo")]
        code = (await ann.post("/api/tables", PLAN))["code"]
        players = [await PacedClient(api, code).connect() for api in (ann, bo)]
        for name, player in zip(("Ann", "Bo"), players, strict=True):
            assert (await player.sit(name))["type"] == "done"
        assert (await players[0].do("bot", seat=2, bot="greedy"))["type"] == "done"
        assert (await players[0].do("start"))["type"] == "done"
        await asyncio.gather(*(player.play(Random(number)) for number, player in enumerate(players)))
        assert players[0].ended == players[1].ended
        assert verify((await ann.request("GET", f"/api/tables/{code}/games/1")).content).over
        for player in players:
            await player.close()

    asyncio.run(main())


async def watched_by(client: Client, number: int) -> None:
    """Wait until this many clients without a seat follow the table."""
    while (await client.read()).get("watching") != number:
        pass


def test_a_stream_of_events_is_not_held_back_and_ends_with_its_reader(proxy: Proxy) -> None:
    async def main() -> None:
        ann = await Api.new(proxy.visitor(), "Ann")
        code = (await ann.post("/api/tables", PLAN))["code"]
        client = await Client(ann, code).connect()
        async with ann.server.http(headers=ann.headers) as http:
            async with http.stream("GET", f"/api/tables/{code}/events") as stream:
                await watched_by(client, 2)
                lines = (msgspec.json.decode(line) async for line in stream.aiter_lines() if line)
                for text in ("one", "two"):  # nothing follows that could push it through a buffer
                    assert (await client.do("say", text=text))["type"] == "done"
                    async with asyncio.timeout(10):
                        while (await anext(lines)).get("text") != text:
                            pass
            async with asyncio.timeout(10):  # less than the interval of pings, of which one would find out
                await watched_by(client, 1)
        await client.close()

    asyncio.run(main())


def test_a_browser_gets_a_websocket_over_http_2_where_it_is_offered(proxy: Proxy) -> None:
    async def table() -> tuple[Api, str]:
        ann = await Api.new(proxy.visitor(), "Ann")
        return ann, (await ann.post("/api/tables", PLAN))["code"]

    ann, code = asyncio.run(table())
    with proxy.visitor().line(proxy.certificate.trusted(http2=True)) as line:
        if line.selected_alpn_protocol() != "h2":
            assert proxy.name == "nginx"
            return
        pseudo = {"method": b"CONNECT", "protocol": b"websocket", "path": f"/ws/{code}".encode()}
        token = (b"authorization", f"Bearer {ann.token}".encode())
        line.sendall(http2.request(http2_fields((b"sec-websocket-version", b"13"), token, **pseudo), None))
        received = http2.frames(line)
        settings = next(frame for frame in received if frame.kind == http2.SETTINGS)
        if not http2.offers_websockets(settings):
            assert proxy.name == "caddy"
            return
        found = b""
        while b'"type":"welcome"' not in found:
            frame = next(received)
            assert frame.kind not in (http2.RESET, http2.GONE)
            found += frame.payload if frame.kind == http2.DATA else b""


def test_nothing_is_lost_or_doubled_when_the_proxy_is_restarted(proxy: Proxy, server: Server) -> None:
    async def main() -> None:
        database = f"sqlite:///{server.data / 'heckmeck.db'}"
        players = await players_behind(proxy)
        async with Load(players) as load:
            await killed(load, proxy.kill, proxy.start, database, rounds=2, most=20)
            await load.finish()
        found = await load.check(database)
        assert found.acknowledged >= 40
        assert found.seen >= 3 * 40
        assert found.welcomes >= 3 * 4  # at the beginning, after each restart, and at the end

    asyncio.run(main())


def test_players_continue_when_one_of_several_processes_dies(
    tmp_path_factory: pytest.TempPathFactory, certificate: Certificate, postgres: Cluster
) -> None:
    """Behind all proxies at the same time, because the processes take long to start."""
    folder, database, ports = tmp_path_factory.mktemp("processes"), postgres.new_database(), free_ports()
    first, second = (Server(folder / "data", database=database, port=port, environment=ENVIRONMENT) for port in ports)
    proxies = [Proxy(name, tmp_path_factory.mktemp(name), certificate, *ports) for name in SETUPS]

    async def main() -> None:
        async with AsyncExitStack() as stack:
            loads = [await stack.enter_async_context(Load(await players_behind(proxy))) for proxy in proxies]

            async def more() -> None:
                await asyncio.gather(*(load.more(10) for load in loads))

            await more()
            first.kill()
            await more()
            await asyncio.to_thread(first.start)
            second.kill()
            await more()
            await asyncio.gather(*(load.finish() for load in loads))
            for load in loads:
                assert (await load.check(database)).acknowledged >= 30

    with first, second, ExitStack() as stack:
        for proxy in proxies:
            stack.callback(proxy.kill)
            proxy.start()
        asyncio.run(main())

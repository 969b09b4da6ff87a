"""Followers of a table: their first messages, and the handling of slow, silent and too fast clients."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.ops.logs import FALSE_ALARMS
from heckmeck.server.service import Service, Visit
from heckmeck.server.store.devices import token_device
from helpers.in_process_server import figure, serving, serving_table
from helpers.raw_sockets import handshake, hang_up, knock
from helpers.wire import Api, Client, Server

PLAN = {"plan": {"game": "bratwurmeck", "seats": 2}}


async def read_all(client: Client, seen: list[dict[str, Any]]) -> None:
    while True:
        seen.append(await client.read())


async def chatter(client: Client) -> None:
    """Make a log that is larger than the system's buffers for a client."""
    for _ in range(100):
        assert (await client.do("say", text="\U0001d54f" * 200))["type"] == "done"


async def until_alone(api: Api) -> None:
    """Wait until only one socket is left."""
    async with asyncio.timeout(20):
        while await figure(api, "sockets") > 1:
            await asyncio.sleep(0.01)


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    texts = [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    return [text for text in texts if not text.startswith(FALSE_ALARMS)]


def test_who_does_not_read_is_dropped_and_can_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, so that the system's own buffers can be kept small."""
    monkeypatch.setattr("heckmeck.server.net.web_socket.MAX_UNREAD", 16 * 1024)

    async def main() -> None:
        async with serving_table(tmp_path / "data") as (here, ann, code):
            client = await Client(ann, code).connect()
            before = client.seq
            slow = handshake(here.port, ann, code, window=4096)
            while await figure(ann, "readers_dropped_total") == 0:
                assert (await client.do("say", text="\U0001d54f" * 200))["type"] == "done"
                assert client.seq < 1000
            again = Client(ann, code)
            again.seq = before
            await again.connect(resume=True)
            assert [entry["seq"] for entry in again.log] == list(range(before + 1, client.seq + 1))
            slow.close()
            for line in (client, again):
                await line.close()

    asyncio.run(main())


def test_who_resumes_and_does_not_read_is_cut_off_soon_and_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("heckmeck.server.net.connection.FOLLOWER_TIMEOUT", 0.2)

    async def main() -> None:
        async with serving_table(tmp_path / "data") as (here, ann, code):
            client = await Client(ann, code, seed=False).connect()
            await chatter(client)
            lines = [handshake(here.port, ann, code, since=0, window=4096) for _ in range(3)]
            for line in lines:
                await asyncio.to_thread(line.recv, 1)
            await until_alone(ann)
            assert (await client.do("say", text="still here"))["type"] == "done"
            for line in lines:
                line.close()
            await client.close()

    asyncio.run(main())
    assert complaints(caplog) == []


def test_who_goes_away_during_a_resume_leaves_no_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with serving_table(tmp_path / "data") as (here, ann, code):
            client = await Client(ann, code, seed=False).connect()
            await chatter(client)
            for _ in range(5):
                line = handshake(here.port, ann, code, since=0)
                await asyncio.to_thread(line.recv, 1)
                hang_up(line)
            await until_alone(ann)
            await client.close()

    asyncio.run(main())
    assert complaints(caplog) == []


def test_a_first_visit_gets_the_log_of_the_first_game_and_older_entries_on_request(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            plan = {"game": "bratwurmeck", "seats": 2}
            opened = await ann.post("/api/tables", {"plan": plan, "name": "Ann", "bots": ["greedy"], "start": True})
            url = f"ws://127.0.0.1:{here.port}/ws/{opened['code']}?from=game"
            log = []
            async with connect(url, additional_headers=ann.headers) as line:
                while (message := msgspec.json.decode(await line.recv()))["type"] == "happened":
                    log.append(message)
                assert message["type"] == "welcome"
            assert [entry["what"] for entry in log[:4]] == ["opened", "sat", "bot_sat", "began"]
            url = f"{here.url}/api/tables/{opened['code']}"
            async with httpx.AsyncClient(headers=ann.headers) as http:
                async with http.stream("GET", f"{url}/events?from=game") as stream:
                    assert msgspec.json.decode(await anext(stream.aiter_lines())) == log[0]
                before = (await http.get(f"{url}/log?before=4")).json()
                assert before == {"entries": log[:3], "begins": 1}
                two = (await http.get(f"{url}/log?before=4&limit=2")).json()
                assert two["entries"] == log[1:3]
                assert (await http.get(f"{url}/log?before=0")).status_code == 400

    asyncio.run(main())


def test_who_answers_no_pings_is_sent_away_and_leaves_the_place_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heckmeck.server.net.web_socket.PING_INTERVAL", 0.05)

    async def main() -> None:
        async with serving_table(tmp_path / "data", max_sockets=1) as (here, ann, code):
            with handshake(here.port, ann, code) as mute, mute.makefile("rb") as line:
                got = await asyncio.to_thread(line.read)
            assert got.startswith(b"HTTP/1.1 101 ")
            assert got.endswith(b"keepalive ping timeout")
            async with asyncio.timeout(20):
                while b" 101 " not in await asyncio.to_thread(knock, here.port, ann, code):
                    pass

    asyncio.run(main())


def test_a_client_that_is_too_fast_is_warned_and_then_disconnected(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data", environment={"HECKMECK_LIMIT_LOCAL": "yes"}) as server:
            ann = await Api.new(server, "Ann")
            code = (await ann.post("/api/tables", PLAN))["code"]
            fast, calm = await Client(ann, code).connect(), await Client(ann, code).connect()
            with suppress(ConnectionClosed):
                for number in range(200):
                    await fast.send("say", text=str(number))
            seen: list[dict[str, Any]] = []
            with pytest.raises(ConnectionClosed) as closed:
                await read_all(fast, seen)
            kinds = [message["type"] for message in seen if message["type"] in ("done", "refused", "bye")]
            assert kinds[:20] == ["done"] * 20
            assert kinds.count("refused") == 50
            assert kinds[-1] == "bye"
            assert {message["code"] for message in seen if message["type"] == "refused"} == {"too_fast"}
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            assert (await calm.do("say", text="me too?"))["type"] == "done"
            await fast.connect(resume=True)
            for line in (fast, calm):
                await line.close()
            assert "Traceback" not in server.log()

    asyncio.run(main())


async def messages_of(kind: str, url: str, api: Api, code: str) -> list[str]:
    """Everything that a socket or a stream is sent until it ends."""
    found: list[str] = []
    if kind == "socket":
        async with connect(f"{url.replace('http', 'ws')}/ws/{code}", additional_headers=api.headers) as line:
            with suppress(ConnectionClosed):
                while True:
                    found.append(str(await line.recv()))
        return found
    async with httpx.AsyncClient(timeout=20) as client:
        with suppress(httpx.HTTPError):
            async with client.stream("GET", f"{url}/api/tables/{code}/events", headers=api.headers) as lines:
                async for text in lines.aiter_lines():
                    found.append(text)  # noqa: PERF401, those before an error count
    return found


@pytest.mark.parametrize("kind", ["socket", "stream"])
def test_a_device_revoked_while_the_table_is_looked_up_gets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    find = Service.table

    async def table(service: Service, code: str, visit: Visit) -> LiveTable:
        found = await find(service, code, visit)
        assert visit.caller is not None
        digests = [digest for digest, _ in await service.store.tokens(visit.caller.player)]
        await service.store.revoke(visit.caller.player, (), digests, time.time_ns() // 1_000_000)
        service.scheduler.revocations.cut(list(map(token_device, digests)))
        return found

    async def main() -> None:
        async with serving_table(tmp_path / "data") as (here, ann, code), asyncio.timeout(20):
            with monkeypatch.context() as patched:
                patched.setattr(Service, "table", table)
                assert await messages_of(kind, here.url, ann, code) == []

    asyncio.run(main())

"""Figures to watch a server by."""

import asyncio
from pathlib import Path
from random import Random

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from heckmeck.server.ops.metrics import CONTENT_TYPE, MAX_SERIES, Metrics
from helpers.in_process_server import figure, serving
from helpers.wire import Api, Client


def samples(page: str) -> dict[tuple[str, ...], float]:
    """What a scraper reads: the name and the values of the labels in the order of their names, the process aside."""
    found = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            assert sample.labels.pop("process")
            if not sample.name.endswith("_created"):
                found[sample.name, *(sample.labels[label] for label in sorted(sample.labels))] = sample.value
    return found


def test_a_game_at_a_server_is_counted(tmp_path: Path) -> None:
    """All figures of a server at which one small game is played against a bot."""

    async def main() -> tuple[Client, dict[tuple[str, ...], float]]:
        async with serving(tmp_path / "data", bot_pace=0) as here:
            ann = await Api.new(here, "Ann")
            plan = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 24]}}
            client = await Client(ann, (await ann.post("/api/tables", {"plan": plan}))["code"], seed=False).connect()
            await client.sit("Ann")
            await client.do("bot", seat=1, bot="greedy")
            assert (await client.do("move", seq=client.seq, move="roll"))["code"] == "no_game"
            await client.do("start")
            await client.play(Random(1))
            page = (await ann.request("GET", "/metrics")).text
            await client.close()
            return client, samples(page)

    client, found = asyncio.run(main())
    moves = [entry for entry in client.log if entry["what"] == "moved"]
    by_bot = sum(entry.get("by_bot", False) for entry in moves)
    assert 0 < by_bot < len(moves)
    assert found["heckmeck_commands_total", "done", "move"] == len(moves) - by_bot
    for kind in ("sit", "bot", "start"):
        assert found["heckmeck_commands_total", "done", kind] == 1
    assert found["heckmeck_commands_total", "refused", "move"] == found["heckmeck_refusals_total", "no_game"] == 1
    commands = sum(value for (name, *_), value in found.items() if name == "heckmeck_commands_total")
    assert found["heckmeck_command_seconds_count",] == commands
    assert 0 < found["heckmeck_command_seconds_sum",] < 60
    assert found["heckmeck_command_seconds_bucket", "+Inf"] == found["heckmeck_command_seconds_count",]
    assert found["heckmeck_bot_decisions_total", "greedy", "done"] == by_bot
    assert found["heckmeck_bot_decision_seconds_count",] == by_bot
    assert 0 < found["heckmeck_bot_core_seconds_total",] < 60
    assert found["heckmeck_tables",] == found["heckmeck_sockets",] == 1
    assert found["heckmeck_readers_dropped_total",] == 0


def test_the_format_is_the_one_scrapers_know() -> None:
    assert CONTENT_TYPE.startswith("text/plain")


def test_two_servers_in_one_program_count_apart() -> None:
    one, other = Metrics("p1"), Metrics("p1")
    one.sockets.inc()
    assert samples(one.page().decode())["heckmeck_sockets",] == 1
    assert samples(other.page().decode())["heckmeck_sockets",] == 0


def test_labels_that_somebody_makes_up_do_not_fill_the_memory() -> None:
    metrics = Metrics("p1")
    for number in range(MAX_SERIES + 50):
        metrics.refusals.add(f"code{number}")
    page = samples(metrics.page().decode())
    found = {key: value for key, value in page.items() if key[0] == "heckmeck_refusals_total"}
    assert len(found) == MAX_SERIES + 1
    assert found["heckmeck_refusals_total", "other"] == 50
    metrics.refusals.add("code0")
    assert samples(metrics.page().decode())["heckmeck_refusals_total", "code0"] == 2


def test_what_is_refused_is_counted_wherever_it_is(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann = await Api.new(here, "Ann")
            code = (await ann.post("/api/tables", {"plan": {"game": "bratwurmeck", "seats": 2}}))["code"]
            counted = 0
            for path, headers, status in [
                ("/api/nothing", {}, 404),
                ("/api/tables/AAAAAAAA", {}, 404),
                ("/api/history", {}, 401),
                ("/", {"host": "evil.example"}, 421),
            ]:
                async with httpx.AsyncClient(base_url=here.url) as http:
                    assert (await http.get(path, headers=headers)).status_code == status
                counted += 1
                assert await figure(ann, "refusals_total") == counted
            for target in (f"/ws/{code}", "/ws/AAAAAAAA", "/elsewhere"):
                token = {} if target == f"/ws/{code}" else ann.headers
                with pytest.raises(InvalidStatus):
                    await connect(f"ws://127.0.0.1:{here.port}{target}", additional_headers=token)
                counted += 1
                assert await figure(ann, "refusals_total") == counted
            client = await Client(ann, code, seed=False).connect()
            assert (await client.do("start"))["type"] == "refused"
            await client.socket.send("no command")
            while (await client.read())["type"] != "refused":
                pass
            assert await figure(ann, "refusals_total") == counted + 2
            await client.close()

    asyncio.run(main())

"""The metrics of a server."""

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

Samples = dict[tuple[str, ...], float]


def samples(metrics: Metrics) -> Samples:
    return read_samples(metrics.page().decode())


def read_samples(page: str) -> Samples:
    """The samples of a page by their names and the values of their labels, in the order of the labels' names.

    All belong to one process, whose label is left out.
    """
    found, processes = {}, set()
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            processes.add(sample.labels.pop("process"))
            if not sample.name.endswith("_created"):
                found[sample.name, *(sample.labels[label] for label in sorted(sample.labels))] = sample.value
    assert len(processes) == 1
    return found


async def scraped(api: Api) -> Samples:
    """The metrics of a server, by the name and the labels of each sample."""
    return read_samples((await api.request("GET", "/metrics")).text)


def test_a_game_leaves_its_figures_behind(tmp_path: Path) -> None:
    """A person plays a whole game against a bot on a real server; every figure has to agree with the log."""

    async def main() -> None:
        async with serving(tmp_path / "data", bot_pace=0) as here:
            ann = await Api.new(here, "Ann")
            plan = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 22]}}
            opened = {"plan": plan, "name": "Ann", "bots": ["random"], "start": True}
            code = (await ann.post("/api/tables", opened))["code"]
            client = await Client(ann, code, seed=False).connect()
            assert (await scraped(ann))["heckmeck_sockets",] == 1
            assert (await client.do("move", seq=0, move="roll"))["code"] == "stale"
            await client.play(Random(3))
            await client.close()
            await until_closed(ann)
            stream = await ann.get(f"/api/tables/{code}/games/1")
            found = await scraped(ann)
            check(found, [step for step in stream["steps"] if not step.startswith("=")], client)

    asyncio.run(main())


async def until_closed(api: Api) -> None:
    async with asyncio.timeout(10):
        while (await scraped(api))["heckmeck_sockets",]:
            await asyncio.sleep(0.01)


def check(found: Samples, moves: list[str], client: Client) -> None:
    """Compare the figures with the moves of a game, and with what its player saw of it."""
    by_bot = sum(entry.get("by_bot", False) for entry in client.log if entry["what"] == "moved")
    mine = sum(entry["what"] == "moved" and not entry.get("by_bot") for entry in client.log)
    # The client connected after the game had begun: the bot's first moves may be missing from its log.
    assert mine + by_bot <= len(moves)
    assert found["heckmeck_tables",] == 1
    for kind in ("open", "sit", "bot", "start"):
        assert found["heckmeck_commands_total", "done", kind] == 1
    assert found["heckmeck_commands_total", "done", "move"] == mine
    assert found["heckmeck_commands_total", "refused", "move"] == 1
    assert found["heckmeck_refusals_total", "stale"] == 1
    assert found["heckmeck_command_seconds_count",] == 4 + mine + 1
    assert found["heckmeck_bot_decisions_total", "random", "done"] == len(moves) - mine
    assert found["heckmeck_bot_decision_seconds_count",] == len(moves) - mine
    assert found["heckmeck_bot_core_seconds_total",] > 0
    assert found["heckmeck_readers_dropped_total",] == 0


def test_the_format_is_the_one_scrapers_know() -> None:
    assert CONTENT_TYPE.startswith("text/plain")


def test_two_servers_in_one_program_count_apart() -> None:
    one, other = Metrics("p1"), Metrics("p1")
    one.sockets.inc()
    assert samples(one)["heckmeck_sockets",] == 1
    assert samples(other)["heckmeck_sockets",] == 0


def test_invented_labels_do_not_fill_the_memory() -> None:
    metrics = Metrics("p1")
    for number in range(MAX_SERIES + 50):
        metrics.refusals.add(f"code{number}")
    found = {key: value for key, value in samples(metrics).items() if key[0] == "heckmeck_refusals_total"}
    assert len(found) == MAX_SERIES + 1
    assert found["heckmeck_refusals_total", "other"] == 50
    metrics.refusals.add("code0")
    assert samples(metrics)["heckmeck_refusals_total", "code0"] == 2


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


def test_a_request_of_several_commands_counts_one_refusal(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data") as here:
            ann, bo = await Api.new(here, "Ann"), await Api.new(here, "Bo")
            plan = {"game": "bratwurmeck", "seats": 2}
            refused = await ann.request("POST", "/api/tables", {"plan": plan, "start": True})
            assert refused.json()["code"] == "seats_free"
            assert await figure(ann, "refusals_total") == 1
            await ann.post("/api/tables", {"plan": {**plan, "public": True, "fill": 60}, "name": "Ann"})
            refused = await bo.request("POST", "/api/quick", {"game": "bratwurmeck", "name": "\u200b"})
            assert refused.json()["code"] == "bad_name"
            assert await figure(ann, "refusals_total") == 2

    asyncio.run(main())

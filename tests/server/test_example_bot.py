"""The example bot plays whole games at a real server, even if the server is killed."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.server.fairness.proof import decode_fair
from heckmeck.server.fairness.verify import verify
from helpers.wire import Api, Client, Server

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
SECONDS = 60


@contextmanager
def running(server: Server, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run the example, without a proxy for the server on this machine."""
    env = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    command = [sys.executable, str(BOT), server.url, *arguments]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    try:
        yield bot
    finally:
        bot.kill()
        bot.communicate()


async def ended(bot: subprocess.Popen[str]) -> tuple[str, str]:
    return await asyncio.to_thread(bot.communicate, timeout=SECONDS)


SMALL: dict[str, Any] = {"game": "bratwurmeck", "seats": 2, "options": {"portions": [21, 24]}}
"""A short game."""


async def host(server: Server, plan: dict[str, Any] = SMALL) -> Client:
    """A player with a table for two at which the second seat is free."""
    api = await Api.new(server, "Ann")
    code = (await api.post("/api/tables", {"plan": plan}))["code"]
    client = await Client(api, code).connect()
    await client.sit("Ann")
    return client


async def started(client: Client) -> None:
    """Wait for the other player, and start."""
    await client.until(lambda: None not in client.table["seats"])
    assert (await client.do("start"))["type"] == "done"


@pytest.mark.parametrize("game", ["bratwurmeck", "karteneck"])
def test_two_of_them_play_a_game_with_each_other(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            api = await Api.new(server, "Ann")
            code = (await api.post("/api/tables", {"plan": {"game": game, "seats": 2}}))["code"]
            watcher = await Client(api, code, seed=False).connect()
            with running(server, code) as one, running(server, code) as other:
                await started(watcher)
                await watcher.until(lambda: watcher.ended is not None)
                answers = [await ended(one), await ended(other)]
            assert [(json.loads(out), err) for out, err in answers] == [(watcher.ended, "")] * 2
            assert (one.returncode, other.returncode) == (0, 0)
            record = (await api.request("GET", f"/api/tables/{code}/games/1")).content
            assert verify(record).seeds == 2
            assert decode_fair(record).players == ("Bot", "Bot 2")
            await watcher.close()

    asyncio.run(main())


def test_a_server_that_is_killed_twice_does_not_stop_it(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            client, source = await host(server), Random(1)
            with running(server, client.code) as bot:
                await started(client)
                await client.reveal()
                for _ in range(2):
                    await client.until(lambda: client.my_turn)
                    reply = await client.do("move", seq=client.seq, move=source.choice(client.moves()))
                    assert reply["type"] == "done"
                    server.kill()
                    await client.socket.wait_closed()
                    server.start()
                    await client.connect(resume=True)
                await client.play(source)
                out, err = await ended(bot)
            assert (json.loads(out), err) == (client.ended, "")
            assert sum(entry["what"] == "sat" for entry in client.log) == 2
            assert any(entry.get("seat") == 1 and not entry.get("by_bot") for entry in client.log if "move" in entry)
            await client.close()

    asyncio.run(main())


def test_it_takes_its_seat_back_when_its_time_was_up(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            client, source = await host(server, {"game": "bratwurmeck", "seats": 2, "timer": 5}), Random(1)
            with running(server, client.code) as bot:
                await started(client)
                await client.reveal()
                await client.until(lambda: client.table["phase"] == "playing")
                bot.send_signal(signal.SIGSTOP)
                while "stood_in" not in (entry["what"] for entry in client.log):
                    if client.my_turn:
                        await client.do("move", seq=client.seq, move=source.choice(client.moves()))
                    else:
                        await client.read()
                bot.send_signal(signal.SIGCONT)
                await client.until(lambda: client.log[-1]["what"] == "returned")
            assert client.log[-1]["seat"] == 1
            await client.close()

    asyncio.run(main())


def test_without_a_code_it_plays_with_the_next_players(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            api = await Api.new(server, "Ann")
            plan = {**SMALL, "public": True, "fill": 600}
            code = (await api.post("/api/tables", {"plan": plan, "bots": ["greedy"]}))["code"]
            watcher = await Client(api, code, seed=False).connect()
            with running(server) as bot:
                await started(watcher)
                await watcher.until(lambda: watcher.ended is not None)
                out, err = await ended(bot)
            assert (json.loads(out), err) == (watcher.ended, "")
            await watcher.close()

    asyncio.run(main())


def test_it_says_why_it_cannot_sit_down(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            client = await host(server)
            assert (await client.do("bot", seat=1, bot="greedy"))["type"] == "done"
            with running(server, client.code) as full, running(server, "ABCDEFGH") as nowhere:
                assert await ended(full) == ("", "There is no free seat at this table.\n")
                assert "no_table" in (await ended(nowhere))[1]
            await client.close()

    asyncio.run(main())


def test_it_is_short_and_needs_the_standard_library_alone() -> None:
    text = BOT.read_text("utf-8")
    assert len(text.splitlines()) <= 60
    nodes = list(ast.walk(ast.parse(text)))
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {module.partition(".")[0] for module in modules} <= sys.stdlib_module_names

"""The start and the stop of a server: quick, and with a line for each in its log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from heckmeck import __version__
from heckmeck.server.config import Config
from heckmeck.server.ops.run import call_when_up, listen
from heckmeck.server.store.version import NEWEST
from helpers.wire import Api, Client, Server


def test_the_server_is_loaded_without_what_only_others_need() -> None:
    code = (
        "import sys\n"
        "from heckmeck.cli.main import make_app\n"
        "make_app(('serve',))\n"
        "import heckmeck.server.ops.run, heckmeck.server.store.sqlite\n"
        "print([name for name in ('numpy', 'litestar', 'sqlalchemy', 'alembic', 'asyncpg', 'matplotlib')"
        " if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "[]"


def test_a_server_that_said_where_it_is_can_be_used(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        assert urlopen(f"{server.url}/readyz", timeout=20).status == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_server_is_up_when_it_answers(host: str) -> None:
    up = threading.Event()
    with listen(Config(host=host, port=0)) as sock:
        waiting = call_when_up(sock, up.set)
        line, _ = sock.accept()
        with line:
            assert line.recv(2**16).startswith(b"GET /healthz ")
            assert not up.is_set()
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            waiting.join(20)
    assert up.is_set()


def test_a_server_that_ends_before_it_is_up_is_not_announced() -> None:
    up = threading.Event()
    sock = listen(Config(port=0))
    waiting = call_when_up(sock, up.set)
    sock.accept()[0].close()
    sock.close()
    waiting.join(20)
    assert not waiting.is_alive()
    assert not up.is_set()


def test_the_log_says_when_a_server_came_up_migrated_and_stopped(tmp_path: Path) -> None:
    for _ in range(2):
        with Server(tmp_path / "data", database=f"sqlite:///{tmp_path / 'hidden-name.db'}"):
            pass
    text = (tmp_path / "data" / "log").read_text()
    assert "hidden-name" not in text
    lines = [json.loads(line) for line in text.splitlines()]
    fields = [{name: line[name] for name in line if name not in {"at", "logger"}} for line in lines]
    migrated = {"level": "info", "message": "the schema was migrated", "from": None, "to": NEWEST}
    about = {"version": __version__, "workers": 1, "lan": False, "database": "sqlite"}
    first, second = (line["process_id"] for line in fields if line["message"] == "heckmeck is up")
    came = {"level": "info", "message": "heckmeck is up", **about}
    went = {"level": "info", "message": "heckmeck has stopped"}
    assert fields == [migrated, *({**line, "process_id": who} for who in (first, second) for line in (came, went))]
    assert first != second


@pytest.mark.skipif(shutil.which("setsid") is None, reason="needs setsid")
def test_a_stop_of_all_processes_at_once_disturbs_no_bot_and_no_luck(tmp_path: Path) -> None:
    """Like systemd, which sends SIGTERM to every process of a service: bots that think then are no failure."""

    async def play_on(server: Server, number: int, over: asyncio.Queue[int]) -> None:
        """Play one small game after another until the server stops."""
        ann = await Api.new(server, f"Ann {number}")
        plan = {"game": "bratwurmeck", "seats": 3, "options": {"portions": [21, 24]}, "pace": "quick"}
        body = {"plan": plan, "name": "Ann", "bots": ["champion", "hard"], "start": True}
        client = await Client(ann, (await ann.post("/api/tables", body))["code"], seed=False).connect()
        with contextlib.suppress(ConnectionClosed):
            while True:
                await client.play(Random(number))
                over.put_nowait(number)
                client.ended = None
                await client.do("start")

    async def main(server: Server) -> None:
        over: asyncio.Queue[int] = asyncio.Queue()
        players = [asyncio.create_task(play_on(server, number, over)) for number in range(4)]
        for _ in range(12):  # by now the luck of the games is calculated as well
            await asyncio.wait_for(over.get(), 60)
        os.killpg(server.pid, signal.SIGTERM)
        await asyncio.gather(*players)

    with Server(tmp_path / "data", within=("setsid",)) as server:
        asyncio.run(main(server))
    lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    assert lines[-1]["message"] == "heckmeck has stopped"
    assert [line for line in lines if line["level"] != "info"] == []

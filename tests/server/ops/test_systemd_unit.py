"""What the unit for systemd forbids is not needed, and what it grants is enough."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heckmeck.server.config import Config
from heckmeck.server.ops.open_files import RESERVED
from helpers.wire import Api, Client, Server

UNIT = Path(__file__).parents[3] / "deploy" / "heckmeck.service"

NO_WRITABLE_CODE = (
    sys.executable,
    "-c",
    "import ctypes, os, sys\n"
    "libc = ctypes.CDLL(None, use_errno=True)\n"
    "nothing = [ctypes.c_ulong(0)] * 3\n"
    "if libc.prctl(65, ctypes.c_ulong(1), *nothing):  # PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN: Linux 6.3\n"
    "    sys.exit('this kernel cannot')\n"
    "os.execvp(sys.argv[1], sys.argv[1:])",
)
"""A command that executes another one without memory that is both writable and executable, also in its children."""


def test_the_server_need_not_raise_the_limit_of_open_files() -> None:
    (files,) = (line.partition("=")[2] for line in UNIT.read_text("utf-8").splitlines() if "LimitNOFILE" in line)
    assert int(files) >= Config().max_sockets + Config().max_plain_connections + RESERVED


def can_refuse_writable_code() -> bool:
    """Return whether the system can refuse such memory, and does."""
    code = "import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)"
    ran = subprocess.run([*NO_WRITABLE_CODE, sys.executable, "-c", code], capture_output=True, check=False)
    return b"PermissionError" in ran.stderr


@pytest.mark.skipif(sys.platform != "linux" or not can_refuse_writable_code(), reason="needs Linux 6.3")
@pytest.mark.parametrize(
    ("game", "bots", "has_luck"),
    [("bratwurmeck", ["champion", "hard"], True), ("karteneck", ["sampler", "hard"], False)],
)
def test_games_bots_and_the_coach_need_no_memory_that_is_writable_and_executable(
    tmp_path: Path, game: str, bots: list[str], has_luck: bool
) -> None:
    async def main(server: Server) -> None:
        ann = await Api.new(server, "Ann")
        body = {"plan": {"game": game, "seats": 3}, "name": "Ann", "bots": bots, "start": True}
        table = f"/api/tables/{(await ann.post('/api/tables', body))['code']}"
        client = await Client(ann, table[-8:], seed=False).connect()
        while not client.my_turn:
            await client.read()
        assert (await ann.get(f"{table}/advice?seat=0&seq={client.seq}"))["options"]
        await client.play(Random(1))
        assert (await ann.get(f"{table}/games/1/review"))["decisions"]
        async with asyncio.timeout(60):
            while has_luck and (await luck_of(ann, table)) is None:
                await asyncio.sleep(0.05)
        await client.close()

    async def luck_of(ann: Api, table: str) -> Any:
        return (await ann.get(f"{table}/games"))[0]["results"][0]["luck"]

    with Server(tmp_path / "data", within=NO_WRITABLE_CODE) as server:
        asyncio.run(main(server))
    assert '"level":"warning"' not in server.log()
    assert '"level":"error"' not in server.log()

"""The health checks of a server: it is ready only while commands can be stored, and otherwise says why not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from heckmeck.server.ops import readiness
from helpers.in_process_server import serving
from helpers.postgres import Cluster, fill_disk, free_disk
from helpers.wire import Api

PLAN = {"plan": {"game": "bratwurmeck", "seats": 2}}


@pytest.fixture(autouse=True)
def asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "VALID_S", 0.0)


@asynccontextmanager
async def at_table(data: Path, database: str) -> AsyncIterator[tuple[Api, Callable[[], Any]]]:
    """A player, and the answer to a command of theirs."""
    async with serving(data, database=database) as here:
        api = await Api.new(here, "Ann")
        code = (await api.post("/api/tables", PLAN))["code"]

        async def say() -> str:
            reply = await api.request(
                "POST", f"/api/tables/{code}/commands", {"type": "say", "id": "x" * 8, "text": "!"}
            )
            answer = reply.json()
            return str(answer.get("code", answer.get("type")))

        yield api, say


async def health(api: Api) -> tuple[int, str]:
    reply = await api.request("GET", "/readyz")
    return reply.status_code, reply.text


def test_a_server_is_ready(tmp_path: Path, database: str) -> None:
    async def main() -> None:
        async with at_table(tmp_path / "data", database) as (api, say):
            assert await health(api) == (200, "ready\n")
            assert await say() == "done"

    asyncio.run(main())


def test_a_server_is_not_ready_while_the_disk_of_its_database_is_full(tmp_path: Path, postgres: Cluster) -> None:
    async def main() -> None:
        async with at_table(tmp_path / "data", database) as (api, say):
            await asyncio.to_thread(fill_disk, postgres, database)
            assert await say() == "not_kept"
            assert await health(api) == (503, "not ready: there is no room left for the database\n")
            await asyncio.to_thread(free_disk, postgres, database)
            assert await health(api) == (200, "ready\n")
            assert await say() == "done"

    database = postgres.new_database()
    asyncio.run(main())


def test_a_server_is_not_ready_while_its_database_does_not_answer(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with at_table(tmp_path / "data", database) as (api, say):
            other = await asyncpg.connect(database)
            with monkeypatch.context() as patched:
                patched.setattr(readiness, "ANSWER_S", 0.2)
                async with other.transaction():
                    await other.execute("LOCK TABLE entries IN SHARE MODE")
                    assert await health(api) == (503, "not ready: the database does not answer\n")
            await other.close()
            assert await health(api) == (200, "ready\n")
            assert await say() == "done"

    database = postgres.new_database()
    asyncio.run(main())


def test_a_server_is_not_ready_while_its_database_can_only_be_read(tmp_path: Path, postgres: Cluster) -> None:
    async def main() -> None:
        async with at_table(tmp_path / "data", postgres.new_database()) as (api, say):
            await asyncio.to_thread(postgres.set, "default_transaction_read_only", "on")
            try:
                assert await health(api) == (503, "not ready: the database can only be read at the moment\n")
            finally:
                await asyncio.to_thread(postgres.set, "default_transaction_read_only", "off")
            assert await health(api) == (200, "ready\n")
            assert await say() == "done"

    asyncio.run(main())

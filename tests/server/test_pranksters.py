"""A player who keeps guessing codes or opening tables behind a shared address locks out nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from heckmeck.server.net import rate_limits
from heckmeck.server.net.rate_limits import Rate, RateLimits
from helpers.in_process_server import serving
from helpers.wire import Api, Client

PLAN = {"plan": {"game": "bratwurmeck", "seats": 3}}
WRONG = "/api/tables/ZZZZZZZZ"


@pytest.fixture(autouse=True)
def _many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ADDRESS_REQUESTS", "ADDRESS_SOCKETS"):
        monkeypatch.setattr(rate_limits, name, Rate(1000, 1000))


async def status(api: Api, path: str) -> int:
    return (await api.request("GET", path)).status_code


async def guess(*apis: Api) -> None:
    """Guess until nothing is answered any more."""
    for api in apis:
        while await status(api, WRONG) == 404:
            pass


def run(main: Any) -> None:
    asyncio.run(main())


def test_wrong_codes_lock_out_nobody_else_at_the_same_address(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", limit_local=True) as here:
            ann, eve, newcomer = [await Api.new(here, name) for name in ("Ann", "Eve", "Cleo")]
            stranger = Api(here, "unknown")
            code, other = [(await ann.post("/api/tables", PLAN))["code"] for _ in range(2)]
            path = f"/api/tables/{code}"
            await guess(eve, stranger)
            for api in (eve, stranger):
                assert await status(api, path) == 429, "a right code would tell"
            for api in (ann, newcomer):
                assert await status(api, path) == 200
                await (await Client(api, code).connect()).close()
            assert await status(stranger, path) == 200, "others at this address know it by now"
            assert await status(stranger, f"/api/tables/{other}") == 429

    run(main)


@pytest.mark.parametrize("how", ["host", "seat", "follower"])
def test_players_of_a_table_are_let_in_whatever_they_guessed(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RateLimits, "knows_code", lambda *_: False)  # as if they came from another address now

    async def main() -> None:
        async with serving(tmp_path / "data", limit_local=True) as here:
            ann, bo = await Api.new(here, "Ann"), await Api.new(here, "Bo")
            code = (await ann.post("/api/tables", PLAN))["code"]
            tried = ann if how == "host" else bo
            client = await Client(bo, code).connect()
            if how == "seat":
                await client.sit("Bo")
                await client.close()
            await guess(tried)
            assert await status(tried, f"/api/tables/{code}") == 200
            assert await status(tried, f"/api/tables/{code}/games") == 200
            assert await status(tried, WRONG) == 429
            if how == "follower":
                await client.close()

    run(main)


def test_tables_of_one_player_keep_no_other_from_opening_some(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "data", limit_local=True) as here:
            ann, eve = await Api.new(here, "Ann"), await Api.new(here, "Eve")
            while (await eve.request("POST", "/api/tables", PLAN)).status_code == 201:
                pass
            assert (await eve.request("POST", "/api/tables", PLAN)).status_code == 429
            assert (await ann.request("POST", "/api/tables", PLAN)).status_code == 201

    run(main)

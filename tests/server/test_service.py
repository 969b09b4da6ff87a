"""The service: participation at a closed table is determined off the event loop, once, and within limits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from heckmeck.server.config import Config
from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.rate_limits import PLAYER_WRONG_CODES
from heckmeck.server.service import Service, Visit
from heckmeck.server.store import StoreError, archive_format
from heckmeck.server.store.sql_store import SqlStore
from heckmeck.server.table import entries
from heckmeck.server.table.environment import Caller, Refusal
from helpers.archived import archive_all, fill, old_tables
from helpers.tables import Desk


@pytest.fixture(scope="module")
def desk() -> Desk:
    """A closed table at which Mary only chatted during the first game, without a result."""
    found = old_tables()[0]
    said = next(row for row in found.rows if row.seq > 1 and isinstance(entries.decode(row.body), entries.Said))
    found.rows[said.seq - 1] = said._replace(command="mary.1")
    return found


@asynccontextmanager
async def service_with(desk: Desk, database: str, data: Path) -> AsyncIterator[tuple[Service, SqlStore]]:
    """A service whose store is open, without its background work."""
    await fill(database, [desk])
    service = Service(Config(data=data, database=database))
    assert isinstance(service.store, SqlStore)
    await service.store.open(service.process, service.hub.hint)
    try:
        yield service, service.store
    finally:
        await service.store.close()


def visit(player: str) -> Visit:
    client = ClientAddress("192.0.2.1", False, False)
    return Visit(client, client.group, Caller(player, player.title()), renew=False)


async def refusal(service: Service, code: str, player: str) -> str:
    with pytest.raises(Refusal) as refused:
        await service.past_table(code, visit(player))
    return refused.value.code


def test_who_talked_before_a_game_was_archived_is_found_by_the_database(
    database: str, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with service_with(desk, database, tmp_path) as (service, store):
            monkeypatch.setattr(store, "rows", None)  # the log is not read
            assert (await service.past_table(desk.table.code, visit("mary"))).everything
            assert await refusal(service, desk.table.code, "mar") == "no_table"
            assert await refusal(service, "ABCDEFGH", "mary") == "no_table"

    asyncio.run(main())


def test_an_archived_table_is_searched_for_a_player_once_and_in_a_thread(
    database: str, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked, threads = archive_format.unpacked, list[int]()

    def counted(body: bytes) -> bytes:
        threads.append(threading.get_ident())
        return unpacked(body)

    async def main() -> None:
        async with service_with(desk, database, tmp_path) as (service, store):
            games = await archive_all(store)
            monkeypatch.setattr(archive_format, "unpacked", counted)
            code = desk.table.code
            for player, allowed in (("mary", True), ("john", False)):
                threads.clear()
                for _ in range(3):
                    if allowed:
                        assert (await service.past_table(code, visit(player))).everything
                    else:
                        assert await refusal(service, code, player) == "no_table"
                assert 0 < len(threads) <= games
                assert threading.get_ident() not in threads

    asyncio.run(main())


def test_searching_an_archived_table_counts_against_the_limit_of_replays(
    database: str, desk: Desk, tmp_path: Path
) -> None:
    async def main() -> None:
        async with service_with(desk, database, tmp_path) as (service, store):
            await archive_all(store)
            code = desk.table.code
            assert (await service.past_table(code, visit("mary"))).everything
            while service.limits.replays.spend(visit("mary").group):
                pass
            assert await refusal(service, code, "john") == "too_fast"
            assert await refusal(service, "ABCDEFGH", "john") == "no_table", "a wrong code is counted as one"
            assert (await service.past_table(code, visit("mary"))).everything, "that is known already"

    asyncio.run(main())


def test_a_code_whose_look_up_failed_is_not_known_and_costs_nothing(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a wrong code could be tried without limit from an address where it was tried during an outage."""
    bo = visit("bo")

    async def fail(code: str) -> None:
        raise StoreError("store_failed", "no database")

    async def main() -> None:
        async with service_with(desk, f"sqlite:///{tmp_path / 'small.db'}", tmp_path) as (service, _):
            with monkeypatch.context() as outage:
                outage.setattr(service.hub, "get", fail)
                for _ in range(2 * int(PLAYER_WRONG_CODES.burst)):
                    with pytest.raises(StoreError):
                        await service.table("ABCDEFGH", bo)
            assert not service.limits.knows_code(bo.client, "ABCDEFGH")
            codes = []
            for _ in range(int(PLAYER_WRONG_CODES.burst) + 1):
                with pytest.raises(Refusal) as refused:
                    await service.table("ABCDEFGH", bo)
                codes.append(refused.value.code)
            assert codes == ["no_table"] * int(PLAYER_WRONG_CODES.burst) + ["too_fast"]

    asyncio.run(main())

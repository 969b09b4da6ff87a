"""`kill -9` under load: of the server on SQLite and on PostgreSQL, and of PostgreSQL itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from helpers.crash import Load, errors, killed
from helpers.crash_check import Checked
from helpers.postgres import Cluster, find
from helpers.postgres_pair import Pair
from helpers.wire import Server

ROUNDS = 3
TABLES = 3


def survive(
    folder: Path,
    database: str,
    kill: Callable[[Server], None] = Server.kill,
    start: Callable[[Server], None] = Server.start,
) -> Checked:
    """Let players play on a server, kill something a few times, and check everything at the end."""

    async def main() -> Checked:
        with Server(folder / "data", database=database) as server:
            async with await Load.at(server, TABLES) as load:
                await killed(load, lambda: kill(server), lambda: start(server), database, ROUNDS, most=150)
                await load.more(100)
                await load.finish()
                found = await load.check(database)
            assert errors(server.log()) == []
        assert found.acknowledged >= ROUNDS * 20 + 100
        assert found.by_bots > 0
        assert found.outcomes > 0
        return found

    return asyncio.run(main())


def test_a_killed_server_loses_nothing_on_sqlite(tmp_path: Path) -> None:
    survive(tmp_path, f"sqlite:///{tmp_path / 'tables.db'}")


def test_a_killed_server_loses_nothing_on_postgresql(tmp_path: Path, postgres: Cluster) -> None:
    survive(tmp_path, postgres.new_database())


def test_a_killed_postgresql_loses_nothing(tmp_path: Path) -> None:
    cluster = Cluster(find())  # a separate one, so that other tests are not affected
    try:
        cluster.start()
        survive(tmp_path, cluster.new_database(), lambda _: cluster.kill(), lambda _: cluster.start())
    finally:
        cluster.remove()


def test_a_killed_primary_whose_standby_takes_over_loses_nothing(tmp_path: Path) -> None:
    pair = Pair(find())
    try:
        survive(tmp_path, pair.new_database(), lambda _: pair.primary.kill(), lambda _: pair.fail_over())
    finally:
        pair.remove()


def test_a_killed_server_takes_its_bots_with_it(tmp_path: Path) -> None:
    async def main() -> None:
        with Server(tmp_path / "data") as server:
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
            async with asyncio.timeout(60):
                while not (bots := children.read_text().split()):
                    await asyncio.sleep(0.01)
                server.kill()
                while any(Path(f"/proc/{pid}").exists() for pid in bots):
                    await asyncio.sleep(0.01)

    asyncio.run(main())

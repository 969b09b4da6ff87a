"""A backup that is taken under load has everything that was acknowledged before it began."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from helpers.crash import Load
from helpers.restored import restore_under_load
from helpers.wire import Server


def test_what_was_acknowledged_before_a_backup_is_restored_from_it(tmp_path: Path) -> None:
    async def main() -> None:
        database = f"sqlite:///{tmp_path / 'tables.db'}"
        with Server(tmp_path / "server", database=database) as server:
            async with await Load.at(server, 1) as load:
                await load.more(30)
                found = await restore_under_load(
                    load, database, server.data, tmp_path, f"sqlite:///{tmp_path / 'x.db'}"
                )
                assert found.acknowledged >= 30
                assert found.meanwhile > 0
                load.players[0].acknowledged["never-sent"] = 1
                (tmp_path / "two").mkdir()
                with pytest.raises(AssertionError, match="lost at"):
                    await restore_under_load(
                        load, database, server.data, tmp_path / "two", f"sqlite:///{tmp_path / 'y.db'}"
                    )

    asyncio.run(main())

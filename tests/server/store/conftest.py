"""A store of each kind."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from heckmeck.server.store import Store, connect
from server.postgres import Cluster, postgres

__all__ = ["postgres"]

Play = Callable[[Store], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture
def with_store(database: str) -> Callable[[Play], None]:
    """Run something with an open store of an empty database."""

    def run(play: Play) -> None:
        async def main() -> None:
            store = connect(database)
            await store.open("one", lambda table, seq: None)
            try:
                await play(store)
            finally:
                await store.close()

        asyncio.run(main())

    return run

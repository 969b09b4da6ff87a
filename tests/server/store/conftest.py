"""A store of each kind."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from heckmeck.server.store import Store
from heckmeck.server.store.connect import connect

Play = Callable[[Store], Coroutine[Any, Any, None]]


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

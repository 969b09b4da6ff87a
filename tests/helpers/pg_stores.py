"""Open stores on PostgreSQL, and the hints that they give."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from heckmeck.server.store.postgres import PostgresStore

SECONDS = 30.0


class Hints:
    """Hints that were given, to be waited for."""

    def __init__(self) -> None:
        self.given: list[tuple[str, int]] = []
        self._new = asyncio.Event()

    def __call__(self, table: str, seq: int) -> None:
        self.given.append((table, seq))
        self._new.set()

    async def until(self, wanted: Callable[[list[tuple[str, int]]], bool]) -> None:
        async with asyncio.timeout(SECONDS):
            while not wanted(self.given):
                self._new.clear()
                await self._new.wait()


@asynccontextmanager
async def opened(database: str, process: str) -> AsyncIterator[tuple[PostgresStore, Hints]]:
    store, hints = PostgresStore(database), Hints()
    await store.open(process, hints)
    try:
        yield store, hints
    finally:
        await store.close()

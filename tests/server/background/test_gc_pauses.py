"""Garbage in reference cycles."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from heckmeck.server.background.gc_pauses import collect_garbage
from helpers.tables import until

NEVER = 10**9


class Knot:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("old", [False, True])
def test_knots_are_found_new_ones_and_those_that_were_looked_at_before(old: bool) -> None:
    async def main() -> None:
        collect_garbageing = asyncio.create_task(collect_garbage(0.001, 50 if old else NEVER))
        await until(lambda: not gc.isenabled())
        held = [Knot()]
        gone = weakref.ref(held[0])
        if old:
            await until(lambda: all(each is not held[0] for each in gc.get_objects()))
        held.clear()
        await until(lambda: gone() is None)
        collect_garbageing.cancel()
        await asyncio.wait([collect_garbageing])

    asyncio.run(main())


def test_afterwards_everything_is_as_it_was() -> None:
    async def main() -> None:
        collect_garbageing = asyncio.create_task(collect_garbage(0.001))
        await until(lambda: not gc.isenabled() and gc.get_freeze_count() > 0)
        collect_garbageing.cancel()
        await asyncio.wait([collect_garbageing])

    asyncio.run(main())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0

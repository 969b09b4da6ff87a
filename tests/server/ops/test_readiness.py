"""Readiness is checked by a write, which is shared by all requests, and the answer reveals no internals."""

from __future__ import annotations

import asyncio

import pytest

from heckmeck.server.ops import readiness
from heckmeck.server.ops.readiness import Readiness
from heckmeck.server.store import StoreError
from helpers.memory_store import Disk, MemoryStore


class SlowStore(MemoryStore):
    """Answers checks when allowed, and counts them."""

    def __init__(self) -> None:
        super().__init__(Disk())
        self.checks = 0
        self.through = asyncio.Event()
        self.error: StoreError | None = None

    async def check_writable(self) -> None:
        self.checks += 1
        await self.through.wait()
        if self.error is not None:
            raise self.error


def test_all_who_ask_share_one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        store = SlowStore()
        ready = Readiness(store)
        asking = [asyncio.create_task(ready.why_not()) for _ in range(5)]
        await asyncio.sleep(0)
        store.through.set()
        assert await asyncio.gather(*asking) == [None] * 5
        assert await ready.why_not() is None
        assert store.checks == 1
        monkeypatch.setattr(readiness, "monotonic", lambda: 1e12)
        assert await ready.why_not() is None
        assert store.checks == 2

    asyncio.run(main())


def test_a_store_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "ANSWER_S", 0.01)

    async def main() -> None:
        store = SlowStore()
        ready = Readiness(store)
        for _ in range(3):
            assert await ready.why_not() == "the database does not answer"
        assert store.checks == 1, "checks do not pile up"
        store.through.set()
        monkeypatch.setattr(readiness, "ANSWER_S", 20)
        assert await ready.why_not() is None

    asyncio.run(main())


@pytest.mark.parametrize("code", ["store_full", "store_read_only", "store_unavailable", "store_closed", "store_failed"])
def test_why_it_is_not_ready_is_said_without_names_of_hosts_or_folders(
    code: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        store = SlowStore()
        store.through.set()
        store.error = StoreError(code, "/secret/path is not well.")
        why = await Readiness(store).why_not()
        assert why
        assert "secret" not in why
        assert "/secret/path" in caplog.text

    asyncio.run(main())

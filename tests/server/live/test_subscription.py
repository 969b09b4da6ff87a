"""Joining and resuming: missed entries first, then the welcome, then everything as it happens."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from heckmeck.server.live.live_table import TAIL
from heckmeck.server.live.subscription import Subscription
from heckmeck.server.table import messages as m
from helpers.memory_store import Disk
from helpers.tables import ANN, BO, Reader, give, play_on, process, run, small, start


def kinds(messages: list[dict[str, Any]]) -> list[str]:
    return [message["type"] for message in messages]


@pytest.mark.parametrize("missed", [0, 5, TAIL, TAIL + 1, 60])
def test_a_follower_gets_every_entry_once_wherever_it_resumes(missed: int) -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small("karteneck"), ANN)
        await start(table)
        for number in range(70):
            await give(table, ANN, m.Say, text=f"{number}")
            await play_on(table, Random(number), 1)
        since, reader = table.state.seq - missed, Reader(ANN.player)
        subscription = Subscription(hub, table, reader, since)
        older = []
        async for payload in subscription.missed():
            older.append(msgspec.json.decode(payload))
            if len(older) == 1:
                await give(table, BO, m.Say, text="meanwhile")
        subscription.start()
        await give(table, BO, m.Say, text="afterwards")
        got = [*older, *map(msgspec.json.decode, reader.payloads)]
        entries = [message["seq"] for message in got if message["type"] == "happened"]
        assert entries == list(range(since + 1, table.state.seq + 1))
        assert kinds(got).count("welcome") == 1
        assert kinds(got)[-2:] == ["presence", "happened"]
        subscription.stop()
        told = len(reader.payloads)
        await give(table, BO, m.Say, text="too late")
        assert len(reader.payloads) == told

    run(main())


def test_without_an_entry_to_resume_from_the_welcome_comes_first() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        reader = Reader(ANN.player)
        subscription = Subscription(hub, table, reader, None)
        assert [payload async for payload in subscription.missed()] == []
        subscription.start()
        assert kinds([msgspec.json.decode(payload) for payload in reader.payloads])[0] == "welcome"
        subscription.stop()

    run(main())


def test_one_that_never_started_leaves_no_trace() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        other = Reader(BO.player)
        hub.follow(table, other)
        told = len(other.payloads)
        Subscription(hub, table, Reader(ANN.player), None).stop()
        assert len(other.payloads) == told

    run(main())

"""When the wall clock is set, bots move at their pace, and every deadline is as far away as before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from heckmeck.server.fairness import commitment_of, new_seed
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table import messages as m
from helpers.memory_store import Disk
from helpers.schedulers import entries_of, run, scheduling, set_clock
from helpers.tables import ANN, BO, EVE, Reader, give, small, start, until

HOUR = 3600
JUMPS = [HOUR, -2 * HOUR, 40, -40]
PATIENCE = 3
"""Seconds that a slow machine may take for the steps of a test."""

Prepare = Callable[[Hub], Awaitable[LiveTable]]


async def deciding(hub: Hub) -> LiveTable:
    """A table at which Ann has 30 seconds for a decision."""
    table = await hub.open(small(timer=30), ANN)
    await start(table)
    return table


async def filling(hub: Hub) -> LiveTable:
    """A table that bots fill after 30 seconds."""
    table = await hub.open(small(fill=30), ANN)
    await give(table, ANN, m.Sit, name="Ann")
    return table


async def seeding(hub: Hub) -> LiveTable:
    """A table at which seeds are awaited, for 4 seconds."""
    table = await hub.open(small(), ANN)
    for player in (ANN, BO):
        await give(table, player, m.Sit, name=player.name, commitment=commitment_of(new_seed()))
    await give(table, ANN, m.Start)
    return table


def check_left(table: LiveTable, whole: float) -> None:
    """The action of the server is planned for the end of this time, and told so."""
    assert table.timer is not None
    assert whole - PATIENCE < table.timer.when() - asyncio.get_running_loop().time() <= whole
    welcome = table.welcome(None)
    assert welcome.due is not None
    assert whole - PATIENCE < (welcome.due - welcome.now) / 1000 <= whole


@pytest.mark.parametrize("jump", JUMPS)
@pytest.mark.parametrize(("prepare", "whole"), [(deciding, 30), (filling, 30), (seeding, 4)])
def test_a_deadline_stays_where_it_is(
    prepare: Prepare, whole: float, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        hub, _, _ = await scheduling(Disk(), "one")
        table, reader = await prepare(hub), Reader()
        hub.follow(table, reader)
        check_left(table, whole)
        set_clock(monkeypatch, jump)
        await give(table, ANN, m.Say, text="What time is it?")
        check_left(table, whole)
        (said,) = reader.told()
        assert whole - PATIENCE < (said["due"] - said["at"]) / 1000 <= whole

    run(main())


@pytest.mark.parametrize("jump", JUMPS)
def test_a_process_with_another_clock_takes_and_gives_no_time(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        one, _, _ = await scheduling(disk, "one")
        two, _, _ = await scheduling(disk, "two")
        table = await one.open(small(timer=30), ANN)
        there = await two.get(table.code)
        assert there is not None
        set_clock(monkeypatch, jump)
        await start(table)
        await until(lambda: there.state.seq == table.state.seq)
        set_clock(monkeypatch, 0)
        await give(there, ANN, m.Say, text="What time is it?")
        check_left(there, 30)

    run(main())


@pytest.mark.parametrize(("jump", "left"), [(HOUR, 30), (40, 30), (-20, 10)])
def test_after_a_start_a_decision_has_at_most_its_time(
    jump: float, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        disk = Disk()
        one, _, scheduler = await scheduling(disk, "one")
        set_clock(monkeypatch, jump)
        table = await deciding(one)
        scheduler.stop()
        set_clock(monkeypatch, 0)
        two, _, _ = await scheduling(disk, "two")
        there = await two.get(table.code)
        assert there is not None
        await give(there, BO, m.Say, text="What time is it?")
        check_left(there, left)

    run(main())


@pytest.mark.parametrize("jump", [HOUR, 40])
@pytest.mark.parametrize("loaded", [False, True])
def test_a_bot_whose_turn_began_in_the_future_moves(jump: float, loaded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        disk = Disk()
        one, _, _ = await scheduling(disk, "one", 0.01)
        set_clock(monkeypatch, jump)
        table = await one.open(small(), ANN)
        for seat in (0, 1):
            await give(table, ANN, m.SeatBot, seat=seat, bot="random")
        await give(table, ANN, m.Start)
        set_clock(monkeypatch, 0)
        hub = (await scheduling(disk, "two", 0.01))[0] if loaded else one
        there = await hub.get(table.code)
        assert there is not None
        hub.follow(there, Reader(EVE.player))
        await until(lambda: len(entries_of(disk, table)) > 8)

    run(main())

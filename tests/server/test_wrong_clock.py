"""A clock that is set while a server runs or is down stops no bot and no timer, and takes no time from a player."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from helpers.clock import WallClock
from helpers.postgres import Cluster
from helpers.wire import Api, Client, Server

HOUR = 3600
SHIFTS = (HOUR, -2 * HOUR, 40, -40)
"""Seconds by which clocks are wrong. A read waits for 20 seconds, so that even the smallest would be noticed."""
PACE = 200
SHORT = 5
"""Seconds for a decision whose end is awaited."""
LONG = 600
"""Seconds for a decision whose end must not come."""


@pytest.fixture
def clock(tmp_path: Path) -> WallClock:
    return WallClock(tmp_path / "clock")


@pytest.fixture
def server(tmp_path: Path, clock: WallClock) -> Iterator[Server]:
    """One process on SQLite."""
    with Server(tmp_path / "data", pace=PACE, environment=clock.environment) as server:
        yield server


@pytest.fixture
def servers(tmp_path: Path, clock: WallClock, postgres: Cluster) -> Iterator[tuple[Server, Server]]:
    """Two processes on one database. The clock of the first one can be set."""
    database = postgres.new_database()
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(Server(tmp_path / name, database=database, pace=PACE, environment=environment))
            for name, environment in (("one", clock.environment), ("other", {}))
        )
        yield one, other


def at(server: Server, player: Client) -> Client:
    """Another connection of the same player, to another process."""
    return Client(Api(server, player.api.token), player.code, seed=False)


async def opened(server: Server, **wish: Any) -> Client:
    """A player who has opened a table and follows it."""
    api = await Api.new(server, "Ann")
    code = (await api.post("/api/tables", wish))["code"]
    return await Client(api, code, seed=False).connect()


async def among_bots(server: Server) -> Client:
    """A spectator at a table of bots that play."""
    plan = {"game": "bratwurmeck", "seats": 7}
    host = await opened(server, plan=plan, bots=["greedy"] * 7, start=True)
    await moves(host)
    return host


async def moves(host: Client, number: int = 4) -> None:
    """Wait for further moves of bots. If their game ends, begin the next one."""
    while number:
        if host.ended is not None:
            assert (await host.do("start"))["type"] == "done"
        message = await host.read()
        number -= message["type"] == "happened" and message["what"] == "moved"


async def at_rest(host: Client) -> None:
    """Wait until the bots at a table that nobody follows have stopped: the one that was to move has done so."""
    seqs: list[int] = []
    while len(seqs) < 10 or len(set(seqs[-10:])) > 1:
        seqs.append((await host.api.get(f"/api/tables/{host.code}"))["seq"])
        await asyncio.sleep(PACE / 5000)


async def deciding(server: Server, timer: int) -> Client:
    """A player who is to act, with limited time; the other seat is a bot's."""
    plan = {"game": "bratwurmeck", "seats": 2, "timer": timer}
    player = await opened(server, plan=plan, name="Ann", bots=["greedy"], start=True)
    await player.until(lambda: player.my_turn)
    return player


async def say(player: Client) -> None:
    """Say something. The table is looked at again, which must not change the time for the decision."""
    assert (await player.do("say", text="What time is it?"))["type"] == "done"


def out_of_time(player: Client) -> bool:
    return any(entry["what"] == "stood_in" for entry in player.log)


async def left(player: Client) -> float:
    """The seconds that are left for a decision according to a new welcome, and to all entries that tell it."""
    told = [entry["due"] - entry["at"] for entry in player.log if entry.get("due") is not None]
    welcome = await player.api.get(f"/api/tables/{player.code}")
    return float(max(*told, welcome["due"] - welcome["now"]) / 1000)


async def has_time(player: Client) -> None:
    """The time is not up, and not longer than it should be; the player can use it."""
    for _ in range(3):
        await say(player)
    assert not out_of_time(player)
    assert LONG - 120 < await left(player) <= LONG + 0.1
    assert (await player.do("move", seq=player.seq, move=player.moves()[0]))["type"] == "done"


def test_bots_play_on_when_the_clock_is_set(server: Server, clock: WallClock) -> None:
    async def main() -> None:
        host = await among_bots(server)
        for seconds in (*SHIFTS, 0):
            clock.shift(seconds)
            await moves(host)
            await say(host)
        await host.close()

    asyncio.run(main())


def test_bots_play_on_for_a_spectator_who_comes_after_the_clock_was_set(server: Server, clock: WallClock) -> None:
    async def main() -> None:
        host = await among_bots(server)
        for seconds in (*SHIFTS, 0):
            await host.close()
            await at_rest(host)
            clock.shift(seconds)
            await host.connect(resume=True)
            await moves(host)
        await host.close()

    asyncio.run(main())


@pytest.mark.parametrize(("before", "after"), [(HOUR, 0), (0, HOUR), (0, -2 * HOUR), (40, 0), (0, 40)])
def test_bots_play_on_after_a_start_with_another_clock(
    server: Server, clock: WallClock, before: float, after: float
) -> None:
    async def main() -> None:
        clock.shift(before)
        host = await among_bots(server)
        server.kill()
        clock.shift(after)
        server.start()
        await host.connect(resume=True)
        await moves(host)
        await say(host)
        await moves(host)
        await host.close()

    asyncio.run(main())


@pytest.mark.parametrize("seconds", [-2 * HOUR, -40])
def test_the_time_for_a_decision_ends_although_the_clock_goes_back(
    server: Server, clock: WallClock, seconds: float
) -> None:
    async def main() -> None:
        player = await deciding(server, SHORT)
        clock.shift(seconds)
        await say(player)
        assert await left(player) <= SHORT + 0.1
        await player.until(lambda: out_of_time(player))
        await player.close()
        player = await deciding(server, SHORT)
        server.kill()
        clock.shift(2 * seconds)
        server.start()
        await player.connect(resume=True)
        await player.until(lambda: out_of_time(player))
        await player.until(lambda: player.log[-1]["what"] == "moved")
        assert (await player.do("back", seat=0))["type"] == "done"
        await player.close()

    asyncio.run(main())


@pytest.mark.parametrize("seconds", [HOUR, -2 * HOUR])
def test_nobody_loses_time_when_the_clock_is_set(server: Server, clock: WallClock, seconds: float) -> None:
    async def main() -> None:
        player = await deciding(server, LONG)
        clock.shift(seconds)
        await has_time(player)
        await player.close()

    asyncio.run(main())


def test_bots_play_on_at_processes_with_different_clocks(servers: tuple[Server, Server], clock: WallClock) -> None:
    async def main() -> None:
        hosts = [await among_bots(server) for server in servers]
        watching = [await at(server, host).connect() for server, host in zip(reversed(servers), hosts, strict=True)]
        for seconds in (*SHIFTS, 0):
            clock.shift(seconds)
            for host, spectator in zip(hosts, watching, strict=True):
                await moves(host)
                await spectator.until(lambda host=host, spectator=spectator: spectator.seq >= host.seq)
                for each in (host, spectator):
                    await say(each)
        for each in (*hosts, *watching):
            await each.close()

    asyncio.run(main())


def test_the_time_for_a_decision_ends_at_a_process_with_another_clock(
    servers: tuple[Server, Server], clock: WallClock
) -> None:
    async def main() -> None:
        clock.shift(HOUR)
        player = await deciding(servers[0], SHORT)
        there = await at(servers[1], player).connect()
        await say(there)  # the other process has the last entry, and with it the timer
        assert await left(there) <= SHORT + 0.1
        await there.until(lambda: out_of_time(there))
        for each in (player, there):
            await each.close()

    asyncio.run(main())


def test_nobody_loses_time_to_a_process_with_another_clock(servers: tuple[Server, Server], clock: WallClock) -> None:
    async def main() -> None:
        clock.shift(-2 * HOUR)
        player = await deciding(servers[0], LONG)
        there = await at(servers[1], player).connect()
        # The time of a decision that a process sees come up is known to it, whatever the clocks say.
        assert (await player.do("move", seq=player.seq, move=player.moves()[0]))["type"] == "done"
        await player.until(lambda: player.my_turn)
        await there.until(lambda: there.seq >= player.seq)
        await has_time(there)
        for each in (player, there):
            await each.close()

    asyncio.run(main())

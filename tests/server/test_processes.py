"""Several server processes on one PostgreSQL: players of one table on different ones, some of which are killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from heckmeck.server.fairness.verify import verify
from helpers.crash_connections import LOST
from helpers.postgres import Cluster, find
from helpers.wire import Api, Client, Server

Serve = Callable[..., list[Server]]


@pytest.fixture
def serve(tmp_path: Path, postgres: Cluster) -> Iterator[Serve]:
    """Start a number of servers on one new database."""
    with ExitStack() as stack:

        def start(count: int, **options: Any) -> list[Server]:
            database = postgres.new_database()
            folders = [tmp_path / str(number) for number in range(count)]
            return [stack.enter_context(Server(folder, database=database, **options)) for folder in folders]

        yield start


def at(server: Server, api: Api) -> Api:
    """The same player at another process."""
    return Api(server, api.token)


async def table_of(api: Api, game: str, seats: int, **plan: Any) -> str:
    code: str = (await api.post("/api/tables", {"plan": {"game": game, "seats": seats, **plan}}))["code"]
    return code


async def seated(servers: list[Server], game: str, **plan: Any) -> list[Client]:
    """A player on each of the servers, and a bot, at one table whose game has begun."""
    host = await Api.new(servers[0], "P0")
    code = await table_of(host, game, len(servers) + 1, **plan)
    apis = [host, *[await Api.new(server, f"P{number}") for number, server in enumerate(servers[1:], 1)]]
    players = [await Client(api, code).connect() for api in apis]
    for number, player in enumerate(players):
        assert (await player.sit(f"P{number}"))["type"] == "done"
    assert (await players[0].do("bot", seat=len(players), bot="greedy"))["type"] == "done"
    assert (await players[0].do("start"))["type"] == "done"
    return players


async def play_through(player: Client, source: Random, refuge: Server | None = None) -> None:
    """Play to the end; if the server is gone, continue at another one, which may be killed too."""
    lost = False
    while player.ended is None:
        try:
            if lost:
                await player.connect(resume=True)
                lost = False
            await player.play(source)
        except LOST:
            assert refuge is not None
            player.api = at(refuge, player.api)
            lost = True


async def check_end(players: list[Client], game: int = 1) -> None:
    """All saw the same game to its end, and every server has a proof of it."""
    ends = [player.ended for player in players]
    assert ends[0] is not None
    assert ends == ends[:1] * len(ends)
    path = f"/api/tables/{players[0].code}/games/{game}"
    exports = {(await player.api.request("GET", path)).content for player in players}
    assert len(exports) == 1
    assert verify(exports.pop()).over
    for player in players:
        seqs = [entry["seq"] for entry in player.log]
        assert seqs == list(range(seqs[0], player.seq + 1))
        await player.close()


@pytest.mark.parametrize(("game", "count"), [("bratwurmeck", 2), ("barbecue", 3), ("karteneck", 2)])
def test_a_game_whose_players_sit_on_different_processes_ends(serve: Serve, game: str, count: int) -> None:
    async def main() -> None:
        players = await seated(serve(count), game)
        await asyncio.gather(*(play_through(player, Random(number)) for number, player in enumerate(players)))
        await check_end(players)

    asyncio.run(main())


@pytest.mark.parametrize("game", ["bratwurmeck", "barbecue", "karteneck"])
def test_a_game_ends_although_one_of_its_processes_is_killed(serve: Serve, game: str) -> None:
    async def main() -> None:
        goes, stays = serve(2)
        players = await seated([goes, stays], game)
        playing = [
            asyncio.create_task(play_through(player, Random(number), stays)) for number, player in enumerate(players)
        ]
        await _until(lambda: players[1].seq >= 20)
        goes.kill()
        await asyncio.gather(*playing)
        assert players[0].api.server is stays
        await check_end(players)

    asyncio.run(main())


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.005)


async def left_to_a_bot(server: Server, other: Server) -> Client:
    """A table at which a bot is to act, run by one server and seen by its player at the other."""
    ann = await Api.new(server, "Ann")
    code = await table_of(ann, "bratwurmeck", 2)
    player = await Client(ann, code, seed=False).connect()
    assert (await player.do("bot", seat=0, bot="greedy"))["type"] == "done"
    assert (await player.sit("Ann"))["type"] == "done"
    assert (await player.do("start"))["type"] == "done"
    await player.until(lambda: player.position is not None)
    assert player.position is not None
    assert player.position["to_act"] == 0
    await player.close()
    player.api = at(other, ann)
    return await player.connect(resume=True)


@pytest.mark.parametrize("end", [Server.kill, Server.stop])
def test_the_living_let_the_bots_of_another_process_move(serve: Serve, end: Callable[[Server], None]) -> None:
    async def main() -> None:
        goes, stays = serve(2, pace=4000)
        player = await left_to_a_bot(goes, stays)
        end(goes)
        assert not any(entry.get("by_bot") and entry["what"] == "moved" for entry in player.log)
        await player.until(lambda: player.log[-1]["what"] == "moved")
        assert player.log[-1]["by_bot"]
        await player.close()

    asyncio.run(main())


def test_an_outage_of_the_database_makes_nobody_look_dead(tmp_path: Path) -> None:
    """Not even by the first that is back; the outage lasts until both have given up, which takes more than 5 s."""
    cluster = Cluster(find())  # a separate one, so that other tests are not affected

    async def main() -> None:
        database = cluster.new_database()
        with (
            Server(tmp_path / "one", database=database, pace=60_000) as one,
            Server(tmp_path / "two", database=database, pace=60_000) as two,
        ):
            players = [await left_to_a_bot(server, server) for server in (one, two)]
            await asyncio.to_thread(cluster.stop)
            await _until(lambda: all("no heartbeat" in server.log() for server in (one, two)))
            await asyncio.to_thread(cluster.start)
            for _ in range(3):
                await _seen_again(database)
            assert not any("taken over" in server.log() for server in (one, two))
            for player in players:
                assert (await player.do("say", text="Still here?"))["type"] == "done"
                await player.close()

    try:
        cluster.start()
        asyncio.run(main())
    finally:
        cluster.remove()


async def _seen_again(database: str) -> None:
    """Wait until all processes have sent a heartbeat to the database."""
    connection = await asyncpg.connect(database)
    sql = "SELECT process, seen FROM processes"
    before = set(await connection.fetch(sql))
    async with asyncio.timeout(60):
        while before & set(await connection.fetch(sql)):
            await asyncio.sleep(0.02)
    await connection.close()


def test_of_two_who_come_late_at_different_processes_one_gets_the_seat(serve: Serve) -> None:
    async def main() -> None:
        servers = serve(2)
        host = await Api.new(servers[0], "Ann")
        wish = {"plan": {"game": "karteneck", "seats": 3}, "name": "Ann", "bots": ["greedy", "greedy"], "start": True}
        code = (await host.post("/api/tables", wish))["code"]
        late = [
            await Client(await Api.new(server, name), code, seed=False).connect()
            for server, name in zip(servers, ("Bo", "Eve"), strict=True)
        ]
        replies = await asyncio.gather(*(client.sit("Late", 1) for client in late))
        assert sorted(reply["type"] for reply in replies) == ["done", "refused"]
        assert [reply.get("code") for reply in replies if reply["type"] == "refused"] == ["seat_taken"]
        winner = late[[reply["type"] for reply in replies].index("done")]
        assert winner.mine == (1,)
        assert winner.position is not None
        assert winner.position["seat"] == 1
        for client in late:
            await client.close()

    asyncio.run(main())


def test_a_player_hurries_the_bots_of_another_process(serve: Serve) -> None:
    async def main() -> None:
        one, other = serve(2, pace=30_000)
        host = await Api.new(one, "Ann")
        wish = {"plan": {"game": "bratwurmeck", "seats": 2}, "name": "Ann", "bots": ["greedy"], "start": True}
        code = (await host.post("/api/tables", wish))["code"]
        here = await Client(host, code, seed=False).connect()
        while here.my_turn:
            await here.do("move", seq=here.seq, move=here.moves()[0])
        there = await Client(at(other, host), code, seed=False).connect()
        await there.until(lambda: there.seq >= here.seq)
        assert (await there.do("hurry"))["type"] == "done"
        # With 30 seconds for a move, the turn of the bot would take longer than the test may.
        await asyncio.gather(*(client.until(lambda client=client: client.my_turn) for client in (here, there)))
        assert here.log[-1]["by_bot"]
        assert here.log[-1] == there.log[-1]
        for client in (here, there):
            await client.close()

    asyncio.run(main())


def test_no_bot_replaces_a_player_who_is_connected_to_another_process(serve: Serve) -> None:
    async def main() -> None:
        near, far = serve(2)
        host, guest = await Api.new(near, "Ann"), await Api.new(near, "Bo")
        code = await table_of(host, "bratwurmeck", 2)
        players = [await Client(api, code, seed=False).connect() for api in (host, guest)]
        for player in players:
            assert (await player.sit("Anybody"))["type"] == "done"
        assert (await players[0].do("start"))["type"] == "done"
        for api, seat, why in ((host, 1, "still_here"), (guest, 0, "not_host")):
            command = {"type": "stand_in", "id": f"stand-in-{seat}", "seat": seat}
            reply = await at(far, api).request("POST", f"/api/tables/{code}/commands", command)
            assert reply.json().get("code") == why
        for player in players:
            await player.close()

    asyncio.run(main())


def test_bots_play_for_a_spectator_at_another_process(serve: Serve) -> None:
    async def main() -> None:
        one, other = serve(2)
        host = await Api.new(one, "Ann")
        code = await table_of(host, "bratwurmeck", 2)
        for command in ({"type": "bot", "seat": 0, "bot": "greedy"}, {"type": "bot", "seat": 1, "bot": "greedy"}):
            await host.post(f"/api/tables/{code}/commands", {**command, "id": f"seat-{command['seat']}-0"})
        await host.post(f"/api/tables/{code}/commands", {"type": "start", "id": "start-000"})
        watcher = await Client(at(other, host), code).connect()
        await watcher.until(lambda: watcher.ended is not None)
        await watcher.close()

    asyncio.run(main())


def test_the_living_notice_that_the_time_of_anothers_player_is_up(serve: Serve) -> None:
    async def main() -> None:
        goes, stays = serve(2)
        silent, other = await seated([goes, stays], "bratwurmeck", timer=5)
        await silent.reveal()
        await other.reveal()
        await silent.until(lambda: silent.my_turn)
        await silent.close()
        goes.kill()
        await other.until(lambda: other.log[-1]["what"] == "stood_in")
        assert (other.log[-1]["seat"], other.log[-1]["text"]) == (0, "time")
        silent.api = at(stays, silent.api)
        await silent.connect(resume=True)
        await other.until(lambda: any(entry["what"] == "moved" for entry in other.log))
        assert (await silent.do("back", seat=0))["type"] == "done"
        await asyncio.gather(play_through(silent, Random(1)), play_through(other, Random(2)))
        assert [entry["what"] for entry in other.log].count("stood_in") == 1
        await check_end([silent, other])

    asyncio.run(main())


def _replaced(server: Server, worker: int) -> bool:
    return len(workers_of(server) - {worker}) == 2


def workers_of(server: Server) -> set[int]:
    """The processes that one server has started to do its work."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return {int(pid) for pid in children if b"spawn_main" in _command_line(pid)}


def _command_line(pid: str) -> bytes:
    """The command line of a process; empty if it has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def test_several_workers_serve_one_port_and_a_killed_one_is_replaced(serve: Serve) -> None:
    async def main() -> None:
        (server,) = serve(1, workers="2")
        players = await seated([server, server], "bratwurmeck")
        await _until(lambda: len(workers_of(server)) == 2)
        playing = [
            asyncio.create_task(play_through(player, Random(number), server)) for number, player in enumerate(players)
        ]
        await _until(lambda: players[1].seq >= 20)
        for worker in workers_of(server):
            os.kill(worker, signal.SIGKILL)
            await _until(partial(_replaced, server, worker))
        await asyncio.gather(*playing)
        await check_end(players)

    asyncio.run(main())


def test_workers_end_when_their_parent_is_killed(serve: Serve) -> None:
    async def main() -> None:
        (server,) = serve(1, workers="2")
        await Api.new(server, "Ann")
        workers = workers_of(server)
        server.kill()
        await _until(lambda: not any(_lives(pid) for pid in workers))
        server.start()  # on the same port, which is free again
        await Api.new(server, "Bo")

    asyncio.run(main())


def _lives(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()

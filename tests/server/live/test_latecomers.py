"""Latecomers: a person takes over the seat of a bot during a game, and gets its cards, but not its history."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from heckmeck.server.fairness import commitment_of, new_seed
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Done, Refused, encoder
from helpers.memory_store import Disk
from helpers.schedulers import entries_of, scheduling, settle
from helpers.schedulers import run as run_scheduled
from helpers.tables import ANN, BO, EVE, Desk, Reader, give, process, run, small, store_of, until


async def among_bots(hub: Any, game: str = "karteneck", **more: Any) -> LiveTable:
    """A table at which Ann plays with two bots."""
    table: LiveTable = await hub.open(small(game, 3, public=True, **more), ANN)
    await give(table, ANN, m.Sit, name="Ann")
    for seat in (1, 2):
        await give(table, ANN, m.SeatBot, seat=seat, bot="random")
    await give(table, ANN, m.Start)
    return table


def desk_among_bots(game: str = "karteneck", **more: Any) -> Desk:
    desk = Desk(small(game, 3, **more)).seated(ANN)
    for seat in (1, 2):
        desk.do(ANN, m.SeatBot, seat=seat, bot="random")
    desk.do(ANN, m.Start)
    return desk


def cards_of(messages: list[dict[str, Any]]) -> set[int]:
    """The seats whose cards a reader was shown."""
    events = [event for message in messages for event in message.get("events", ())]
    hands = [message["position"] for message in messages if (message.get("position") or {}).get("hand")]
    return {event["seat"] for event in events if event["event"] == "CardsSeen"} | {hand["seat"] for hand in hands}


def test_the_hand_is_shown_to_the_newcomer_alone_and_from_then_on() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await among_bots(hub)
        eve, watcher, ann = Reader(EVE.player), Reader(None), Reader(ANN.player)
        for reader in (eve, watcher, ann):
            hub.follow(table, reader)
        await give(table, ANN, m.MakeMove, seq=table.state.seq, move=str(first_move(table)))
        assert cards_of(eve.told()) == set()
        assert isinstance(await give(table, EVE, m.Sit, name="Eve", seat=2), Done)
        (sat,) = [message for message in eve.told() if message["what"] == "sat"]
        assert sat["position"]["seat"] == 2
        assert sat["position"]["hand"] == sorted(table.state.state.hands[2])
        assert cards_of(eve.told()) == {2}
        for reader in (watcher, ann):
            (told,) = [message for message in reader.told() if message["what"] == "sat"]
            assert told["position"].get("seat") == (0 if reader is ann else None)
        assert cards_of(watcher.told()) == set()
        assert cards_of(ann.told()) == {0}

    run(main())


def first_move(table: LiveTable) -> object:
    return table.state.game.view(table.state.state, table.state.to_act).moves[0]


@pytest.mark.parametrize("reload", [False, True])
def test_the_log_before_shows_the_newcomer_what_everybody_saw(reload: bool) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await among_bots(hub)
        await give(table, EVE, m.Sit, name="Eve", seat=1)
        if reload:
            hub.live.clear()
            table = await hub.get(table.code) or table
        sat, before = table.state.seq, table.state.began_seq - 1
        recent = [msgspec.json.decode(encoder.encode(each)) for each in table.recent(before, EVE.player) or ()]
        older = [
            msgspec.json.decode(encoder.encode(each)) async for page in table.older(before, EVE.player) for each in page
        ]
        everybody = [msgspec.json.decode(encoder.encode(each)) for each in table.recent(before, None) or ()]
        assert recent == older == everybody, f"Eve sat down with entry {sat}, and nobody has moved since"
        mine = [msgspec.json.decode(encoder.encode(each)) for each in table.recent(before, ANN.player) or ()]
        assert cards_of(mine) == {0}
        position = table.welcome(EVE.player).position
        assert position is not None
        assert position.hand == tuple(sorted(table.state.state.hands[1]))

    run(main())


def test_what_the_bot_was_thinking_is_dropped() -> None:
    async def main() -> None:
        disk = Disk()
        hub, pool, _ = await scheduling(disk, "one")
        pool.through.clear()
        table = await hub.open(small(seats=3), ANN)
        for seat in (0, 1):
            await give(table, ANN, m.SeatBot, seat=seat, bot="random")
        await give(table, ANN, m.Sit, name="Ann")
        await give(table, ANN, m.Start)
        await until(lambda: bool(pool.questions))
        assert isinstance(await give(table, EVE, m.Sit, name="Eve", seat=0), Done)
        pool.through.set()
        await settle(hub)
        assert len(pool.questions) == 1
        assert not any(isinstance(entry, entries.Moved) for entry in entries_of(disk, table))
        assert isinstance(await give(table, EVE, m.MakeMove, seq=table.state.seq, move=str(first_move(table))), Done)

    run_scheduled(main())


def test_of_two_who_want_one_seat_one_gets_it() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        here = await among_bots(one)
        there = await two.get(here.code)
        assert there is not None
        store_of(one).deaf = store_of(two).deaf = True
        replies = await asyncio.gather(
            give(here, BO, m.Sit, name="Bo", seat=1), give(there, EVE, m.Sit, name="Eve", seat=1)
        )
        done = [reply for reply in replies if isinstance(reply, Done)]
        refused = [reply for reply in replies if isinstance(reply, Refused)]
        assert (len(done), [reply.code for reply in refused]) == (1, ["seat_taken"])
        sat = [entry for entry in entries_of(disk, here) if isinstance(entry, entries.Sat) and entry.seat == 1]
        assert len(sat) == 1

    run(main())


def test_the_seed_of_a_newcomer_is_for_the_next_game() -> None:
    desk, seed = desk_among_bots("bratwurmeck"), new_seed()
    commitments, seeds = desk.table.commitments, desk.table.seeds
    desk.do(EVE, m.Sit, name="Eve", seat=1, commitment=commitment_of(seed))
    assert (desk.table.commitments, desk.table.seeds) == (commitments, seeds)
    desk.over()
    desk.do(ANN, m.Start)
    assert desk.table.phase == "seeding"
    assert desk.table.commitments[1] == commitment_of(seed)
    desk.do(EVE, m.Reveal, seat=1, seed=seed)
    assert desk.phase() == "playing"


def test_a_newcomer_has_the_whole_time_for_the_decision() -> None:
    desk = Desk(small(seats=3, timer=30))
    for seat in (0, 1):
        desk.do(ANN, m.SeatBot, seat=seat, bot="random")
    desk.do(ANN, m.Sit, name="Ann")
    desk.do(ANN, m.Start)
    assert (desk.table.to_act, desk.table.deadline) == (0, None)
    desk.now += 1_000_000
    desk.do(EVE, m.Sit, name="Eve", seat=0)
    assert desk.table.deadline == (desk.now, 30_000)


def test_a_newcomer_plays_to_the_end_and_the_result_is_theirs() -> None:
    desk = desk_among_bots()
    desk.do(EVE, m.Sit, name="Eve", seat=2, portrait="owl")
    desk.over()
    holder = desk.table.seats[2]
    assert holder is not None
    assert (holder.name, holder.player, holder.bot, holder.portrait) == ("Eve", EVE.player, None, "owl")


def test_the_list_of_tables_says_how_many_seats_can_be_taken() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await among_bots(hub)

        async def takeable() -> int:
            (summary,) = await hub.store.tables()
            return summary.takeable

        assert await takeable() == 2
        await give(table, EVE, m.Sit, name="Eve", seat=1)
        assert await takeable() == 1
        await give(table, EVE, m.Leave, seat=1)
        assert await takeable() == 1, "Eve may come back"
        closed = await among_bots(await process(Disk(), "two"), latecomers=False)
        assert closed.state.takeable == 0

    run(main())


def test_between_games_and_while_seeds_are_shown_no_seat_is_taken_so() -> None:
    desk = desk_among_bots("bratwurmeck")
    assert desk.table.takeable == 2
    desk.over()
    assert desk.table.takeable == 0
    desk.source = Random(2)
    desk.do(ANN, m.Commit, seat=0, commitment=commitment_of("00" * 16))
    desk.do(ANN, m.Start)
    assert (desk.phase(), desk.table.takeable) == ("seeding", 0)

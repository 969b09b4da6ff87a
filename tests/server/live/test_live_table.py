"""A live table: nothing is sent before it is stored, everything exactly once, to each client what it may see."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from heckmeck.games import ChanceOutcome, IllegalMove, Source, WeightedDistribution
from heckmeck.server.live import live_table
from heckmeck.server.live.live_table import LiveTable, TableContext
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.store import StoreError
from heckmeck.server.table import entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.messages import Done, Refused, encoder
from helpers.installed_games import install_games
from helpers.memory_store import Disk
from helpers.tables import (
    ANN,
    BO,
    BOTS,
    EVE,
    Reader,
    give,
    half_a_minute_later,
    new_id,
    play_on,
    process,
    run,
    small,
    start,
    store_of,
    until,
)
from helpers.text_game import COIN, Coin, Toss, TossState, TossView


def strip(message: dict[str, Any]) -> dict[str, Any]:
    """The part of an entry that does not depend on when it is sent."""
    return {name: value for name, value in message.items() if name not in ("table", "position", "due", "ended")}


async def resumed(table: LiveTable, since: int, player: str | None) -> list[dict[str, Any]]:
    """The messages to a client that resumes, as over sockets."""
    found = []
    while (recent := table.recent(since, player)) is None:
        async for page in table.older(since, player):
            found += page
            since = page[-1].seq if page else since
    found += recent
    return [msgspec.json.decode(encoder.encode(message)) for message in found]


def same(table: LiveTable, other: LiveTable) -> bool:
    return msgspec.structs.asdict(table.state) == msgspec.structs.asdict(other.state)


def test_a_command_is_kept_answered_and_told() -> None:
    async def main() -> None:
        disk = Disk()
        table = await (await process(disk, "one")).open(small(), ANN)
        reader = Reader(EVE.player)
        table.follow(reader)
        name = new_id()
        assert await give(table, ANN, m.Sit, name="Ann", id=name) == Done(name, 2)
        assert disk.commands(table.code) == ["opened", f"{ANN.player}.{name}"]
        assert [message["seq"] for message in reader.told()] == [2]

    run(main())


def test_a_command_sent_again_is_answered_as_the_first_time() -> None:
    async def main() -> None:
        disk = Disk()
        table = await (await process(disk, "one")).open(small(), ANN)
        sit, say = m.Sit(new_id(), "Ann"), m.Say(new_id(), "hello")
        first = [await table.command(sit, ANN), await table.command(say, ANN)]
        again = list(await asyncio.gather(table.command(say, ANN), table.command(sit, ANN)))
        assert again == [first[1], first[0]]
        assert len(disk.commands(table.code)) == 3
        assert isinstance(await table.command(say, BO), Done), "another player's id is another command"

    run(main())


@pytest.mark.parametrize("reload", [False, True])
def test_a_command_of_long_ago_is_answered_as_the_first_time(monkeypatch: pytest.MonkeyPatch, reload: bool) -> None:
    monkeypatch.setattr(live_table, "REMEMBERED", 3)

    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        commands: list[m.AnyCommand] = [
            m.Sit(new_id(), "Ann"),
            m.Say(new_id(), "one"),
            m.SetChat(new_id(), False),
            m.SetChat(new_id(), True),
        ]
        first = [await table.command(command, ANN) for command in commands]
        await start_rest(table)
        move = str(table.state.game.view(table.state.state, 0).moves[0])
        moving = m.MakeMove(new_id(), table.state.seq, move)
        moved = await table.command(moving, ANN)
        await play_on(table, Random(1))
        if reload:
            hub.live.clear()
            found = await hub.get(table.code)
            assert found is not None
            table = found
        before = len(disk.commands(table.code))
        assert [await table.command(command, ANN) for command in commands] == first
        assert await table.command(moving, ANN) == moved
        assert len(disk.commands(table.code)) == before

    async def start_rest(table: LiveTable) -> None:
        assert isinstance(await give(table, BO, m.Sit, name="Bo"), Done)
        assert isinstance(await give(table, ANN, m.Start), Done)

    run(main())


def test_a_refusal_changes_nothing_and_tells_nobody_else() -> None:
    async def main() -> None:
        disk = Disk()
        table = await (await process(disk, "one")).open(small(), ANN)
        reader = Reader()
        table.follow(reader)
        reply = await give(table, BO, m.Start)
        assert isinstance(reply, Refused)
        assert (reply.code, reply.seq) == ("not_host", 1)
        assert (reader.payloads, len(disk.commands(table.code))) == ([], 1)

    run(main())


@pytest.mark.parametrize("failure", ["before", "after"])
def test_when_the_store_fails_the_client_may_ask_again(failure: Any) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        reader = Reader()
        table.follow(reader)
        store_of(hub).failures.append(failure)
        sit = m.Sit(new_id(), "Ann")
        reply = await table.command(sit, ANN)
        assert isinstance(reply, Refused)
        assert reply.code == "not_kept"
        assert "/secret" not in reply.message
        assert reader.told() == []
        assert not table.sure
        assert await table.command(sit, ANN) == Done(sit.id, 2)
        assert disk.commands(table.code) == ["opened", f"{ANN.player}.{sit.id}"]
        assert [message["seq"] for message in reader.told()] == [2]

    run(main())


def test_a_start_that_was_kept_without_our_knowing_goes_on_with_its_own_luck() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        for player in (ANN, BO):
            await give(table, player, m.Sit, name=player.name)
        store_of(hub).failures.append("after")
        assert isinstance(await give(table, ANN, m.Start), Refused)
        await table.refresh()
        assert table.state.phase == "playing"
        await play_on(table, Random(2))
        secret = store_of(hub).disk.chains[table.code, 1]
        assert table.welcome(None).ended is not None
        assert table.revealed_secret == secret.hex()

    run(main())


def test_a_store_that_is_away_refuses_and_comes_back() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        store_of(hub).down = True
        sit = m.Sit(new_id(), "Ann")
        for _ in range(3):
            reply = await table.command(sit, ANN)
            assert isinstance(reply, Refused)
            assert reply.code == "not_kept"
        store_of(hub).down = False
        assert await table.command(sit, ANN) == Done(sit.id, 2)

    run(main())


def test_two_processes_write_one_log() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        here = await one.open(small(), ANN)
        there = await two.get(here.code)
        assert there is not None
        store_of(two).deaf = store_of(one).deaf = True
        sit = m.Sit(new_id(), "Ann")
        assert await here.command(sit, ANN) == Done(sit.id, 2)
        assert await there.command(sit, ANN) == Done(sit.id, 2), "the duplicate is found in the store"
        assert isinstance(await give(there, BO, m.Sit, name="Bo"), Done)
        assert isinstance(await give(here, BO, m.Say, text="I sit"), Done), "after what the other wrote"
        await there.refresh()
        assert same(here, there)
        assert [row.process for row in disk.rows[here.code]] == ["one", "one", "two", "one"]

    run(main())


def test_a_game_is_played_across_processes() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        here = await one.open(small(), ANN)
        there = await two.get(here.code)
        assert there is not None
        reader = Reader(BO.player)
        there.follow(reader)
        await start(here)
        await one.finish()
        await two.finish()
        source = Random(3)
        while here.state.phase == "playing":
            await play_on(here if source.random() < 0.5 else there, source, 1)
            await two.finish()
            await one.finish()
        assert same(here, there)
        assert [message["seq"] for message in reader.told()] == list(range(2, here.state.seq + 1))

    run(main())


def test_a_move_against_an_entry_of_another_process_is_not_stale() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        here = await one.open(small(), ANN)
        await start(here)
        there = await two.get(here.code)
        assert there is not None
        store_of(two).deaf = True
        await play_on(here, Random(4), 1)
        await play_on_at(there, here)
        await here.refresh()
        assert same(here, there)

    async def play_on_at(there: LiveTable, here: LiveTable) -> None:
        seat = here.state.to_act
        assert seat is not None
        holder = here.state.seats[seat]
        assert holder is not None
        by = ANN if holder.player == ANN.player else BO
        move = str(here.state.game.view(here.state.state, seat).moves[0])
        assert isinstance(await give(there, by, m.MakeMove, seq=here.state.seq, move=move), Done)

    run(main())


def test_a_command_that_follows_from_what_another_process_did_is_right() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        here = await one.open(small(), ANN)
        await start(here)
        there = await two.get(here.code)
        assert there is not None
        store_of(two).deaf = True
        await give(here, ANN, m.Leave, seat=0)
        assert isinstance(await give(there, ANN, m.Back, seat=0), Done), "there nobody has heard yet that Ann left"
        await here.refresh()
        assert same(here, there)

    run(main())


@pytest.mark.parametrize("game", ["bratwurmeck", "karteneck"])
def test_resuming_gives_what_was_sent_then_however_long_ago(game: str) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(game), ANN)
        readers = {player: Reader(player) for player in (ANN.player, BO.player, None)}
        for reader in readers.values():
            table.follow(reader)
        await start(table)
        await play_on(table, Random(5))
        await give(table, ANN, m.Start)
        await play_on(table, Random(6), 40)
        again = await LiveTable.load(TableContext(hub.store, "one", BOTS, lambda _: None, lambda _: None), table.code)
        assert again is not None
        for player, reader in readers.items():
            live = [strip(message) for message in reader.told()]
            assert [message["seq"] for message in live] == list(range(2, table.state.seq + 1))
            for source in (table, again):
                for since in (1, 2, 30, max(1, table.state.seq - 33), table.state.seq - 3, table.state.seq):
                    assert [strip(message) for message in await resumed(source, since, player)] == live[since - 1 :]

    run(main())


def test_what_is_in_memory_follows_from_the_log() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(timer=9), ANN)
        await start(table)
        await play_on(table, Random(7), 20)
        *_, last = read_log(disk.rows[table.code])
        assert msgspec.structs.asdict(last.after) == msgspec.structs.asdict(table.state)

    run(main())


def test_followers_are_sent_their_own_seats_and_whether_they_are_host() -> None:
    async def main() -> None:
        table = await (await process(Disk(), "one")).open(small(), ANN)
        ann, bo, eve = Reader(ANN.player), Reader(BO.player), Reader(EVE.player)
        for reader in (ann, bo, eve):
            table.follow(reader)
        await start(table)
        await give(table, ANN, m.Leave, seat=0)
        assert [(you["mine"], you["host"]) for you in ann.told("you")] == [([0], True), ([0], False)]
        assert [(you["mine"], you["host"]) for you in bo.told("you")] == [([1], False), ([1], True)]
        assert eve.told("you") == []

    run(main())


def test_who_watches_and_who_is_here() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        await give(table, ANN, m.Sit, name="Ann")
        tab, other, eve = Reader(ANN.player), Reader(ANN.player), Reader(EVE.player)
        for reader in (tab, other, eve):
            hub.follow(table, reader)
        assert tab.told("presence")[-1] == {"type": "presence", "here": [0], "watching": 1}
        await give(table, EVE, m.Sit, name="Eve")
        assert tab.told("presence")[-1] == {"type": "presence", "here": [0, 1], "watching": 0}
        await give(table, EVE, m.Leave, seat=1)
        hub.unfollow(table, other)
        hub.unfollow(table, eve)
        assert tab.told("presence")[-1] == {"type": "presence", "here": [0], "watching": 0}
        assert len(eve.told("presence")) == 4, "nothing is told after the end"

    run(main())


def test_the_server_acts_only_where_it_is_still_the_time() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(timer=5), ANN)
        await start(table)
        seq = table.state.seq
        assert not await table.act("due:9", lambda state, luck: None)
        assert table.state.seq == seq

    run(main())


def test_a_table_whose_luck_is_lost_is_not_played_on() -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        await start(table)
        disk.chains.clear()
        hub.live.clear()
        with pytest.raises(StoreError, match="luck"):
            await hub.get(table.code)

    run(main())


def test_a_closed_table_does_nothing_more() -> None:
    async def main() -> None:
        hub = await process(Disk(), "one")
        table = await hub.open(small(), ANN)
        await give(table, ANN, m.Close)
        reply = await give(table, ANN, m.Say, text="hello?")
        assert isinstance(reply, Refused)
        assert reply.code == "table_closed"
        assert await hub.get(table.code) is None
        assert await hub.store.count() == 0

    run(main())


def test_a_bot_stands_in_only_for_a_player_who_is_not_connected_anywhere() -> None:
    async def main() -> None:
        disk = Disk()
        one, other = await process(disk, "one"), await process(disk, "other")
        table = await one.open(small(), ANN)
        await start(table)
        near, far, ann = Reader(BO.player), Reader(BO.player), Reader(ANN.player)
        there = await other.get(table.code)
        assert there is not None
        for hub, found, reader in ((one, table, ann), (one, table, near), (other, there, far)):
            hub.follow(found, reader)
        for hub, found, reader in ((one, table, near), (other, there, far)):
            await until(lambda: table.followers.presence().here == (0, 1))
            reply = await give(table, ANN, m.StandIn, seat=1)
            assert (type(reply), getattr(reply, "code", None)) == (Refused, "still_here")
            hub.unfollow(found, reader)
        await until(lambda: table.followers.presence().here == (0,))
        for hub in (one, other):
            half_a_minute_later(hub)
        assert isinstance(await give(table, ANN, m.StandIn, seat=1), Done)
        assert ann.told()[-1]["text"] == "gone"
        assert isinstance(await give(table, BO, m.Back, seat=1), Done)

    run(main())


class FickleToss(Toss):
    """Draws outcomes, but fails when it is asked for their weights."""

    fails = False

    def sample(self, state: TossState, source: Source) -> ChanceOutcome:
        return COIN.sample(source)

    def chance(self, state: TossState) -> WeightedDistribution[Coin]:
        if self.fails:
            raise IllegalMove("no_weights", "There are no weights.")
        return COIN


def test_a_game_that_fails_is_refused_before_anything_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    install_games(monkeypatch, FickleToss())

    async def main() -> None:
        disk = Disk()
        table = await (await process(disk, "one")).open(m.Plan("toss", 2), ANN)
        await start(table)
        monkeypatch.setattr(FickleToss, "fails", True)
        stored = len(disk.commands(table.code))
        reply = await give(table, ANN, m.MakeMove, seq=table.state.seq, move="toss")
        assert isinstance(reply, Refused)
        assert reply.code == "no_weights"
        assert len(disk.commands(table.code)) == stored == table.state.seq

    run(main())


class BlindToss(Toss):
    """Fails to show the table."""

    fails = False

    def _view(self, state: TossState, seat: int | None) -> TossView:
        if self.fails:
            raise IllegalMove("no_view", "There is nothing to see.")
        return super()._view(state, seat)


def test_a_stored_command_is_done_even_if_the_table_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install_games(monkeypatch, BlindToss())

    async def main() -> None:
        disk = Disk()
        table = await (await process(disk, "one")).open(m.Plan("toss", 2), ANN)
        table.follow(Reader(ANN.player))
        await start(table)
        monkeypatch.setattr(BlindToss, "fails", True)
        reply = await give(table, ANN, m.MakeMove, seq=table.state.seq, move="toss")
        assert isinstance(reply, Done)
        assert len(disk.commands(table.code)) == reply.seq == table.state.seq
        assert table.recent(reply.seq - 1, ANN.player)
        assert "an entry could not be sent" in caplog.text

    run(main())


async def to_keep(table: LiveTable) -> m.MakeMove:
    """Ann's command to set dice aside and roll on in one."""
    await start(table)
    move = str(table.state.game.view(table.state.state, 0).moves[0])
    return m.MakeMove(new_id(), table.state.seq, move, "roll")


@pytest.mark.parametrize("failure", [None, "before", "after"])
def test_two_decisions_in_one_command_are_one_entry_and_done_once(failure: Any) -> None:
    async def main() -> None:
        disk = Disk()
        hub = await process(disk, "one")
        table = await hub.open(small(), ANN)
        command = await to_keep(table)
        before = table.state.seq
        store_of(hub).failures.append(failure)
        first = await table.command(command, ANN)
        assert isinstance(first, Refused if failure else Done)
        hub.live.clear()  # as after a crash
        again = await hub.get(table.code)
        assert again is not None
        for _ in range(3):
            assert await again.command(command, ANN) == Done(command.id, before + 1)
        assert again.state.seq == before + 1
        entry = entries.decode(disk.rows[table.code][-1].body)
        assert isinstance(entry, entries.Moved)
        assert entry.then
        assert entry.steps[:2] == (command.move, "roll")

    run(main())


def test_two_processes_that_get_the_same_two_decisions_make_them_once() -> None:
    async def main() -> None:
        disk = Disk()
        one, two = await process(disk, "one"), await process(disk, "two")
        here = await one.open(small(), ANN)
        command = await to_keep(here)
        there = await two.get(here.code)
        assert there is not None
        store_of(one).deaf = store_of(two).deaf = True
        single = m.MakeMove(new_id(), command.seq, command.move)
        replies = await asyncio.gather(
            here.command(command, ANN), there.command(command, ANN), there.command(single, ANN)
        )
        assert replies[0] == replies[1] == Done(command.id, command.seq + 1)
        assert isinstance(replies[2], Refused)
        assert replies[2].code == "stale"
        assert len(disk.rows[here.code]) == command.seq + 1
        await there.refresh()
        await here.refresh()
        assert same(here, there)

    run(main())


def test_if_the_second_decision_is_illegal_neither_is_done() -> None:
    async def main() -> None:
        disk = Disk()
        table = await (await process(disk, "one")).open(small(), ANN)
        command = await to_keep(table)
        reply = await table.command(msgspec.structs.replace(command, then="take 36"), ANN)
        assert isinstance(reply, Refused)
        assert (reply.code, reply.rule) == ("no_worm", "RK-8")
        assert len(disk.rows[table.code]) == command.seq
        assert isinstance(await table.command(command, ANN), Done), "it was refused, so its id is free"

    run(main())

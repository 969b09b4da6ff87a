"""The protocol against a model: clients whose connections drop, duplicate, delay and reorder, and processes that die.

Whatever happens: what was acknowledged is in the log exactly once, the log has no gaps, what is in memory follows
from it, and every client saw the same entries in the same order, each once.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from heckmeck.games import GameError
from heckmeck.server.fairness import commitment_of
from heckmeck.server.live import roll_call
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.net.identity import new_code
from heckmeck.server.store import Row, Store
from heckmeck.server.store.sqlite import SqliteStore
from heckmeck.server.table import deadlines, decisions, entries
from heckmeck.server.table import messages as m
from heckmeck.server.table.environment import Caller, Decision
from heckmeck.server.table.messages import Done, Refused, encoder
from heckmeck.server.table.moves import move
from helpers.memory_store import Disk, MemoryStore
from helpers.tables import ANN, BO, BOTS, EVE, Reader, small

LIMITS = {"MAX_SPECTATOR_ASIDES": 3, "MAX_CHAT_ASIDES": 6, "MAX_ASIDES": 12}
"""Limit of entries besides a game, so low that it is reached."""
SEEDS = {ANN: "0a" * 16, BO: "0b" * 16, EVE: "0e" * 16}


ASIDES = (
    entries.Sat, entries.Left, entries.BotSat, entries.Cleared, entries.Returned, entries.Committed, entries.ChatSet,
    entries.PaceSet, entries.Said, entries.Reacted,
)  # fmt: skip


def most(entry: entries.AnyEntry) -> float:
    """How many asides there may be before an entry."""
    if isinstance(entry, (entries.Said, entries.Reacted)):
        return LIMITS["MAX_CHAT_ASIDES" if entry.seat is not None else "MAX_SPECTATOR_ASIDES"]
    return LIMITS["MAX_ASIDES"] if isinstance(entry, ASIDES) and not isinstance(entry, entries.Left) else float("inf")


class Tab:
    """One client: a tab of a player's browser, at one of the processes or at none."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.seq = 0
        self.process = 0
        self.reader: Reader | None = None
        self.entries: list[dict[str, Any]] = []

    def read(self, most: int | None = None) -> None:
        """Process messages that arrived, all or only the first of them."""
        assert self.reader is not None
        for message in self.reader.told()[:most]:
            self.take(message)
        self.reader.payloads.clear()

    def take(self, message: dict[str, Any]) -> None:
        assert message["seq"] == self.seq + 1, f"{message['seq']} after {self.seq}"
        self.seq += 1
        self.entries.append(message)


class Protocol(RuleBasedStateMachine):
    """Two processes on one store that can fail, four tabs of three players."""

    processes = 2

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.patch = pytest.MonkeyPatch()
        for name, value in LIMITS.items():
            self.patch.setattr(decisions, name, value)
        # A deaf process does not answer, and there are many of them.
        self.patch.setattr(roll_call, "ANSWER_TIME", 0.002)
        self.source = Random(1)
        self.tabs = [Tab(caller) for caller in (ANN, ANN, BO, EVE)]
        self.sent: list[tuple[Caller, m.AnyCommand]] = []
        self.waiting: list[tuple[int, m.AnyCommand]] = []
        self.done: dict[tuple[str, str], int] = {}
        self.told: dict[int, dict[str, Any]] = {}
        self.number = 0

    # The world -------------------------------------------------------------------------------------------------------

    def new_stores(self) -> list[Store]:
        self.disk = Disk()
        return [MemoryStore(self.disk) for _ in range(self.processes)]

    def logged(self) -> list[Row]:
        return list(self.disk.rows[self.code])

    @initialize(game=st.sampled_from(["bratwurmeck", "karteneck"]), fill=st.booleans(), begun=st.booleans())
    def open(self, game: str, fill: bool, begun: bool) -> None:
        self.stores = self.new_stores()
        self.hubs = [self.new_hub(number) for number in range(self.processes)]
        plan = small(game, fill=8 if fill else 0, timer=5)
        self.code = self.runner.run(self.hubs[0].open(plan, ANN)).code
        if begun:
            for tab, kind, seat in ((0, m.Sit, 0), (2, m.Sit, 1), (0, m.Start, 0), (0, m.Reveal, 0), (2, m.Reveal, 1)):
                command = self.made(self.tabs[tab], kind, seat, lie=False)
                reply = self.runner.run(self.give(self.tabs[tab].caller, command, tab % self.processes, None))
                assert reply is not None
                self.check(self.tabs[tab].caller, reply)

    def new_hub(self, number: int) -> Hub:
        hub = Hub(self.stores[number], f"{number}.{self.number}", BOTS, new_code, max_tables=9)
        self.number += 1
        self.runner.run(self.stores[number].open(hub.process, hub.hint))
        return hub

    async def table(self, process: int) -> LiveTable:
        table = await self.hubs[process].get(self.code)
        assert table is not None
        return table

    def live(self) -> list[LiveTable]:
        return [hub.live[self.code] for hub in self.hubs if self.code in hub.live]

    async def idle(self) -> None:
        for hub in self.hubs:
            await hub.finish()

    # Lines -----------------------------------------------------------------------------------------------------------

    tab = st.integers(0, 3)
    process = st.integers(0, 1)

    @rule(tab=tab, process=process)
    def connect(self, tab: int, process: int) -> None:
        """Resume from the last entry that was seen, at any process."""
        self.runner.run(self.resume(self.tabs[tab], process % self.processes))

    async def resume(self, tab: Tab, process: int) -> None:
        await self.leave(tab)
        table = await self.table(process)
        player = tab.caller.player
        await table.reach(tab.seq)
        while (recent := table.recent(tab.seq, player)) is None:
            async for page in table.older(tab.seq, player):
                for message in page:
                    tab.take(msgspec.json.decode(encoder.encode(message)))
        for message in recent:
            tab.take(msgspec.json.decode(encoder.encode(message)))
        assert table.welcome(player).seq == tab.seq
        tab.process, tab.reader = process, Reader(player)
        self.hubs[process].follow(table, tab.reader)

    @rule(tab=tab, most=st.integers(0, 3))
    def drop(self, tab: int, most: int) -> None:
        """Lose the connection, and with it everything that had not arrived yet."""
        self.runner.run(self.leave(self.tabs[tab], most))

    async def leave(self, tab: Tab, most: int | None = None) -> None:
        if tab.reader is not None:
            hub = self.hubs[tab.process]
            if self.code in hub.live:
                hub.unfollow(hub.live[self.code], tab.reader)
            tab.read(most)
            tab.reader = None

    # Commands --------------------------------------------------------------------------------------------------------

    kinds = st.sampled_from(
        [m.Leave, m.Back, m.Sit, m.Leave, m.Back, m.Sit, m.StandIn, m.Start, m.SeatBot, m.Clear, m.Say, m.React,
         m.SetChat, m.SetPace, m.Commit, m.Reveal]
    )  # fmt: skip

    @rule(tab=tab, kind=kinds, seat=st.integers(0, 2), lie=st.booleans())
    def make(self, tab: int, kind: type[Any], seat: int, lie: bool) -> None:
        """Make a command, and keep it for later."""
        self.waiting.append((tab, self.made(self.tabs[tab], kind, seat, lie)))

    @rule(lie=st.booleans(), delay=st.booleans())
    def make_move(self, lie: bool, delay: bool) -> None:
        """Let the player to act move, or another one."""
        acting = {holder.player for table in self.live() if (holder := self.acting(table)) is not None}
        tabs = [number for number, tab in enumerate(self.tabs) if (tab.caller.player in acting) is not lie]
        self.waiting.append(
            (self.source.choice(tabs or [0]), self.made(self.tabs[(tabs or [0])[0]], m.MakeMove, 0, False))
        )
        if not delay:
            self.arrive(len(self.waiting) - 1, None)

    def acting(self, table: LiveTable) -> Any:
        return None if table.state.to_act is None else table.state.seats[table.state.to_act]

    @rule(tab=tab, kind=kinds, seat=st.integers(0, 2), lie=st.booleans())
    def do(self, tab: int, kind: type[Any], seat: int, lie: bool) -> None:
        """Make a command that arrives at once."""
        self.make(tab, kind, seat, lie)
        self.arrive(len(self.waiting) - 1, None)

    def made(self, tab: Tab, kind: type[Any], seat: int, lie: bool) -> m.AnyCommand:
        self.number += 1
        seed = SEEDS[tab.caller]
        if not lie:
            mine = [seat for table in self.live() for seat in table.state.seats_of(tab.caller.player)]
            seat = next(iter(mine), seat)
        move, then = self.moves()
        fields: dict[str, Any] = {
            "name": tab.caller.name, "seat": seat, "bot": "random", "commitment": commitment_of(seed),
            "seed": "ff" * 16 if lie else seed, "seq": tab.seq, "move": move, "then": then,
            "text": f"number {self.number}", "reaction": "wow", "on": lie, "pace": "calm" if lie else "quick",
        }  # fmt: skip
        wanted = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
        command: m.AnyCommand = kind(f"command-{self.number}", **wanted)
        return command

    def moves(self) -> tuple[str, str | None]:
        """A move that is legal at one of the processes, some with a decision that may follow; or one that never is."""
        playing = [table.state for table in self.live() if table.state.to_act is not None]
        if not playing:
            return "dance", None
        state = self.source.choice(playing)
        first = str(self.source.choice(state.game.view(state.state, state.to_act).moves))
        return first, self.source.choice((None, None, "roll", "stop"))

    @precondition(lambda self: self.waiting)
    @rule(data=st.data(), lost=st.booleans(), turns=st.none() | st.integers(0, 3))
    def send(self, data: st.DataObject, lost: bool, turns: int | None) -> None:
        """Let a command arrive, in any order; its answer may be lost, or its connection break during execution."""
        reply = self.arrive(data.draw(st.integers(0, len(self.waiting) - 1)), turns, lost)
        assert reply is not None or turns is not None

    def arrive(self, number: int, turns: int | None, lost: bool = False) -> Done | Refused | None:
        tab, command = self.waiting.pop(number)
        caller, process = self.tabs[tab].caller, self.tabs[tab].process
        self.sent.append((caller, command))
        reply = self.runner.run(self.give(caller, command, process, turns))
        if reply is not None and not lost:
            self.check(caller, reply)
        return reply

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), process=process)
    def send_again(self, data: st.DataObject, process: int) -> None:
        """Send a command again, perhaps to another process."""
        caller, command = data.draw(st.sampled_from(self.sent))
        reply = self.runner.run(self.give(caller, command, process % self.processes, None))
        assert reply is not None
        self.check(caller, reply)

    @precondition(lambda self: len(self.waiting) > 1)
    @rule(twice=st.booleans())
    def race(self, twice: bool) -> None:
        """Let two commands, or one command twice, arrive everywhere at the same time."""
        several = [(self.tabs[tab].caller, command) for tab, command in self.waiting[:2]]
        several = [several[0], several[0]] if twice else several
        self.waiting = self.waiting[1 if twice else 2 :]
        self.sent += several

        async def both() -> list[Done | Refused | None]:
            given = (self.give(*each, number % self.processes, None) for number, each in enumerate(several))
            return list(await asyncio.gather(*given))

        for (caller, _), reply in zip(several, self.runner.run(both()), strict=True):
            assert reply is not None
            self.check(caller, reply)

    async def give(self, by: Caller, command: m.AnyCommand, process: int, turns: int | None) -> Done | Refused | None:
        table = await self.table(process)
        doing = asyncio.create_task(table.command(command, by))
        if turns is not None:
            for _ in range(turns):
                await asyncio.sleep(0)
            doing.cancel()
        reply = None
        with contextlib.suppress(asyncio.CancelledError):
            reply = await doing
        await self.idle()
        return reply

    def check(self, caller: Caller, reply: Done | Refused) -> None:
        key = (caller.player, str(reply.id))
        if isinstance(reply, Done):
            assert self.done.setdefault(key, reply.seq) == reply.seq
        else:
            assert "/secret" not in reply.message
            assert key not in self.done or reply.code == "not_kept", f"{reply} after it was done"

    # The server itself -----------------------------------------------------------------------------------------------

    @rule(process=process)
    def do_due(self, process: int) -> None:
        """Let bots move, and time run out."""
        self.runner.run(self.act(process % self.processes))

    async def act(self, process: int) -> None:
        table = await self.table(process)
        before = table.state

        def choose(state: Any, luck: Any) -> Decision | None:
            if state.seq != before.seq:
                return None
            if state.bot_to_act is not None:
                moves = state.game.view(state.state, state.to_act).moves
                return move(state, str(self.source.choice(moves)), luck, by_bot=True)
            return deadlines.overdue(state, luck, BOTS) if state.deadline is not None else None

        with contextlib.suppress(GameError):
            await table.act(f"own:{before.seq + 1}", choose)
        await self.idle()

    @rule(process=process)
    def kill(self, process: int) -> None:
        """Let a process die and restart; its clients notice only silence."""
        process %= self.processes
        for tab in self.tabs:
            if tab.process == process and tab.reader is not None:
                tab.read()
                tab.reader = None
        self.restart(process)

    def restart(self, process: int) -> None:
        self.disk.stores.pop(self.hubs[process].process)
        self.stores[process] = MemoryStore(self.disk)
        self.hubs[process] = self.new_hub(process)

    @rule(process=process, failure=st.sampled_from(["before", "after"]))
    def fail(self, process: int, failure: Any) -> None:
        """Let the next append of a process fail, before or after it is stored."""
        store = self.stores[process % self.processes]
        if isinstance(store, MemoryStore):
            store.failures.append(failure)

    @rule(process=process)
    def hold_hints_back(self, process: int) -> None:
        store = self.stores[process % self.processes]
        if isinstance(store, MemoryStore):
            store.deaf = not store.deaf
            missed, store.missed = store.missed, []

            async def catch_up() -> None:
                for hint in missed:
                    store.hear(*hint)
                await self.idle()

            self.runner.run(catch_up())

    # What always holds -----------------------------------------------------------------------------------------------

    @invariant()
    def the_log_has_no_gaps_and_everything_once(self) -> None:
        rows = self.logged()
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        commands = {row.command: row.seq for row in rows}
        assert len(commands) == len(rows)
        for (player, name), seq in self.done.items():
            assert commands.get(f"{player}.{name}") == seq

    @invariant()
    def what_is_in_memory_follows_from_the_log(self) -> None:
        states = [step.after for step in read_log(self.logged())]
        for table in self.live():
            assert msgspec.structs.asdict(states[table.state.seq - 1]) == msgspec.structs.asdict(table.state)

    @invariant()
    def nobody_does_too_much_beside_the_game(self) -> None:
        asides = 0
        for entry in (entries.decode(row.body) for row in self.logged()):
            assert asides < most(entry)
            asides = 0 if isinstance(entry, entries.Began) else asides + isinstance(entry, ASIDES)

    @invariant()
    def all_saw_the_same(self) -> None:
        for tab in self.tabs:
            if tab.reader is not None:
                tab.read()
            for entry in tab.entries:
                public = self.public(entry)
                assert self.told.setdefault(entry["seq"], public) == public
            tab.entries.clear()

    def public(self, entry: dict[str, Any]) -> dict[str, Any]:
        """The part of an entry that is the same for everybody at any time."""
        hidden = ("table", "position", "due", "ended")
        shown = {name: value for name, value in entry.items() if name not in hidden}
        if "events" in shown:
            shown["events"] = [event for event in shown["events"] if event["event"] != "CardsSeen"]
        return shown

    def teardown(self) -> None:
        try:
            if hasattr(self, "code"):
                self.runner.run(self.end())
        finally:
            self.patch.undo()
            self.runner.close()

    async def end(self) -> None:
        """At the end all clients reconnect and know everything."""
        for store in self.stores:
            if isinstance(store, MemoryStore):
                store.failures.clear()
                store.deaf = False
        last = len(self.logged())
        for number in range(self.processes):
            await (await self.table(number)).refresh()
        for number, tab in enumerate(self.tabs):
            await self.resume(tab, number % self.processes)
            assert tab.seq == last
        self.all_saw_the_same()
        assert sorted(self.told) == list(range(1, last + 1))
        for caller, command in self.sent:
            reply = await (await self.table(0)).command(command, caller)
            self.check(caller, reply)
        for store in self.stores:
            await store.close()


class OnSqlite(Protocol):
    """One process on a real file."""

    processes = 1

    def new_stores(self) -> list[Store]:
        self.folder = tempfile.TemporaryDirectory()
        return [SqliteStore(self.path)]

    @property
    def path(self) -> Path:
        return Path(self.folder.name) / "tables.db"

    def logged(self) -> list[Row]:
        return self.runner.run(self.stores[0].rows(self.code)) if not self.ended else self.last

    ended = False

    async def end(self) -> None:
        self.last = await self.stores[0].rows(self.code)
        self.ended = True
        await super().end()

    def restart(self, process: int) -> None:
        self.runner.run(self.stores[0].close())
        self.stores = [SqliteStore(self.path)]
        self.hubs = [self.new_hub(0)]

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            if hasattr(self, "folder"):
                self.folder.cleanup()


TestProtocol = Protocol.TestCase
TestProtocol.settings = settings(max_examples=150, stateful_step_count=50)
TestOnSqlite = OnSqlite.TestCase
TestOnSqlite.settings = settings(max_examples=8, stateful_step_count=40)


def test_the_model_meets_what_it_is_for() -> None:
    """A machine that never plays a game would prove nothing: this one plays, and seats change."""
    machine = Protocol()
    machine.open(game="bratwurmeck", fill=False, begun=True)
    for _ in range(6):
        machine.do_due(process=0)
        machine.connect(tab=0, process=1)
    assert {entries.Moved, entries.StoodIn} <= {type(entries.decode(row.body)) for row in machine.logged()}
    for _ in range(2 * LIMITS["MAX_CHAT_ASIDES"]):
        machine.do(tab=0, kind=m.Say, seat=0, lie=False)
    said = [row for row in machine.logged() if isinstance(entries.decode(row.body), entries.Said)]
    assert len(said) == LIMITS["MAX_CHAT_ASIDES"]
    machine.nobody_does_too_much_beside_the_game()
    machine.teardown()

"""Tables made step by step, without a server, for tests."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.live.roll_call import ABSENCE
from heckmeck.server.net.identity import new_code
from heckmeck.server.store import Row, Store
from heckmeck.server.table import entries, messages, moves
from heckmeck.server.table.deadlines import overdue
from heckmeck.server.table.decisions import decide
from heckmeck.server.table.environment import Caller, Decision, Environment
from heckmeck.server.table.messages import Done, Plan, Refused
from heckmeck.server.table.projections import project
from heckmeck.server.table.state import TableState, fold, opened
from helpers.memory_store import Disk, MemoryStore

ANN, BO, EVE = (Caller(f"player-of-{name.lower()}", name) for name in ("Ann", "Bo", "Eve"))
SMALL: dict[str, dict[str, Any]] = {
    "bratwurmeck": {"portions": [21, 23]},
    "barbecue": {},
    "karteneck": {"portions": [16, 20], "zeros": 1, "removed": 0, "copies": 6, "worm_cards": 6, "hand": 4},
}
"""Options for short games."""
BOTS = BotCatalog()

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end."""
    return asyncio.run(main)


def new_id() -> str:
    """An id for a command."""
    return secrets.token_hex(8)


def small(game: str = "bratwurmeck", seats: int = 2, **more: Any) -> Plan:
    """A plan for a short game."""
    return Plan(game, seats, dict(SMALL[game]), **more)


class Desk:
    """A table in memory only, at which commands and chance do what the rules say."""

    def __init__(self, plan: Plan, host: Caller = ANN, at: int = 1_000_000, code: str = "ABCDEFGH") -> None:
        first = entries.Opened(host.player, plan)
        self.table: TableState = opened(code, first, at)
        self.now = at
        self.luck = self._luck()
        self.entries: list[entries.AnyEntry] = [first]
        self.rows = [Row(code, 1, "command:1", "one", at, entries.encode(first))]
        """The entries as a store has them."""
        self.events: list[Any] = []
        self.source = Random(1)

    def _luck(self) -> ChainLuck:
        """The same luck in every run of the tests, but different in every game."""
        return ChainLuck.stored(self.table.game, bytes([self.table.number]) * 32)

    def decide(self, by: Caller, kind: type[messages.Command], **fields: Any) -> Decision:
        """Return the decision on a command."""
        return decide(self.table, kind(new_id(), **fields), by, Environment(self.luck, BOTS))  # type: ignore[arg-type]

    def do(self, by: Caller, kind: type[messages.Command], **fields: Any) -> entries.AnyEntry:
        """Execute a command."""
        if kind is messages.Start:
            self.luck = self._luck()
        return self.keep(self.decide(by, kind, **fields))

    def keep(self, decision: Decision) -> entries.AnyEntry:
        """Apply an entry as it is read from the disk."""
        self.now += 1000
        seq = self.table.seq + 1
        known = fold(self.table, decision.entry, seq, self.now, decision.progress)
        read = fold(self.table, entries.decode(entries.encode(decision.entry)), seq, self.now)
        assert msgspec.structs.asdict(read.table) == msgspec.structs.asdict(known.table)
        assert read.events == known.events
        self.table = known.table
        self.entries.append(decision.entry)
        self.rows.append(Row(self.table.code, seq, f"command:{seq}", "one", self.now, entries.encode(decision.entry)))
        self.events += known.events
        return decision.entry

    def due(self) -> entries.AnyEntry:
        """Execute what is due."""
        if self.table.phase == "open":
            self.luck = self._luck()
        decision = overdue(self.table, self.luck, BOTS)
        assert decision is not None
        return self.keep(decision)

    def seated(self, *players: Caller) -> Desk:
        """Let players take the seats from the first on."""
        for player in players:
            self.do(player, messages.Sit, name=player.name)
        return self

    def begun(self, *players: Caller) -> Desk:
        """Let players sit down and the host start."""
        self.seated(*(players or (ANN, BO)))
        self.do(ANN, messages.Start)
        return self

    async def keep_in(self, store: Store) -> None:
        """Put the whole log into a store, as a server does."""
        for step in read_log(self.rows):
            secret = bytes([max(step.after.number - 1, 0)]) * 32
            assert await store.append(step.row, project(step.before, step.entry, step.after, secret))

    def acting(self) -> Caller:
        """Who is to act."""
        seat = self.table.to_act
        assert seat is not None
        holder = self.table.seats[seat]
        assert holder is not None
        return Caller(holder.player or "", holder.name)

    def phase(self) -> str:
        """Where the table stands."""
        return self.table.phase

    def step(self) -> entries.AnyEntry:
        """Let the seat whose turn it is make any move, or two where the second decision follows at once."""
        move = self._any_move(self.table.state)
        between = moves.state_between(self.table, move)
        then = None if between is None or self.source.random() < 0.5 else self._any_move(between)
        if self.table.bot_to_act:
            return self.keep(moves.move(self.table, move, self.luck, then=then, by_bot=True))
        return self.do(self.acting(), messages.MakeMove, seq=self.table.seq, move=move, then=then)

    def _any_move(self, state: Any) -> str:
        return str(self.source.choice(self.table.game.view(state, self.table.to_act).moves))

    def over(self) -> Desk:
        """Play to the end."""
        while self.table.phase == "playing":
            self.step()
        return self


class Reader:
    """A follower that remembers the messages sent to it."""

    def __init__(self, player: str | None = None, device: str | None = None) -> None:
        self.player = player
        self.device = device
        self.payloads: list[bytes] = []
        self.gone = False

    def send(self, payload: bytes) -> None:
        """Remember a message."""
        self.payloads.append(payload)

    def is_gone(self) -> bool:
        """Whether the client is gone."""
        return self.gone

    def abort(self) -> None:
        """Disconnect."""
        self.gone = True

    def told(self, kind: str = "happened") -> list[dict[str, Any]]:
        """The messages of one kind, in order."""
        found = [msgspec.json.decode(payload) for payload in self.payloads]
        return [message for message in found if message["type"] == kind]


async def process(disk: Disk, name: str, *, max_tables: int = 100) -> Hub:
    """A server process on a disk, without scheduler or sockets."""
    store = MemoryStore(disk)
    hub = Hub(store, name, BOTS, new_code, max_tables=max_tables)
    await store.open(name, hub.hint)
    return hub


def half_a_minute_later(hub: Hub) -> None:
    """Move the clock by which absence is measured: players who are not connected now become absent."""
    now = hub.presences.roll_call.clock() + ABSENCE
    hub.presences.roll_call.clock = lambda: now


def store_of(hub: Hub) -> MemoryStore:
    """The store of a process made here."""
    assert isinstance(hub.store, MemoryStore)
    return hub.store


async def give(table: LiveTable, by: Caller, kind: type[messages.Command], **fields: Any) -> Done | Refused:
    """Send a command to a live table."""
    return await table.command(kind(fields.pop("id", None) or new_id(), **fields), by)  # type: ignore[arg-type]


def logged(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """The server's own log records: asyncio may still complain about leftovers of another test."""
    return [record for record in caplog.records if record.name.startswith("heckmeck")]


async def until(holds: Callable[[], bool]) -> None:
    """Run the event loop until a condition holds."""
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.001)


async def start(table: LiveTable, *players: Caller) -> None:
    """Let players sit down and the host start."""
    for player in players or (ANN, BO):
        assert isinstance(await give(table, player, messages.Sit, name=player.name), Done)
    assert isinstance(await give(table, ANN, messages.Start), Done)


async def play_on(table: LiveTable, source: Random, steps: int = 10_000) -> None:
    """Make random moves for the seats to act, to the end or for some steps."""
    for _ in range(steps):
        if table.state.phase != "playing":
            return
        seat = table.state.to_act
        assert seat is not None
        holder = table.state.seats[seat]
        assert holder is not None
        move = str(source.choice(table.state.game.view(table.state.state, seat).moves))
        reply = await give(table, Caller(holder.player or "", ""), messages.MakeMove, seq=table.state.seq, move=move)
        assert isinstance(reply, Done), reply

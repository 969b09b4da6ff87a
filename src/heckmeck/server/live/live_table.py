"""A table in the memory of one process: it keeps commands in order, and whoever follows it informed."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

from heckmeck.games import Event, GameError
from heckmeck.server.fairness.luck import NO_LUCK, ChainLuck
from heckmeck.server.live.followers import Follower, Followers
from heckmeck.server.live.log_reader import PAGE, Past, replay
from heckmeck.server.store import Row, Store, StoreError
from heckmeck.server.table import entries
from heckmeck.server.table.decisions import Caller, Decision, Stale, decide
from heckmeck.server.table.messages import AnyCommand, Done, Happened, Refused, StandIn, Start, Welcome
from heckmeck.server.table.projections import changes
from heckmeck.server.table.state import Folded, TableState, fold, opened
from heckmeck.server.table.visibility import Happening, ended, happened, shown, table_info

TAIL = 32
"""So many entries are kept at hand for those who come back after a short while."""
REMEMBERED = 256
"""So many commands are known to have been done without asking the store."""
IDLE = 60.0
"""A table stays in memory so many seconds after somebody asked for it."""

NOT_KEPT = "It is not certain that this was kept: send it again as it was."


class LiveTable:
    """One table. Commands are decided one after another; nothing is told before it is on the disk."""

    def __init__(self, store: Store, process: str, code: str, on_change: Callable[[LiveTable], None]) -> None:
        self.code = code
        self.writer = ""
        """The process that wrote the last entry: it cares for bots and timers."""
        self.followers = Followers()
        self.state: TableState
        self._store = store
        self._process = process
        self._on_change = on_change
        self._lock = asyncio.Lock()
        self._luck: ChainLuck = NO_LUCK
        self._done: dict[str, int] = {}
        self._tail: deque[Happening] = deque(maxlen=TAIL)
        self._sure = True
        self._touched = time.monotonic()
        self._holds = 0
        self.seen: list[Event] = []
        """What happened in the game that goes on, for bots that remember; only where something is hidden."""
        self.timer: asyncio.TimerHandle | None = None
        """When whoever cares for the table looks after it again."""
        self.assessed = 0
        """The last game here whose luck was worked out."""
        self.on_presence: Callable[[LiveTable], None] = lambda table: None
        """Called when somebody who is connected has taken or left a seat."""

    # Coming into memory ----------------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls, store: Store, process: str, code: str, first: entries.Opened, on_change: Callable[[LiveTable], None]
    ) -> LiveTable | None:
        """Open a new table; None where there is one of this code."""
        table = cls(store, process, code, on_change)
        at = _now()
        state = opened(code, first, at)
        row = Row(code, 1, "opened", process, at, entries.encode(first))
        if not await store.append(row, changes(None, first, state, b"")):
            return None
        table._moved_on(row, Happening(1, at, first, (), 0, ()), state)
        return table

    @classmethod
    async def load(
        cls, store: Store, process: str, code: str, on_change: Callable[[LiveTable], None]
    ) -> LiveTable | None:
        """Bring a table into memory; None where there is none of this code."""
        table = cls(store, process, code, on_change)
        rows = await store.rows(code)
        if not rows:
            return None
        tail: deque[tuple[Happening, TableState]] = deque(maxlen=TAIL)
        for happening, state, row in replay(rows):
            table._remember(row, happening, state)
            tail.append((happening, state))
            if row.seq % PAGE == 0:
                await asyncio.sleep(0)  # a long log must not keep other tables waiting
        past = Past(store, code)
        table._luck = await past.luck(table.state.game, table.state.number)
        table._tail.clear()
        for happening, state in tail:
            table._tail.append(await past.proved(happening, state))
        return table

    def touch(self) -> None:
        """Say that somebody is about to use the table."""
        self._touched = time.monotonic()

    @property
    def idle(self) -> bool:
        """Whether the table may go from memory: nobody follows it, nothing is due, nobody came lately."""
        used = self.followers or self.timer is not None or self._holds or self._lock.locked()
        return not used and time.monotonic() - self._touched > IDLE

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the table in memory for a while: what is begun with one object has to end with it."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            self.touch()

    # Commands --------------------------------------------------------------------------------------------------------

    async def command(self, command: AnyCommand, by: Caller) -> Done | Refused:
        """Do what a command says, exactly once, and answer when it is on the disk."""
        key = f"{by.player}.{command.id}"
        self.touch()
        async with self._lock:
            try:
                await self._be_sure(getattr(command, "seq", 0))
                while (seq := self._done.get(key)) is None:
                    luck = ChainLuck.new(self.state.game) if isinstance(command, Start) else self._luck
                    try:
                        here = self.followers.presence().here if isinstance(command, StandIn) else ()
                        decision = decide(self.state, command, by, luck, here)
                    except GameError:
                        # Where another process has moved the table on, it may be right after all.
                        if await self._catch_up():
                            continue
                        raise
                    if not await self._append(decision, key, luck) and not await self._catch_up():
                        seq = await self._store.find(self.code, key)
                        break
            except StoreError:
                return Refused(command.id, "not_kept", NOT_KEPT, None, self.state.seq)
            except GameError as error:
                return await self._refuse(command, key, error)
            assert seq is not None
            return Done(command.id, seq)

    async def _refuse(self, command: AnyCommand, key: str, error: GameError) -> Done | Refused:
        """Refuse a command, unless it was done so long ago that only the store knows."""
        try:
            old = isinstance(error, Stale) or self.state.seq > REMEMBERED
            seq = await self._store.find(self.code, key) if old else None
        except StoreError:
            return Refused(command.id, "not_kept", NOT_KEPT, None, self.state.seq)
        if seq is not None:
            return Done(command.id, seq)
        return Refused(command.id, error.code, error.message, error.rule, self.state.seq)

    async def act(self, key: str, choose: Callable[[TableState, ChainLuck], Decision | None]) -> bool:
        """Do something of the server's own accord; `choose` looks whether it is still the time for it."""
        async with self._lock:
            await self._be_sure()
            luck = ChainLuck.new(self.state.game) if self.state.phase == "open" else self._luck
            decision = choose(self.state, luck)
            if decision is None:
                return False
            return await self._append(decision, key, luck) or (await self._catch_up() and False)

    async def _append(self, decision: Decision, key: str, luck: ChainLuck) -> bool:
        """Put an entry on the disk and only then move on; False where another process was faster."""
        before, seq, at = self.state, self.state.seq + 1, _now()
        folded = fold(before, decision.entry, seq, at, decision.progress)
        row = Row(self.code, seq, key, self._process, at, entries.encode(decision.entry))
        # Whatever happens now, the entry may be on the disk: what is in memory is in doubt until we know.
        self._sure = False
        kept = await self._store.append(row, changes(before, decision.entry, folded.table, luck.secret))
        self._sure = True
        if kept:
            self._luck = luck
            self._moved_on(row, self._happening(row, decision.entry, before, folded), folded.table)
        return kept

    @property
    def sure(self) -> bool:
        """Whether all that this process appended is known to be on the disk, or not to be, or is about to be."""
        return self._sure or self._lock.locked()

    async def _be_sure(self, seen: int = 0) -> None:
        """Find out what became of an append that was broken off, or what a client has seen elsewhere already."""
        if not self._sure or seen > self.state.seq:
            await self._catch_up()

    # Moving on -------------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Take in what other processes appended."""
        async with self._lock:
            sure, self._sure = self._sure, False  # should the store fail now, the next heartbeat tries again
            if not await self._catch_up() and not sure:
                self._on_change(self)  # what was broken off was not kept: whoever cares for the table tries again

    async def reach(self, seq: int) -> None:
        """Get as far as a client that comes here from another process."""
        if seq > self.state.seq:
            await self.refresh()

    async def _catch_up(self) -> bool:
        """Fold what was appended by others; whether there was something."""
        rows = await self._store.rows(self.code, self.state.seq)
        for row in rows:
            entry = entries.decode(row.body)
            before = self.state
            folded = fold(before, entry, row.seq, row.at)
            if isinstance(entry, entries.Began):
                self._luck = await Past(self._store, self.code).luck(before.game, entry.number)
            self._moved_on(row, self._happening(row, entry, before, folded), folded.table)
        self._sure = True
        return bool(rows)

    def _happening(self, row: Row, entry: entries.AnyEntry, before: TableState, folded: Folded) -> Happening:
        outcomes = 0 if isinstance(entry, entries.Began) else before.outcomes
        after = folded.table.outcomes
        links = self._luck.links(outcomes, after) if after > outcomes else ()
        return Happening(row.seq, row.at, entry, folded.events, outcomes, links)

    def _remember(self, row: Row, happening: Happening, state: TableState) -> None:
        self.state = state
        self.writer = row.process
        if state.game.hides:
            self.seen = [] if isinstance(happening.entry, entries.Began) else self.seen
            self.seen += happening.events
        self._tail.append(happening)
        self._done[row.command] = row.seq
        if len(self._done) > REMEMBERED:
            del self._done[next(iter(self._done))]

    def _moved_on(self, row: Row, happening: Happening, state: TableState) -> None:
        self._remember(row, happening, state)
        reseated = self.followers.reseat(state)
        if self.followers:
            self.followers.publish(happening, state, self.revealed_secret)
        if reseated:
            self.on_presence(self)
        self._on_change(self)

    # Telling ---------------------------------------------------------------------------------------------------------

    @property
    def revealed_secret(self) -> str:
        """The secret of the last game's chain once that game is over."""
        return self._luck.secret.hex() if self.state.phase == "over" else ""

    def follow(self, follower: Follower) -> None:
        """Tell a follower everything from now on."""
        self.followers.join(follower, self.state)

    def unfollow(self, follower: Follower) -> None:
        """Tell a follower nothing any more."""
        self.followers.pop(follower, None)

    def welcome(self, player: str | None) -> Welcome:
        """Return where the table stands, as a player may see it."""
        mine = self.state.seats_of(player)
        return Welcome(
            seq=self.state.seq,
            table=table_info(self.state),
            mine=mine,
            host=player == self.state.host,
            now=_now(),
            position=shown(self.state, mine),
            due=self.state.due,
            ended=ended(self.state, self.revealed_secret) if self.state.phase == "over" else None,
        )

    def recent(self, since: int, player: str | None) -> list[Happened] | None:
        """Return what happened after `since` as far as it is at hand; None where older entries are needed."""
        if since >= self.state.seq:
            return []
        if not self._tail or self._tail[0].seq > since + 1:
            return None
        seats = self.state.seats_of(player)
        return [happened(happening, seats) for happening in self._tail if happening.seq > since]

    def older(self, since: int, player: str | None) -> AsyncIterator[list[Happened]]:
        """Go through what happened after `since`, however long ago, a page at a time. The table has to be held."""
        past = Past(self._store, self.code, {self.state.number: self._luck})
        return past.pages(since, self.state.seats_of(player))


def _now() -> int:
    return time.time_ns() // 1_000_000

"""A table in the memory of one process: it serializes commands, stores their entries and notifies the followers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Set
from contextlib import aclosing, contextmanager
from typing import NamedTuple

from heckmeck.games import Event, GameError
from heckmeck.server.fairness.luck import NO_LUCK, ChainLuck
from heckmeck.server.live.checkpoints import Checkpoints
from heckmeck.server.live.followers import Follower, Followers, MutedBy
from heckmeck.server.live.log_reader import LogReader, LogStep, read_log
from heckmeck.server.live.table_clock import TableClock
from heckmeck.server.store import ARCHIVED, Row, StoreError, TableStore
from heckmeck.server.store.table_store import MIN_AGE
from heckmeck.server.table import entries
from heckmeck.server.table.decisions import decide
from heckmeck.server.table.environment import Attendance, Bots, Caller, Decision, Environment, Refusal, Stale
from heckmeck.server.table.messages import AnyCommand, Done, Happened, Hurry, Refused, Sit, StandIn, Start, Welcome
from heckmeck.server.table.projections import project
from heckmeck.server.table.requirements import check_hurry
from heckmeck.server.table.state import TableState, fold, opened, seats_of
from heckmeck.server.table.visibility import AppliedEntry, ended, table_info, to_message, visible_position

logger = logging.getLogger("heckmeck.server")

TAIL = 32
"""Maximum number of entries kept in memory for clients that reconnect after a short while."""
REMEMBERED = 256
"""Maximum number of recent commands that are known to be done without a query to the store."""
FIRST_VISIT = 500
"""Maximum number of entries that a first visit gets. Games of people are nearly always shorter."""
LAST = 2**31 - 1
"""A sequence number higher than that of any entry."""
IDLE = 60.0
"""Seconds for which a table stays in memory after its last use."""

WAS_DONE = "This was done long ago, in a game that is archived now, and is not done again."
NOT_KEPT = "It is not known whether this was stored: send it again unchanged."


UNKNOWN = Attendance()
"""Who is connected, for commands that do not depend on it."""


async def _unknown(_: LiveTable) -> Attendance:
    return UNKNOWN


class TableContext(NamedTuple):
    """The objects that all tables of a process share."""

    store: TableStore
    process: str
    bots: Bots
    on_change: Callable[[LiveTable], None]
    """Called after every entry, and when an interrupted append turns out not to be stored."""
    on_hurry: Callable[[LiveTable], None]
    """Called when a player hurries the bot to act."""
    attendance: Callable[[LiveTable], Awaitable[Attendance]] = _unknown
    """Asks all processes which players of a table are connected."""
    muted_by: MutedBy = lambda player: frozenset()
    """Returns the players whom a reader in this process has muted."""


Choose = Callable[[TableState, ChainLuck], Decision | None]
"""Returns the server's own action at a table, or None if there is nothing left to do."""


class LiveTable:
    """One table. Commands are decided one after another; nothing is sent before it is on the disk."""

    def __init__(self, context: TableContext, code: str) -> None:
        self.code = code
        self.writer = ""
        """The process that wrote the last entry: it schedules bots and timers."""
        self.followers = Followers(context.muted_by)
        self.state: TableState
        self.clock = TableClock()
        self._context = context
        self._store = context.store
        self._lock = asyncio.Lock()
        self._luck: ChainLuck = NO_LUCK
        self._done: dict[str, int] = {}
        self._tail: deque[AppliedEntry] = deque(maxlen=TAIL)
        self._checkpoints = Checkpoints()
        self._sure = True
        self._touched = time.monotonic()
        self._holds = 0
        self.seen: list[Event] = []
        """The events of the running game, for bots that remember; only if the game has hidden information."""
        self.timer: asyncio.TimerHandle | None = None
        """When the scheduler checks the table next."""
        self.hurried: int | None = None
        """The seat of the bot that a player is hurrying."""
        self.assessed = 0
        """The number of the last game whose luck was calculated."""
        self.on_presence: Callable[[LiveTable], None] = lambda table: None
        """Called when a connected player has taken or left a seat."""

    # Loading ---------------------------------------------------------------------------------------------------------

    @classmethod
    async def open(cls, context: TableContext, code: str, key: str, decision: Decision) -> LiveTable | None:
        """Open a new table with its first entry, under the key of a command; None if the code is taken."""
        table, at, first = cls(context, code), _now(), decision.entry
        assert isinstance(first, entries.Opened)
        row = Row(code, 1, key, context.process, at, entries.encode(first))
        step = LogStep(row, first, None, opened(code, first, at))
        return table if await table._commit(step, step.applied(NO_LUCK), NO_LUCK) else None

    @classmethod
    async def load(cls, context: TableContext, code: str) -> LiveTable | None:
        """Load a table into memory; return None if there is none with this code."""
        table = cls(context, code)
        tail: deque[LogStep] = deque(maxlen=TAIL)
        reader = LogReader(context.store, code)
        async for page in reader.replay(LAST):
            for step in page:
                table._remember(step)
            tail += page
            await asyncio.sleep(0)  # a long game must not block other tables
        if not tail:
            return None
        table.clock.load(table.state, _now())
        table._luck = await reader.luck(table.state.game, table.state.number)
        for step in tail:
            table._tail.append(await reader.applied(step))
        return table

    def touch(self) -> None:
        """Note that the table is about to be used."""
        self._touched = time.monotonic()

    @property
    def idle(self) -> bool:
        """Whether the table may be unloaded: it has no followers, nothing is due, and it was not used recently."""
        return not self.in_use and time.monotonic() - self._touched > IDLE

    @property
    def in_use(self) -> bool:
        """Whether the table must stay in memory: it has followers, something is due, or an action is in progress."""
        return bool(self.followers or self.timer is not None or self._holds or self._lock.locked())

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the table in memory: an action must end with the object that it began with."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            self.touch()

    # Commands --------------------------------------------------------------------------------------------------------

    async def command(self, command: AnyCommand, by: Caller) -> Done | Refused:
        """Carry out a command exactly once, and answer when its entry is on the disk."""
        self.touch()
        if isinstance(command, Hurry):
            return self._hurry(command, by)
        key = f"{by.player}.{command.id}"
        # Asked before the lock is taken: an answer may take seconds.
        attendance = await self._attendance(by) if isinstance(command, StandIn) else UNKNOWN
        async with self._lock:
            try:
                await self._resync(getattr(command, "seq", 0))
                if (answer := await self._answer_if_archived(command, key)) is not None:
                    return answer
                while (seq := self._done.get(key)) is None:
                    luck = ChainLuck.new(self.state.game) if isinstance(command, Start) else self._luck
                    blockers = await self._blockers(by) if isinstance(command, Sit) else frozenset()
                    try:
                        decision = decide(self.state, command, by, self._environment(luck, attendance, blockers))
                        prepared = self._prepare(decision, key, luck)
                    except GameError as error:
                        # If another process has appended entries, the command may be valid now.
                        if await self._catch_up():
                            continue
                        return await self._refuse(command, key, error)
                    if not await self._commit(*prepared, luck) and not await self._catch_up():
                        seq = await self._store.find(self.code, key)
                        break
            except StoreError:
                return Refused(command.id, "not_kept", NOT_KEPT, None, self.state.seq)
            assert seq is not None
            return Done(command.id, seq)

    async def _answer_if_archived(self, command: AnyCommand, key: str) -> Done | Refused | None:
        """Answer a command that may have been done in a game that is in the archive.

        The unique key of a stored entry prevents its command from being done again; the keys of archived entries must
        be searched first. Only tables that are old enough can have archived games; if a table seems to have been opened
        in the future, its age is unknown.
        """
        state = self.state
        if key in self._done or state.number < 2 or 0 <= _now() - state.opened_at < MIN_AGE:
            return None
        return self._answer(command, await self._store.find(self.code, key))

    def _answer(self, command: AnyCommand, seq: int | None) -> Done | Refused | None:
        """Return the answer to a command that has been done; `seq` is its entry according to the store."""
        if seq == ARCHIVED:
            return Refused(command.id, "archived", WAS_DONE, None, self.state.seq)
        return None if seq is None else Done(command.id, seq)

    async def _attendance(self, by: Caller) -> Attendance:
        """Return who is connected to any process. Only players of this table need it: others are refused anyway."""
        if by.player != self.state.host and not self.state.seats_of(by.player):
            return Attendance()
        return await self._context.attendance(self)

    async def _blockers(self, by: Caller) -> Set[str]:
        """Return the players at the table who block a player. Read from the store, as other processes may change it."""
        people = {self.state.host, *(holder.player for holder in self.state.seats if holder and holder.player)}
        return await self._store.blockers(by.player, people - {by.player})

    def _environment(self, luck: ChainLuck, attendance: Attendance, blockers: Set[str]) -> Environment:
        if attendance.absent:  # one of them may have connected to this process meanwhile
            here = {follower.player for follower in self.followers if follower.player is not None}
            attendance = attendance._replace(connected=attendance.connected | here)
        return Environment(luck, self._context.bots, attendance, blockers)

    def _hurry(self, command: Hurry, by: Caller) -> Done | Refused:
        """Hurry the bot to act. Nothing is stored, because it affects when a move is made, but not which one."""
        try:
            check_hurry(self.state, by)
        except Refusal as error:
            return Refused(command.id, error.code, error.message, error.rule, self.state.seq)
        self._context.on_hurry(self)
        return Done(command.id, self.state.seq)

    async def _refuse(self, command: AnyCommand, key: str, error: GameError) -> Done | Refused:
        """Refuse a command, unless the store finds that it was already done long ago."""
        try:
            old = isinstance(error, Stale) or self.state.seq > len(self._done)
            seq = await self._store.find(self.code, key) if old else None
        except StoreError:
            return Refused(command.id, "not_kept", NOT_KEPT, None, self.state.seq)
        refused = Refused(command.id, error.code, error.message, error.rule, self.state.seq)
        return self._answer(command, seq) or refused

    async def act(self, key: str, choose: Choose) -> bool:
        """Carry out an action of the server itself, if `choose` returns one. Return whether its entry was stored."""
        async with self._lock:
            await self._resync()
            luck = ChainLuck.new(self.state.game) if self.state.phase == "open" else self._luck
            decision = choose(self.state, luck)
            if decision is None:
                return False
            return await self._commit(*self._prepare(decision, key, luck), luck) or (await self._catch_up() and False)

    def _prepare(self, decision: Decision, key: str, luck: ChainLuck) -> tuple[LogStep, AppliedEntry]:
        """Compute everything that uses the rules of the game: a failure must happen before the entry is stored."""
        before, at = self.state, _now()
        seq = before.seq + 1
        after, events = fold(before, decision.entry, seq, at, decision.progress)
        row = Row(self.code, seq, key, self._context.process, at, entries.encode(decision.entry))
        step = LogStep(row, decision.entry, before, after, events)
        return step, step.applied(luck)

    async def _commit(self, step: LogStep, applied: AppliedEntry, luck: ChainLuck) -> bool:
        """Store an entry on the disk, and only then apply it; return False if its number or command is taken."""
        # If this is interrupted, it is unknown whether the entry was stored, until the store is read.
        self._sure = False
        kept = await self._store.append(step.row, project(step.before, step.entry, step.after, luck.secret))
        self._sure = True
        if kept:
            self._luck = luck
            self._move_on(step, applied)
        return kept

    @property
    def sure(self) -> bool:
        """Whether the state in memory agrees with the disk, or is about to."""
        return self._sure or self._lock.locked()

    async def _resync(self, seen: int = 0) -> None:
        """Catch up after an append that was interrupted, or if a client has seen more at another process."""
        if not self._sure or seen > self.state.seq:
            await self._catch_up()

    # Catching up -----------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Apply the entries that other processes appended."""
        async with self._lock:
            sure, self._sure = self._sure, False  # if the store fails now, the next heartbeat tries again
            if not await self._catch_up() and not sure:
                self._context.on_change(self)  # the interrupted append was not stored: schedule it again

    async def reach(self, seq: int) -> None:
        """Catch up with a client that has seen this entry at another process."""
        if seq > self.state.seq:
            await self.refresh()

    async def _catch_up(self) -> bool:
        """Fold the entries that other processes appended. Return whether there were any."""
        rows = await self._store.rows(self.code, self.state.seq)
        for step in read_log(rows, self.state):
            if isinstance(step.entry, entries.Began):
                self._luck = await LogReader(self._store, self.code).luck(step.after.game, step.entry.number)
            self._move_on(step, step.applied(self._luck))
        self._sure = True
        return bool(rows)

    def _remember(self, step: LogStep) -> None:
        row, state = step.row, step.after
        self.state = state
        self._checkpoints.note(state)
        self.writer = row.process
        if state.game.hides:
            self.seen = [] if isinstance(step.entry, entries.Began) else self.seen
            self.seen += step.events
        self._done[row.command] = row.seq
        if len(self._done) > REMEMBERED:
            del self._done[next(iter(self._done))]

    def _move_on(self, step: LogStep, applied: AppliedEntry) -> None:
        self._remember(step)
        self.clock.note(step.after)
        self._tail.append(applied)
        reseated = self.followers.update_seats(step.after)
        if self.followers:
            self._publish(applied, step.after)
        if reseated:
            self.on_presence(self)
        self._context.on_change(self)

    def _publish(self, applied: AppliedEntry, after: TableState) -> None:
        try:
            self.followers.publish(applied, after, self.revealed_secret, self._due(applied.at))
        except Exception:  # a game that fails to draw its table must not make a stored command look refused
            logger.exception("an entry could not be sent", extra={"table": self.code})

    # Followers -------------------------------------------------------------------------------------------------------

    @property
    def revealed_secret(self) -> str:
        """The secret of the last game's chain, once that game is over."""
        return self._luck.secret.hex() if self.state.phase == "over" else ""

    def follow(self, follower: Follower) -> None:
        """Send a follower everything from now on."""
        self.followers.join(follower, self.state)

    def unfollow(self, follower: Follower) -> None:
        """Stop sending entries to a follower."""
        self.followers.pop(follower, None)

    def welcome(self, player: str | None) -> Welcome:
        """Return the current state of the table, as a player may see it."""
        mine, now = self.state.seats_of(player), _now()
        return Welcome(
            seq=self.state.seq,
            table=table_info(self.state),
            mine=mine,
            host=player == self.state.host,
            now=now,
            position=visible_position(self.state, mine),
            due=self._due(now),
            ended=ended(self.state, self.revealed_secret) if self.state.phase == "over" else None,
        )

    def _due(self, at: int) -> int | None:
        """Return when the server must act if no player does, by a clock that shows the time `at` now."""
        left = self.clock.left(self.state)
        return None if left is None else at + round(1000 * left)

    def recent(self, since: int, player: str | None) -> list[Happened] | None:
        """Return the entries after `since`; None if some of them are no longer in memory."""
        if since >= self.state.seq:
            return []
        if not self._tail or self._tail[0].seq > since + 1:
            return None
        muted = self._context.muted_by(player)
        return [
            to_message(applied, seats_of(applied.seats, player), muted=muted)
            for applied in self._tail
            if applied.seq > since
        ]

    async def older(self, since: int, player: str | None) -> AsyncGenerator[list[Happened]]:
        """Yield the entries after `since` from the store, a page at a time. The table must be held."""
        reader = LogReader(self._store, self.code, {self.state.number: self._luck})
        start = self._checkpoints.before(since + 1)
        async with aclosing(reader.pages(since, player, start, lambda: self._context.muted_by(player))) as pages:
            async for page in pages:
                yield page
                since = page[-1].seq if page else since
        # The store may be ahead: a client that has read an entry must not get a welcome with an earlier one.
        await self.reach(since)

    @property
    def first_visit(self) -> int:
        """The entry after which a first visit begins: that before the current or last game, or 0 until a second game.

        For a very long game it is a later entry.
        """
        before = self.state.began_seq - 1 if self.state.number > 1 else 0
        return max(before, self.state.seq - FIRST_VISIT)


def _now() -> int:
    return time.time_ns() // 1_000_000

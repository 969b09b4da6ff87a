"""The scheduler: triggers the moves of bots and the timers of tables."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from heckmeck.games import AnyGame, RollAndKeep, all_games, seen_by
from heckmeck.server.background.archiving import Archiving
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.background.bot_pool import BotPool, Question
from heckmeck.server.background.erasures import Erasures
from heckmeck.server.background.moderation import Moderation
from heckmeck.server.background.pace import HURRIED, remaining, time_for_move
from heckmeck.server.background.revocations import Revocations
from heckmeck.server.background.table_expiry import TableExpiry
from heckmeck.server.background.takeover import Takeover, responsible
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import ANY_TABLE, StoreError
from heckmeck.server.table import deadlines, moves
from heckmeck.server.table.environment import Decision, Luck
from heckmeck.server.table.state import TableState

Job = Callable[[LiveTable, int], Coroutine[Any, Any, None]]

HEARTBEAT = 1.0
"""Seconds between two heartbeats of a process."""
UNLOAD_INTERVAL = 30.0
"""Seconds between two rounds in which idle tables are unloaded."""

logger = logging.getLogger("heckmeck.server")


class Scheduler:
    """Schedules the tables whose last entry this process wrote, and those it takes over from dead processes.

    Two processes that schedule one table at the same time do no harm: only one of them can append the next entry.
    """

    def __init__(
        self, hub: Hub, pool: BotPool, bots: BotCatalog, pace: float, archiving: Archiving | None = None
    ) -> None:
        """`pace` is the time in seconds that a bot takes for the first move of a turn, at the normal pace."""
        self._hub = hub
        self._pool = pool
        self._bots = bots
        self._pace = pace
        self._alive: tuple[str, ...] = ()
        self._takeover = Takeover(hub, self.look)
        self._expiry = TableExpiry(hub)
        self._archiving = archiving or Archiving(hub, 0)
        self.moderation = Moderation(hub)
        self.revocations = Revocations(hub)
        self._erasures = Erasures(hub)
        self._thinking: dict[tuple[str, int], asyncio.Event] = {}
        """Tables at which a bot is choosing, with the entry after which it was asked, and an event to hurry it."""
        self._assessing: set[tuple[str, int]] = set()
        """Games whose luck is being calculated."""
        self._unloaded = 0.0
        self._looking = False
        self._stopped = False
        hub.on_change = self.look
        hub.on_hurry = self.hurry

    async def run(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            try:
                await self.heartbeat()
            except StoreError as error:
                logger.warning("no heartbeat: %s", error)
            except Exception:
                logger.exception("a heartbeat failed")
            await asyncio.sleep(HEARTBEAT)

    async def heartbeat(self) -> None:
        """Report that this process is alive, and start the regular work in the background."""
        alive = await self._hub.store.heartbeat()
        if alive != self._alive:
            new, gone, self._alive = set(alive) - set(self._alive), set(self._alive) - set(alive), alive
            self._hub.presences.keep_only(alive)
            if new:  # one of them may have been considered dead
                self._hub.presences.ask()
            if gone:  # one of them may have been killed before it announced its last entries
                self._hub.hint(ANY_TABLE, 0)
            self._takeover.restart(alive)
            self._hub.run(self._store_missing_luck(alive))
        self._takeover.resume()
        self._hub.presences.resume()
        if len(alive) > 1:
            self._look_for_entries()
        for table in self._hub.live.values():
            if not table.sure:
                self._hub.run(table.refresh())
        if time.monotonic() - self._unloaded > UNLOAD_INTERVAL:
            self._unloaded = time.monotonic()
            self._hub.unload_idle()
        self._expiry.resume(alive)
        self._archiving.resume(alive)
        self.moderation.resume(alive)
        self.revocations.resume()
        self._erasures.resume(alive, self.moderation.erasures)
        if self._hub.store.shared:  # else all mutes are set in this process
            self._hub.run(self._hub.mutes.refresh())

    def _look_for_entries(self) -> None:
        """Find entries whose announcement was lost, unless the last search takes longer than a heartbeat."""
        if not self._looking:
            self._looking = True
            self._hub.run(self._look())

    async def _look(self) -> None:
        try:
            await self._hub.look_for_entries()
        finally:
            self._looking = False

    def stop(self) -> None:
        """Stop scheduling: other processes take over."""
        self._stopped = True
        self._takeover.stop()
        self._expiry.stop()
        self._archiving.stop()
        self._erasures.stop()
        self._hub.presences.roll_call.stop()
        for table in self._hub.live.values():
            _cancel(table)
        for hurried in self._thinking.values():
            hurried.set()  # wakes tasks that wait for moves that will not be made

    def look(self, table: LiveTable) -> None:
        """Plan the next action at a table that has changed."""
        _cancel(table)
        state = table.state
        if table.hurried != state.to_act:
            table.hurried = None
        if self._stopped or not self._is_ours(table):
            return
        if state.bot_to_act is not None:
            if (table.followers or state.pending) and (table.code, state.moved_seq) not in self._thinking:
                self._plan(table, state.moved_at, self._move_bot)
        elif state.due is not None:
            self._plan(table, state.due, self._do_overdue)
        if _has_luck(state) and table.assessed < state.number:
            table.assessed = state.number
            self._hub.run(self._store_luck(table.code, state.number))

    def hurry(self, table: LiveTable) -> None:
        """Make the bot to act move at once, and fast for the rest of its turn.

        The process that gets the request takes over the table, even if another one wrote its last entry: only one can
        append the move.
        """
        state = table.state
        if self._stopped or state.bot_to_act is None:
            return
        table.hurried = state.to_act
        hurried = self._thinking.get((table.code, state.moved_seq))
        if hurried is not None:
            hurried.set()
        else:
            _cancel(table)
            self._begin(table, state.seq, self._move_bot)

    def _is_ours(self, table: LiveTable) -> bool:
        state = table.state
        if table.writer == self._hub.process:
            return True
        if table.followers and state.bot_to_act is not None and not state.has_person():
            return True  # other processes do not know that bots are watched here
        gone = bool(self._alive) and table.writer not in self._alive
        return gone and responsible(table.code, self._alive) == self._hub.process

    def _plan(self, table: LiveTable, due: int, job: Job) -> None:
        delay = max(0.0, due / 1000 - time.time())
        seq = table.state.seq
        table.timer = asyncio.get_running_loop().call_later(delay, self._begin, table, seq, job)

    def _begin(self, table: LiveTable, seq: int, job: Job) -> None:
        table.timer = None
        self._hub.run(self._try(job, table, seq))

    async def _try(self, job: Job, table: LiveTable, seq: int) -> None:
        if table.state.seq != seq:
            return  # an entry that came in between has scheduled the next action
        try:
            await job(table, seq)
        except StoreError as error:
            logger.warning("the action of a table was delayed: %s", error.code, extra={"table": table.code})
            _cancel(table)
            table.timer = asyncio.get_running_loop().call_later(HEARTBEAT, self.look, table)

    async def _do_overdue(self, table: LiveTable, seq: int) -> None:
        def choose(state: TableState, luck: Luck) -> Decision | None:
            return deadlines.overdue(state, luck, self._bots) if state.seq == seq else None

        await table.act(f"due:{seq + 1}", choose)

    async def _move_bot(self, table: LiveTable, seq: int) -> None:
        asked, moved = table.state, table.state.moved_seq
        if (table.code, moved) in self._thinking:
            return  # a player hurried the bot just as this was about to begin
        hurried = self._thinking[table.code, moved] = asyncio.Event()
        if table.hurried == asked.to_act:
            hurried.set()
        try:
            with table.held():
                first, then = await self._choose_moves(table)
                await self._keep_pace(table.state, hurried)
        finally:
            del self._thinking[table.code, moved]
        if self._stopped:
            return  # the pool may have been closed meanwhile; the process that takes over asks again

        def choose(state: TableState, luck: Luck) -> Decision | None:
            if not _still_asked(state, asked):
                return None
            return moves.move(state, first, luck, then=then, by_bot=True)

        if not await table.act(f"bot:{moved}", choose):
            self.look(table)

    async def _choose_moves(self, table: LiveTable) -> tuple[str, str | None]:
        """Return a bot's move, and its next decision if that can be made together with it."""
        state = table.state
        bot, seat = state.bot_to_act, state.to_act
        assert bot is not None
        assert seat is not None
        asked = question(table, seat, bot, remembers=self._bots.remembers(bot, state.plan.game))
        first = await self._pool.choose(asked)
        between = moves.state_between(state, first)
        if between is None or not _still_asked(table.state, state):
            return first, None
        return first, await self._pool.choose(asked._replace(view=state.game.view(between, seat)))

    async def _keep_pace(self, table: TableState, hurried: asyncio.Event) -> None:
        """Wait until a bot's time for its move is over, or a player hurries it."""
        pace = time_for_move(table, self._pace)
        try:
            await asyncio.wait_for(hurried.wait(), remaining(table.moved_at, pace))
        except TimeoutError:
            return
        await asyncio.sleep(remaining(table.moved_at, min(pace, HURRIED)))

    async def _store_missing_luck(self, alive: tuple[str, ...]) -> None:
        """Calculate the luck of games that ended just before a process was killed."""
        for code, number, game in await self._hub.store.without_luck():
            if self._stopped:
                return
            known = all_games().get(game)
            if known and _has_odds(known) and responsible(code, alive) == self._hub.process:
                await self._store_luck(code, number)

    async def _store_luck(self, code: str, number: int) -> None:
        """Calculate the luck of a game and store it, unless that is done or in progress."""
        if (code, number) in self._assessing:
            return
        self._assessing.add((code, number))
        try:
            await self._work_out_luck(code, number)
        finally:
            self._assessing.remove((code, number))

    async def _work_out_luck(self, code: str, number: int) -> None:
        from heckmeck.play.record import encode
        from heckmeck.server.live.archive import find_game, to_record
        from heckmeck.server.live.log_reader import rows_of_game

        if await self._hub.store.has_luck(code, number):
            return  # the writer of the last entry has stored it, unless it was killed just then
        rows = await rows_of_game(self._hub.store, code, number)
        record = await asyncio.to_thread(lambda: to_record(find_game(rows, number)))
        luck = await self._pool.luck(encode(record))
        if luck:  # else the next process that loads the table tries again
            await self._hub.store.set_luck(code, number, luck)


def _still_asked(now: TableState, asked: TableState) -> bool:
    """Return whether the bot is still to act. Chat does not matter, but a person may have taken the seat."""
    return (now.bot_to_act, now.moved_seq) == (asked.bot_to_act, asked.moved_seq)


def question(table: LiveTable, seat: int, bot: str, *, remembers: bool) -> Question:
    """Return everything that a bot on a seat is told."""
    state = table.state
    history = seen_by(table.seen, seat) if remembers else ()
    return Question(state.plan.game, bot, state.game.view(state.state, seat), history)


def _has_luck(state: TableState) -> bool:
    """Return whether the luck of the last game can be calculated: only for open dice games (see `play/luck.py`)."""
    return _has_odds(state.game) and state.phase == "over" and state.outcome is not None


def _has_odds(game: AnyGame) -> bool:
    return isinstance(game, RollAndKeep) and not game.hides


def _cancel(table: LiveTable) -> None:
    if table.timer is not None:
        table.timer.cancel()
        table.timer = None

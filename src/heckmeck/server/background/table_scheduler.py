"""Scheduling one table after another: the moves of bots at their pace, and what is overdue."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from heckmeck.games import AnyGame, RollAndKeep, seen_by
from heckmeck.server.background.answers import Question
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.background.pace import HURRIED, remaining, time_for_move
from heckmeck.server.live.hub import AnyHub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import StoreError
from heckmeck.server.table import deadlines, moves
from heckmeck.server.table.environment import Decision, Luck
from heckmeck.server.table.state import TableState

Job = Callable[[LiveTable, int], Coroutine[Any, Any, None]]

RETRY = 1.0
"""Seconds after which an action is tried again that could not be stored."""

logger = logging.getLogger("heckmeck.server")


class Thinker(Protocol):
    """Decides for bots."""

    async def choose(self, question: Question) -> str:
        """Return a bot's move in notation."""
        ...


class TableScheduler:
    """Plans the next action of each table that has changed, and carries it out when it is due."""

    def __init__(self, hub: AnyHub, thinker: Thinker, bots: BotCatalog, pace: float) -> None:
        """`pace` is the time in seconds that a bot takes for the first move of a turn, at the normal pace."""
        self._tables = hub
        self._thinker = thinker
        self._bots = bots
        self._pace = pace
        self._thinking: dict[tuple[str, int], asyncio.Event] = {}
        """Tables at which a bot is choosing, with the entry after which it was asked, and an event to hurry it."""
        self._stopped = False
        hub.on_change = self.look
        hub.on_hurry = self.hurry

    def stop(self) -> None:
        """Stop scheduling: nothing new is begun."""
        self._stopped = True
        for table in self._tables.live.values():
            _cancel(table)
        for hurried in self._thinking.values():
            hurried.set()  # wakes tasks that wait for moves that will not be made

    def is_ours(self, table: LiveTable) -> bool:
        """Return whether the actions of a table are up to this process."""
        return True

    def look(self, table: LiveTable) -> None:
        """Plan the next action at a table that has changed."""
        _cancel(table)
        state = table.state
        if table.hurried != state.to_act:
            table.hurried = None
        if self._stopped or not self.is_ours(table):
            return
        if state.bot_to_act is not None:
            if (table.followers or state.pending) and (table.code, state.moved_seq) not in self._thinking:
                self._plan(table, 0.0, self._move_bot)  # which keeps the bot's pace
        elif (left := table.clock.left(state)) is not None:
            self._plan(table, left, self._do_overdue)
        if has_luck(state) and table.assessed < state.number:
            table.assessed = state.number
            self._tables.run(self.assess(table.code, state.number))

    async def assess(self, code: str, number: int) -> None:
        """Calculate the luck of a finished game and store it, unless that is done."""

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

    def _plan(self, table: LiveTable, delay: float, job: Job) -> None:
        seq = table.state.seq
        table.timer = asyncio.get_running_loop().call_later(max(0.0, delay), self._begin, table, seq, job)

    def _begin(self, table: LiveTable, seq: int, job: Job) -> None:
        table.timer = None
        self._tables.run(self._try(job, table, seq))

    async def _try(self, job: Job, table: LiveTable, seq: int) -> None:
        if table.state.seq != seq:
            return  # an entry that came in between has scheduled the next action
        try:
            await job(table, seq)
        except StoreError as error:
            logger.warning("the action of a table was delayed: %s", error.code, extra={"table": table.code})
            _cancel(table)
            table.timer = asyncio.get_running_loop().call_later(RETRY, self.look, table)

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
                await self._keep_pace(table, hurried)
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
        first = await self._thinker.choose(asked)
        between = moves.state_between(state, first)
        if between is None or not _still_asked(table.state, state):
            return first, None
        return first, await self._thinker.choose(asked._replace(view=state.game.view(between, seat)))

    async def _keep_pace(self, table: LiveTable, hurried: asyncio.Event) -> None:
        """Wait until a bot's time for its move is over, or a player hurries it."""
        pace = time_for_move(table.state, self._pace)
        try:
            await asyncio.wait_for(hurried.wait(), remaining(table.clock.age(table.state.moved_at), pace))
        except TimeoutError:
            return
        await asyncio.sleep(remaining(table.clock.age(table.state.moved_at), min(pace, HURRIED)))


def _still_asked(now: TableState, asked: TableState) -> bool:
    """Return whether the bot is still to act. Chat does not matter, but a person may have taken the seat."""
    return (now.bot_to_act, now.moved_seq) == (asked.bot_to_act, asked.moved_seq)


def question(table: LiveTable, seat: int, bot: str, *, remembers: bool) -> Question:
    """Return everything that a bot on a seat is told."""
    state = table.state
    history = seen_by(table.seen, seat) if remembers else ()
    return Question(state.plan.game, bot, state.game.view(state.state, seat), history)


def _cancel(table: LiveTable) -> None:
    if table.timer is not None:
        table.timer.cancel()
        table.timer = None


def has_luck(state: TableState) -> bool:
    """Return whether the luck of the last game can be calculated: only for open dice games (see `play/luck.py`)."""
    return has_odds(state.game) and state.phase == "over" and state.outcome is not None


def has_odds(game: AnyGame) -> bool:
    """Return whether the luck of a game can be calculated."""
    return isinstance(game, RollAndKeep) and not game.hides

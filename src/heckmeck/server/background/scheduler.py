"""Whoever looks after tables: lets bots move, and does what is due when nobody else does it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from heckmeck.games import seen_by
from heckmeck.server.background.bot_pool import BotPool, Question
from heckmeck.server.background.table_expiry import Cleaner
from heckmeck.server.background.takeover import Adoption, chosen
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import StoreError
from heckmeck.server.table import decisions
from heckmeck.server.table.decisions import Decision
from heckmeck.server.table.state import TableState

Chore = Callable[[LiveTable, int], Coroutine[Any, Any, None]]

BEAT = 1.0
"""Every so many seconds a process says that it lives."""
SWEEP = 30.0

logger = logging.getLogger("heckmeck.server")


class Carer:
    """Cares for the tables whose last entry this process wrote, and for those of processes that are gone.

    Two that care for one table at the same time do no harm: only one of them can append the next entry.
    """

    def __init__(self, hub: Hub, pool: BotPool, pace: float) -> None:
        self._hub = hub
        self._pool = pool
        self._pace = pace
        self._alive: tuple[str, ...] = ()
        self._adoption = Adoption(hub, self.look)
        self._cleaner = Cleaner(hub)
        self._thinking: set[tuple[str, int]] = set()
        """Tables at which a bot is choosing, with the entry that it was asked after."""
        self._swept = 0.0
        self._stopped = False
        hub.on_change = self.look

    async def run(self) -> None:
        """Beat, take over from the dead, and sweep, until cancelled."""
        while True:
            try:
                await self.beat()
            except StoreError as error:
                logger.warning("no heartbeat: %s", error)
            except Exception:
                logger.exception("a heartbeat failed")
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Say that this process lives, and begin what is to be done now and then; nothing of that is waited for."""
        alive = await self._hub.store.beat()
        if alive != self._alive:
            new, self._alive = set(alive) - set(self._alive), alive
            self._hub.presences.only(alive)
            if new:  # one of them may have been taken for dead
                self._hub.presences.ask()
            self._adoption.begin(alive)
        self._adoption.go_on()
        self._hub.presences.go_on()
        for table in self._hub.live.values():
            if not table.sure:
                self._hub.do(table.refresh())
        if time.monotonic() - self._swept > SWEEP:
            self._swept = time.monotonic()
            self._hub.sweep()
        self._cleaner.go_on(alive)

    def stop(self) -> None:
        """Do nothing of our own accord any more: others take over."""
        self._stopped = True
        self._adoption.stop()
        self._cleaner.stop()
        for table in self._hub.live.values():
            _cancel(table)

    def look(self, table: LiveTable) -> None:
        """Plan what has to be done at a table next, after it changed."""
        _cancel(table)
        if self._stopped or not self._is_ours(table):
            return
        state = table.state
        if state.bot_to_act is not None:
            # Without a person, at the table or watching, nobody wants the bots to play.
            # But who ran out of time comes back only after the bot has decided.
            wanted = table.followers or state.expired or _played_by_people(state)
            if wanted and (table.code, state.moved_seq) not in self._thinking:
                self._at(table, state.moved_at, self._let_bot_move)
        elif state.due is not None:
            self._at(table, state.due, self._do_due)
        over = state.phase == "over" and state.outcome is not None
        # Where cards are hidden luck cannot be told (`play/luck.py`): there would be nothing to keep and find again.
        if over and not state.game.hides and table.assessed < state.number:
            table.assessed = state.number
            self._hub.do(self._tell_luck(table.code, state.number))

    def _is_ours(self, table: LiveTable) -> bool:
        state = table.state
        if table.writer == self._hub.process:
            return True
        if table.followers and state.bot_to_act is not None and not _played_by_people(state):
            return True  # the others cannot know that somebody watches the bots here
        return bool(self._alive) and table.writer not in self._alive and self._falls_to_us(table.code)

    def _falls_to_us(self, code: str) -> bool:
        return chosen(code, self._alive) == self._hub.process

    def _at(self, table: LiveTable, due: int, chore: Chore) -> None:
        delay = max(0.0, due / 1000 - time.time())
        seq = table.state.seq
        table.timer = asyncio.get_running_loop().call_later(delay, self._begin, table, seq, chore)

    def _begin(self, table: LiveTable, seq: int, chore: Chore) -> None:
        table.timer = None
        self._hub.do(self._try(chore, table, seq))

    async def _try(self, chore: Chore, table: LiveTable, seq: int) -> None:
        if table.state.seq != seq:
            return  # what came between has been looked at already
        try:
            await chore(table, seq)
        except StoreError as error:
            logger.warning("a table has to wait: %s", error.code, extra={"table": table.code})
            _cancel(table)
            table.timer = asyncio.get_running_loop().call_later(BEAT, self.look, table)

    async def _do_due(self, table: LiveTable, seq: int) -> None:
        def choose(state: TableState, luck: ChainLuck) -> Decision | None:
            return decisions.overdue(state, luck) if state.seq == seq else None

        await table.act(f"due:{seq + 1}", choose)

    async def _let_bot_move(self, table: LiveTable, seq: int) -> None:
        bot, moved = table.state.bot_to_act, table.state.moved_seq
        self._thinking.add((table.code, moved))
        try:
            with table.held():
                text = await self._choice(table)
                await asyncio.sleep(_wait(table.state.moved_at, self._pace * hurry(table.state)))
        finally:
            self._thinking.discard((table.code, moved))
        if self._stopped:
            return  # whoever takes over asks again; the pool may have been closed while the bot was thinking

        # Talk at the table does not matter, but the seat may have been taken back meanwhile.
        def choose(state: TableState, luck: ChainLuck) -> Decision | None:
            if (state.bot_to_act, state.moved_seq) != (bot, moved):
                return None
            return decisions.move(state, text, luck, by_bot=True)

        if not await table.act(f"bot:{moved}", choose):
            self.look(table)

    async def _choice(self, table: LiveTable) -> str:
        state = table.state
        bot, seat = state.bot_to_act, state.to_act
        assert bot is not None
        assert seat is not None
        return await self._pool.choose(question(table, seat, bot))

    async def _tell_luck(self, code: str, number: int) -> None:
        from heckmeck.play.record import encode
        from heckmeck.server.live.archive import played, record_of

        if await self._hub.store.has_luck(code, number):
            return  # whoever wrote the last entry has seen to it, unless it was killed just then
        rows = await self._hub.store.rows(code)
        record = await asyncio.to_thread(lambda: record_of(played(rows, number)))
        luck = await self._pool.luck(encode(record))
        if luck is not None:  # else whoever reads the table next tries again
            await self._hub.store.set_luck(code, number, luck)


def hurry(state: TableState) -> float:
    """Return how much of their time bots take: where more than two play, people would wait long for their turn."""
    bots = sum(holder is not None and holder.bot is not None for holder in state.seats)
    return max(0.4, min(1.0, 2 / bots)) if bots else 1.0


def _wait(moved_at: int, pace: float) -> float:
    """Return how long to wait with a bot's move: its pace after the last one, or a whole number of half paces more.

    How long a bot thinks depends on what it holds, so that nobody may see it.
    """
    late = time.time() - moved_at / 1000 - pace
    if late < 0 or pace <= 0:
        return max(0.0, -late)
    step = pace / 2
    return step - late % step


def question(table: LiveTable, seat: int, bot: str) -> Question:
    """Return all that a bot on a seat gets to know."""
    state = table.state
    history = seen_by(table.seen, seat) if _remembers(bot, state.plan.game) else ()
    return Question(state.plan.game, bot, state.game.view(state.state, seat), history)


def _played_by_people(state: TableState) -> bool:
    return any(holder is not None and holder.present for holder in state.seats)


def _remembers(bot: str, game: str) -> bool:
    from heckmeck.bots import BOTS, Bot  # numpy comes with them, and players need not wait for it after a restart

    kind = BOTS[bot].kind(game)
    return kind is not None and kind.observe is not Bot.observe


def _cancel(table: LiveTable) -> None:
    if table.timer is not None:
        table.timer.cancel()
        table.timer = None

"""The scheduler of a server process: the tables it is responsible for, and all regular work in the background."""

from __future__ import annotations

import asyncio
import logging
import time

from heckmeck.games import all_games
from heckmeck.server.background.archiving import Archiving
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.background.bot_pool import BotPool
from heckmeck.server.background.erasures import Erasures
from heckmeck.server.background.moderation import Moderation
from heckmeck.server.background.revocations import Revocations
from heckmeck.server.background.table_expiry import TableExpiry
from heckmeck.server.background.table_scheduler import TableScheduler, has_odds
from heckmeck.server.background.takeover import Takeover, responsible
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import ANY_TABLE, StoreError

HEARTBEAT = 1.0
"""Seconds between two heartbeats of a process."""
UNLOAD_INTERVAL = 30.0
"""Seconds between two rounds in which idle tables are unloaded."""

logger = logging.getLogger("heckmeck.server")


class Scheduler(TableScheduler):
    """Schedules the tables whose last entry this process wrote, and those it takes over from dead processes.

    Two processes that schedule one table at the same time do no harm: only one of them can append the next entry.
    """

    def __init__(
        self, hub: Hub, pool: BotPool, bots: BotCatalog, pace: float, archiving: Archiving | None = None
    ) -> None:
        """`pace` is the time in seconds that a bot takes for the first move of a turn, at the normal pace."""
        super().__init__(hub, pool, bots, pace)
        self._hub = hub
        self._pool = pool
        self._alive: tuple[str, ...] = ()
        self._takeover = Takeover(hub, self.look)
        self._expiry = TableExpiry(hub)
        self._archiving = archiving or Archiving(hub, 0)
        self.moderation = Moderation(hub)
        self.revocations = Revocations(hub)
        self._erasures = Erasures(hub)
        self._assessing: set[tuple[str, int]] = set()
        """Games whose luck is being calculated."""
        self._unloaded = 0.0
        self._looking = False

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
        super().stop()
        self._takeover.stop()
        self._expiry.stop()
        self._archiving.stop()
        self._erasures.stop()
        self._hub.presences.roll_call.stop()

    def is_ours(self, table: LiveTable) -> bool:
        """Return whether this process wrote the last entry of a table, or is responsible for it otherwise."""
        state = table.state
        if table.writer == self._hub.process:
            return True
        if table.followers and state.bot_to_act is not None and not state.has_person():
            return True  # other processes do not know that bots are watched here
        gone = bool(self._alive) and table.writer not in self._alive
        return gone and responsible(table.code, self._alive) == self._hub.process

    async def _store_missing_luck(self, alive: tuple[str, ...]) -> None:
        """Calculate the luck of games that ended just before a process was killed."""
        for code, number, game in await self._hub.store.without_luck():
            if self._stopped:
                return
            known = all_games().get(game)
            if known and has_odds(known) and responsible(code, alive) == self._hub.process:
                await self.assess(code, number)

    async def assess(self, code: str, number: int) -> None:
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

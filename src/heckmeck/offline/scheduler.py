"""The scheduler of a device: moves of bots, timers, and the luck of finished games."""

from __future__ import annotations

import asyncio

from heckmeck.games import RollAndKeep, all_games, get
from heckmeck.offline.coach import Coach
from heckmeck.offline.store import OfflineStore
from heckmeck.offline.thinker import InlineThinker
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.background.table_scheduler import TableScheduler, has_odds
from heckmeck.server.live.archive import find_game, to_record
from heckmeck.server.live.hub import TableHub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.log_reader import rows_of_game
from heckmeck.solve.any_solver import any_solver

WARM_UP = 0.5
"""Seconds between the steps of a warm-up, in which the page is answered."""


class OfflineScheduler(TableScheduler):
    """Schedules all tables of the device."""

    def __init__(self, hub: TableHub[OfflineStore], bots: BotCatalog, coach: Coach, pace: float) -> None:
        super().__init__(hub, InlineThinker(), bots, pace)
        self._store = hub.store
        self._coach = coach
        self._warm: set[str] = set()

    def look(self, table: LiveTable) -> None:
        """Plan the next action at a table that has changed; before the first decision of a game, warm up for it."""
        super().look(table)
        game = get(table.state.plan.game)
        if isinstance(game, RollAndKeep) and table.state.phase == "playing" and game.name not in self._warm:
            self._warm.add(game.name)
            # Solvers make tables first, which on a phone takes longer than a decision may: while somebody looks at the
            # first dice. Champions and the coach have one each.
            for step, gives_up in enumerate((False, True), 1):
                asyncio.get_running_loop().call_later(step * WARM_UP, any_solver, game, gives_up)

    async def assess_missing(self) -> None:
        """Begin to calculate the luck of games that ended just before the page was closed."""
        for game in await self._store.all_games():
            kind = all_games().get(game.game)
            if kind and has_odds(kind) and game.results and all(result.luck is None for result in game.results):
                self._tables.run(self.assess(game.table, game.number))

    async def assess(self, code: str, number: int) -> None:
        """Calculate the luck of a finished game and store it, unless that is done."""
        game = await self._store.game(code, number)
        if game is not None and all(result.luck is None for result in game.results):
            record = to_record(find_game(await rows_of_game(self._store, code, number), number))
            await self._store.set_luck(game, await self._coach.luck(record))

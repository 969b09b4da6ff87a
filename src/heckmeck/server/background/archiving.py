"""Moving finished games to the archive, in the background."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from heckmeck.server.background.cautious_clock import CautiousClock
from heckmeck.server.background.failure_log import FailureLog
from heckmeck.server.background.takeover import responsible
from heckmeck.server.live.hub import Hub
from heckmeck.server.store import FinishedGame
from heckmeck.server.store.table_store import MIN_AGE

logger = logging.getLogger("heckmeck.server")

INTERVAL = 600.0
"""Seconds between two rounds in which a process goes through the old games."""
PAUSE = 0.02
"""Minimum number of seconds between two games, so that commands come first."""
SHARE = 0.2
"""Maximum share of time spent on moving games: with a slow database the pauses are longer."""


class Archiving:
    """Archives the games that ended long enough ago. Every process archives those that it is responsible for.

    Games are archived one by one, each in its own transaction, so that the process can be killed at any time: the next
    round does the rest.
    """

    def __init__(self, hub: Hub, days: int, on_archived: Callable[[], object] = lambda: None) -> None:
        """Archive games that ended this number of days ago; 0 archives none."""
        self._hub = hub
        self._age = max(days * MIN_AGE, MIN_AGE) if days else None
        self._on_archived = on_archived
        self._clock = CautiousClock()
        self._failures = FailureLog("games cannot be archived")
        self._began: float | None = None
        self._running = False
        self._stopped = False

    def resume(self, alive: tuple[str, ...]) -> None:
        """Start another round, if it is time. Called with every heartbeat."""
        now = time.monotonic()
        if self._age is not None and not self._running and (self._began is None or now - self._began > INTERVAL):
            self._began, self._running = now, True
            self._hub.run(self._run(alive, self._clock.now() - self._age))

    def stop(self) -> None:
        """Stop archiving."""
        self._stopped = True

    async def _run(self, alive: tuple[str, ...], before: int) -> None:
        after: FinishedGame | None = None
        done = 0
        try:
            while page := await self._hub.store.archivable(before, after):
                for game in page:
                    if self._stopped:
                        return
                    if responsible(game.table, alive) == self._hub.process:
                        done += await self._archive(game)
                after = page[-1]
        finally:
            self._running = False
            self._failures.flush()
            if done:
                logger.info("games were archived", extra={"count": done})

    async def _archive(self, game: FinishedGame) -> bool:
        began = time.monotonic()
        try:
            done = await self._hub.store.archive(game)
        except Exception as error:
            # A game that cannot be moved must not block the others.
            self._failures.add(game.table, error)
            done = False
        else:
            self._failures.clear(game.table)
        if done:
            self._on_archived()
        await asyncio.sleep(max(PAUSE, (time.monotonic() - began) * (1 / SHARE - 1)))
        return done

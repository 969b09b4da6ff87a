"""A server that is killed again and again under load."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from random import Random
from typing import Self

from heckmeck.games import GAMES
from helpers.crash_check import Checked, Ledger, Windows
from helpers.crash_players import Player, seated
from helpers.wire import Address

TIMEOUT = 60.0
"""Seconds that may pass before the players can go on."""


class Load:
    """Tables of all games with players, some on HTTP, who continue whatever happens to their server."""

    def __init__(self, players: Sequence[Player], ledger: Ledger | None = None) -> None:
        self.players = players
        self.ledger = ledger or Ledger()
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def at(cls, server: Address, tables: int) -> Self:
        """Open a number of tables."""
        games = enumerate(islice(cycle(GAMES), tables))
        return cls([player for number, game in games for player in await seated([server] * 3, game, number)])

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(player.run()) for player in self.players]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def acknowledged(self) -> int:
        """How many commands were acknowledged so far."""
        return sum(player.done for player in self.players)

    @property
    def by_bots(self) -> int:
        """How many moves of bots the players saw."""
        return sum(player.by_bots for player in self.players)

    async def more(self, commands: int, by_bots: int = 0) -> None:
        """Wait until this many more commands were acknowledged, and this many more moves of bots were seen."""
        wanted, moves = self.acknowledged + commands, self.by_bots + by_bots
        try:
            async with asyncio.timeout(TIMEOUT):
                while self.acknowledged < wanted or self.by_bots < moves:
                    for task in self._tasks:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.002)
        except TimeoutError:
            raise AssertionError(f"it does not go on: {[str(player) for player in self.players]}") from None

    async def finish(self) -> None:
        """Let all players stop, once everything is answered, and connect once more for a last check."""
        for player in self.players:
            player.stopping = True
        await asyncio.gather(*self._tasks)
        await asyncio.gather(*(player.run() for player in self.players))

    async def look(self, database: str) -> Windows:
        """Check what was added since the last check, and let the players forget what was checked."""
        windows = self.windows()  # before the log is read
        await self.ledger.add(database, windows)
        for player, window in windows.items():
            player.forget(window)
        return windows

    async def check(self, database: str) -> Checked:
        """Check everything, when all players have finished."""
        return await self.ledger.finish(database, self.windows())

    def windows(self) -> Windows:
        """Return what the players remember now."""
        return {player: player.window() for player in self.players}


async def killed(
    load: Load, kill: Callable[[], None], start: Callable[[], None], database: str, rounds: int, *,
    most: int = 300, source: Random | None = None, on_round: Callable[[Windows], object] = lambda windows: None,
) -> None:  # fmt: skip
    """Kill something and restart it in every round, after at most `most` commands, while others are sent.

    After each round, when it was checked, `on_round` gets what players remembered of it.
    """
    source = source or Random(4)
    for number in range(1, rounds + 1):
        # Bots think in a separate process, which starts later: often the server dies before, but not always.
        await load.more(source.randint(20, most), source.randint(0, 30) if number % 5 == 1 else 0)
        await asyncio.sleep(source.uniform(0, 0.02))
        kill()
        await asyncio.to_thread(start)
        await load.more(1)
        on_round(await load.look(database))


def errors(text: str) -> list[str]:
    """Return the errors in the log of a server, in JSON, and of its bots, as Python prints them."""
    lines = text.splitlines()
    own = [line for line in lines if '"level":"error"' in line or '"level":"critical"' in line]
    found = [place for place, line in enumerate(lines) if "Traceback" in line and line not in own]
    return own + [part for place in found if not _is_orphaned(part := "\n".join(lines[place : place + 25]))]


def _is_orphaned(text: str) -> bool:
    """Whether it was one of the bots' processes whose server was killed while it was still being started."""
    return "multiprocessing/spawn.py" in text and "EOFError" in text

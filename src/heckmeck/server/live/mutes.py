"""The mute lists of the players who follow tables in this process."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Set
from contextlib import asynccontextmanager
from itertools import count

from heckmeck.server.store import TableStore

NOBODY: Set[str] = frozenset()


class _MuteList:
    """The mute list of one player."""

    __slots__ = ("asked", "muted", "readers")

    def __init__(self) -> None:
        self.muted = NOBODY
        self.asked = 0
        """The number of the query that this list is the result of."""
        self.readers = 0


class Mutes:
    """The mute lists of all current readers in this process. A list is in memory while its player reads.

    A list is loaded when a reader connects. Other processes may change it, so with several processes all lists are
    reloaded with every heartbeat.
    """

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._lists: dict[str, _MuteList] = {}
        self._questions = count(1)
        self._refreshing = False

    def __len__(self) -> int:
        return len(self._lists)

    def of(self, player: str | None) -> Set[str]:
        """Return the mute list of a current reader."""
        found = None if player is None else self._lists.get(player)
        return NOBODY if found is None else found.muted

    async def acquire(self, player: str | None) -> None:
        """Load the list of a player and keep it until it is released; unknown players have none."""
        if player is None:
            return
        self._lists.setdefault(player, _MuteList()).readers += 1
        try:
            await self.read([player])
        except BaseException:
            self.release(player)
            raise

    def release(self, player: str | None) -> None:
        """Drop the list of a player, unless the player has other connections."""
        if player is None:
            return
        self._lists[player].readers -= 1
        if not self._lists[player].readers:
            del self._lists[player]

    @asynccontextmanager
    async def reading(self, player: str | None) -> AsyncGenerator[None]:
        """Keep the list of a player in memory within the context."""
        await self.acquire(player)
        try:
            yield
        finally:
            self.release(player)

    async def read(self, players: list[str]) -> None:
        """Read the lists of players from the store; players who are not readers in this process are skipped."""
        question = next(self._questions)
        found = await self._store.muted_by([player for player in players if player in self._lists])
        for player in players:
            known = self._lists.get(player)
            # The result of a later query may have arrived first.
            if known is not None and known.asked < question:
                known.muted, known.asked = found.get(player, NOBODY), question

    async def refresh(self) -> None:
        """Reload all lists, unless that is in progress."""
        if self._refreshing or not self._lists:
            return
        self._refreshing = True
        try:
            await self.read(list(self._lists))
        finally:
            self._refreshing = False

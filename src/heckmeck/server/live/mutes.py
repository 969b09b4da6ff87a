"""Whom the players who read in this process have muted."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Set
from contextlib import asynccontextmanager
from itertools import count

from heckmeck.server.store import Store

NOBODY: Set[str] = frozenset()


class _MuteList:
    """Whom one player has muted."""

    __slots__ = ("asked", "muted", "readers")

    def __init__(self) -> None:
        self.muted = NOBODY
        self.asked = 0
        """The number of the question that this was the answer to."""
        self.readers = 0


class Mutes:
    """The lists of all players who read something here: they are in memory for as long as that.

    A list is read when a reader comes. Another process may change it: with several of them all lists are read again
    with every heartbeat.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lists: dict[str, _MuteList] = {}
        self._questions = count(1)
        self._refreshing = False

    def __len__(self) -> int:
        return len(self._lists)

    def of(self, player: str | None) -> Set[str]:
        """Return whom a player has muted who is reading."""
        found = None if player is None else self._lists.get(player)
        return NOBODY if found is None else found.muted

    async def acquire(self, player: str | None) -> None:
        """Have the list of a player in memory until it is released; those who are not known have none."""
        if player is None:
            return
        self._lists.setdefault(player, _MuteList()).readers += 1
        try:
            await self.read([player])
        except BaseException:
            self.release(player)
            raise

    def release(self, player: str | None) -> None:
        """Forget the list of a player, unless somebody else reads as the same one."""
        if player is None:
            return
        self._lists[player].readers -= 1
        if not self._lists[player].readers:
            del self._lists[player]

    @asynccontextmanager
    async def reading(self, player: str | None) -> AsyncGenerator[None]:
        """Have the list of a player in memory for a while."""
        await self.acquire(player)
        try:
            yield
        finally:
            self.release(player)

    async def read(self, players: list[str]) -> None:
        """Read the lists of players from the store; those who read nothing here are left out."""
        question = next(self._questions)
        found = await self._store.muted_by([player for player in players if player in self._lists])
        for player in players:
            known = self._lists.get(player)
            # The answer to a later question may have come first.
            if known is not None and known.asked < question:
                known.muted, known.asked = found.get(player, NOBODY), question

    async def refresh(self) -> None:
        """Read all lists again, unless that is under way."""
        if self._refreshing or not self._lists:
            return
        self._refreshing = True
        try:
            await self.read(list(self._lists))
        finally:
            self._refreshing = False

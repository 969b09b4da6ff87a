"""Following a table from a given entry on: the one way to join and to resume, for WebSockets and event streams."""

from __future__ import annotations

from collections.abc import AsyncIterator

from heckmeck.server.live.followers import Follower
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table.messages import encoder


class Subscription:
    """One follower of a table: first the entries it missed, then a welcome, then every entry as it happens.

    Send what `missed` yields, then call `start`, and in the end `stop`.
    """

    def __init__(self, hub: Hub, table: LiveTable, follower: Follower, since: int | None) -> None:
        """Resume after the entry `since`; without one, begin with the welcome."""
        self._hub = hub
        self._table = table
        self._follower = follower
        self._since = since
        self._started = False

    async def missed(self) -> AsyncIterator[bytes]:
        """Yield the missed entries that are no longer in memory, at the pace of the reader."""
        if self._since is None:
            return
        table, player = self._table, self._follower.player
        await table.reach(self._since)
        while table.recent(self._since, player) is None:
            async for page in table.older(self._since, player):
                for entry in page:
                    self._since = entry.seq
                    yield encoder.encode(entry)

    def start(self) -> None:
        """Send the missed entries that are in memory and the welcome, then follow.

        Nothing waits here, so that no entry can come in between.
        """
        table, follower = self._table, self._follower
        if self._since is not None:
            for entry in table.recent(self._since, follower.player) or ():
                follower.send(encoder.encode(entry))
        follower.send(encoder.encode(table.welcome(follower.player)))
        self._started = True
        self._hub.follow(table, follower)

    def stop(self) -> None:
        """Stop following."""
        if self._started:
            self._hub.unfollow(self._table, self._follower)

"""Following a table from a given entry on: the one way to join and to resume, for WebSockets and event streams."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from itertools import count
from typing import Literal

from heckmeck.server.live.followers import Follower
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table.messages import Happened, encoder

Since = int | Literal["game"] | None
"""The last entry that was seen; "game" for all before the current game, None for all."""


class Subscription:
    """One follower of a table: first the entries it missed, then a welcome, then every entry as it happens.

    Send what `missed` yields, then call `start`, and in the end `stop`, whatever happens. `group` is the address that
    the resumes at the same time are counted for; None for one without limit.
    """

    def __init__(self, hub: Hub, table: LiveTable, follower: Follower, since: Since, group: str | None = None) -> None:
        """Resume after the entry `since`; without one, begin with the welcome."""
        self._hub = hub
        self._table = table
        self._follower = follower
        self._since: int | None = None
        if since is not None:
            self._since = table.first_visit if isinstance(since, str) else since
        self._group = group
        self._reading = False
        self._started = False

    async def missed(self) -> AsyncGenerator[bytes]:
        """Yield the missed entries that are no longer in memory, at the pace of the reader.

        It ends early when the reader is gone. It has to be closed.
        """
        table, follower = self._table, self._follower
        if not self._reading:
            self._hub.joining.add(follower)
            await self._hub.mutes.acquire(follower.player)
            self._reading = True
        if self._since is None:
            return
        await table.reach(self._since)
        while table.recent(self._since, follower.player) is None and not follower.is_gone():
            pages = _paced(self._hub, table.older(self._since, follower.player), self._group)
            async with aclosing(pages):
                async for page in pages:
                    for payload in self._encoded(page):
                        if follower.is_gone():
                            return
                        yield payload

    def start(self) -> None:
        """Send the missed entries that are in memory and the welcome, then follow.

        Nothing waits here, so that no entry can come in between.
        """
        table, follower = self._table, self._follower
        if self._since is not None:
            for payload in self._encoded(table.recent(self._since, follower.player) or []):
                follower.send(payload)
        follower.send(encoder.encode(table.welcome(follower.player)))
        for notice in self._hub.notices:
            follower.send(encoder.encode(notice))
        self._started = True
        self._hub.joining.discard(follower)
        self._hub.follow(table, follower)

    def stop(self) -> None:
        """Stop following."""
        self._hub.joining.discard(self._follower)
        if self._started:
            self._hub.unfollow(self._table, self._follower)
        if self._reading:
            self._hub.mutes.release(self._follower.player)
        self._started = self._reading = False

    def _encoded(self, page: list[Happened]) -> Iterator[bytes]:
        for entry in page:
            self._since = entry.seq
            yield encoder.encode(entry)


async def _paced(hub: Hub, pages: AsyncGenerator[list[Happened]], group: str | None) -> AsyncGenerator[list[Happened]]:
    """Yield pages of old entries, each of them read when there is a slot for it."""
    async with aclosing(pages):
        for read in count():
            async with hub.resume_slots.slot(group, read):
                page = await anext(pages, None)
            if page is None:
                return
            yield page


async def read_before(
    hub: Hub, table: LiveTable, before: int, limit: int, player: str | None, group: str | None
) -> list[Happened]:
    """Return the last entries before one, at most `limit`. They take slots like those of a client that resumes."""
    since = max(min(before, table.state.seq + 1) - 1 - limit, 0)
    found: list[Happened] = []
    async with hub.mutes.reading(player), aclosing(_paced(hub, table.older(since, player), group)) as pages:
        async for page in pages:
            found += [entry for entry in page if entry.seq < before]
            if page and page[-1].seq >= before - 1:
                break
    return found

"""Following a table from a given entry: the common way to join and to resume, for WebSockets and event streams."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from itertools import count
from typing import Literal

from heckmeck.server.live.followers import Follower
from heckmeck.server.live.hub import AnyHub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.table.messages import Happened, encoder

Since = int | Literal["game"] | None
"""The last entry that was seen; "game" for all before the current game, None for all."""


class Subscription:
    """One follower of a table: first the entries it missed, then a welcome, then every entry as it happens.

    Send what `missed` yields, then call `start`, and finally `stop`, whatever happens. `group` is the address for which
    concurrent resumes are counted; None for no limit.
    """

    def __init__(
        self, hub: AnyHub, table: LiveTable, follower: Follower, since: Since, group: str | None = None
    ) -> None:
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

        It ends early if the reader disconnects. It must be closed.
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

        This method never waits, so that no entry can come in between.
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


async def _paced(
    hub: AnyHub, pages: AsyncGenerator[list[Happened]], group: str | None
) -> AsyncGenerator[list[Happened]]:
    """Yield pages of old entries, each read when a slot is available."""
    async with aclosing(pages):
        for read in count():
            async with hub.resume_slots.slot(group, read):
                page = await anext(pages, None)
            if page is None:
                return
            yield page


async def read_before(
    hub: AnyHub, table: LiveTable, before: int, limit: int, player: str | None, group: str | None
) -> list[Happened]:
    """Return the last entries before a given one, at most `limit`. Reading takes slots, as for a resuming client."""
    since = max(min(before, table.state.seq + 1) - 1 - limit, 0)
    found: list[Happened] = []
    async with hub.mutes.reading(player), aclosing(_paced(hub, table.older(since, player), group)) as pages:
        async for page in pages:
            found += [entry for entry in page if entry.seq < before]
            if page and page[-1].seq >= before - 1:
                break
    return found

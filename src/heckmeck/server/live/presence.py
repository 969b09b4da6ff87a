"""Who is at a table, whichever process they are connected to. Nothing of it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

import msgspec
from msgspec import Struct

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.store import Store, StoreError
from heckmeck.server.table.messages import Presence

PAUSE = 0.2
"""Seconds in which changes are gathered before the other processes are told: everybody may come at once."""
TOGETHER = 50
"""So many tables are told of in one message, which PostgreSQL wants to be short."""


class Here(Struct, frozen=True, array_like=True):
    """Who is connected to one process at one table."""

    table: str
    seats: tuple[int, ...]
    watching: int
    asks: bool
    """Whether the others shall say the same of theirs."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, tuple[Here, ...]]).decode


class Presences:
    """Tells the followers of the tables of one process, and other processes, who comes and goes."""

    def __init__(self, store: Store, process: str, live: Mapping[str, LiveTable]) -> None:
        self._store = store
        self._process = process
        self._live = live
        self._due: dict[str, bool] = {}
        """The tables to tell of, and whether to ask."""
        self._telling: asyncio.Task[None] | None = None
        store.heard = self._hear

    def changed(self, table: LiveTable) -> None:
        """Tell everybody who is at a table."""
        followers = table.followers
        asks, followers.asked = not followers.asked, True
        followers.tell(followers.presence())
        self._tell_of(table.code, asks=asks)

    def ask(self) -> None:
        """Ask about all tables: something may have been missed."""
        for code, table in self._live.items():
            if table.followers:
                self._tell_of(code, asks=True)

    def ask_about(self, tables: Collection[LiveTable]) -> bool:
        """Ask anew who is at tables that nobody follows here; whether there is anybody to ask."""
        for table in tables:
            table.followers.elsewhere.clear()  # somebody may have gone without our hearing of it
            self._tell_of(table.code, asks=True)
        return self._store.shared

    def nobody_at(self, table: LiveTable) -> bool:
        """Whether nobody is at a table, as far as others have told; not as long as they could not be asked."""
        return table.code not in self._due and table.followers.presence() == Presence((), 0)

    def only(self, alive: Collection[str]) -> None:
        """Forget those who were connected to a process that is gone."""
        for followers in (table.followers for table in self._live.values()):
            gone = followers.elsewhere.keys() - set(alive)
            for process in gone:
                del followers.elsewhere[process]
            if gone:
                followers.tell(followers.presence())

    def go_on(self) -> None:
        """Tell what could not be told before."""
        if self._due and self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def finish(self) -> None:
        """Tell what is still to be told."""
        if self._telling is not None:
            await asyncio.wait([self._telling])

    def _tell_of(self, code: str, *, asks: bool) -> None:
        if self._store.shared:  # else there is nobody to tell
            self._due[code] = self._due.get(code, False) or asks
            self.go_on()

    async def _tell(self) -> None:
        try:
            while self._due:
                await asyncio.sleep(PAUSE)
                part = dict(list(self._due.items())[:TOGETHER])
                tables = [self._here(code, asks=asks) for code, asks in part.items()]
                for code in part:
                    del self._due[code]
                try:
                    await self._store.whisper(_encode((self._process, tables)).decode())
                except StoreError:
                    self._due = {**part, **self._due}
                    raise
        except StoreError:
            pass  # the next heartbeat tries again
        finally:
            self._telling = None

    def _here(self, code: str, *, asks: bool) -> Here:
        table = self._live.get(code)
        own = Presence((), 0) if table is None else table.followers.connected()
        return Here(code, own.here, own.watching, asks)

    def _hear(self, text: str) -> None:
        process, tables = _decode(text)
        for here in tables:
            table = self._live.get(here.table)
            if table is None:
                continue
            followers = table.followers
            if here.asks and followers:
                self._tell_of(here.table, asks=False)
            before = followers.presence()
            followers.elsewhere[process] = Presence(here.seats, here.watching)
            if followers.presence() != before:
                followers.tell(followers.presence())

"""Presence: who is connected to a table at any process. It is not stored."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

import msgspec
from msgspec import Struct

from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.roll_call import Answer, Question, RollCall
from heckmeck.server.store import StoreError, TableStore
from heckmeck.server.table.messages import Presence

BATCH_DELAY = 0.2
"""Seconds for which changes are collected before they are sent to the other processes."""
BATCH_SIZE = 50
"""Maximum number of tables in one message. PostgreSQL limits messages to 8,000 bytes."""


class PresenceReport(Struct, frozen=True, array_like=True):
    """The followers of one table at one process, as reported to the other processes."""

    table: str
    seats: tuple[int, ...]
    watching: int
    asks: bool
    """Whether the other processes should report theirs."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, tuple[PresenceReport, ...]] | Question | Answer).decode


class PresenceTracker:
    """Notifies the followers in this process and the other processes of who connects and disconnects."""

    def __init__(self, store: TableStore, process: str, live: Mapping[str, LiveTable]) -> None:
        self._store = store
        self._process = process
        self._live = live
        self._due: dict[str, bool] = {}
        """The tables to report, and whether to ask for reports."""
        self._sending: asyncio.Task[None] | None = None
        self.roll_call = RollCall(store, process, live)
        store.on_broadcast = self._receive

    def changed(self, table: LiveTable) -> None:
        """Report that the followers of a table have changed."""
        followers = table.followers
        asks, followers.asked = not followers.asked, True
        followers.send_all(followers.presence())
        self._report(table.code, asks=asks)

    def ask(self) -> None:
        """Ask for reports about all followed tables, because some may have been missed."""
        for code, table in self._live.items():
            if table.followers:
                self._report(code, asks=True)

    def keep_only(self, alive: Collection[str]) -> None:
        """Drop the followers at processes that are no longer alive."""
        self.roll_call.note_alive(alive)
        for followers in (table.followers for table in self._live.values()):
            gone = followers.elsewhere.keys() - set(alive)
            for process in gone:
                del followers.elsewhere[process]
            if gone:
                followers.send_all(followers.presence())

    def resume(self) -> None:
        """Send the reports that could not be sent before."""
        if self._due and self._sending is None:
            self._sending = asyncio.create_task(self._send_batches())

    async def finish(self) -> None:
        """Wait until all reports are sent."""
        if self._sending is not None:
            await asyncio.wait([self._sending])
        await self.roll_call.finish()

    def _report(self, code: str, *, asks: bool) -> None:
        if self._store.shared:  # else there are no other processes
            self._due[code] = self._due.get(code, False) or asks
            self.resume()

    async def _send_batches(self) -> None:
        try:
            while self._due:
                await asyncio.sleep(BATCH_DELAY)
                part = dict(list(self._due.items())[:BATCH_SIZE])
                tables = [self._report_of(code, asks=asks) for code, asks in part.items()]
                for code in part:
                    del self._due[code]
                try:
                    await self._store.broadcast(_encode((self._process, tables)).decode())
                except StoreError:
                    self._due = {**part, **self._due}
                    raise
        except StoreError:
            pass  # the next heartbeat tries again
        finally:
            self._sending = None

    def _report_of(self, code: str, *, asks: bool) -> PresenceReport:
        table = self._live.get(code)
        own = Presence((), 0) if table is None else table.followers.connected_here()
        return PresenceReport(code, own.here, own.watching, asks)

    def _receive(self, text: str) -> None:
        message = _decode(text)
        if isinstance(message, Question | Answer):
            self.roll_call.receive(message)
            return
        process, tables = message
        for report in tables:
            table = self._live.get(report.table)
            if table is None:
                continue
            followers = table.followers
            if report.asks and followers:
                self._report(report.table, asks=False)
            before = followers.presence()
            followers.elsewhere[process] = Presence(report.seats, report.watching)
            if followers.presence() != before:
                followers.send_all(followers.presence())

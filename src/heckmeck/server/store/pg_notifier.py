"""Notifying other processes over PostgreSQL of tables with new entries, after the commits and separately."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from heckmeck.server.store.pg_connection import ANSWER_S, ENTRIES_CHANNEL, Connection, dial

PAUSE_S = 0.005
"""Seconds between two notifications: entries that are appended in between are announced together."""

CLOSE_S = 2.0
"""Seconds for the last notification when a process stops. The others find entries that were not announced by then."""

MAX_NOTICE = 7000
"""Maximum number of bytes in a notification. PostgreSQL refuses 8,000."""

NOTIFY = f"""
SELECT pg_notify('{ENTRIES_CHANNEL}', line), current_setting('transaction_read_only') = 'on'
FROM unnest($1::text[]) AS line
"""  # noqa: S608, a constant
NO_SYNC = "SET synchronous_commit TO off"
"""Notifications write nothing that must be durable."""


class Notifier:
    """Announces stored entries in batches of a few milliseconds, on a separate connection.

    PostgreSQL commits only one transaction with a notification at a time, so a notification in every append would make
    all processes wait for each other's syncs. The drawback is that a process can die between a commit and its
    announcement, so the others also check for new entries with every heartbeat.
    """

    def __init__(self, url: str, process: str) -> None:
        self._url = url
        self._process = process
        self._connection: Connection | None = None
        self._new: dict[str, int] = {}
        """The last unannounced entry of each table."""
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    def announce(self, table: str, seq: int) -> None:
        """Announce an entry to the other processes soon."""
        self._new[table] = max(seq, self._new.get(table, 0))
        self._wake.set()

    async def close(self) -> None:
        """Announce the remaining entries, unless the database is unavailable, and disconnect."""
        self._closing = True
        self._wake.set()
        await asyncio.wait([self._task], timeout=CLOSE_S)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._connection is not None:
            self._connection.terminate()

    async def _run(self) -> None:
        delay = PAUSE_S
        while self._new or not self._closing:
            if not self._new:
                self._wake.clear()
                await self._wake.wait()
                continue
            new, self._new = self._new, {}
            try:
                await self._send(new)
                delay = PAUSE_S
            except Exception:  # whatever the error, the only remedy is to retry
                self._drop_connection()
                for table, seq in new.items():
                    self.announce(table, seq)
                delay = min(2 * delay, 1.0)
            await asyncio.sleep(delay)

    async def _send(self, new: Mapping[str, int]) -> None:
        if self._connection is None:
            self._connection = await dial(self._url, ANSWER_S)
            await self._connection.execute(NO_SYNC)
        sent = await self._connection.fetch(NOTIFY, list(lines(self._process, new)))
        if any(is_read_only for _, is_read_only in sent):
            raise ConnectionError("this is no longer the primary, and no process listens here")

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def lines(process: str, new: Mapping[str, int]) -> Iterator[str]:
    """Yield the notifications about the last entries of tables, as few as possible.

    >>> list(lines("p1", {"ABCDEFGH": 7, "BCDEFGHI": 12}))
    ['p1 ABCDEFGH:7 BCDEFGHI:12']
    """
    line = process
    for table, seq in new.items():
        pair = f" {table}:{seq}"
        if len(line) + len(pair) > MAX_NOTICE:
            yield line
            line = process
        line += pair
    if line != process:
        yield line

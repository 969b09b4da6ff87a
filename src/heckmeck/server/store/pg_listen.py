"""Listening to other processes over PostgreSQL, with reconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from heckmeck.server.store.pg_connection import ANSWER_S, BROADCAST_CHANNEL, ENTRIES_CHANNEL, Connection, dial
from heckmeck.server.store.store import Hint
from heckmeck.server.store.table_store import ANY_TABLE

CHECK_S = 5.0
"""Seconds between two checks of the connection, which may have died silently."""
IS_READ_ONLY = "SHOW transaction_read_only"
"""The answer is `on` at a server that is no longer the primary, where nothing is announced."""


class Listener:
    """Calls `hint` for every entry of other processes, and with ANY_TABLE after a lost connection."""

    def __init__(self, url: str, process: str, hint: Hint, on_broadcast: Callable[[str], None]) -> None:
        self._url = url
        self._process = process
        self._hint = hint
        self._on_broadcast = on_broadcast
        self._lost = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect. From now on no entry is missed without a hint."""
        await self._listen()
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            self._connection.terminate()

    async def _listen(self) -> None:
        connection = await dial(self._url, ANSWER_S)
        # Each connection has its own event: that of the previous one may be set late.
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await connection.add_listener(ENTRIES_CHANNEL, self._on_entries)
            await connection.add_listener(BROADCAST_CHANNEL, self._on_message)
        except BaseException:
            connection.terminate()
            raise
        self._connection, self._lost = connection, lost

    async def _watch(self) -> None:
        while True:
            if await self._is_alive():
                continue
            delay = 0.05
            while True:
                try:
                    await self._listen()
                    break
                except Exception:  # whatever the error, the only remedy is to retry
                    await asyncio.sleep(delay)
                    delay = min(2 * delay, 1.0)
            self._hint(ANY_TABLE, 0)

    async def _is_alive(self) -> bool:
        """Wait for the next check and return whether the connection is still alive."""
        assert self._connection is not None
        try:
            async with asyncio.timeout(CHECK_S):
                await self._lost.wait()
        except TimeoutError:
            try:
                if await self._connection.fetchval(IS_READ_ONLY, timeout=CHECK_S) == "off":
                    return True
            except Exception:  # noqa: S110, then it is not alive
                pass
        self._connection.terminate()
        return False

    def _on_message(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        process, _, text = str(payload).partition(" ")
        if process != self._process:
            self._on_broadcast(text)

    def _on_entries(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        process, *pairs = str(payload).split(" ")
        if process == self._process:
            return
        for pair in pairs:
            table, _, seq = pair.rpartition(":")
            self._hint(table, int(seq))

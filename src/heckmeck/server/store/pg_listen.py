"""Hears what other processes append, and does not go deaf when a connection is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from heckmeck.server.store.pg_connection import ANSWER_S, CHANNEL, WHISPERS, Connection, dial
from heckmeck.server.store.store import ANY_TABLE, Hint

CHECK_S = 5.0
"""So often the connection is tried: one that died silently says nothing."""


class Listener:
    """Calls a hint for all that others append. After a lost connection, which may have cost some, for ANY_TABLE."""

    def __init__(self, url: str, process: str, hint: Hint, heard: Callable[[str], None]) -> None:
        self._url = url
        self._process = process
        self._hint = hint
        self._heard = heard
        self._lost = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect; from now on nothing is missed without a hint."""
        await self._listen()
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            self._connection.terminate()

    async def _listen(self) -> None:
        self._lost.clear()
        self._connection = connection = await dial(self._url, ANSWER_S)
        connection.add_termination_listener(lambda _: self._lost.set())
        await connection.add_listener(CHANNEL, self._hear)
        await connection.add_listener(WHISPERS, self._overhear)

    async def _watch(self) -> None:
        while True:
            if await self._is_alive():
                continue
            delay = 0.05
            while True:
                try:
                    await self._listen()
                    break
                except Exception:  # whatever it is, there is nothing else to do but to try again
                    await asyncio.sleep(delay)
                    delay = min(2 * delay, 1.0)
            self._hint(ANY_TABLE, 0)

    async def _is_alive(self) -> bool:
        """Wait a while and return whether the connection is still there."""
        assert self._connection is not None
        try:
            async with asyncio.timeout(CHECK_S):
                await self._lost.wait()
        except TimeoutError:
            try:
                await self._connection.execute("SELECT 1", timeout=CHECK_S)
                return True
            except Exception:
                self._connection.terminate()
        return False

    def _overhear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        process, _, text = str(payload).partition(" ")
        if process != self._process:
            self._heard(text)

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        process, *pairs = str(payload).split(" ")
        if process == self._process:
            return
        for pair in pairs:
            table, _, seq = pair.rpartition(":")
            self._hint(table, int(seq))

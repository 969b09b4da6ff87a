"""A network between a browser and a server that can be as bad as a phone's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal

Weather = Literal["good", "silent", "cut", "slow", "overtaken"]
"""The condition of the network:

- silent: connections are accepted and nothing goes through, in either direction. Later it does again, but only through
  new ones: neither side learns that the old ones are dead
- cut: all connections break, and new ones are refused
- slow: everything takes two seconds longer
- overtaken: all connections break, and the next one gets through only when a later one has said something
"""
DELAY = 2.0
CHUNK = 65536

Waiting = asyncio.Queue[tuple[float, bytes]]
"""Bytes, and when they are due. No bytes mean the end."""


class BadNetwork:
    """A proxy on loopback that runs in a separate thread."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._weather: Weather = "good"
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        """The clients' side of every connection."""
        self._dead: set[asyncio.StreamWriter] = set()
        self._overtaken = asyncio.Event()
        self.port = 0

    @property
    def url(self) -> str:
        """The address for browsers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen."""
        self._thread.start()
        self._wait(self._listen())

    def stop(self) -> None:
        """Close everything."""
        self._wait(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def be(self, weather: Weather) -> None:
        """Change the condition; data in transit is lost or delayed from now on."""
        self._wait(self._change(weather))

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _change(self, weather: Weather) -> None:
        before, self._weather = self._weather, weather
        if before == "silent":
            self._dead.update(self._open.values())
        if weather == "cut":
            self._server.close()
        elif before == "cut":
            await self._listen()
        if weather in {"cut", "overtaken"}:
            for client in self._open.values():
                client.transport.abort()

    async def _end(self) -> None:
        self._server.close()
        tasks = list(self._open)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks)
        await asyncio.sleep(0)  # transports close a moment later

    async def _serve(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = client
        server: asyncio.StreamWriter | None = None
        try:
            if self._weather == "overtaken":
                self._weather = "good"
                await self._overtaken.wait()
            with suppress(ConnectionError):
                back, server = await asyncio.open_connection("127.0.0.1", self._target)
                await self._forward(reader, client, back, server)
        except asyncio.CancelledError:  # the end of it
            pass
        finally:
            del self._open[task]
            self._dead.discard(client)
            for writer in (client, server):
                if writer is not None:
                    writer.transport.abort()

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        client: asyncio.StreamWriter,
        back: asyncio.StreamReader,
        server: asyncio.StreamWriter,
    ) -> None:
        """Forward in both directions. When one of the parts fails the others end too, before their loop is closed."""
        up, down = Waiting(), Waiting()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(reader, up))
                group.create_task(self._read(back, down))
                group.create_task(self._write(up, server, client))
                group.create_task(self._write(down, client, client))
        except* OSError:
            pass

    async def _read(self, source: asyncio.StreamReader, waiting: Waiting) -> None:
        data = b" "
        while data:
            data = await source.read(CHUNK)
            waiting.put_nowait((self._loop.time() + (DELAY if self._weather == "slow" else 0), data))

    async def _write(self, waiting: Waiting, sink: asyncio.StreamWriter, client: asyncio.StreamWriter) -> None:
        while True:
            due, data = await waiting.get()
            await asyncio.sleep(due - self._loop.time())
            while self._weather == "silent" or client in self._dead:
                await asyncio.sleep(0.02)
            if not data:
                break
            sink.write(data)
            if sink is client:
                self._overtaken.set()
        sink.close()


@contextmanager
def bad_network(port: int) -> Iterator[BadNetwork]:
    """Put such a network before the server on a port."""
    network = BadNetwork(port)
    network.start()
    try:
        yield network
    finally:
        network.stop()

"""Following a table over HTTP: an endless response with one message per line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Literal, cast

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream
from prometheus_client import Counter

from heckmeck.server.api.requests import AnyRequest, Code, error_responses, service_of, visit_of
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.live.subscription import Since, Subscription
from heckmeck.server.net.connection import CLOSE_DELAY, CONNECTION, Connection
from heckmeck.server.service import RESTART, Service, Visit
from heckmeck.server.table.messages import encoder

MAX_UNREAD = 128 * 1024
"""Maximum number of bytes of unread messages before a stream is ended. It can resume."""
PING_INTERVAL = 15.0
"""Seconds of silence after which an empty line is sent, so that a dead stream is detected."""

SinceEntry = Annotated[int | None, QueryParameter(ge=0, le=10**12)]
From = Annotated[Literal["game"] | None, QueryParameter(name="from")]


@get("/api/tables/{code:str}/events", media_type="application/x-ndjson", responses=error_responses(400, 404, 429))
async def events(request: AnyRequest, code: Code, since: SinceEntry = None, begin: From = None) -> Stream:
    """Follow a table: one message per line.

    With `since`, the entries after that one come first; with `from=game`, those of the current game.
    """
    connection = cast("dict[str, Connection]", request.scope["state"])[CONNECTION]
    service, visit = service_of(request), await visit_of(request)
    table = await service.table(code, visit)
    service.connect(visit)
    reader = _Reader(visit, connection.transport, service.metrics.dropped)
    connection.follow()
    lines = _lines(service, visit, table, begin if since is None else since, reader)
    # Started here, because a generator that is never started would not release its slot if the reader has disconnected.
    first = await anext(lines, b"")
    return Stream(_after(first, lines), media_type="application/x-ndjson", headers={"connection": "close"})


async def _after(first: bytes, lines: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    try:
        yield first
        async for line in lines:
            yield line
    finally:
        await lines.aclose()


async def _lines(
    service: Service, visit: Visit, table: LiveTable, since: Since, reader: _Reader
) -> AsyncGenerator[bytes]:
    subscription = Subscription(service.hub, table, reader, since, visit.group)
    with table.held(), service.keeping(reader):
        try:
            async with aclosing(subscription.missed()) as missed:
                async for payload in missed:
                    yield payload + b"\n"
            if service.is_shut_out(visit):
                reader.abort()
            else:
                subscription.start()
            while (line := await reader.next()) is not None:
                yield line + b"\n"
        finally:
            subscription.stop()
            service.disconnect(visit)


class _Reader:
    """A follower whose messages are queued until they are read. A client that does not read is disconnected."""

    def __init__(self, visit: Visit, transport: asyncio.Transport, dropped: Counter) -> None:
        self.player = visit.caller and visit.caller.player
        self.device = visit.device
        self._transport = transport
        self._dropped = dropped
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._unread = 0

    def is_gone(self) -> bool:
        return self._transport.is_closing()

    def send(self, payload: bytes) -> None:
        if self._unread < MAX_UNREAD:
            self._unread += len(payload)
            self._queue.put_nowait(payload)
        elif not self._transport.is_closing():
            self._dropped.inc()
            self.abort()

    def abort(self) -> None:
        # The generator that waits for this reader resumes after the abort, and finds the end of the queue.
        self._transport.abort()
        self._end()

    def end(self) -> None:
        """Send a message that the server stops, and end the stream."""
        self._queue.put_nowait(encoder.encode(RESTART))
        self._queue.put_nowait(None)
        asyncio.get_running_loop().call_later(CLOSE_DELAY, self._transport.abort)

    async def next(self) -> bytes | None:
        """Return the next message, an empty one after a period of silence, or None at the end."""
        try:
            payload = await asyncio.wait_for(self._queue.get(), PING_INTERVAL)
        except TimeoutError:
            return b""
        self._unread -= len(payload or b"")
        return payload

    def _end(self) -> None:
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)


ROUTES = (events,)

"""A table followed by a program over HTTP: one message a line, without end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated, cast

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream
from prometheus_client import Counter

from heckmeck.server.api.requests import AnyRequest, Code, may_say, service_of, visit_of
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.http_protocol import LINE, RequestProtocol
from heckmeck.server.net.ws_protocol import RESTART
from heckmeck.server.service import Service, Visit
from heckmeck.server.table.decisions import Refusal
from heckmeck.server.table.messages import encoder

WAITING = 256
"""A stream that leaves so many messages unread is ended: it can resume."""
PING = 15.0
"""An empty line goes out after so many silent seconds, so that a dead stream is found out."""

Since = Annotated[int | None, QueryParameter(ge=0, le=10**12)]


@get("/api/tables/{code:str}/events", media_type="application/x-ndjson", responses=may_say(400, 404, 429))
async def events(request: AnyRequest, code: Code, since: Since = None) -> Stream:
    """Follow a table: one message a line. With `since`, whatever happened after that entry comes first."""
    line = cast("dict[str, RequestProtocol]", request.scope["extensions"])[LINE]
    service, visit = service_of(request), await visit_of(request)
    found = await service.table(code, visit)
    await found.reach(since or 0)
    if (refusal := service.may_connect(visit)) is not None:
        raise Refusal(refusal[1], refusal[2])
    reader = _Reader(visit.caller and visit.caller.player, line.transport, service.metrics.dropped)
    line.on_stop = reader.stop
    lines = _lines(service, visit, found, since, reader)
    # Begun here: one that is never begun would never give its place back, should the reader be gone already.
    first = await anext(lines)
    return Stream(_after(first, lines), media_type="application/x-ndjson")


async def _after(first: bytes, lines: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    try:
        yield first
        async for line in lines:
            yield line
    finally:
        await lines.aclose()


async def _lines(
    service: Service, visit: Visit, found: LiveTable, since: int | None, reader: _Reader
) -> AsyncGenerator[bytes]:
    encode_line = encoder.encode
    with found.held():
        try:
            while since is not None and found.recent(since, reader.player) is None:
                async for page in found.older(since, reader.player):
                    for happening in page:
                        since = happening.seq
                        yield encode_line(happening) + b"\n"
            for happening in found.recent(since, reader.player) or () if since is not None else ():
                reader.send(encode_line(happening))
            reader.send(encode_line(found.welcome(reader.player)))
            service.hub.follow(found, reader)
            while (line := await reader.next()) is not None:
                yield line + b"\n"
        finally:
            service.hub.unfollow(found, reader)
            service.disconnected(visit)


class _Reader:
    """A follower whose messages wait until they are read; whoever does not read is dropped."""

    def __init__(self, player: str | None, transport: asyncio.Transport, dropped: Counter) -> None:
        self.player = player
        self._transport = transport
        self._dropped = dropped
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, payload: bytes) -> None:
        if self._queue.qsize() < WAITING:
            self._queue.put_nowait(payload)
        elif not self._transport.is_closing():
            # Whatever waits for this reader goes on when the line is cut, and there finds the end.
            self._dropped.inc()
            self._transport.abort()
            self._end()

    def stop(self) -> None:
        """Say that the server stops, and end."""
        self._queue.put_nowait(encoder.encode(RESTART))
        self._queue.put_nowait(None)

    async def next(self) -> bytes | None:
        """Return the next message, nothing after a while without one, and None at the end."""
        try:
            return await asyncio.wait_for(self._queue.get(), PING)
        except TimeoutError:
            return b""

    def _end(self) -> None:
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)


ROUTES = (events,)

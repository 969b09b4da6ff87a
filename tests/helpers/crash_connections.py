"""Connections to a table for clients whose server may die."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Protocol

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from helpers.wire import Api

Message = dict[str, Any]

LOST = (OSError, WebSocketException, httpx.HTTPError, EOFError, TimeoutError)
"""The errors that a client gets when a server dies."""


class Line(Protocol):
    """A connection to a table."""

    async def open(self, since: int) -> None:
        """Follow the table from an entry on."""

    async def read(self) -> Message:
        """Return the next message."""
        ...

    async def send(self, command: Message) -> None:
        """Send a command; the answer is among the messages."""

    async def close(self) -> None:
        """Disconnect."""


class SocketLine:
    """A WebSocket."""

    def __init__(self, api: Api, code: str) -> None:
        self._api = api
        self._code = code
        self._socket: ClientConnection | None = None

    async def open(self, since: int) -> None:
        path = f"/ws/{self._code}?since={since}"
        self._socket = await self._api.server.websocket(path, self._api.headers, ping_interval=None)

    async def read(self) -> Message:
        assert self._socket is not None
        message: Message = msgspec.json.decode(await self._socket.recv())
        return message

    async def send(self, command: Message) -> None:
        assert self._socket is not None
        await self._socket.send(msgspec.json.encode(command).decode())

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()


class HttpLine:
    """A stream of events, and commands by HTTP."""

    def __init__(self, api: Api, code: str) -> None:
        self._api = api
        self._path = f"/api/tables/{code}"
        self._client: httpx.AsyncClient | None = None
        self._inbox: asyncio.Queue[Message | None] = asyncio.Queue()
        self._pump: asyncio.Task[None] | None = None

    async def open(self, since: int) -> None:
        await self.close()
        self._inbox = asyncio.Queue()
        self._client = self._api.server.http(30, headers=self._api.headers)
        self._pump = asyncio.create_task(self._read_on(self._client, self._inbox, since))

    async def _read_on(self, client: httpx.AsyncClient, inbox: asyncio.Queue[Message | None], since: int) -> None:
        try:
            async with client.stream("GET", f"{self._path}/events", params={"since": since}) as stream:
                stream.raise_for_status()
                async for line in stream.aiter_lines():
                    if line:
                        inbox.put_nowait(msgspec.json.decode(line))
        except LOST:
            pass
        inbox.put_nowait(None)

    async def read(self) -> Message:
        message = await self._inbox.get()
        if message is None:
            raise ConnectionError("the stream has ended")
        return message

    async def send(self, command: Message) -> None:
        assert self._client is not None
        response = await self._client.post(f"{self._path}/commands", content=msgspec.json.encode(command))
        if response.headers.get("content-type") != "application/json":
            raise ConnectionError(f"a proxy answers instead of the server: {response.text}")
        reply = response.json()
        # If the store is away when the table is loaded, the refusal does not concern the command.
        self._inbox.put_nowait(reply if "type" in reply else {"type": "refused", "id": command["id"], **reply})

    async def close(self) -> None:
        if self._pump is not None:
            self._pump.cancel()
            with suppress(asyncio.CancelledError):
                await self._pump
        if self._client is not None:
            await self._client.aclose()

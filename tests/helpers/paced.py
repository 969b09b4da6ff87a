"""Players whom the rate limits concern, because they are not on the machine of the server: they stay below them."""

from __future__ import annotations

import asyncio
from typing import Any

from heckmeck.server.net.rate_limits import SOCKET_COMMANDS, Rate, TokenBucket
from helpers.crash_connections import Message, SocketLine
from helpers.wire import Api, Client

PACE = Rate(0.8 * SOCKET_COMMANDS.burst, 0.8 * SOCKET_COMMANDS.second)


async def until_spent(bucket: TokenBucket) -> None:
    while not bucket.spend():
        await asyncio.sleep(0.02)


class PacedLine(SocketLine):
    """A WebSocket of a player who remembers everything."""

    def __init__(self, api: Api, code: str) -> None:
        super().__init__(api, code)
        self._bucket = TokenBucket(PACE)

    async def open(self, since: int) -> None:
        self._bucket = TokenBucket(PACE)
        await super().open(since)

    async def send(self, command: Message) -> None:
        await until_spent(self._bucket)
        await super().send(command)


class PacedClient(Client):
    """A player's program."""

    def __init__(self, api: Api, code: str) -> None:
        super().__init__(api, code)
        self._bucket = TokenBucket(PACE)

    async def send(self, kind: str, **fields: Any) -> str:
        await until_spent(self._bucket)
        return await super().send(kind, **fields)

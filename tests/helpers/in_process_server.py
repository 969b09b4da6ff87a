"""A server in the tests' own process, whose limits can be changed and whose sockets have small buffers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn

from heckmeck.server.app import Application
from heckmeck.server.config import Config
from heckmeck.server.net import connection
from heckmeck.server.ops.run import _uvicorn, listen
from helpers.wire import Address, Api

SMALL = 4096
"""The size of the system's buffers for unread data."""


@asynccontextmanager
async def serving(data: Path, **options: Any) -> AsyncIterator[Address]:
    """Serve for a while."""
    config = Config(data=data, port=0, **options)
    sock = listen(config)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    usual, connection.SEND_BUFFER = connection.SEND_BUFFER, SMALL
    application = Application(config)
    server = uvicorn.Server(_uvicorn(config, application))
    task = asyncio.create_task(server.serve([sock]))
    try:
        yield Address(sock.getsockname()[1])
    finally:
        application.service.hang_up()
        server.should_exit = True
        await task
        sock.close()
        connection.SEND_BUFFER = usual


@asynccontextmanager
async def serving_table(data: Path, **options: Any) -> AsyncIterator[tuple[Address, Api, str]]:
    """Serve for a while; yield the server, a player and the code of a table that the player has opened."""
    async with serving(data, **options) as here:
        ann = await Api.new(here, "Ann")
        plan = {"game": "bratwurmeck", "seats": 2}
        yield here, ann, (await ann.post("/api/tables", {"plan": plan}))["code"]


async def figure(api: Api, name: str) -> float:
    """Return the value of a metric of the server, summed over all labels."""
    page = (await api.request("GET", "/metrics")).text
    return sum(float(line.split()[-1]) for line in page.splitlines() if line.startswith(f"heckmeck_{name}{{"))

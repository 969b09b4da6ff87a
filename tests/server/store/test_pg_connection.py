from __future__ import annotations

import asyncio

import asyncpg
import pytest

from heckmeck.server.store.pg_connection import dial, is_loss
from helpers.postgres import Cluster

FAREWELL = b"SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
"""The error that PostgreSQL sends to a session when it shuts down, a moment before it closes the connection."""


def test_a_connection_on_which_the_server_said_farewell_is_lost(postgres: Cluster) -> None:
    async def main() -> None:
        connection = await dial(postgres.new_database())
        message = b"E" + (len(FAREWELL) + 4).to_bytes(4, "big") + FAREWELL
        connection._protocol.data_received(message)  # type: ignore[attr-defined]
        with pytest.raises(asyncpg.InternalClientError, match=r"another operation") as refused:
            await connection.fetch("SELECT 1")
        assert is_loss(refused.value)
        connection.terminate()

    asyncio.run(main())


def test_a_statement_that_is_wrong_loses_no_connection(postgres: Cluster) -> None:
    async def main() -> None:
        connection = await dial(postgres.new_database())
        with pytest.raises(asyncpg.PostgresSyntaxError) as refused:
            await connection.fetch("SELECT SELECT")
        assert not is_loss(refused.value)
        assert await connection.fetchval("SELECT 1") == 1
        await connection.close()

    asyncio.run(main())

"""Connections to PostgreSQL: opening them, recognizing lost ones, and retries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar
from urllib.parse import urlsplit

import asyncpg

from heckmeck.server.store.errors import StoreError

RETRY_S = 10.0
"""Seconds for which a lost connection is retried. A restart of PostgreSQL takes less."""

ANSWER_S = 10.0
"""Seconds after which a connection without an answer counts as lost. Migrations and exports may take longer."""

ENTRIES_CHANNEL = "heckmeck"
"""The channel on which processes announce appended entries."""
BROADCAST_CHANNEL = "heckmeck_whispers"
"""The channel of messages that are not stored."""

SETTINGS = {"application_name": "heckmeck", "synchronous_commit": "on"}
"""Commits are synced to the disk, whatever the default of the database is."""

T = TypeVar("T")


class Connection(asyncpg.Connection):
    """A connection that the pool need not reset: we leave no session state, and a reset takes a round trip."""

    def get_reset_query(self) -> str:
        """Return an empty query."""
        return ""


async def dial(url: str, answer_s: float | None = None) -> Connection:
    """Open a connection. Each of its answers may take `answer_s` seconds."""
    try:
        return await asyncpg.connect(
            url, connection_class=Connection, server_settings=SETTINGS, timeout=5, command_timeout=answer_s
        )
    except (ValueError, asyncpg.InterfaceError) as error:
        raise StoreError("bad_database", f"{place(url)} is no address of a database: {error}.") from error


def is_loss(error: BaseException) -> bool:
    """Return whether an error is about the connection, so that a retry on a new one may succeed."""
    if isinstance(error, asyncpg.InterfaceError):
        return "clos" in str(error) or "released" in str(error)
    if isinstance(error, asyncpg.PostgresError):
        # 08: connection, 57: shutdown or start-up, 53300: too many connections, 40: deadlock and similar
        state = error.sqlstate or ""
        return state[:2] in ("08", "40") or state in ("57P01", "57P02", "57P03", "57014", "53300")
    return isinstance(error, OSError | EOFError | TimeoutError)


async def with_retries(attempt: Callable[[], Awaitable[T]], url: str) -> T:
    """Return the result of an attempt, which is repeated while the connection is lost. Raises StoreError."""
    began, delay = monotonic(), 0.05
    while True:
        try:
            return await attempt()
        except StoreError:
            raise
        except Exception as error:
            if not is_loss(error) or monotonic() - began > RETRY_S:
                raise failure(error, url) from error
        await asyncio.sleep(delay)
        delay = min(2 * delay, 1.0)


def failure(error: BaseException, url: str) -> StoreError:
    """Return the StoreError for an error of PostgreSQL."""
    what = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
    if is_loss(error):
        return StoreError("store_unavailable", f"{place(url)} cannot be reached: {what}.")
    if isinstance(error, asyncpg.DiskFullError):
        return StoreError("store_full", f"There is no room left at {place(url)}: {what}.")
    return StoreError("store_failed", f"{place(url)} refused: {what}.")


def place(url: str) -> str:
    """Return the name of a database, without the password that its address may contain.

    >>> place("postgresql://ann:secret@db.example:5433/games?password=other")
    'PostgreSQL at db.example:5433/games'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return "PostgreSQL"
    return f"PostgreSQL at {parts.netloc.rpartition('@')[2] or 'this machine'}{parts.path}"

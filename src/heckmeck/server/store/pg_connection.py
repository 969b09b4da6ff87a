"""Connections to PostgreSQL: how to make one, which errors mean that it is lost, how long to wait for another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar
from urllib.parse import urlsplit

import asyncpg

from heckmeck.server.store.errors import StoreError

PATIENCE_S = 10.0
"""A PostgreSQL that is away for longer is given up; it is back from a restart sooner."""

ANSWER_S = 10.0
"""A connection on which an answer takes longer is taken for lost. A migration or an export may take longer."""

CHANNEL = "heckmeck"
"""Here processes tell each other what they appended."""
WHISPERS = "heckmeck_whispers"
"""Here they tell each other what is not kept."""

SETTINGS = {"application_name": "heckmeck", "synchronous_commit": "on"}
"""A commit is on the disk, whatever the database says otherwise."""

T = TypeVar("T")


class Connection(asyncpg.Connection):
    """One that the pool need not clean: nothing here leaves anything behind, and cleaning takes a round trip."""

    def get_reset_query(self) -> str:
        """Return nothing to do."""
        return ""


async def dial(url: str, answer_s: float | None = None) -> Connection:
    """Return a new connection, on which each answer may take so long."""
    try:
        return await asyncpg.connect(
            url, connection_class=Connection, server_settings=SETTINGS, timeout=5, command_timeout=answer_s
        )
    except (ValueError, asyncpg.InterfaceError) as error:
        raise StoreError("bad_database", f"{place(url)} is no address of a database: {error}.") from error


def is_loss(error: BaseException) -> bool:
    """Return whether an error is about the connection, so that asking again on a new one may help."""
    if isinstance(error, asyncpg.InterfaceError):
        return "clos" in str(error) or "released" in str(error)
    if isinstance(error, asyncpg.PostgresError):
        # 08: connection, 57: shut down or starting up, 53300: too many connections, 40: deadlock and the like
        state = error.sqlstate or ""
        return state[:2] in ("08", "40") or state in ("57P01", "57P02", "57P03", "57014", "53300")
    return isinstance(error, OSError | EOFError | TimeoutError)


async def patiently(attempt: Callable[[], Awaitable[T]], url: str) -> T:
    """Return what an attempt comes to, and try again as long as the connection is lost. Raises StoreError."""
    began, delay = monotonic(), 0.05
    while True:
        try:
            return await attempt()
        except StoreError:
            raise
        except Exception as error:
            if not is_loss(error) or monotonic() - began > PATIENCE_S:
                raise failure(error, url) from error
        await asyncio.sleep(delay)
        delay = min(2 * delay, 1.0)


def failure(error: BaseException, url: str) -> StoreError:
    """Return what to say of an error."""
    what = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
    if is_loss(error):
        return StoreError("store_unavailable", f"{place(url)} cannot be reached: {what}.")
    if isinstance(error, asyncpg.DiskFullError):
        return StoreError("store_full", f"There is no room left at {place(url)}: {what}.")
    return StoreError("store_failed", f"{place(url)} refused: {what}.")


def place(url: str) -> str:
    """Return a name of a database without the password that may be in its address.

    >>> place("postgresql://ann:secret@db.example:5433/games?password=other")
    'PostgreSQL at db.example:5433/games'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return "PostgreSQL"
    return f"PostgreSQL at {parts.netloc.rpartition('@')[2] or 'this machine'}{parts.path}"

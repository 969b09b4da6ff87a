"""Connections to PostgreSQL: opening them, recognizing lost ones, and retries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg
from asyncpg import Connection as Connection

from heckmeck.server.store.errors import StoreError

RETRY_S = 10.0
"""Seconds for which a lost connection is retried. A restart of PostgreSQL takes less."""

CONNECT_S = 5.0
"""Seconds within which a connection must be open, however many hosts are tried."""

ANSWER_S = 10.0
"""Seconds after which a connection without an answer counts as lost. Migrations and exports may take longer."""

ENTRIES_CHANNEL = "heckmeck"
"""The channel on which processes announce appended entries."""
BROADCAST_CHANNEL = "heckmeck_whispers"
"""The channel of messages that are not stored."""

SETTINGS = {"application_name": "heckmeck", "synchronous_commit": "on"}
"""Commits are synced to the disk, whatever the default of the database is."""

T = TypeVar("T")


async def dial(url: str, answer_s: float | None = None) -> Connection:
    """Open a connection to the primary, the first one among the hosts. Each answer may take `answer_s` seconds.

    Each host gets its share of the time; asyncpg would spend all of it on a host that does not respond.
    """
    try:
        *others, last = single_hosts(url)
        seconds = CONNECT_S / (len(others) + 1)
        for each in others:
            # Whatever is wrong with one host (a standby may not even have the database yet), another may be the
            # primary.
            with suppress(OSError, asyncpg.PostgresError, asyncpg.TargetServerAttributeNotMatched):
                return await _dial_host(each, seconds, answer_s)
        return await _dial_host(last, seconds, answer_s)
    except (ValueError, asyncpg.InterfaceError) as error:
        raise StoreError("bad_database", f"{place(url)} is not the address of a database: {error}.") from error


async def _dial_host(url: str, seconds: float, answer_s: float | None) -> Connection:
    return await asyncpg.connect(
        url,
        server_settings=SETTINGS,
        timeout=seconds,
        command_timeout=answer_s,
        # To read from a standby with `heckmeck db`, set the attribute in the address.
        target_session_attrs=None if "target_session_attrs=" in url else "primary",  # type: ignore[arg-type]
    )


def single_hosts(url: str) -> list[str]:
    """Return the address of a database once for each host that it names, in this order.

    >>> single_hosts("postgresql://ann@one:5433,two/games")
    ['postgresql://ann@one:5433/games', 'postgresql://ann@two/games']
    >>> single_hosts("postgresql://ann@/games?host=one,two&port=5433")
    ['postgresql://ann@/games?host=one&port=5433', 'postgresql://ann@/games?host=two&port=5433']
    """
    parts = urlsplit(url)
    user, at, names = parts.netloc.rpartition("@")
    if "," in names:
        return [urlunsplit(parts._replace(netloc=f"{user}{at}{name}")) for name in names.split(",")]
    query = dict(parse_qsl(parts.query))
    hosts, ports = query.get("host", "").split(","), query.get("port", "").split(",")
    if len(hosts) == 1:
        return [url]
    ports = ports * len(hosts) if len(ports) == 1 else ports
    queries = [
        query | {"host": host} | ({"port": port} if port else {}) for host, port in zip(hosts, ports, strict=True)
    ]
    return [urlunsplit(parts._replace(query=urlencode(each))) for each in queries]


def is_read_only(error: BaseException) -> bool:
    """Return whether an error says that a server is a standby or read-only, so that another one may be the primary."""
    return isinstance(error, asyncpg.ReadOnlySQLTransactionError | asyncpg.TargetServerAttributeNotMatched)


def is_loss(error: BaseException) -> bool:
    """Return whether an error is about the connection, so that a retry on a new one may succeed."""
    if is_read_only(error):
        return True  # after a failover, old connections may lead to a standby
    if isinstance(error, asyncpg.InterfaceError):
        return "clos" in str(error) or "released" in str(error)
    if isinstance(error, asyncpg.PostgresError):
        # 08: connection, 57: shutdown or start-up, 53300: too many connections, 40: deadlock and similar
        state = error.sqlstate or ""
        return state[:2] in ("08", "40") or state in ("57P01", "57P02", "57P03", "57014", "53300")
    # asyncpg raises its own error if the server has just closed the connection.
    return isinstance(error, OSError | EOFError | TimeoutError | asyncpg.InternalClientError)


async def with_retries(attempt: Callable[[], Awaitable[T]], url: str) -> T:
    """Return the result of an attempt, with retries while the connection is lost. Raises StoreError."""
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
    if is_read_only(error):
        return StoreError("store_read_only", f"{place(url)} can only be read at the moment: {what}.")
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

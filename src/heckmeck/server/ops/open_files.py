"""The limit of open files: every connection needs one."""

from __future__ import annotations

import logging
import sys

from msgspec.structs import replace

from heckmeck.server.config import Config

RESERVED = 128
"""Files for everything but connections: the database, logs, pages, processes of bots."""
PLAIN_SHARE = 4
"""If files are scarce, one in this number of connections may be a plain one; the others are WebSockets and streams."""

logger = logging.getLogger("heckmeck.server")


def fit_connections(config: Config) -> Config:
    """Raise the process's limit of open files as far as needed, and reduce the options to what it allows."""
    limit = _raise_limit(config.max_sockets + config.max_plain_connections + RESERVED)
    room = max(limit - RESERVED, 2)
    plain = min(config.max_plain_connections, max(room // PLAIN_SHARE, 1))
    sockets = min(config.max_sockets, room - plain)
    if sockets < config.max_sockets // 2:
        text = "the limit of open files allows fewer connections than configured: raise it (ulimit -n, LimitNOFILE)"
        logger.warning(text, extra={"files": limit, "max_sockets": sockets, "max_plain_connections": plain})
    return replace(config, max_sockets=sockets, max_plain_connections=plain)


def _raise_limit(wanted: int) -> int:
    """Raise the limit as far as possible up to `wanted`, and return it."""
    if sys.platform == "win32":
        return wanted  # there is no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    possible = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        if possible > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    except (OSError, ValueError):  # some systems allow less than they report
        return soft
    return possible

"""Versions of the schema. This module has no heavy imports, because every start checks the version."""

from __future__ import annotations

from heckmeck.server.store.errors import StoreError

NEWEST = "0007"
"""The last revision in `migrations/versions`."""

KNOWN = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
"""All revisions, from the first to the newest."""

READ_VERSION = "SELECT version_num FROM alembic_version"


def is_current(version: str | None, where: str) -> bool:
    """Return whether a schema is up to date. Raises StoreError for a newer one.

    >>> is_current(None, "games.db"), is_current(NEWEST, "games.db")
    (False, True)
    >>> is_current("9999", "games.db")
    Traceback (most recent call last):
    heckmeck.server.store.errors.StoreError: games.db was written by a newer version of heckmeck: install that one.
    """
    if version is not None and version not in KNOWN:
        raise StoreError("store_newer", f"{where} was written by a newer version of heckmeck: install that one.")
    return version == NEWEST

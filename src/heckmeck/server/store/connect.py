"""Choosing a store by the address of its database."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.store import Store


def connect(database: str | Path) -> Store:
    """Return the store for a path, `sqlite:///PATH` or `postgresql://…`. It must be opened before use.

    >>> connect("games.db").path
    PosixPath('games.db')
    >>> connect("mysql://localhost/games")
    Traceback (most recent call last):
    heckmeck.server.store.errors.StoreError: A database is a file, sqlite:///FILE or postgresql://…, not mysql://.
    """
    if is_postgres(database):
        from heckmeck.server.store.postgres import PostgresStore  # the import takes 0.1 s, and SQLite does not need it

        return PostgresStore(str(database))
    from heckmeck.server.store.sqlite import SqliteStore

    return SqliteStore(file_of(database))


def is_postgres(database: str | Path) -> bool:
    """Return whether an address is one of PostgreSQL."""
    return isinstance(database, str) and database.startswith(("postgresql://", "postgres://"))


def file_of(database: str | Path) -> Path:
    """Return the file of an SQLite address.

    >>> file_of("sqlite:///games.db"), file_of("sqlite:////var/lib/games.db")
    (PosixPath('games.db'), PosixPath('/var/lib/games.db'))
    """
    if isinstance(database, Path):
        return database
    if database.startswith("sqlite:///") and len(database) > len("sqlite:///"):
        return Path(database.removeprefix("sqlite:///"))
    if "://" in database:
        text = f"A database is a file, sqlite:///FILE or postgresql://…, not {urlsplit(database).scheme[:20]}://."
        raise StoreError("bad_database", text)
    if not database:
        raise StoreError("bad_database", "A database needs a name.")
    return Path(database)

"""Migrations: the SQL that updates a schema, written by alembic from the revisions in `migrations/versions`."""

from __future__ import annotations

import logging
from io import StringIO
from pathlib import Path
from typing import Literal

from heckmeck.server.store.version import NEWEST

Dialect = Literal["sqlite", "postgresql"]


def migration(dialect: Dialect, version: str | None) -> str:
    """Return the script from a version (None: empty database) to the newest, without BEGIN and COMMIT.

    >>> "CREATE TABLE entries" in migration("sqlite", None)
    True
    """
    from alembic import command  # the import takes 0.5 s, and only a migration needs it
    from alembic.config import Config

    buffer = StringIO()
    config = Config(output_buffer=buffer)
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["dialect"] = dialect
    command.upgrade(config, f"{version or 'base'}:head", sql=True)
    return buffer.getvalue()


def log_migration(version: str | None) -> None:
    """Log that a schema was updated from a version (None: empty database) to the newest."""
    fields = {"from": version, "to": NEWEST}
    logging.getLogger("heckmeck.store").info("the schema was migrated", extra=fields)

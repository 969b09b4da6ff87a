"""The SQL that brings a database up to date, written by alembic from the revisions in `migrations/versions`."""

from __future__ import annotations

import logging
from io import StringIO
from pathlib import Path
from typing import Literal

from heckmeck.server.store.version import NEWEST

Dialect = Literal["sqlite", "postgresql"]


def migration(dialect: Dialect, version: str | None) -> str:
    """Return a script from a version (None: nothing there yet) to the newest, without BEGIN and COMMIT.

    >>> "CREATE TABLE entries" in migration("sqlite", None)
    True
    """
    from alembic import command  # half a second, which a start with a schema that is up to date must not take
    from alembic.config import Config

    buffer = StringIO()
    config = Config(output_buffer=buffer)
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["dialect"] = dialect
    command.upgrade(config, f"{version or 'base'}:head", sql=True)
    return buffer.getvalue()


def tell_migrated(version: str | None) -> None:
    """Say in the log that a database was brought from a version (None: nothing there yet) to the newest."""
    fields = {"from": version, "to": NEWEST}
    logging.getLogger("heckmeck.store").info("the schema was brought up to date", extra=fields)

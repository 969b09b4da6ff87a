"""Optional packages: what to install for a command that needs more than the extra `cli`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from heckmeck.games import BadSetup


@contextmanager
def needs_server() -> Iterator[None]:
    """Say what to install where an import fails because the packages of the extra `server` are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "heckmeck":
            raise
        raise BadSetup(
            "no_server", f"This command needs the package {error.name}: pip install 'heckmeck[server]'"
        ) from error

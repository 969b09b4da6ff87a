"""Errors of stores."""

from __future__ import annotations

from heckmeck.games import GameError


class StoreError(GameError):
    """The store failed. It is unknown whether a pending row is stored: check before continuing.

    >>> str(StoreError("store_full", "There is no room left on the disk."))
    'There is no room left on the disk.'
    """


def closed() -> StoreError:
    """Return the error of a store that is not open."""
    return StoreError("store_closed", "The store is not open.")

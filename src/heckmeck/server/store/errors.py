"""What can go wrong with a store."""

from __future__ import annotations

from heckmeck.games import GameError


class StoreError(GameError):
    """The store cannot do what was asked. Whether something it was given is kept is not known: look before going on.

    >>> str(StoreError("store_full", "There is no room left on the disk."))
    'There is no room left on the disk.'
    """


def closed() -> StoreError:
    """Return what to say to those who ask a store before it is open or after it was closed."""
    return StoreError("store_closed", "The store is not open.")

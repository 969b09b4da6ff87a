"""The storage of a page: texts under keys in a few spaces, written in durable transactions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

import msgspec

from heckmeck.server.store import StoreError

Space = Literal["rows", "tables", "games", "luck", "meta"]


class Storage(Protocol):
    """What the page provides. In the worker it is an object of JavaScript, in tests one of Python."""

    async def read(self, space: str, first: str, last: str) -> Sequence[Sequence[str]]:
        """Return the keys from `first` to `last` with their values, in the order of the keys."""
        ...

    async def write(self, changes: str) -> bool:
        """Make all changes in one transaction, and return when they are on the disk.

        `changes` is a JSON list of [space, key, value, "new" or "any"]. If a key that must be new exists,
        nothing is written and the result is false.
        """
        ...


class Change(NamedTuple):
    """A value to write under a key; with `new`, nothing is written at all if the key exists."""

    space: Space
    key: str
    value: str
    mode: Literal["new", "any"] = "any"


class KeyValues:
    """The storage of the page, with every failure as a StoreError."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def read(self, space: Space, first: str, last: str) -> list[tuple[str, str]]:
        """Return the keys from `first` to `last` with their values, in the order of the keys."""
        try:
            found = await self._storage.read(space, first, last)
        except Exception as error:  # whatever the page raises
            raise StoreError("store_failed", f"The storage of this device cannot be read: {error}") from error
        return [(key, value) for key, value in found]

    async def get(self, space: Space, key: str) -> str | None:
        """Return the value under a key; None if there is none."""
        found = await self.read(space, key, key)
        return found[0][1] if found else None

    async def write(self, changes: Sequence[Change]) -> bool:
        """Make all changes, or none if a key that must be new exists: then return False."""
        try:
            return bool(await self._storage.write(msgspec.json.encode(changes).decode()))
        except Exception as error:  # whatever the page raises
            raise StoreError("store_failed", f"The storage of this device cannot be written: {error}") from error

"""One server at a time on a file: a lock of the operating system, which ends with the process however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import ClassVar

from heckmeck.server.store.errors import StoreError


class FileLock:
    """Holds the file PATH.lock. Raises StoreError where somebody else does.

    The lock belongs to this process alone: children that are forked do not keep it after its death.
    """

    _ours: ClassVar[set[Path]] = set()
    """What this process holds: the lock of the system does not keep us from ourselves."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ".lock").resolve()
        if self._path in self._ours:
            raise _taken(path)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise _taken(path) from None
        self._ours.add(self._path)

    def release(self) -> None:
        """Let others have the file."""
        self._ours.discard(self._path)
        os.close(self._file)


def _taken(path: Path) -> StoreError:
    text = "is in use by another heckmeck. Stop that one, choose another file, or share a PostgreSQL database."
    return StoreError("store_locked", f"{path} {text}")


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""A lock on a file, so that only one server uses it. The operating system releases it when the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import ClassVar

from heckmeck.server.store.errors import StoreError


class FileLock:
    """Holds the file PATH.lock. Raises StoreError if another process does.

    The lock belongs only to this process: forked children do not keep it.
    """

    _ours: ClassVar[set[Path]] = set()
    """The locks of this process, because locks of the system do not exclude the same process."""

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
        """Release the lock."""
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

"""Atomic file writes: after a crash there is either the old file or the new one."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["replacing"]


@contextmanager
def replacing(
    path: Path, *, keep: str | None = None, private: bool = False, overwrite: bool = True
) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of `path` once everything is written and synced to disk.

    If an error interrupts the writing, `path` stays as it was and the new file is removed; with `keep`, it stays under
    the name of `path` with that suffix. A `private` file is readable only by its owner from the moment it is created.
    With `overwrite=False`, an existing file, or one that another process creates meanwhile, is kept and the new one is
    discarded. Symbolic links are followed. A pipe or a device is written to directly.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "greeting"
    ...     with replacing(path) as file:
    ...         _ = file.write(b"hello")
    ...     path.read_bytes()
    b'hello'
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # raises IsADirectoryError for a folder
            yield file
        return
    new = path.with_name(f"{path.name}{keep}" if keep else f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(new, "wb", opener=_open_private if private else None) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _move(new, path, overwrite=overwrite)
    except BaseException:
        if not keep:
            new.unlink(missing_ok=True)
        raise


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_EXCL, 0o600)


def _move(new: Path, path: Path, *, overwrite: bool) -> None:
    if overwrite:
        new.replace(path)
    else:
        with suppress(FileExistsError):
            os.link(new, path)  # unlike a rename, it never replaces
        new.unlink()

"""Backups: folders with the content of a database and the keys of the cookies, from which a server can be restored."""

from __future__ import annotations

import gzip
import os
import re
import secrets
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from heckmeck.atomic_file import replacing
from heckmeck.server.store.dump import End, check, count_rows, fill, lines
from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.session import CHUNK, Session

DATABASE = "database.jsonl.gz"
"""The compressed dump. `heckmeck db export` writes the same without compression."""
KEYS = "keys.json"

COMPRESSION = 6
"""The level of gzip."""

_NAME = "heckmeck-%Y%m%dT%H%M%S.%fZ"
_NAMED = re.compile(r"heckmeck-\d{8}T\d{6}\.\d{6}Z")

Report = Callable[[int], object]


class Backup(NamedTuple):
    """A folder, and the number of rows in it."""

    folder: Path
    rows: int


async def back_up(session: Session, keys: Path, into: Path, report: Report) -> Backup:
    """Write a new folder with all data of the session, and with the keys if there are any.

    The folder appears once it is complete. `report` gets the number of rows.
    """
    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = into / datetime.now(UTC).strftime(_NAME)
    with _new_folder(folder) as new:
        if keys.exists():
            _copy_private(keys, new / KEYS)
        with replacing(new / DATABASE, private=True) as raw, gzip.open(raw, "wb", COMPRESSION) as file:
            number = 0
            async for line in lines(session, _digests(new)):
                file.write(line)
                number += 1
                if number % CHUNK == 0:
                    report(number)
        rows = await count_rows(session)
        with _opened(new / DATABASE) as (file, _):
            written = check(file, lambda _: None).rows
        if written != rows:
            raise StoreError("bad_backup", f"{written:,} of {rows:,} rows were written.")
    return Backup(folder, rows)


async def restore(session: Session, backup: Path, keys: Path, report: Report) -> End:
    """Fill an empty database from a backup, and copy its keys if there are none; return the last line of its dump.

    `report` gets the number of bytes read.
    """
    with _opened(backup / DATABASE) as (file, raw):
        end = await fill(session, file, lambda _: report(raw.tell()))
    for name, digest in _digests(backup).items():
        if end.files.get(name, digest) != digest:
            raise StoreError("bad_backup", f"{backup / name} was changed: it does not match its SHA-256 in {DATABASE}.")
    if (backup / KEYS).exists():
        keys.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _copy_private(backup / KEYS, keys)
    return end


def _digests(backup: Path) -> dict[str, str]:
    """Return the digests of the other files of a backup."""
    keys = backup / KEYS
    return {KEYS: sha256(keys.read_bytes()).hexdigest()} if keys.exists() else {}


def size_of(backup: Path) -> int:
    """Return the number of bytes of a backup's dump. Raises StoreError if there is none."""
    try:
        return (backup / DATABASE).stat().st_size
    except FileNotFoundError:
        raise StoreError("no_backup", f"{backup} is not a backup: there is no {DATABASE} in it.") from None


def has_same_keys(backup: Path, keys: Path) -> bool:
    """Return whether the keys in a file are those of a backup."""
    return not (backup / KEYS).exists() or (backup / KEYS).read_bytes() == keys.read_bytes()


def remove_older(made: Path, keep: int) -> int:
    """Remove all backups beside a new one except the newest ones. Return the number of removed ones.

    The new one stays even if it has an older name, because the clock was set back.
    """
    others = sorted(path for path in made.parent.iterdir() if _NAMED.fullmatch(path.name) and path != made)
    older = others[: max(0, len(others) - (keep - 1))]
    for path in older:
        shutil.rmtree(path)
    return len(older)


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """Make a private folder that gets its final name when it is complete, or is removed after an error."""
    new = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    new.mkdir(mode=0o700)
    try:
        yield new
        new.rename(folder)
    except BaseException:
        shutil.rmtree(new)
        raise
    if os.name != "nt":
        _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _opened(dump: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Open a compressed dump: the content, and the file itself. Raises StoreError if it is damaged."""
    try:
        with dump.open("rb") as raw, gzip.open(raw) as file:
            yield cast(BinaryIO, file), raw
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise StoreError("bad_dump", f"{dump} is damaged: {error}.") from None


def _copy_private(source: Path, target: Path) -> None:
    """Copy a file, readable only by its owner, unless there is one already."""
    if not target.exists():
        with replacing(target, private=True, overwrite=False) as file:
            file.write(source.read_bytes())

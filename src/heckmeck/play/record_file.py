"""Files of records: one a line, read as a stream and written so that nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from heckmeck.play.record import BadRecord, Record, decode, encode

LONGEST_LINE = 16 * 2**20
"""No record comes near this: a line beyond it is refused before it fills the memory."""


def read_records(path: Path) -> Iterator[tuple[int, Record | BadRecord]]:
    """Yield every record of a file with its line's number, or the reason why the line is none.

    Empty lines are passed over. Reading goes on after a bad line, but not after one that is too long.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                limit = f"{LONGEST_LINE // 2**20} MiB"
                yield number, BadRecord("too_long", f"The line is longer than {limit}; what follows is not read.")
                return
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.strip():
                yield number, _decode(line)


def _decode(line: bytes) -> Record | BadRecord:
    try:
        return decode(line)
    except BadRecord as error:
        return error


def write_record(path: Path, record: Record) -> None:
    """Write a file with one record. The old file is there until the new one is complete and on the disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(encode(record) + b"\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


@contextmanager
def replacing(path: Path, keep: str | None = None) -> Iterator[BinaryIO]:
    """Open a file that takes the place of another only when all is written and on the disk.

    Where that fails, what was written is kept under the name with the suffix `keep`, if one is given. Links are
    followed, and what is no plain file (a pipe, a device) is written to as it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:  # a folder is refused here
            yield file
        return
    new = path.with_name(f"{path.name}{keep}" if keep else f".{path.name}.{os.getpid()}")
    try:
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        if not keep:
            new.unlink(missing_ok=True)
        raise

"""Files of records: one a line, read as a stream and written so that nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

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
                yield number, BadRecord("too_long", f"The line is longer than {LONGEST_LINE // 2**20} MiB.")
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
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with new.open("wb") as file:
            file.write(encode(record) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise

"""Files of records: one record per line, read as a stream and written atomically."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from heckmeck.atomic_file import replacing
from heckmeck.play.record import BadRecord, Record, decode, encode

SAMPLE = 8192
"""Number of bytes that are examined to recognize a binary file."""
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
"""Characters that do not occur in text, unlike tabs and line ends."""

LONGEST_LINE = 16 * 2**20
"""Maximum length of a line in bytes, far above any record: a longer line is refused before it fills the memory."""


def read_records(path: str | os.PathLike[str]) -> Iterator[tuple[int, Record | BadRecord]]:
    """Yield every record of a file with its line number, or the reason why the line is not a record.

    Empty lines are skipped. Reading continues after a bad line, but not after one that is too long. Raises BadRecord
    for a binary file.
    """
    with Path(path).open("rb") as file:
        if CONTROL.search(file.peek(SAMPLE)[:SAMPLE]):
            raise BadRecord(
                "binary_file", f"{path} is a binary file; records are lines of text. If it is compressed, unpack it."
            )
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


def write_record(path: str | os.PathLike[str], record: Record) -> None:
    """Write a file with one record. An existing file is replaced once the new one is complete."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(encode(record) + b"\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None

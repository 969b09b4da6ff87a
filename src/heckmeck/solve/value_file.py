"""Files of values: a header, then the positions and both bounds as plain arrays that can be mapped into memory."""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from heckmeck.games import BadSetup
from heckmeck.games.bratwurmeck import BratwurmeckSetup
from heckmeck.solve.bratwurmeck.positions import Positions
from heckmeck.solve.bratwurmeck.small_game import ENDS, Values

MAGIC = b"HECKMECK"
VERSION = 2
HEADER = 1024
"""The bytes before the arrays: magic, version, length of the JSON text, that text, zeros, the checksum."""

CHECKSUM = 32
"""The last bytes of the header: BLAKE2b over the whole file, with zeros in their own place."""

VERIFIED = 512 * 2**20
"""Files up to so many bytes are read as a whole when they are opened, to compare the checksum."""

PIECE = 2**20

INTEGERS, FLOATS = np.dtype("<i8"), np.dtype("<f8")


def write_values(path: Path, values: Values, complete: bool) -> None:
    """Write all values. The old file is there until the new one is complete and on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with new.open("wb") as file:
            header = _header(values, complete)
            checksum = blake2b(header, digest_size=CHECKSUM)
            file.write(header)
            for array, kind in ((values.positions.codes, INTEGERS), (values.low, FLOATS), (values.high, FLOATS)):
                numbers = np.ascontiguousarray(array, kind)
                checksum.update(numbers.data)
                file.write(numbers.data)
            file.seek(HEADER - CHECKSUM)
            file.write(checksum.digest())
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def read_values(
    path: Path, setup: BratwurmeckSetup | None = None, *, unfinished: bool = False, verify: bool | None = None
) -> Values:
    """Map the values of a file into memory; with `unfinished`, read a copy to go on with, complete or not.

    A file that is truncated, damaged, of another version or, where a set-up is given, of other options is refused.
    Whether it is damaged is found out by its checksum. That takes reading all of it, which is left out for files too
    large to be read in a moment unless `verify` says so.
    """
    with path.open("rb") as file:
        header = _read_header(path, file)
    found = _setup(path, header)
    count, complete = header.get("positions"), header.get("complete")
    if type(count) is not int or type(complete) is not bool or count < 1:
        raise _refused(path, "has a header that makes no sense")
    if setup is not None and found != setup:
        raise BadSetup("other_options", f"{path} is of other options: {_told(found)}, not {_told(setup)}.")
    size = HEADER + count * INTEGERS.itemsize + 2 * (count + len(ENDS)) * FLOATS.itemsize
    if path.stat().st_size != size:
        raise _refused(path, f"has {path.stat().st_size} bytes instead of {size}: it is truncated or damaged")
    if unfinished or (size <= VERIFIED if verify is None else verify):
        _verify(path)
    if not complete and not unfinished:
        raise BadSetup("unfinished", f"{path} is not finished: go on with `heckmeck solve` and --resume.")
    codes = np.memmap(path, INTEGERS, "r", HEADER, (count,))
    after = HEADER + codes.nbytes
    low = np.memmap(path, FLOATS, "r", after, (count + len(ENDS),))
    high = np.memmap(path, FLOATS, "r", after + low.nbytes, (count + len(ENDS),))
    if unfinished:
        return Values(Positions(found, np.array(codes)), np.array(low), np.array(high))
    return Values(Positions(found, codes), low, high)


def is_values(path: Path) -> bool:
    """Whether a file begins as one of values does, of whatever version."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _verify(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(HEADER)
        checksum = blake2b(header[:-CHECKSUM] + bytes(CHECKSUM), digest_size=CHECKSUM)
        while piece := file.read(PIECE):
            checksum.update(piece)
    if checksum.digest() != header[-CHECKSUM:]:
        raise _refused(path, "is damaged: its checksum is not that of its content. Solve the game again")


def _header(values: Values, complete: bool) -> bytes:
    text = json.dumps(
        {
            "game": "bratwurmeck",
            "options": _options(values.positions.setup),
            "positions": len(values.positions),
            "bound": values.bound,
            "complete": complete,
        }
    ).encode()
    numbers = np.array([VERSION, len(text)], "<u4").tobytes()
    return (MAGIC + numbers + text).ljust(HEADER, b"\0")


def _read_header(path: Path, file: BinaryIO) -> dict[str, Any]:
    block = file.read(HEADER)
    if not block.startswith(MAGIC):
        raise _refused(path, "holds no values of a small game")
    if len(block) < HEADER:
        raise _refused(path, "is truncated")
    version, length = (int(number) for number in np.frombuffer(block, "<u4", 2, len(MAGIC)))
    if version != VERSION:
        raise BadSetup("other_version", f"{path} is of version {version}; this program reads version {VERSION}.")
    start = len(MAGIC) + 8
    try:
        header = json.loads(block[start : start + length])
    except ValueError:
        header = None
    if not isinstance(header, dict) or not isinstance(header.get("options"), dict):
        raise _refused(path, "has a header that cannot be read")
    return header


def _setup(path: Path, header: dict[str, Any]) -> BratwurmeckSetup:
    try:
        return BratwurmeckSetup.make({"seats": 2, **header["options"]})
    except BadSetup as error:
        raise _refused(path, f"has a header with options that cannot be: {error}") from None


def _options(setup: BratwurmeckSetup) -> dict[str, object]:
    return {
        "portions": list(setup.portions),
        "lower_portion": setup.lower_portion,
        "returned_highest_turns": setup.returned_highest_turns,
    }


def _told(setup: BratwurmeckSetup) -> str:
    lowest, highest = setup.portions
    turns = str(setup.returned_highest_turns).lower()
    return f"portions={lowest}-{highest} lower_portion={setup.lower_portion} returned_highest_turns={turns}"


def _refused(path: Path, why: str) -> BadSetup:
    return BadSetup("bad_values", f"{path} {why.removesuffix('.')}.")

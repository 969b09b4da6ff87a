"""Files of values: a header, then the positions and both bounds as plain arrays that can be mapped into memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from heckmeck.atomic_file import replacing
from heckmeck.games import BadSetup, Setup, get
from heckmeck.solve.registry import SmallGame, small_game
from heckmeck.solve.values import ENDS, Values

MAGIC = b"HECKMECK"
VERSION = 2
HEADER = 1024
"""The bytes before the arrays: magic, version, length of the JSON text, that text, zeros, the checksum."""

CHECKSUM = 32
"""The last bytes of the header: BLAKE2b over the whole file, with the checksum itself as zeros."""

MAX_VERIFIED = 512 * 2**20
"""Maximum size in bytes of a file whose checksum is verified when it is opened."""

PIECE = 2**20

INTEGERS, FLOATS = np.dtype("<i8"), np.dtype("<f8")


def write_values(path: Path, values: Values[Any], complete: bool) -> None:
    """Write all values. An existing file is replaced once the new one is complete and on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        header = _header(values, complete)
        checksum = blake2b(header, digest_size=CHECKSUM)
        file.write(header)
        for array, kind in ((values.positions.codes, INTEGERS), (values.low, FLOATS), (values.high, FLOATS)):
            numbers = np.ascontiguousarray(array, kind)
            checksum.update(numbers.data)
            file.write(numbers.data)
        file.seek(HEADER - CHECKSUM)
        file.write(checksum.digest())


def read_values(
    path: Path, setup: Setup | None = None, *, unfinished: bool = False, verify: bool | None = None
) -> Values[Any]:
    """Map the values of a file into memory; with `unfinished`, read a copy to continue with, complete or not.

    Raises BadSetup for a file that is truncated, damaged, of another version or, if a set-up is given, has other
    options. Damage is found by the checksum, which needs the whole file to be read. For files larger than
    `MAX_VERIFIED` that is skipped unless `verify` is true.
    """
    with path.open("rb") as file:
        header = _read_header(path, file)
    solved = _small_game(path, header)
    found = _setup(path, header, solved)
    count, complete = header.get("positions"), header.get("complete")
    if type(count) is not int or type(complete) is not bool or count < 1:
        raise _refused(path, "has a header that makes no sense")
    if setup is not None and found != setup:
        known, asked = _format_options(solved.options(found)), _format_options(solved.options(setup))
        raise BadSetup("other_options", f"{path} has other options: {known}, not {asked}.")
    size = HEADER + count * INTEGERS.itemsize + 2 * (count + len(ENDS)) * FLOATS.itemsize
    if path.stat().st_size != size:
        raise _refused(path, f"has {path.stat().st_size} bytes instead of {size}: it is truncated or damaged")
    if unfinished or (size <= MAX_VERIFIED if verify is None else verify):
        _verify(path)
    if not complete and not unfinished:
        raise BadSetup("unfinished", f"{path} is not finished: go on with `heckmeck solve` and --resume.")
    codes = np.memmap(path, INTEGERS, "r", HEADER, (count,))
    after = HEADER + codes.nbytes
    low = np.memmap(path, FLOATS, "r", after, (count + len(ENDS),))
    high = np.memmap(path, FLOATS, "r", after + low.nbytes, (count + len(ENDS),))
    if unfinished:
        return Values(solved.positions(found, np.array(codes)), np.array(low), np.array(high))
    return Values(solved.positions(found, codes), low, high)


def is_values(path: Path) -> bool:
    """Return whether a file is a file of values, of any version."""
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


def _header(values: Values[Any], complete: bool) -> bytes:
    positions = values.positions
    text = json.dumps(
        {
            "game": positions.game,
            "options": small_game(get(positions.game)).options(positions.setup),
            "positions": len(positions),
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


def _small_game(path: Path, header: dict[str, Any]) -> SmallGame[Any]:
    try:
        return small_game(get(header.get("game", "")))
    except BadSetup as error:
        raise _refused(path, f"has a header with a game that cannot be solved: {error}") from None


def _setup(path: Path, header: dict[str, Any], solved: SmallGame[Any]) -> Setup:
    try:
        setup: Setup = solved.setup(header["options"])
    except BadSetup as error:
        raise _refused(path, f"has a header with impossible options: {error}") from None
    return setup


def _format_options(options: Mapping[str, object]) -> str:
    """Return options as on a command line.

    >>> _format_options({"portions": [21, 24], "returned_highest_turns": False})
    'portions=21-24 returned_highest_turns=false'
    """
    return " ".join(f"{name}={_format_option(value)}" for name, value in options.items())


def _format_option(value: object) -> str:
    if isinstance(value, list):
        return "-".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refused(path: Path, why: str) -> BadSetup:
    return BadSetup("bad_values", f"{path} {why.removesuffix('.')}.")

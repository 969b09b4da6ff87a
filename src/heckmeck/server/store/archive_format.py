"""The format of archived games: all entries of a game, and those after it up to the next, as one compressed row.

The first byte of a body is the version of the format. In version 1, the rest is a zlib stream with the preset
dictionary `archive_1.dict`, which contains entries of typical games: without it a short game would mostly consist of
field names. It contains a JSON document:

    {"players": ["h3…", …],     the players who sent commands
     "by": [0, 1, null, …],                    for each entry whose command it was; null for the server itself
     "at": [1700000000000, 1870, …],           the time of the first entry, then the differences to the one before
     "entries": [{"type": "moved", …}, …]}     the entries as they were stored, byte by byte

An empty body stands for a damaged game that the operator has removed: its entries are lost, but keep their numbers.

The ids of commands and the names of processes are not kept. After a game they are needed only to recognize a command
that is sent again at a table that is still open; for this, the column `commands` has a short digest of each command.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import accumulate, pairwise
from pathlib import Path

import msgspec

from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.table_store import Row

VERSION = b"\1"
REMOVED = b""
"""The body of a game that was damaged, and removed by the operator."""
DAMAGED = "archive_damaged"
GONE = "archive_removed"
"""The codes of the errors for a damaged game, and for a damaged game that was removed."""
DIGEST_SIZE = 6
"""Number of bytes of a command's digest. The probability of a collision within a table is at most 10⁻¹⁰."""
MAX_SIZE = 64 * 2**20
"""Maximum number of bytes of an unpacked game, far above the size of any game: a larger row is damaged or forged."""


class _Document(msgspec.Struct, frozen=True):
    players: list[str]
    by: list[int | None]
    at: list[int]
    entries: list[msgspec.Raw]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Document).decode


class _Players(msgspec.Struct, frozen=True):
    players: list[str]


_decode_players = msgspec.json.Decoder(_Players).decode


@cache
def _dictionary() -> bytes:
    return Path(__file__).with_name("archive_1.dict").read_bytes()


def pack(rows: Sequence[Row]) -> bytes:
    """Return the body of an archived game."""
    players: dict[str, int] = {}
    by = [
        players.setdefault(player, len(players)) if dot else None
        for player, dot, _ in (row.command.partition(".") for row in rows)
    ]
    at = [rows[0].at, *(later.at - earlier.at for earlier, later in pairwise(rows))]
    document = _Document(list(players), by, at, [msgspec.Raw(row.body) for row in rows])
    packer = zlib.compressobj(9, memLevel=9, zdict=_dictionary())
    return VERSION + packer.compress(_encode(document)) + packer.flush()


def unpack(table: str, first: int, body: bytes) -> list[Row]:
    """Return the entries of an archived game as rows. Raises StoreError if it is damaged.

    The command of a row is the id of the player followed by a dot, or empty.
    """
    if body == REMOVED:
        text = f"The archived game of table {table} at entry {first} was damaged, and the operator has removed it."
        raise StoreError(GONE, text)
    try:
        document = _decode(unpacked(body))
        columns = zip(document.by, accumulate(document.at), document.entries, strict=True)
        return [
            Row(table, seq, "" if by is None else f"{document.players[by]}.", "", at, bytes(entry))
            for seq, (by, at, entry) in enumerate(columns, first)
        ]
    except (zlib.error, msgspec.DecodeError, UnicodeError, ValueError, IndexError) as error:
        text = f"The archived game of table {table} at entry {first} is damaged: {error}."
        raise StoreError(DAMAGED, text) from error


def unpacked(body: bytes) -> bytes:
    """Return the document in a body. Raises ValueError or zlib.error if there is none."""
    if body[:1] != VERSION:
        raise ValueError(f"there is no version {body[:1].hex() or 'at all'}")
    unpacker = zlib.decompressobj(zdict=_dictionary())
    document = unpacker.decompress(body[1:], MAX_SIZE)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("it does not end where it should")
    return document


def mentions(body: bytes, *players: str) -> bool:
    """Return whether a body may contain data of players. True for a damaged body, so that the damage is reported."""
    if body == REMOVED:
        return False
    try:
        document = unpacked(body)
    except (zlib.error, ValueError):
        return True
    return any(f'"{player}"'.encode() in document for player in players)


def has_commands_of(body: bytes, player: str) -> bool:
    """Return whether a body has entries from commands of a player. False for a damaged body."""
    try:
        document = unpacked(body)
        return f'"{player}"'.encode() in document and player in _decode_players(document).players
    except (zlib.error, msgspec.DecodeError, UnicodeError, ValueError):
        return False


def digests(rows: Iterable[Row]) -> bytes:
    """Return the digests of the commands of players."""
    return b"".join(digest(row.table, row.command) for row in rows if "." in row.command)


def digest(table: str, command: str) -> bytes:
    """Return the digest of a command at a table."""
    return blake2b(f"{table} {command}".encode(), digest_size=DIGEST_SIZE).digest()


def contains(commands: bytes, wanted: bytes) -> bool:
    """Return whether a digest is among others."""
    # Nearly all commands are new. A plain search that finds no such bytes at all takes a hundredth of the time.
    return wanted in commands and wanted in _each(commands)


def _each(commands: bytes) -> Iterator[bytes]:
    return (commands[start : start + DIGEST_SIZE] for start in range(0, len(commands), DIGEST_SIZE))

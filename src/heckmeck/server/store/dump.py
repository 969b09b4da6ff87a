"""Dumps: the content of a database as a file that either kind of database can be filled from.

The first line has the format and version, then comes a line for each row, `["entries", [values]]`, and the last line
has the number of rows and the SHA-256 of all lines before it, so that a truncated or changed file is detected. In rows,
bytes are in Base64.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, LargeBinary, Table, Text

from heckmeck.server.store.errors import StoreError
from heckmeck.server.store.schema import metadata, processes
from heckmeck.server.store.session import CHUNK, Session
from heckmeck.server.store.version import NEWEST

TABLES: dict[str, Table] = {str(table.name): table for table in metadata.sorted_tables if table is not processes}
"""All tables except for the list of living processes."""

ADDED: dict[str, dict[str, tuple[Any, ...]]] = {
    NEWEST: {},
    "0006": {},
    "0005": {},
    "0004": {"games": (None, None)},
    "0003": {"games": (None, None)},
    "0002": {"games": (None, None), "tables": (None,)},
    "0001": {"games": (None, None), "tables": (None, None), "players": ("",)},
}
"""The versions of files that can be read, with the values to add at the end of the rows of some tables."""

MAX_LINE = 16 * 2**20
"""Maximum number of bytes of a line, far above any row: longer lines are refused before they fill the memory."""

_TYPES: dict[type, Any] = {Text: str, Integer: int, BigInteger: int, Boolean: bool, Double: float, LargeBinary: bytes}


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    heckmeck_database: str
    """The version of the schema."""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line."""

    rows: int
    sha256: str = ""
    """The digest of all lines before, in hexadecimal. Empty in files of earlier versions, which cannot be verified."""
    files: Mapping[str, str] = {}
    """The digests of other files of the same backup, by their names."""


_encode = msgspec.json.Encoder().encode

Line = tuple[str, tuple[Any, ...]]


def _row_type(table: Table) -> Any:
    """Return the type of a row as a tuple."""

    def of(column: Column[Any]) -> Any:
        kind = _TYPES[type(column.type)]
        return kind | None if column.nullable else kind

    return tuple[tuple(map(of, table.columns))]  # type: ignore[misc]  # built at runtime


_ROWS = {name: _row_type(table) for name, table in TABLES.items()}
_COLUMNS = {name: [str(column.name) for column in table.columns] for name, table in TABLES.items()}


async def count_rows(session: Session) -> int:
    """Return the total number of rows."""
    return sum([await session.one(f"SELECT COUNT(*) FROM {name}") for name in TABLES])  # noqa: S608, our own names


async def lines(session: Session, files: Mapping[str, str] | None = None) -> AsyncIterator[bytes]:
    """Yield the lines of a dump. `files` are the digests of other files, for its last line."""
    digest, total = sha256(), -1
    async for line in _content(session):
        digest.update(line)
        total += 1
        yield line
    yield _encode(End(total, digest.hexdigest(), files or {})) + b"\n"


async def _content(session: Session) -> AsyncIterator[bytes]:
    """Yield the first line, and a line for each row."""
    yield _encode(Head(NEWEST)) + b"\n"
    for name, table in TABLES.items():
        order = ", ".join(column.name for column in table.primary_key)
        sql = f"SELECT {', '.join(_COLUMNS[name])} FROM {name} ORDER BY {order}"  # noqa: S608, our own names
        async for found in session.stream(sql):
            # SQLite has no booleans and returns numbers for them.
            yield _encode((name, msgspec.convert(tuple(found), _ROWS[name], strict=False))) + b"\n"


async def fill(session: Session, file: BinaryIO, report: Callable[[int], object]) -> End:
    """Check a dump, fill an empty database from it, and return its last line.

    The file is read twice; `report` gets the number of bytes read each time.
    """
    if await count_rows(session):
        raise StoreError("store_not_empty", f"{session.name} is not empty: fill a new database.")
    end = check(file, report)
    file.seek(0)
    table = ""
    rows: list[tuple[Any, ...]] = []
    for name, values in DumpReader(file):
        if rows and (name != table or len(rows) == CHUNK):
            await session.insert(table, _COLUMNS[table], rows)
            report(file.tell())
            rows = []
        table = name
        rows.append(values)
    if rows:
        await session.insert(table, _COLUMNS[table], rows)
    return end


def check(file: BinaryIO, report: Callable[[int], object]) -> End:
    """Read a whole dump and return its last line. Raises StoreError unless the dump is complete and unchanged."""
    reader = DumpReader(file)
    for number, _ in enumerate(reader, 1):
        if number % CHUNK == 0:
            report(file.tell())
    assert reader.end is not None
    return reader.end


class DumpReader:
    """The rows of a dump, to be read once. Raises StoreError at its end unless the dump is complete and unchanged."""

    end: End | None = None
    """The last line, once all rows are read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def __iter__(self) -> Iterator[Line]:
        total, number, digest = 0, 0, sha256()
        added: dict[str, tuple[Any, ...]] = {}
        while line := self._file.readline(MAX_LINE):
            number += 1
            try:
                if number == 1:
                    added = _added_since(msgspec.json.decode(line, type=Head).heckmeck_database)
                elif line.startswith(b"["):
                    yield _decode(line, added)
                    total += 1
                else:
                    self.end = self._checked_end(msgspec.json.decode(line, type=End), number, total, digest.hexdigest())
                    return
            except (msgspec.DecodeError, KeyError) as error:
                raise _bad(f"Line {number} is not a line of a dump: {error}.") from None
            digest.update(line)
        raise _bad("The file is incomplete: its end is missing.")

    def _checked_end(self, end: End, number: int, total: int, digest: str) -> End:
        if end.rows != total or self._file.read(1):
            raise _bad(f"Line {number} is not the correct end of the file: there are {total} rows before it.")
        if end.sha256 not in ("", digest):
            raise _bad("The file was changed: its content does not match the SHA-256 in its last line.")
        return end


def _decode(line: bytes, added: dict[str, tuple[Any, ...]]) -> Line:
    name, values = msgspec.json.decode(line, type=tuple[str, list[Any]])
    return name, msgspec.convert((*values, *added.get(name, ())), _ROWS[name])


def _added_since(version: str) -> dict[str, tuple[Any, ...]]:
    if version not in ADDED:
        text = f"The file has version {version[:20]} of the database, and this heckmeck has {NEWEST}."
        raise _bad(f"{text} Read it with the version of heckmeck that wrote it.")
    return ADDED[version]


def _bad(text: str) -> StoreError:
    return StoreError("bad_dump", text)

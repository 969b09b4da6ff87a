"""Dumps: the content of a database as a file that either kind of database can be filled from.

The first line has the format and version, then comes a line for each row, `["entries", [values]]`, and the last line
has the number of rows, so that a truncated file is detected. Bytes are in Base64.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
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


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    rows: int


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


async def lines(session: Session) -> AsyncIterator[bytes]:
    """Yield the lines of a dump."""
    encode = msgspec.json.Encoder().encode
    yield encode(Head(NEWEST)) + b"\n"
    total = 0
    for name, table in TABLES.items():
        order = ", ".join(column.name for column in table.primary_key)
        sql = f"SELECT {', '.join(_COLUMNS[name])} FROM {name} ORDER BY {order}"  # noqa: S608, our own names
        async for found in session.stream(sql):
            # SQLite has no booleans and returns numbers for them.
            yield encode((name, msgspec.convert(tuple(found), _ROWS[name], strict=False))) + b"\n"
            total += 1
    yield encode(End(total)) + b"\n"


async def fill(session: Session, file: BinaryIO, report: Callable[[int], object]) -> int:
    """Fill an empty database from a dump and return the number of rows; `report` gets the number of bytes read."""
    if await count_rows(session):
        raise StoreError("store_not_empty", f"{session.name} is not empty: fill a new database.")
    total, table = 0, ""
    rows: list[tuple[Any, ...]] = []
    for name, values in rows_of(file):
        if rows and (name != table or len(rows) == CHUNK):
            await session.insert(table, _COLUMNS[table], rows)
            report(file.tell())
            rows = []
        table = name
        rows.append(values)
        total += 1
    if rows:
        await session.insert(table, _COLUMNS[table], rows)
    return total


def rows_of(file: BinaryIO) -> Iterator[Line]:
    """Yield the rows of a dump. Raises StoreError unless it is complete."""
    total, number = 0, 0
    added: dict[str, tuple[Any, ...]] = {}
    while line := file.readline(MAX_LINE):
        number += 1
        try:
            if number == 1:
                added = _added_since(msgspec.json.decode(line, type=Head).heckmeck_database)
            elif line.startswith(b"["):
                yield _decode(line, added)
                total += 1
            elif msgspec.json.decode(line, type=End).rows == total and not file.read(1):
                return
            else:
                raise _bad(f"Line {number} is not the correct end of the file: there are {total} rows before it.")
        except (msgspec.DecodeError, KeyError) as error:
            raise _bad(f"Line {number} is not a line of a dump: {error}.") from None
    raise _bad("The file is incomplete: its end is missing.")


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

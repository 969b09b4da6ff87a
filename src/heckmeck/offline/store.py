"""The tables of one device over the storage of its page: logs, chains, and the games that were played."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from heckmeck.offline.storage import Change, KeyValues
from heckmeck.server.store import Game, Row, StoreError, Summary, TableStore
from heckmeck.server.store.devices import Profile
from heckmeck.server.table import entries
from heckmeck.server.table.changes import ChainKept, GameBegun, GameEnded, PendingChanged, TableChanged
from heckmeck.server.table.changes import Change as TableChange

logger = logging.getLogger("heckmeck.offline")

T = TypeVar("T")

LAST = 10**8 - 1
"""The highest number that a key can have."""
LISTED = 50
"""Maximum number of tables in a list."""
END = "\uffff"
"""Comes after every key."""
ME = "me"
"""The key of the player's profile."""


class _StoredRow(Struct, frozen=True, array_like=True):
    command: str
    process: str
    at: int
    body: msgspec.Raw


_encode = msgspec.json.Encoder().encode
_decode_row = msgspec.json.Decoder(_StoredRow).decode
_decode_game = msgspec.json.Decoder(Game).decode
_decode_table = msgspec.json.Decoder(TableChanged).decode
_decode_profile = msgspec.json.Decoder(Profile).decode


class OfflineStore(TableStore):
    """A store over keys and values. The key of a row and that of its command must both be new.

    So another tab that writes the same entry, or does the same command, makes an append fail, and nothing is doubled.
    """

    def __init__(self, values: KeyValues) -> None:
        self._values = values

    # The log ---------------------------------------------------------------------------------------------------------

    async def append(self, row: Row, changes: Collection[TableChange] = ()) -> bool:
        """Store a row and its changes, or neither."""
        stored = _StoredRow(row.command, row.process, row.at, msgspec.Raw(row.body))
        written = [
            Change("rows", _numbered(row.table, row.seq), _text(stored), "new"),
            Change("rows", _command(row.table, row.command), str(row.seq), "new"),
        ]
        written += [await self._change(change) for change in changes]
        return await self._values.write(written)

    async def _change(self, change: TableChange) -> Change:
        if isinstance(change, TableChanged):
            return Change("tables", change.table, _text(change))
        if isinstance(change, PendingChanged):
            table = replace(await self._table(change.table), pending=change.pending)
            return Change("tables", change.table, _text(table))
        key = _numbered(change.table, change.number)
        if isinstance(change, ChainKept):
            return Change("luck", key, change.secret.hex(), "new")
        if isinstance(change, GameBegun):
            return Change("games", key, _text(_begun(change)), "new")
        assert isinstance(change, GameEnded)
        game = await self.game(change.table, change.number)
        if game is None:
            raise StoreError("game_lost", "The beginning of this game is lost.")
        ended = replace(game, ended=change.at, reason=change.reason, last_seq=change.seq, results=change.results)
        return Change("games", key, _text(ended))

    async def rows(self, table: str, since: int = 0, limit: int = 0) -> list[Row]:
        """Return the rows of a table with a sequence number above `since`, in order; all if there is no limit."""
        last = since + limit if limit else LAST
        found = await self._values.read("rows", _numbered(table, since + 1), _numbered(table, last))
        return [_row(table, key, value) for key, value in found]

    async def find(self, table: str, command: str) -> int | None:
        """Return the sequence number of the row of a command; None if there is none."""
        found = await self._values.get("rows", _command(table, command))
        return None if found is None else int(found)

    async def chain(self, table: str, number: int) -> bytes | None:
        """Return the secret of a game."""
        found = await self._values.get("luck", _numbered(table, number))
        return None if found is None else bytes.fromhex(found)

    # Tables ----------------------------------------------------------------------------------------------------------

    async def count(self) -> int:
        """Return the number of tables that are not closed."""
        return len(await self.open_tables())

    async def open_tables(self) -> list[TableChanged]:
        """Return the tables that are not closed, in the order of their codes."""
        found = _readable(_decode_table, await self._values.read("tables", "", END))
        return [table for table in found if table.phase != "closed"]

    async def summaries(self) -> list[Summary]:
        """Return the latest tables that are not closed as in a list of tables, the latest first.

        As on a server there are at most `LISTED`: tables stay open on a device, and each one is read on its own.
        """
        tables = sorted(await self.open_tables(), key=lambda table: -table.at)[:LISTED]
        found = [await self._summary(table) for table in tables]
        return [summary for summary in found if summary is not None]

    async def _summary(self, table: TableChanged) -> Summary | None:
        found = await self._values.read("rows", _numbered(table.table, 1), _numbered(table.table, 1))
        opened = next(_readable(_decode_opened, found), None)
        if opened is None:
            return None
        return Summary(
            table.table, table.game, table.title, table.phase, table.seats, table.free, table.players, table.at,
            opened.plan.timer, table.takeable,
        )  # fmt: skip

    async def _table(self, code: str) -> TableChanged:
        found = await self._values.get("tables", code)
        if found is None:
            raise StoreError("table_lost", "The description of this table is lost.")
        return _decode_table(found)

    # Games -----------------------------------------------------------------------------------------------------------

    async def game_at(self, table: str, seq: int) -> tuple[int, int] | None:
        """Return the number and the first entry of the last game that began with this entry or before it."""
        begun = [game for game in await self.games(table) if game.first_seq <= seq]
        return (begun[-1].number, begun[-1].first_seq) if begun else None

    async def game_span(self, table: str, number: int) -> tuple[int, int | None] | None:
        """Return the first and the last entry of a game (None: it is running); None if there was none."""
        game = await self.game(table, number)
        return None if game is None else (game.first_seq, game.last_seq)

    async def game(self, table: str, number: int) -> Game | None:
        """Return a game by its number; None if there was none."""
        found = await self._values.get("games", _numbered(table, number))
        return None if found is None else _decode_game(found)

    async def games(self, table: str) -> list[Game]:
        """Return the games of a table in their order."""
        return _games(await self._values.read("games", _numbered(table, 1), _numbered(table, LAST)))

    async def all_games(self) -> list[Game]:
        """Return the games of all tables, in the order of their codes."""
        return _games(await self._values.read("games", "", END))

    async def set_luck(self, game: Game, luck: dict[int, float]) -> None:
        """Store the luck of the seats of a finished game, which is calculated after its end."""
        results = tuple(replace(result, luck=luck.get(result.held.seat)) for result in game.results)
        changed = replace(game, results=results)
        await self._values.write([Change("games", _numbered(game.table, game.number), _text(changed))])

    # The player ------------------------------------------------------------------------------------------------------

    async def profile(self) -> Profile | None:
        """Return the name and portrait of the player; None before they are set."""
        return next(_readable(_decode_profile, await self._values.read("meta", ME, ME)), None)

    async def set_profile(self, profile: Profile) -> None:
        """Store the name and portrait of the player."""
        await self._values.write([Change("meta", ME, _text(profile))])


def _numbered(table: str, number: int) -> str:
    """Return the key of a row, a chain or a game.

    >>> _numbered("~ABCDEFGH", 12)
    '~ABCDEFGH/00000012'
    """
    return f"{table}/{number:08}"


def _command(table: str, command: str) -> str:
    """Return the key of a command. It comes after those of all rows."""
    return f"{table}/={command}"


def _row(table: str, key: str, value: str) -> Row:
    stored = _decode_row(value)
    return Row(table, int(key.rpartition("/")[2]), stored.command, stored.process, stored.at, bytes(stored.body))


def _decode_opened(value: str) -> entries.Opened:
    return msgspec.json.decode(_decode_row(value).body, type=entries.Opened)


def _begun(change: GameBegun) -> Game:
    return Game(
        change.table, change.number, change.game, change.setup, change.at, None, None, change.seq, None, None, ()
    )


def _games(found: Iterable[tuple[str, str]]) -> list[Game]:
    return list(_readable(_decode_game, found))


def _readable(decode: Callable[[str], T], found: Iterable[tuple[str, str]]) -> Iterator[T]:
    """Decode values, without those that are damaged or of a newer version: all others can be used."""
    for key, value in found:
        try:
            yield decode(value)
        except msgspec.DecodeError as error:
            logger.warning("%s is left out: %s", key, error)


def _text(value: object) -> str:
    return _encode(value).decode()

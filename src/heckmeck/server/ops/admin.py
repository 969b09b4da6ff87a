"""Queries of an operator about tables and players in a database, and the orders that a running server carries out."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from heckmeck.games import BadSetup
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.store import Device, Order, OrderKind, Statistics
from heckmeck.server.store.log_rows import log_of
from heckmeck.server.store.session import Session
from heckmeck.server.store.sql_devices import DEVICES, GIVE_ORDER
from heckmeck.server.store.sql_store import DROP_ORDER, STANDING_ORDERS, STATISTICS, games_with
from heckmeck.server.table import entries
from heckmeck.server.table.state import TableState
from heckmeck.server.table.text import clean_chat

LAST_ENTRY = "(SELECT MAX(at) FROM entries WHERE entries.code = tables.code)"
TABLES = f"""
SELECT code, game, title, phase, public, players, {LAST_ENTRY} AS last FROM tables
WHERE phase <> 'closed' ORDER BY last DESC, code LIMIT ?
"""  # noqa: S608, a constant
GAMES = f"(SELECT {games_with('TRUE')} FROM results WHERE results.player = players.player)"  # noqa: S608, constants
PLAYERS = f"""
SELECT player, name, at, {GAMES} FROM players WHERE LOWER(name) LIKE ? ESCAPE '!' ORDER BY at DESC, player LIMIT ?
"""  # noqa: S608, a constant
PLAYER = f"SELECT player, name, at, {GAMES} FROM players WHERE player = ?"  # noqa: S608, a constant
TOKENS = "SELECT COUNT(*) FROM tokens WHERE player = ?"
PHASE = "SELECT phase FROM tables WHERE code = ?"
DROP_EXPIRED = "DELETE FROM orders WHERE until <= ?"
TAKE_BACK = "DELETE FROM orders WHERE kind = ? AND subject = ?"

MAX_MESSAGE = 300
"""Maximum number of characters of a message to all players."""

_decode_names = msgspec.json.Decoder(tuple[str, ...]).decode


class TableLine(NamedTuple):
    """A table in a list."""

    code: str
    game: str
    title: str
    phase: str
    public: bool
    players: tuple[str, ...]
    last: int
    """When its last entry was made."""


class TableDetails(NamedTuple):
    """A table according to its log, and its last chat messages: when, under which name, and the text."""

    state: TableState
    said: Sequence[tuple[int, str, str]]


class PlayerLine(NamedTuple):
    """A player in a list."""

    player: str
    name: str
    since: int
    games: int


class PlayerDetails(NamedTuple):
    """A player with totals for each kind of game, the devices, the number of tokens, and the orders in effect."""

    line: PlayerLine
    statistics: Sequence[Statistics]
    devices: Sequence[Device]
    tokens: int
    orders: Sequence[Order]


async def tables(session: Session, limit: int) -> list[TableLine]:
    """Return the tables that are not closed, those with the latest entries first."""
    return [
        TableLine(code, game, title, phase, bool(public), _decode_names(players), last)
        async for code, game, title, phase, public, players, last in session.stream(TABLES, limit)
    ]


async def table(session: Session, code: str, said: int) -> TableDetails:
    """Return a table and the last messages of its chat. Raises BadSetup if there is none."""
    steps = list(read_log(await log_of(session, code)))
    if not steps:
        raise _no_table(code)
    chat = [(step.row.at, step.entry.name, step.entry.text) for step in steps if isinstance(step.entry, entries.Said)]
    return TableDetails(steps[-1].after, chat[-said:] if said else ())


async def players(session: Session, name: str, limit: int) -> list[PlayerLine]:
    """Return the players whose name contains the given text, the newest first."""
    escaped = "".join(f"!{letter}" if letter in "!%_" else letter for letter in name.lower())
    return [PlayerLine(*found) async for found in session.stream(PLAYERS, f"%{escaped}%", limit)]


async def player(session: Session, player: str) -> PlayerDetails:
    """Return a player. Raises BadSetup if there is none."""
    async for found in session.stream(PLAYER, player):
        statistics = [Statistics(*each) async for each in session.stream(STATISTICS, player)]
        devices = [Device(*each) async for each in session.stream(DEVICES, player)]
        standing = [order for order in await orders(session) if order.subject == player]
        return PlayerDetails(PlayerLine(*found), statistics, devices, await session.one(TOKENS, player), standing)
    raise BadSetup("no_player", f"There is no player {player[:40]}.")


async def orders(session: Session) -> list[Order]:
    """Return the orders in effect."""
    return [Order(*found) async for found in session.stream(STANDING_ORDERS, _now())]


async def sanction(session: Session, kind: OrderKind, subject: str, seconds: float | None) -> None:
    """Ban or mute a player, for a time or permanently. This replaces an earlier order of the same kind."""
    await player(session, subject)
    await session.execute(TAKE_BACK, kind, subject)
    await give_order(session, kind, subject, seconds)


async def pardon(session: Session, kind: OrderKind, subject: str) -> None:
    """Revoke a ban or mute of a player. Raises BadSetup if there is none."""
    given = [order for order in await orders(session) if (order.kind, order.subject) == (kind, subject)]
    if not given:
        raise BadSetup("no_order", f"{subject[:40]} is not {'banned' if kind == 'ban' else 'muted'}.")
    for order in given:
        await session.execute(DROP_ORDER, order.id)


async def close(session: Session, code: str) -> None:
    """Order the closing of a table. Raises BadSetup if there is none, or it is closed."""
    phase = await session.one(PHASE, code)
    if phase is None:
        raise _no_table(code)
    if phase == "closed":
        raise BadSetup("table_closed", f"The table {code} is closed already.")
    await session.execute(TAKE_BACK, "close", code)
    await give_order(session, "close", code, None)


async def announce(session: Session, text: str, seconds: float) -> None:
    """Send a message to everyone at a table, now or within a time. Raises BadText if it cannot be displayed."""
    await give_order(session, "message", "", seconds, clean_chat(text, MAX_MESSAGE))


async def give_order(session: Session, kind: OrderKind, subject: str, seconds: float | None, text: str = "") -> None:
    """Store an order, for a time or permanently."""
    now = _now()
    until = None if seconds is None else now + int(seconds * 1000)
    await session.execute(DROP_EXPIRED, now)
    await session.execute(GIVE_ORDER, f"order-{secrets.token_hex(8)}", kind, subject, text, now, until)


def _no_table(code: str) -> BadSetup:
    return BadSetup("no_table", f"There is no table {code}.")


def _now() -> int:
    return time.time_ns() // 1_000_000

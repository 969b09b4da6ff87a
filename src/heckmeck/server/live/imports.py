"""Copying a game that was played without a server into its player's history, as the log of a table of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

from heckmeck.games import get
from heckmeck.play.record import BOT, BadRecord
from heckmeck.server.fairness.proof import FairRecord
from heckmeck.server.fairness.verify import verify
from heckmeck.server.live.archive import find_game, to_fair_record
from heckmeck.server.live.log_reader import read_log
from heckmeck.server.live.replay import MAX_STEPS
from heckmeck.server.store import Row, TableStore
from heckmeck.server.table import entries
from heckmeck.server.table.changes import Change
from heckmeck.server.table.codes import imported_code
from heckmeck.server.table.environment import Bots, Refusal
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.plans import check_plan
from heckmeck.server.table.projections import project
from heckmeck.server.table.text import seated_name

ATTEMPTS = 3
"""Number of codes that are tried: the first may have been left behind half-way, and closed since."""
StandIns = Sequence[tuple[int, str]]
"""Seats of people, each with the bot that finished the game there."""


class ImportedGame(NamedTuple):
    """A game that was checked, and the entries of its table."""

    record: FairRecord
    entries: list[entries.AnyEntry]
    secret: bytes


class ProjectedRow(NamedTuple):
    """An entry of its table, and the changes that are stored with it."""

    row: Row
    changes: list[Change]


class Imported(NamedTuple):
    """The code of the table of a game that is stored, and whether this request has stored it."""

    code: str
    new: bool


def check_import(line: bytes, record: FairRecord, player: str, bots: Bots, stand_ins: StandIns = ()) -> ImportedGame:
    """Check a record by the rules and its own proof; raise a GameError if anything is wrong with it.

    All people at the device are seats of the player, as at a table. The device is believed about bots that stood in.
    """
    if not record.fairness.offline:
        raise BadRecord("not_offline", "Only games that were played on a device can be copied.")
    if record.outcome is None or record.fairness.secret is None:
        raise BadRecord("unfinished", "Only games that are over can be copied.")
    if len(record.steps) > MAX_STEPS:
        raise BadRecord("too_many_steps", f"This game has more than {MAX_STEPS} steps.")
    verify(line)
    found = _log(record, player, bots.names(record.game), stand_ins)
    game = ImportedGame(record, found, bytes.fromhex(record.fairness.secret))
    # What will be read back must be the very record; names that a table would not accept are noticed here, too.
    rows = _rows(game, imported_code(player, record.fairness.game), player, 0, 0)
    if to_fair_record(find_game(rows, 1), game.secret) != record:
        raise BadRecord("bad_import", "This record is not that of a game at a table.")
    return game


def _log(record: FairRecord, player: str, bots: Collection[str], stand_ins: StandIns) -> list[entries.AnyEntry]:
    """Return the entries of the table. `bots` are the bots that there are for its game.

    The name of a bot is shown as that of one of ours, so it is not free text. Devices have the same bots as the server,
    and bots keep their names, so that games of older versions have no others. A game with a bot of a newer version can
    be copied once the server has that version: until then it stays on the device.
    """
    options = {name: value for name, value in record.setup.items() if name not in ("seats", "first")}
    plan = Plan(record.game, len(record.players), options)
    check_plan(plan)
    fairness = record.fairness
    found: list[entries.AnyEntry] = [entries.Opened(player, plan)]
    for seat, (name, given) in enumerate(zip(record.players, fairness.seats, strict=True)):
        if name.startswith(BOT):
            if (bot := name.removeprefix(BOT)) not in bots:
                raise BadRecord("bad_import", "This server does not have one of the bots of this game.")
            found.append(entries.BotSat(seat, bot))
        else:
            found.append(entries.Sat(seat, player, seated_name(name), given.commitment if given else None))
    people = {entry.seat for entry in found if isinstance(entry, entries.Sat)}
    if not all(seat in people and bot in bots for seat, bot in stand_ins):
        raise BadRecord("bad_import", "Only a bot of this server can stand in, and only for a person of this game.")
    began = entries.Began(
        1, get(record.game).setup(**record.setup).options(), fairness.anchor, steps=record.steps,
        origin=fairness.game, seeds=fairness.seeds, stand_ins=tuple(stand_ins),
    )  # fmt: skip
    return [*found, began, entries.Closed()]


def _rows(game: ImportedGame, code: str, player: str, now: int, ended: int, process: str = "") -> list[Row]:
    return [
        Row(
            code, seq, f"{player}.import-{seq}", process, ended if isinstance(entry, entries.Began) else now,
            entries.encode(entry),
        )
        for seq, entry in enumerate(game.entries, 1)
    ]  # fmt: skip


async def import_game(store: TableStore, game: ImportedGame, player: str, ended: int, process: str) -> Imported:
    """Store a game, unless that was done before."""
    now = time.time_ns() // 1_000_000
    for attempt in range(ATTEMPTS):
        code = imported_code(player, game.record.fairness.game, attempt)
        stored = await _store(store, _rows(game, code, player, now, min(ended, now), process), game.secret)
        if stored is not None:
            return Imported(code, stored)
    raise _no_place()


async def _store(store: TableStore, rows: list[Row], secret: bytes) -> bool | None:
    """Append the rows that are missing, and return whether there were any; None if others are in their places."""
    bodies = [row.body for row in rows]
    projected: list[ProjectedRow] = []
    # The same request may be in progress at another process, which has then stored at least one row more.
    for _ in range(len(rows) + 1):
        known = [row.body for row in await store.rows(rows[0].table)]
        if known == bodies:
            return False
        if known != bodies[: len(known)]:
            return False if any(map(_is_game, known)) else None
        projected = projected or await asyncio.to_thread(_project, rows, secret)
        if await _append(store, projected[len(known) :]):
            return True
    raise _no_place()


def _project(rows: list[Row], secret: bytes) -> list[ProjectedRow]:
    """Return rows with their changes. This replays thousands of steps: other tables must not wait for it."""
    return [ProjectedRow(step.row, project(step.before, step.entry, step.after, secret)) for step in read_log(rows)]


async def _append(store: TableStore, projected: list[ProjectedRow]) -> bool:
    """Append rows; return False at the first one in whose place there is another."""
    for row, changes in projected:
        if not await store.append(row, changes):
            return False
    return True


def _no_place() -> Refusal:
    return Refusal("import_failed", "This game cannot be copied: its place is taken.")


def _is_game(body: bytes) -> bool:
    """Return whether an entry is a copied game: at this code the same one, even with other bots that stood in."""
    entry = entries.decode(body)
    return isinstance(entry, entries.Began) and bool(entry.origin)

"""Copying a game that was played without a server into its player's history, as the log of a table of its own."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
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
from heckmeck.server.table.codes import imported_code
from heckmeck.server.table.environment import Refusal
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.plans import check_plan
from heckmeck.server.table.projections import project
from heckmeck.server.table.text import clean_name

ATTEMPTS = 3
"""Number of codes that are tried: the first may have been left behind half-way, and closed since."""
StandIns = Sequence[tuple[int, str]]
"""Seats of people, each with the bot that finished the game there."""
BOT_NAME = re.compile(r"[a-z][a-z0-9_-]{0,23}")


class ImportedGame(NamedTuple):
    """A game that was checked, and the entries of its table."""

    record: FairRecord
    entries: list[entries.AnyEntry]
    secret: bytes


class Imported(NamedTuple):
    """The code of the table of a game that is stored, and whether this request has stored it."""

    code: str
    new: bool


def check_import(line: bytes, record: FairRecord, player: str, stand_ins: StandIns = ()) -> ImportedGame:
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
    game = ImportedGame(record, _log(record, player, stand_ins), bytes.fromhex(record.fairness.secret))
    # What will be read back must be the very record; names that a table would not accept are noticed here, too.
    rows = _rows(game, imported_code(player, record.fairness.game), player, 0, 0)
    if to_fair_record(find_game(rows, 1), game.secret) != record:
        raise BadRecord("bad_import", "This record is not that of a game at a table.")
    return game


def _log(record: FairRecord, player: str, stand_ins: StandIns) -> list[entries.AnyEntry]:
    options = {name: value for name, value in record.setup.items() if name not in ("seats", "first")}
    plan = Plan(record.game, len(record.players), options)
    check_plan(plan)
    fairness = record.fairness
    found: list[entries.AnyEntry] = [entries.Opened(player, plan)]
    for seat, (name, given) in enumerate(zip(record.players, fairness.seats, strict=True)):
        bot = name.removeprefix(BOT)
        if name.startswith(BOT) and BOT_NAME.fullmatch(bot):
            found.append(entries.BotSat(seat, bot))
        else:
            found.append(entries.Sat(seat, player, clean_name(name), given.commitment if given else None))
    people = {entry.seat for entry in found if isinstance(entry, entries.Sat)}
    if not all(seat in people and BOT_NAME.fullmatch(bot) for seat, bot in stand_ins):
        raise BadRecord("bad_import", "A bot can only stand in for a person of this game.")
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
        stored = await _store(store, game, _rows(game, code, player, now, min(ended, now), process))
        if stored is not None:
            return Imported(code, stored)
    raise Refusal("import_failed", "This game cannot be copied: its place is taken.")


async def _store(store: TableStore, game: ImportedGame, rows: list[Row]) -> bool | None:
    """Append the rows that are missing, and return whether there were any; None if others are in their places."""
    known = [row.body for row in await store.rows(rows[0].table)]
    if known != [row.body for row in rows[: len(known)]]:
        return False if any(map(_is_game, known)) else None
    for step in list(read_log(rows))[len(known) :]:
        changes = project(step.before, step.entry, step.after, game.secret)
        if not await store.append(step.row, changes):
            # The same request may be in progress at another process: then it stores the rest.
            return await _store(store, game, rows)
    return len(known) < len(rows)


def _is_game(body: bytes) -> bool:
    """Return whether an entry is a copied game: at this code the same one, even with other bots that stood in."""
    entry = entries.decode(body)
    return isinstance(entry, entries.Began) and bool(entry.origin)

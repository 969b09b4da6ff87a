"""Projections: the changes of an entry to the list of tables, the games and their results, beside the log."""

from __future__ import annotations

import msgspec

from heckmeck.server.table import entries
from heckmeck.server.table.changes import (
    ChainKept,
    Change,
    GameBegun,
    GameEnded,
    Held,
    PendingChanged,
    Result,
    TableChanged,
)
from heckmeck.server.table.codes import record_code
from heckmeck.server.table.state import TableState


def project(before: TableState | None, entry: entries.AnyEntry, after: TableState, secret: bytes) -> list[Change]:
    """Return the changes that are stored in the same transaction as an entry; `secret` is that of the game's luck."""
    found: list[Change] = []
    if isinstance(entry, entries.Began):
        setup = msgspec.json.encode(entry.setup)
        found.append(GameBegun(after.code, after.number, after.plan.game, setup, after.seq, after.at))
        found.append(ChainKept(after.code, after.number, secret))
    playing = isinstance(entry, entries.Began) or (before is not None and before.phase in ("seeding", "playing"))
    if playing and after.phase == "over":
        found.append(_game_ended(after, record_code(secret, after.code, after.number)))
    if before is None or before.phase != after.phase or before.seats is not after.seats:
        found.append(_table_changed(after))
    elif before.pending != after.pending:
        found.append(PendingChanged(after.code, after.pending))
    return found


def _table_changed(table: TableState) -> TableChanged:
    return TableChanged(
        table=table.code,
        game=table.plan.game,
        title=table.plan.title,
        phase=table.phase,
        public=table.plan.public,
        seats=len(table.seats),
        free=table.seats.count(None) if table.phase in ("open", "over") else 0,
        players=tuple(holder.name for holder in table.seats if holder is not None),
        at=table.at,
        takeable=table.takeable,
        pending=table.pending,
    )


def _game_ended(table: TableState, record: str) -> GameEnded:
    outcome = table.outcome
    if outcome is None:
        return GameEnded(table.code, table.number, table.seq, table.at, None, (), record)
    places = {seat: place for place, group in enumerate(outcome.ranking, 1) for seat in group}
    results = tuple(
        Result(
            held=Held(seat, holder.name, holder.player, holder.bot),
            score=outcome.scores[seat],
            rank=places[seat],
            won=seat in outcome.winners,
            failed=table.failed[seat],
        )
        for seat, holder in enumerate(table.seats)
        if holder is not None
    )
    return GameEnded(table.code, table.number, table.seq, table.at, outcome.reason, results, record)

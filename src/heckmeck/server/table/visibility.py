"""An entry as its readers may see it. Built by naming what is shown; hidden events go to their audience only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from heckmeck.games import Event, seen_by
from heckmeck.server.table import entries
from heckmeck.server.table.messages import Ended, Happened, SeatInfo, TableInfo
from heckmeck.server.table.positions import Position, event_bytes, position
from heckmeck.server.table.state import TableState


class Happening(NamedTuple):
    """An entry with what it led to in the game."""

    seq: int
    at: int
    entry: entries.AnyEntry
    events: tuple[Event, ...]
    outcome: int
    """How many outcomes of chance the game had before."""
    links: tuple[str, ...]


_MOVES = (entries.Moved, entries.Revealed, entries.SeedsClosed, entries.Began, entries.StoodIn, entries.Returned)
"""Entries after which somebody may have to decide."""
_QUIET = (entries.Moved, entries.Said, entries.Reacted)
"""Entries that change nothing of what is known about the table itself."""


def happened(happening: Happening, seats: Sequence[int], after: TableState | None = None, secret: str = "") -> Happened:
    """Return what the holder of these seats may know of an entry; with the table after it where it is news."""
    seq, at, entry, events, outcome, links = happening
    fields: dict[str, Any] = _SHOWN[type(entry)](entry)
    if events:
        fields["events"] = tuple(map(event_bytes, _visible(events, seats)))
    if links:
        fields["outcome"], fields["links"] = outcome + 1, links
    if after is not None:
        fields["due"] = after.due
        if isinstance(entry, _MOVES):
            fields["position"] = shown(after, seats)
        if not isinstance(entry, _QUIET) or after.phase == "over":
            fields["table"] = table_info(after)
        if after.phase == "over":
            fields["ended"] = ended(after, secret)
    return Happened(seq, at, entry.__struct_config__.tag, **fields)  # type: ignore[arg-type]


def _visible(events: tuple[Event, ...], seats: Sequence[int]) -> tuple[Event, ...]:
    if len(seats) == 1:
        return seen_by(events, seats[0])
    return tuple(e for e in events if e.audience is None or set(e.audience) & set(seats))


def shown(table: TableState, seats: Sequence[int]) -> Position | None:
    """Return the game as the holder of these seats may see it: from the seat that is to act, if it is one of them."""
    if table.state is None:
        return None
    game, actor = table.game, table.to_act
    if not game.hides:
        view = game.view(table.state, actor)
        return position(view)
    seat = actor if actor in seats else next(iter(seats), None)
    return position(game.view(table.state, seat))


def ended(table: TableState, secret: str) -> Ended | None:
    """Return how the game ended, with the secret that nobody may know before."""
    outcome = table.outcome
    if outcome is None:
        return None
    return Ended(outcome.reason, outcome.scores, outcome.ranking, outcome.winners, secret)


def table_info(table: TableState) -> TableInfo:
    """Return all that everybody may know about a table but for the position."""
    return TableInfo(
        code=table.code,
        phase=table.phase,
        plan=table.plan,
        chat=table.chat,
        seats=tuple(
            None
            if holder is None
            else SeatInfo(holder.name, holder.player is not None, holder.bot, holder.commitment is not None)
            for holder in table.seats
        ),
        host=next(iter(table.seats_of(table.host)), None),
        number=table.number,
        setup=table.setup,
        anchor=table.anchor,
        commitments=table.commitments,
        seeds=table.seeds,
    )


_SHOWN: dict[type[entries.Entry], Any] = {
    entries.Opened: lambda e: {},
    entries.Sat: lambda e: {"seat": e.seat, "name": e.name},
    entries.Left: lambda e: {"seat": e.seat},
    entries.BotSat: lambda e: {"seat": e.seat, "name": e.bot, "by_bot": True},
    entries.StoodIn: lambda e: {"seat": e.seat, "name": e.bot, "text": e.why},
    entries.Returned: lambda e: {"seat": e.seat},
    entries.Cleared: lambda e: {"seat": e.seat},
    entries.Began: lambda e: {},
    entries.Committed: lambda e: {"seat": e.seat},
    entries.Revealed: lambda e: {"seat": e.seat},
    entries.SeedsClosed: lambda e: {},
    entries.Moved: lambda e: {"seat": e.seat, "move": e.steps[0], "by_bot": e.by_bot},
    entries.Said: lambda e: {"seat": e.seat, "name": e.name, "text": e.text},
    entries.Reacted: lambda e: {"seat": e.seat, "text": e.reaction},
    entries.ChatSet: lambda e: {},
    entries.BrokenOff: lambda e: {},
    entries.Closed: lambda e: {},
}

"""Visibility: an entry as a reader may see it, built by naming what is shown, never by removing what is hidden."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from heckmeck.games import Event, View, seen_by
from heckmeck.server.table import entries
from heckmeck.server.table.chance_nodes import ChanceNode
from heckmeck.server.table.holder import Holder
from heckmeck.server.table.messages import Ended, Happened, SeatInfo, TableInfo
from heckmeck.server.table.positions import FollowUps, Position, event_bytes, position
from heckmeck.server.table.state import TableState


class AppliedEntry(NamedTuple):
    """An entry with its effects on the game."""

    seq: int
    at: int
    entry: entries.AnyEntry
    events: tuple[Event, ...]
    outcome: int
    """Number of outcomes of chance in the game before this entry."""
    links: tuple[str, ...]
    """Proofs of the entry's outcomes, as far as they may be shown now."""
    chance: tuple[ChanceNode, ...] = ()
    seats: tuple[Holder | None, ...] = ()
    """The seats after this entry: even later, it is shown only to those who could see it when it happened."""
    author: str | None = None
    """The player whose command it was; None for the server itself."""


_DECISIVE = (entries.Moved, entries.Revealed, entries.SeedsClosed, entries.Began, entries.StoodIn, entries.Returned)
"""Entries after which a player may have to decide: they carry the position."""
_INSIDE_GAME = (entries.Moved, entries.Said, entries.Reacted)
"""Entries that do not change what is public about the table itself."""
_ADDRESSED = (entries.Said, entries.Reacted)
"""Entries by which players address each other. Readers who have muted the author get them without content."""


def to_message(
    applied: AppliedEntry,
    seats: Sequence[int],
    after: TableState | None = None,
    secret: str = "",
    muted: Set[str] = frozenset(),
    due: int | None = None,
) -> Happened:
    """Return an entry as the holder of these seats, who has muted some players, may see it.

    For a new entry, `after` is the table after it, which becomes part of the message, and `due` is when the server acts
    if no player does.
    """
    seq, at, entry, events, outcome, links, chance, *_ = applied
    visible = _muted_fields if is_addressed(entry) and applied.author in muted else _VISIBLE_FIELDS[type(entry)]
    fields: dict[str, Any] = visible(entry)
    if events:
        fields["events"] = tuple(map(event_bytes, _visible_events(events, seats)))
    if links:
        fields["outcome"], fields["links"], fields["chance"] = outcome + 1, links, chance
    if after is not None:
        fields["due"] = due
        if isinstance(entry, _DECISIVE) or (isinstance(entry, entries.Sat) and after.phase == "playing"):
            fields["position"] = visible_position(after, seats)
        if not isinstance(entry, _INSIDE_GAME) or after.phase == "over":
            fields["table"] = table_info(after)
        if after.phase == "over":
            fields["ended"] = ended(after, secret)
    return Happened(seq, at, entry.__struct_config__.tag, **fields)  # type: ignore[arg-type]


def is_addressed(entry: entries.AnyEntry) -> bool:
    """Return whether the content of an entry is withheld from readers who have muted its author."""
    return isinstance(entry, _ADDRESSED)


def _muted_fields(entry: entries.AnyEntry) -> dict[str, Any]:
    # Without the name, which a spectator could use for any message.
    return {"seat": getattr(entry, "seat", None), "muted": True}


def _visible_events(events: tuple[Event, ...], seats: Sequence[int]) -> tuple[Event, ...]:
    if len(seats) == 1:
        return seen_by(events, seats[0])
    return tuple(e for e in events if e.audience is None or set(e.audience) & set(seats))


def visible_position(table: TableState, seats: Sequence[int]) -> Position | None:
    """Return the position as the holder of these seats may see it."""
    view = visible_view(table, seats)
    return None if view is None else position(view, _follow_ups(table))


def _follow_ups(table: TableState) -> FollowUps:
    """Return the follow-ups of each move."""
    found = table.game.follow_ups(table.state)
    return {str(move): tuple(map(str, then)) for move, then in found.items()}


def visible_view(table: TableState, seats: Sequence[int]) -> View | None:
    """Return the view of the holder of these seats: that of the seat to act if it is one of them.

    If nothing is hidden, everyone gets the view of the seat to act, so that all are sent the same bytes.
    """
    if table.state is None:
        return None
    game, actor = table.game, table.to_act
    seat = actor if actor in seats or not game.hides else next(iter(seats), None)
    view: View = game.view(table.state, seat)
    return view


def ended(table: TableState, secret: str) -> Ended | None:
    """Return how the game ended, with the secret of its luck, which is revealed only then."""
    outcome = table.outcome
    if outcome is None:
        return None
    return Ended(outcome.reason, outcome.scores, outcome.ranking, outcome.winners, secret)


def table_info(table: TableState) -> TableInfo:
    """Return everything that is public about a table except the position of its game."""
    return TableInfo(
        code=table.code,
        phase=table.phase,
        plan=table.plan,
        chat=table.chat,
        seats=tuple(None if holder is None else _seat_info(holder) for holder in table.seats),
        host=next(iter(table.seats_of(table.host)), None),
        number=table.number,
        setup=table.setup,
        anchor=table.anchor,
        commitments=table.commitments,
        seeds=table.seeds,
        pace=table.pace,
    )


def _seat_info(holder: Holder) -> SeatInfo:
    committed = holder.commitment is not None
    return SeatInfo(holder.name, holder.player is not None, holder.bot, committed, holder.portrait)


def _moved_fields(entry: entries.Moved) -> dict[str, Any]:
    then = entry.steps[1] if entry.then else None
    return {"seat": entry.seat, "move": entry.steps[0], "then": then, "by_bot": entry.by_bot}


_VISIBLE_FIELDS: dict[type[entries.Entry], Any] = {
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
    entries.Moved: _moved_fields,
    entries.Said: lambda e: {"seat": e.seat, "name": e.name, "text": e.text},
    entries.Reacted: lambda e: {"seat": e.seat, "text": e.reaction},
    entries.ChatSet: lambda e: {},
    entries.PaceSet: lambda e: {"text": e.pace},
    entries.BrokenOff: lambda e: {},
    entries.Closed: lambda e: {},
}
"""The public fields of each kind of entry."""

"""Where a table stands, as it follows from its log. Nothing here waits, draws or looks at a clock."""

from __future__ import annotations

from functools import singledispatch
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from heckmeck.games import AnyGame, Event, Outcome, get
from heckmeck.games.karteneck.events import DroppedOut
from heckmeck.games.turn import AttemptFailed
from heckmeck.server.store import Phase
from heckmeck.server.table import entries
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.progress import Progress, repeat

SEEDING = 4_000
"""So many milliseconds have players' programs to show their seeds."""


class Holder(Struct, frozen=True, gc=False):
    """Who sits on a seat: a person, a bot, or a bot for a person who is away."""

    name: str
    player: str | None = None
    bot: str | None = None
    commitment: str | None = None

    @property
    def present(self) -> bool:
        """Whether a person plays here."""
        return self.player is not None and self.bot is None


class TableState(Struct, frozen=True, gc=False):
    """A table after the entry `seq`. `state` is the game's own; there is one from the first game on."""

    code: str
    plan: Plan
    game: AnyGame
    host: str
    phase: Phase = "open"
    seq: int = 0
    at: int = 0
    chat: bool = True
    seats: tuple[Holder | None, ...] = ()
    number: int = 0
    setup: dict[str, Any] | None = None
    anchor: str | None = None
    commitments: tuple[str | None, ...] = ()
    seeds: tuple[str | None, ...] = ()
    state: Any = None
    outcomes: int = 0
    failed: tuple[int, ...] = ()
    """How often each seat failed in this game."""
    moved_seq: int = 0
    """The entry that changed the game last: a move is made against this."""
    moved_at: int = 0
    """When the seat to act changed hands or had to decide: a bot waits a while from here."""
    asked_at: int = 0
    """When the decision was asked for: its time runs from here, whoever sits there."""
    expired: bool = False
    """Whether the time for the decision is up: the bot makes it."""
    asides: int = 0
    """The entries since the last game began that are no part of its course: talk, seats, commitments."""
    waits_since: int = 0
    """When the table opened, somebody sat down, or the seeds were asked for."""

    @property
    def game_id(self) -> str:
        """The name of the game that is played or was last."""
        return f"{self.code}/{self.number}"

    @property
    def to_act(self) -> int | None:
        """The seat that has to decide."""
        if self.phase != "playing":
            return None
        actor = self.game.to_act(self.state)
        return actor if isinstance(actor, int) else None

    @property
    def outcome(self) -> Outcome | None:
        """How the last game ended."""
        return self.game.outcome(self.state) if self.phase == "over" and self.state is not None else None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose seeds are still to be shown."""
        return tuple(
            seat for seat, commitment in enumerate(self.commitments) if commitment and self.seeds[seat] is None
        )

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats that a player holds, also those where a bot stands in."""
        if player is None:
            return ()
        return tuple(seat for seat, holder in enumerate(self.seats) if holder is not None and holder.player == player)

    @property
    def due(self) -> int | None:
        """When the server has to do something if nobody else does (bots apart), in milliseconds since 1970."""
        if self.phase == "open" and self.plan.fill:
            somebody = any(holder is not None and holder.present for holder in self.seats)
            return self.waits_since + 1000 * self.plan.fill if somebody else None
        if self.phase == "seeding":
            return self.waits_since + SEEDING
        if self.plan.timer and self.to_act is not None and self._acting_person:
            return self.asked_at + 1000 * self.plan.timer
        return None

    @property
    def bot_to_act(self) -> str | None:
        """The bot that has to decide."""
        seat = self.to_act
        holder = None if seat is None else self.seats[seat]
        return None if holder is None else holder.bot

    @property
    def _acting_person(self) -> bool:
        seat = self.to_act
        holder = None if seat is None else self.seats[seat]
        return holder is not None and holder.present


class Folded(NamedTuple):
    """A table after an entry, and what happened in the game by it."""

    table: TableState
    events: tuple[Event, ...] = ()


def opened(code: str, first: entries.Opened, at: int) -> TableState:
    """Return the table after its first entry."""
    plan = first.plan
    return TableState(
        code, plan, get(plan.game), first.player,
        seq=1, at=at, chat=plan.chat, seats=(None,) * plan.seats, waits_since=at,
    )  # fmt: skip


def fold(table: TableState, entry: entries.AnyEntry, seq: int, at: int, progress: Progress | None = None) -> Folded:
    """Return the table after one more entry. `progress` saves going through the entry's steps again."""
    assert seq == table.seq + 1, "entries come in order"
    after, steps = _fold(entry, table)
    if steps:
        if progress is None:
            progress = repeat(after.game, after.state, after.outcomes, steps)
        phase: Phase = "over" if after.game.to_act(progress.state) is None else "playing"
        after = replace(
            after, state=progress.state, outcomes=progress.outcomes, phase=phase, moved_seq=seq, moved_at=at,
            asked_at=at, expired=False, seq=seq, at=at, failed=_failures(after.failed, progress.events),
        )  # fmt: skip
        return Folded(after, progress.events)
    return Folded(_dated(after, entry, seq, at))


def beside(table: TableState, entry: entries.AnyEntry, seq: int, at: int) -> TableState:
    """Return the table after an entry of a game in which nobody is interested: who sits where, but not what was played.

    All that is left open by it is settled when the next game begins and makes its first step.
    """
    after, steps = _fold(entry, table)
    return replace(after, seq=seq, at=at) if steps else _dated(after, entry, seq, at)


def _dated(after: TableState, entry: entries.AnyEntry, seq: int, at: int) -> TableState:
    asides = after.asides + (not isinstance(entry, _COURSE))
    if isinstance(entry, _TURNS) and entry.seat == after.to_act:
        return replace(after, seq=seq, at=at, asides=asides, moved_at=at)
    if isinstance(entry, (entries.Began, entries.Sat)):
        return replace(after, seq=seq, at=at, asides=asides, waits_since=at)
    return replace(after, seq=seq, at=at, asides=asides)


def _failures(failed: tuple[int, ...], events: tuple[Event, ...]) -> tuple[int, ...]:
    for event in events:
        if isinstance(event, AttemptFailed) or (isinstance(event, DroppedOut) and not event.valid):
            failed = (*failed[: event.seat], failed[event.seat] + 1, *failed[event.seat + 1 :])
    return failed


_TURNS = (entries.StoodIn, entries.Returned)
"""After these somebody else decides, where it is that seat's turn. The time for it goes on all the same: whoever leaves
and comes back gains none."""

_COURSE = (
    entries.Began,
    entries.Revealed,
    entries.SeedsClosed,
    entries.Moved,
    entries.StoodIn,
    entries.BrokenOff,
    entries.Closed,
)
"""What a game needs to go on and to end: everything else at a table is an aside."""

_Part = tuple[TableState, tuple[str, ...]]


@singledispatch
def _fold(entry: entries.AnyEntry, table: TableState) -> _Part:
    raise TypeError(f"{entry} is the first of a table or no entry")


@_fold.register
def _(entry: entries.Sat, table: TableState) -> _Part:
    return _seated(table, entry.seat, Holder(entry.name, entry.player, None, entry.commitment)), ()


@_fold.register
def _(entry: entries.BotSat, table: TableState) -> _Part:
    holder = table.seats[entry.seat]
    if holder is not None and holder.player is not None:
        return _seated(table, entry.seat, replace(holder, bot=entry.bot)), ()
    return _seated(table, entry.seat, Holder(entry.bot, None, entry.bot)), ()


@_fold.register(entries.Left)
@_fold.register(entries.Cleared)
def _(entry: entries.Left | entries.Cleared, table: TableState) -> _Part:
    return _without_host(_seated(table, entry.seat, None), table.seats[entry.seat]), ()


@_fold.register
def _(entry: entries.StoodIn, table: TableState) -> _Part:
    holder = table.seats[entry.seat]
    assert holder is not None
    if entry.why == "time":
        table = replace(table, expired=True)
    return _without_host(_seated(table, entry.seat, replace(holder, bot=entry.bot)), holder), ()


@_fold.register
def _(entry: entries.Returned, table: TableState) -> _Part:
    holder = table.seats[entry.seat]
    assert holder is not None
    return _seated(table, entry.seat, replace(holder, bot=None)), ()


@_fold.register
def _(entry: entries.Began, table: TableState) -> _Part:
    seats = list(table.seats)
    for seat, bot in entry.bots:
        seats[seat] = Holder(bot, None, bot)
    # Who is away when a new game begins has left.
    holders = tuple(
        Holder(holder.bot, None, holder.bot) if holder and holder.player and holder.bot else holder for holder in seats
    )
    commitments = tuple(holder.commitment if holder else None for holder in holders)
    table = replace(
        table,
        phase="seeding",
        seats=tuple(None if holder is None else replace(holder, commitment=None) for holder in holders),
        number=entry.number,
        setup=entry.setup,
        anchor=entry.anchor,
        commitments=commitments,
        seeds=(None,) * len(holders),
        state=table.game.start(table.game.setup(**entry.setup)),
        outcomes=0,
        failed=(0,) * len(holders),
        asides=0,
    )
    return table, entry.steps


@_fold.register
def _(entry: entries.Committed, table: TableState) -> _Part:
    holder = table.seats[entry.seat]
    assert holder is not None
    return _seated(table, entry.seat, replace(holder, commitment=entry.commitment)), ()


@_fold.register
def _(entry: entries.Revealed, table: TableState) -> _Part:
    seeds = (*table.seeds[: entry.seat], entry.seed, *table.seeds[entry.seat + 1 :])
    return replace(table, seeds=seeds), entry.steps


@_fold.register
def _(entry: entries.SeedsClosed, table: TableState) -> _Part:
    return table, entry.steps


@_fold.register
def _(entry: entries.Moved, table: TableState) -> _Part:
    return table, entry.steps


@_fold.register(entries.Said)
@_fold.register(entries.Reacted)
def _(entry: entries.Said | entries.Reacted, table: TableState) -> _Part:
    return table, ()


@_fold.register
def _(entry: entries.ChatSet, table: TableState) -> _Part:
    return replace(table, chat=entry.on), ()


@_fold.register
def _(entry: entries.BrokenOff, table: TableState) -> _Part:
    return replace(table, phase="over", state=None), ()


@_fold.register
def _(entry: entries.Closed, table: TableState) -> _Part:
    return replace(table, phase="closed"), ()


def _seated(table: TableState, seat: int, holder: Holder | None) -> TableState:
    return replace(table, seats=(*table.seats[:seat], holder, *table.seats[seat + 1 :]))


def _without_host(table: TableState, gone: Holder | None) -> TableState:
    """Make somebody else the host where it was the host who went and another person is there."""
    people = [holder.player for holder in table.seats if holder is not None and holder.present]
    if gone is None or gone.player != table.host or table.host in people or not people:
        return table
    return replace(table, host=people[0] or table.host)

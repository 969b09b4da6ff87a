"""The state of a table, folded from its log. Pure: nothing here waits, draws or reads a clock."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from heckmeck.games import AnyGame, Event, Outcome, get
from heckmeck.server.table import entries
from heckmeck.server.table.changes import Phase
from heckmeck.server.table.holder import Holder
from heckmeck.server.table.messages import Pace, Plan
from heckmeck.server.table.progress import Progress, repeat

SEEDING_TIME = 4_000
"""Milliseconds that clients have to reveal their seeds."""


class Deadline(NamedTuple):
    """The time that players have before the server acts: since when it counts, and how long it lasts (milliseconds)."""

    since: int
    lasts: int


class TableState(Struct, frozen=True, gc=False):
    """A table after the entry `seq`. `state` is the state of the game; None before the first one."""

    code: str
    plan: Plan
    game: AnyGame
    host: str
    phase: Phase = "open"
    seq: int = 0
    at: int = 0
    chat: bool = True
    pace: Pace = "normal"
    """How fast bots play."""
    seats: tuple[Holder | None, ...] = ()
    number: int = 0
    began_seq: int = 0
    """The first entry of the current or last game; 0 before the first one."""
    setup: dict[str, Any] | None = None
    anchor: str | None = None
    commitments: tuple[str | None, ...] = ()
    seeds: tuple[str | None, ...] = ()
    state: Any = None
    actor: int | None = None
    """The seat to act in `state`, worked out once for each entry. Ask `to_act`, which knows when nobody is to act."""
    outcomes: int = 0
    failed: tuple[int, ...] = ()
    """Number of failed attempts of each seat in this game."""
    moved_seq: int = 0
    """The last entry that changed the game: moves are made against it."""
    moved_at: int = 0
    """When the current decision was assigned to the current player or bot: the pace of bots counts from here."""
    streak: int = 0
    """Number of consecutive entries with moves of the seat to act: bots get faster in long turns."""
    asked_at: int = 0
    """When the current decision came up: its time limit counts from here, even if the seat changes hands."""
    expired: bool = False
    """Whether the time for the current decision is up, so that the bot makes it."""
    asides: int = 0
    """Number of entries since the last game began that are not part of it: chat, seats, commitments."""
    opened_at: int = 0
    waits_since: int = 0
    """When the table was opened, a player sat down, or seeds were asked for, whichever was last."""
    origin: str = ""
    """The id of the game where it was played, if it was copied here."""

    @property
    def game_id(self) -> str:
        """The id of the current or last game, from which its luck follows."""
        return self.origin or f"{self.code}/{self.number}"

    @property
    def to_act(self) -> int | None:
        """The seat that is to decide; None if there is none."""
        return self.actor if self.phase == "playing" else None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the last game; None while one is running, or if it was broken off."""
        return self.game.outcome(self.state) if self.phase == "over" and self.state is not None else None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that committed to a seed and have not revealed it."""
        return tuple(
            seat for seat, commitment in enumerate(self.commitments) if commitment and self.seeds[seat] is None
        )

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """Return the seats of a player, including those where a bot stands in."""
        return seats_of(self.seats, player)

    @property
    def takeable(self) -> int:
        """Number of bots whose seats a person could take over during the game."""
        if self.phase != "playing" or not self.plan.latecomers:
            return 0
        return sum(holder is not None and holder.player is None for holder in self.seats)

    def has_person(self) -> bool:
        """Return whether a person plays at the table now."""
        return any(holder is not None and holder.present for holder in self.seats)

    @property
    def deadline(self) -> Deadline | None:
        """The time after which the server must act if no player does (apart from bots); None if there is none."""
        if self.phase == "open" and self.plan.fill:
            return Deadline(self.waits_since, 1000 * self.plan.fill) if self.has_person() else None
        if self.phase == "seeding":
            return Deadline(self.waits_since, SEEDING_TIME)
        if self.plan.timer and self.to_act is not None and self._acting_person:
            return Deadline(self.asked_at, 1000 * self.plan.timer)
        return None

    @property
    def times(self) -> tuple[int, ...]:
        """The times that durations count from."""
        return self.moved_at, self.asked_at, self.waits_since

    @property
    def pending(self) -> bool:
        """Whether the server must act at the table, now or later, even if it has no followers.

        Without any person, bots wait until the table has followers. But a player who ran out of time can return only
        after the bot has decided.
        """
        if self.bot_to_act is not None:
            return self.expired or self.has_person()
        return self.deadline is not None

    @property
    def bot_to_act(self) -> str | None:
        """The bot that is to decide; None if no bot is to decide."""
        seat = self.to_act
        holder = None if seat is None else self.seats[seat]
        return None if holder is None else holder.bot

    @property
    def _acting_person(self) -> bool:
        seat = self.to_act
        holder = None if seat is None else self.seats[seat]
        return holder is not None and holder.present


def seats_of(seats: Sequence[Holder | None], player: str | None) -> tuple[int, ...]:
    """Return the seats of a player among those of a table."""
    if player is None:
        return ()
    return tuple(seat for seat, holder in enumerate(seats) if holder is not None and holder.player == player)


class Folded(NamedTuple):
    """A table after an entry, and the resulting events of the game."""

    table: TableState
    events: tuple[Event, ...] = ()


def opened(code: str, first: entries.Opened, at: int) -> TableState:
    """Return the table after its first entry."""
    plan = first.plan
    return TableState(
        code, plan, get(plan.game), first.player,
        seq=1, at=at, chat=plan.chat, pace=plan.pace, seats=(None,) * plan.seats, opened_at=at, waits_since=at,
    )  # fmt: skip


def standing(table: TableState) -> entries.Standing:
    """Return everything about a table that lasts beyond its games and is not repeated by later entries."""
    return entries.Standing(table.host, table.seats, table.chat, table.pace)


def before_game(table: TableState, first: entries.Began, seq: int, at: int) -> TableState:
    """Return a table as it was before a game, from the first entry of that game and any earlier state of the table.

    The fields about games are not set: the first entry of a game sets all of them.
    """
    was = first.standing
    assert was is not None
    return TableState(
        table.code, table.plan, table.game, was.host,
        phase="over" if first.number > 1 else "open", seq=seq - 1, at=at, chat=was.chat, pace=was.pace,
        seats=was.seats, number=first.number - 1, opened_at=table.opened_at,
    )  # fmt: skip


def fold(table: TableState, entry: entries.AnyEntry, seq: int, at: int, progress: Progress | None = None) -> Folded:
    """Return the table after one more entry.

    `progress` is the result of the entry's steps if it is known already.
    """
    assert seq == table.seq + 1, "entries come in order"
    after, steps = _fold(entry, table)
    if steps or _begins_with_decision(after, entry):
        if progress is None:
            progress = repeat(after.game, after.state, after.outcomes, steps)
        actor = after.game.to_act(progress.state)
        goes_on = isinstance(entry, entries.Moved) and entry.seat == actor
        after = replace(
            after, state=progress.state, actor=actor if isinstance(actor, int) else None, outcomes=progress.outcomes,
            phase="over" if actor is None else "playing", failed=_count_failures(after.failed, progress.events),
            moved_seq=seq, moved_at=at, asked_at=at, expired=False, streak=after.streak + 1 if goes_on else 0,
            seq=seq, at=at,
        )  # fmt: skip
        return Folded(after, progress.events)
    return Folded(_stamp(after, entry, seq, at))


def _begins_with_decision(after: TableState, entry: entries.AnyEntry) -> bool:
    """Return whether an entry completes the seeds of a game that begins with a decision instead of chance."""
    complete = isinstance(entry, entries.Began | entries.Revealed) and not after.awaited
    return complete or isinstance(entry, entries.SeedsClosed)


def fold_without_game(table: TableState, entry: entries.AnyEntry, seq: int, at: int) -> TableState:
    """Return the table after an entry of a skipped game, with the seats but without the game.

    The fields about the game are wrong until the next game begins, which sets all of them.
    """
    after, steps = _fold(entry, table)
    return replace(after, seq=seq, at=at) if steps else _stamp(after, entry, seq, at)


def _stamp(after: TableState, entry: entries.AnyEntry, seq: int, at: int) -> TableState:
    """Set the sequence number and the times after an entry without steps."""
    asides = after.asides + (not isinstance(entry, _GAME_ENTRIES))
    if isinstance(entry, _HANDOVERS) and entry.seat == after.to_act:
        return replace(after, seq=seq, at=at, asides=asides, moved_at=at)
    if isinstance(entry, entries.Sat) and entry.seat == after.to_act:
        # The bot's time does not count for the newcomer: the table may have been idle for days.
        after = replace(after, moved_at=at, asked_at=at, expired=False)
    if isinstance(entry, (entries.Began, entries.Sat)):
        return replace(after, seq=seq, at=at, asides=asides, waits_since=at)
    return replace(after, seq=seq, at=at, asides=asides)


def _count_failures(failed: tuple[int, ...], events: tuple[Event, ...]) -> tuple[int, ...]:
    for event in events:
        if event.fails and (seat := getattr(event, "seat", None)) is not None:
            failed = (*failed[:seat], failed[seat] + 1, *failed[seat + 1 :])
    return failed


_HANDOVERS = (entries.StoodIn, entries.Returned)
"""Entries after which another player or bot decides for the seat. The time limit keeps running: leaving and coming back
must not gain time."""

_GAME_ENTRIES = (
    entries.Began,
    entries.Revealed,
    entries.SeedsClosed,
    entries.Moved,
    entries.StoodIn,
    entries.BrokenOff,
    entries.Closed,
)
"""Entries that a game needs to continue and to end. All others are asides, whose number is limited."""

_TableAndSteps = tuple[TableState, tuple[str, ...]]


@singledispatch
def _fold(entry: entries.AnyEntry, table: TableState) -> _TableAndSteps:
    raise TypeError(f"{entry} cannot follow another entry")


@_fold.register
def _(entry: entries.Sat, table: TableState) -> _TableAndSteps:
    return _with_seat(table, entry.seat, Holder(entry.name, entry.player, None, entry.commitment, entry.portrait)), ()


@_fold.register
def _(entry: entries.BotSat, table: TableState) -> _TableAndSteps:
    holder = table.seats[entry.seat]
    if holder is not None and holder.player is not None:
        return _with_seat(table, entry.seat, replace(holder, bot=entry.bot)), ()
    return _with_seat(table, entry.seat, Holder(entry.bot, None, entry.bot)), ()


@_fold.register(entries.Left)
@_fold.register(entries.Cleared)
def _(entry: entries.Left | entries.Cleared, table: TableState) -> _TableAndSteps:
    return _with_new_host(_with_seat(table, entry.seat, None), table.seats[entry.seat]), ()


@_fold.register
def _(entry: entries.StoodIn, table: TableState) -> _TableAndSteps:
    holder = table.seats[entry.seat]
    assert holder is not None
    if entry.why == "time":
        table = replace(table, expired=True)
    return _with_new_host(_with_seat(table, entry.seat, replace(holder, bot=entry.bot)), holder), ()


@_fold.register
def _(entry: entries.Returned, table: TableState) -> _TableAndSteps:
    holder = table.seats[entry.seat]
    assert holder is not None
    return _with_seat(table, entry.seat, replace(holder, bot=None)), ()


@_fold.register
def _(entry: entries.Began, table: TableState) -> _TableAndSteps:
    seats = list(table.seats)
    for seat, bot in entry.bots:
        seats[seat] = Holder(bot, None, bot)
    # Players who are away when a new game begins lose their seats to the bots.
    holders = tuple(
        Holder(holder.bot, None, holder.bot) if holder and holder.player and holder.bot else holder for holder in seats
    )
    commitments = tuple(holder.commitment if holder else None for holder in holders)
    table = replace(
        table,
        phase="seeding",
        seats=tuple(None if holder is None else replace(holder, commitment=None) for holder in holders),
        number=entry.number,
        began_seq=table.seq + 1,
        setup=entry.setup,
        anchor=entry.anchor,
        commitments=commitments,
        seeds=entry.seeds or (None,) * len(holders),
        origin=entry.origin,
        state=table.game.start(table.game.setup(**entry.setup)),
        actor=None,
        outcomes=0,
        failed=(0,) * len(holders),
        moved_seq=table.seq + 1,
        moved_at=0,
        streak=0,
        asked_at=0,
        expired=False,
        asides=0,
        waits_since=0,
    )
    for seat, bot in entry.stand_ins:
        holder = table.seats[seat]
        assert holder is not None
        table = _with_seat(table, seat, replace(holder, bot=bot))
    return table, entry.steps


@_fold.register
def _(entry: entries.Committed, table: TableState) -> _TableAndSteps:
    holder = table.seats[entry.seat]
    assert holder is not None
    return _with_seat(table, entry.seat, replace(holder, commitment=entry.commitment)), ()


@_fold.register
def _(entry: entries.Revealed, table: TableState) -> _TableAndSteps:
    seeds = (*table.seeds[: entry.seat], entry.seed, *table.seeds[entry.seat + 1 :])
    return replace(table, seeds=seeds), entry.steps


@_fold.register
def _(entry: entries.SeedsClosed, table: TableState) -> _TableAndSteps:
    return table, entry.steps


@_fold.register
def _(entry: entries.Moved, table: TableState) -> _TableAndSteps:
    return table, entry.steps


@_fold.register(entries.Said)
@_fold.register(entries.Reacted)
def _(entry: entries.Said | entries.Reacted, table: TableState) -> _TableAndSteps:
    return table, ()


@_fold.register
def _(entry: entries.ChatSet, table: TableState) -> _TableAndSteps:
    return replace(table, chat=entry.on), ()


@_fold.register
def _(entry: entries.PaceSet, table: TableState) -> _TableAndSteps:
    return replace(table, pace=entry.pace), ()


@_fold.register
def _(entry: entries.BrokenOff, table: TableState) -> _TableAndSteps:
    return replace(table, phase="over", state=None), ()


@_fold.register
def _(entry: entries.Closed, table: TableState) -> _TableAndSteps:
    return replace(table, phase="closed"), ()


def _with_seat(table: TableState, seat: int, holder: Holder | None) -> TableState:
    return replace(table, seats=(*table.seats[:seat], holder, *table.seats[seat + 1 :]))


def _with_new_host(table: TableState, gone: Holder | None) -> TableState:
    """Return the table with another host if the host has left and another person is there."""
    people = [holder.player for holder in table.seats if holder is not None and holder.present]
    if gone is None or gone.player != table.host or table.host in people or not people:
        return table
    return replace(table, host=people[0] or table.host)

"""Decisions: the entry that a command leads to, or a refusal with its reason. Pure: nothing is changed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import singledispatch
from typing import Any, NamedTuple, Protocol

from heckmeck.games import BadSetup, GameError, IllegalMove, Move, NotYourTurn
from heckmeck.games.setup import show
from heckmeck.server.table import entries, messages
from heckmeck.server.table.holder import Holder
from heckmeck.server.table.hosted_games import hosted_game
from heckmeck.server.table.look_alikes import distinct_name
from heckmeck.server.table.messages import MAX_SEATS, MIN_SEATS, Plan
from heckmeck.server.table.progress import Progress, Seeds, Sources, advance
from heckmeck.server.table.state import TableState, standing
from heckmeck.server.table.text import BadText, clean_chat, clean_name

MAX_TITLE = 60
MAX_SPECTATOR_ASIDES = 500
MAX_CHAT_ASIDES = 1000
MAX_ASIDES = 2000
"""Maximum number of asides since the last game began: for chat of spectators, for chat of players, and for everything
else that is not part of the game. Logs are never deleted, and spectators must not be able to silence a table."""


class Refusal(GameError):
    """A command that cannot be done at this table, now, or by this player."""


class Stale(Refusal):
    """A move that was made against an outdated position."""


class Caller(NamedTuple):
    """The player who gives a command, with the name to use for spectators, and the portrait for a seat."""

    player: str
    name: str
    portrait: str = ""


class Decision(NamedTuple):
    """The entry that a command leads to. `progress` is the game after it, if it moved on."""

    entry: entries.AnyEntry
    progress: Progress | None = None


class Luck(Protocol):
    """The luck of one game: of the running one, or of the one about to begin."""

    @property
    def anchor(self) -> str:
        """The published commitment to all outcomes of the game."""
        ...

    def sources(self, game_id: str, seeds: Seeds) -> Sources:
        """Return the sources of the game's outcomes with these seeds."""
        ...

    def is_seed(self, seed: str, commitment: str | None) -> bool:
        """Whether a seat that made this commitment has this seed."""
        ...


class Bots(Protocol):
    """The bots that may sit at a table."""

    def names(self, game: str) -> Sequence[str]:
        """Return the names of a game's bots, the weakest first."""
        ...

    def stand_in(self, game: str) -> str:
        """Return the bot that takes over from a player."""
        ...


class Attendance(NamedTuple):
    """Which players of a table are connected. Who is in none of the sets may be connected or not: that is unknown."""

    connected: Set[str] = frozenset()
    recent: Set[str] = frozenset()
    """Those who were connected a moment ago: somebody who reloads a page is not absent."""
    absent: Set[str] = frozenset()


class Environment(NamedTuple):
    """What a decision depends on besides the table and the command."""

    luck: Luck
    bots: Bots
    attendance: Attendance = Attendance()
    """Only `stand_in` needs it."""
    blockers: Set[str] = frozenset()
    """Who of those at the table blocks the caller. Only `sit` needs it."""


def open_table(plan: Plan, by: Caller) -> Decision:
    """Return the first entry of a new table."""
    check_plan(plan)
    return Decision(entries.Opened(by.player, plan))


def check_plan(plan: Plan) -> None:
    """Refuse a plan of a table that could not be played at."""
    game = hosted_game(plan.game)
    if {"seats", "first"} & set(plan.options):
        raise BadSetup("bad_option", "The seats are not among a game's options.")
    game.setup(**{**plan.options, "seats": plan.seats})
    if not MIN_SEATS <= plan.seats <= MAX_SEATS:
        raise BadSetup("bad_seats", f"A table has {MIN_SEATS} to {MAX_SEATS} seats.")
    if plan.title:
        try:
            clean_chat(plan.title, MAX_TITLE)
        except BadText:
            raise BadSetup("bad_title", "A title is a few words of what can be seen, and no more.") from None
    if plan.timer and plan.timer < 5:
        raise BadSetup("bad_timer", "A decision needs at least 5 seconds.")


def decide(table: TableState, command: messages.AnyCommand, by: Caller, env: Environment) -> Decision:
    """Return the entry that a command leads to, or raise a GameError with the reason why it is refused."""
    if table.phase == "closed":
        raise Refusal("table_closed", "The table is closed.")
    if isinstance(command, _ASIDES) and table.asides >= MAX_ASIDES:
        text = "Too much has changed here since the last game began: start the next one, or open another table."
        raise Refusal("changed_enough", text)
    return _decide(command, table, by, env)


_ASIDES = (
    messages.Sit,
    messages.Back,
    messages.SeatBot,
    messages.Clear,
    messages.Commit,
    messages.SetChat,
    messages.SetPace,
)
"""Commands that count as asides and may be refused. Leaving and closing never are, and chat has its own limits."""


@singledispatch
def _decide(command: messages.AnyCommand, table: TableState, by: Caller, env: Environment) -> Decision:
    raise TypeError(f"{command} is no command")


@_decide.register
def _(command: messages.Sit, table: TableState, by: Caller, env: Environment) -> Decision:
    late = table.phase == "playing" and command.seat is not None
    if not late:
        _require_between_games(table)
    # Whoever plays must not see the cards of a bot by taking its seat as well.
    if (late or table.plan.public) and table.seats_of(by.player):
        raise Refusal("seated_already", "You sit here already; here everybody has one seat.")
    seat = command.seat
    if seat is None:
        seat = next((number for number, holder in enumerate(table.seats) if holder is None), None)
        if seat is None:
            raise Refusal("table_full", "There is no free seat at this table.")
    elif (holder := _holder(table, seat)) is not None and holder.player is not None:
        raise Refusal("seat_taken", "Somebody sits there already.")
    if late and not table.plan.latecomers:
        raise Refusal("no_latecomers", "At this table nobody takes over the seat of a bot during a game.")
    _require_welcome(table, env.blockers)
    portrait = by.portrait if command.portrait is None else command.portrait
    name = distinct_name(clean_name(command.name), _names(table, without=seat))
    return Decision(entries.Sat(seat, by.player, name, command.commitment, portrait))


@_decide.register
def _(command: messages.Leave, table: TableState, by: Caller, env: Environment) -> Decision:
    holder = _own_seat(table, command.seat, by)
    if table.phase in ("open", "over"):
        return Decision(entries.Left(command.seat))
    if holder.bot is not None:
        raise Refusal("away_already", "A bot plays for you already.")
    others = [other for other in table.seats if other is not None and other is not holder]
    # Another player who is away may come back, and so may this one. A game against bots alone ends.
    if not any(other.present or other.player not in (None, by.player) for other in others):
        return Decision(entries.BrokenOff())
    return Decision(entries.StoodIn(command.seat, env.bots.stand_in(table.plan.game), "left"))


@_decide.register
def _(command: messages.StandIn, table: TableState, by: Caller, env: Environment) -> Decision:
    # The player who is away keeps the seat and may come back at any time.
    holder, there = _holder(table, command.seat), env.attendance
    if by.player != table.host and (not table.seats_of(by.player) or table.host in there.connected | there.recent):
        raise Refusal("not_host", "Only the host of the table can do this.")
    if table.phase not in ("seeding", "playing"):
        raise Refusal("no_game", "No game is being played.")
    if holder is None or not holder.present:
        raise Refusal("away_already", "A bot plays there already.")
    if table.plan.timer:
        raise Refusal("time_runs", "Here everybody has a time for each decision: a bot takes over when it is up.")
    if holder.player in there.connected or holder.player == by.player:
        raise Refusal("still_here", "This player is connected: be patient, or talk to each other.")
    if holder.player in there.recent:
        raise Refusal("just_left", "This player was connected a moment ago: wait half a minute.")
    if holder.player not in there.absent or (by.player != table.host and table.host not in there.absent):
        raise Refusal("presence_unknown", "Whether this player is connected is not known: try again in a moment.")
    return Decision(entries.StoodIn(command.seat, env.bots.stand_in(table.plan.game), "gone"))


@_decide.register
def _(command: messages.Back, table: TableState, by: Caller, env: Environment) -> Decision:
    if _own_seat(table, command.seat, by).bot is None:
        raise Refusal("not_away", "You play on this seat already.")
    if table.expired and command.seat == table.to_act:
        raise Refusal("time_up", "Your time for this decision is over: take your seat back after the bot has moved.")
    return Decision(entries.Returned(command.seat))


@_decide.register
def _(command: messages.SeatBot, table: TableState, by: Caller, env: Environment) -> Decision:
    _require_host(table, by)
    check_bot(table.plan.game, command.bot, env.bots)
    holder = _holder(table, command.seat)
    if holder is not None and holder.player is not None:  # also if they are away: who comes back finds no weaker bot
        raise Refusal("seat_taken", "A person sits there.")
    if holder is None and table.phase not in ("open", "over"):
        raise Refusal("game_on", "The game has begun.")
    return Decision(entries.BotSat(command.seat, command.bot))


@_decide.register
def _(command: messages.Clear, table: TableState, by: Caller, env: Environment) -> Decision:
    _require_host(table, by)
    _require_between_games(table)
    if _holder(table, command.seat) is None:
        raise Refusal("seat_free", "Nobody sits there.")
    return Decision(entries.Cleared(command.seat))


@_decide.register
def _(command: messages.Start, table: TableState, by: Caller, env: Environment) -> Decision:
    if table.phase == "over":
        if by.player != table.host and not table.seats_of(by.player):
            raise Refusal("not_seated", "Only those who sit at the table start the next game.")
    else:
        _require_host(table, by)
    _require_between_games(table)
    if None in table.seats:
        raise Refusal("seats_free", "There are free seats: wait for players, or put bots there.")
    return begin(table, env.luck)


@_decide.register
def _(command: messages.Commit, table: TableState, by: Caller, env: Environment) -> Decision:
    # Allowed during a game: it is for the next one, which may start as soon as this one is over.
    _own_seat(table, command.seat, by)
    return Decision(entries.Committed(command.seat, command.commitment))


@_decide.register
def _(command: messages.Reveal, table: TableState, by: Caller, env: Environment) -> Decision:
    _own_seat(table, command.seat, by)
    if table.phase != "seeding" or command.seat not in table.awaited:
        raise Refusal("no_seed_wanted", "No seed is wanted from this seat now.")
    if not env.luck.is_seed(command.seed, table.commitments[command.seat]):
        raise Refusal("wrong_seed", "This is not the seed that the seat committed to.")
    if len(table.awaited) > 1:
        return Decision(entries.Revealed(command.seat, command.seed))
    seeds = (*table.seeds[: command.seat], command.seed, *table.seeds[command.seat + 1 :])
    progress = advance(table.game, table.state, 0, env.luck.sources(table.game_id, seeds))
    return Decision(entries.Revealed(command.seat, command.seed, progress.steps), progress)


@_decide.register
def _(command: messages.MakeMove, table: TableState, by: Caller, env: Environment) -> Decision:
    seat = table.to_act
    mine = table.seats_of(by.player)
    if not mine:
        raise Refusal("not_seated", "You have no seat at this table.")
    if not table.moved_seq <= command.seq <= table.seq:
        raise Stale("stale", "The game has moved on since.")
    if table.phase != "playing":
        raise Refusal("no_game", "No game is being played.")
    if seat not in mine:
        raise NotYourTurn("not_your_turn", "It is another player's turn.")
    _require_present(table, seat)
    return move(table, command.move, env.luck, then=command.then)


@_decide.register
def _(command: messages.Say, table: TableState, by: Caller, env: Environment) -> Decision:
    if not table.chat:
        raise Refusal("chat_off", "The chat is switched off at this table.")
    mine = table.seats_of(by.player)
    _require_room(table, MAX_CHAT_ASIDES if mine else MAX_SPECTATOR_ASIDES)
    seat = mine[0] if mine and command.seat is None else command.seat
    # A spectator must not speak as if one of the players did.
    name = distinct_name(by.name, _names(table)) if seat is None else _own_seat(table, seat, by).name
    return Decision(entries.Said(seat, name, clean_chat(command.text)))


@_decide.register
def _(command: messages.React, table: TableState, by: Caller, env: Environment) -> Decision:
    _own_seat(table, command.seat, by)
    _require_room(table, MAX_CHAT_ASIDES)
    return Decision(entries.Reacted(command.seat, command.reaction))


@_decide.register
def _(command: messages.SetChat, table: TableState, by: Caller, env: Environment) -> Decision:
    _require_host(table, by)
    if table.chat is command.on:
        raise Refusal("no_change", "The chat is as it was.")
    return Decision(entries.ChatSet(command.on))


@_decide.register
def _(command: messages.SetPace, table: TableState, by: Caller, env: Environment) -> Decision:
    _require_host(table, by)
    if table.pace == command.pace:
        raise Refusal("no_change", "The pace is as it was.")
    return Decision(entries.PaceSet(command.pace))


@_decide.register
def _(command: messages.Close, table: TableState, by: Caller, env: Environment) -> Decision:
    _require_host(table, by)
    _require_between_games(table)
    return Decision(entries.Closed())


def begin(table: TableState, luck: Luck, bots: Iterable[tuple[int, str]] = ()) -> Decision:
    """Begin the next game; the seats take turns at going first. Without commitments the first outcome is drawn at once.

    `bots` are put on free seats.
    """
    number = table.number + 1
    first = table.number % table.plan.seats
    setup = table.game.setup(**{**table.plan.options, "seats": table.plan.seats, "first": first})
    options, bots = setup.options(), tuple(bots)
    if any(holder is not None and holder.present and holder.commitment for holder in table.seats):
        return Decision(entries.Began(number, options, luck.anchor, bots, standing=standing(table)))
    sources = luck.sources(f"{table.code}/{number}", (None,) * table.plan.seats)
    progress = advance(table.game, table.game.start(setup), 0, sources)
    return Decision(entries.Began(number, options, luck.anchor, bots, progress.steps, standing(table)), progress)


def move(table: TableState, text: str, luck: Luck, *, then: str | None = None, by_bot: bool = False) -> Decision:
    """Make a move of the seat to act, and with `then` its next decision."""
    seat = table.to_act
    assert seat is not None
    moves = [_parse_move(table, text)]
    if then is not None:
        if state_between(table, text) is None:
            raise Refusal("no_then", f"{show(then)} cannot be decided together with {show(text)}.")
        moves.append(_parse_move(table, then))
    sources = luck.sources(table.game_id, table.seeds)
    progress = advance(table.game, table.state, table.outcomes, sources, moves, seat)
    return Decision(entries.Moved(seat, progress.steps, by_bot, then is not None), progress)


def state_between(table: TableState, first: str) -> Any:
    """Return the state of the game after a move, if the same seat decides again at once; None otherwise.

    Only then can the next decision be made together with the move. A refusal of both must not tell anything that the
    move alone would have brought to light: so no chance may come in between, and nothing may be hidden in the game.
    """
    if table.game.hides:
        return None
    seat = table.to_act
    state = table.game.apply(table.state, _parse_move(table, first), seat).state
    return state if table.game.to_act(state) == seat else None


def _parse_move(table: TableState, text: str) -> Move:
    action = table.game.parse(text)
    if not isinstance(action, Move):
        raise IllegalMove("not_a_move", f"{show(text)} is up to chance.")
    return action


def check_hurry(table: TableState, by: Caller) -> None:
    """Refuse to hurry a bot where others watch it too. People who are away count: they may come back."""
    if not table.seats_of(by.player):
        raise Refusal("not_seated", "You have no seat at this table.")
    if any(holder is not None and holder.player not in (None, by.player) for holder in table.seats):
        raise Refusal("not_alone", "Other people play here as well: let them watch the bots, too.")
    if table.phase != "playing":
        raise Refusal("no_game", "No game is being played.")


def overdue(table: TableState, luck: Luck, bots: Bots) -> Decision | None:
    """Return what the server does when the table is due: fill seats, go on without seeds, or replace a player."""
    if table.phase == "open":
        free = [seat for seat, holder in enumerate(table.seats) if holder is None]
        return begin(table, luck, [(seat, bots.stand_in(table.plan.game)) for seat in free])
    if table.phase == "seeding":
        progress = advance(table.game, table.state, 0, luck.sources(table.game_id, table.seeds))
        return Decision(entries.SeedsClosed(progress.steps), progress)
    if table.to_act is not None:
        return Decision(entries.StoodIn(table.to_act, bots.stand_in(table.plan.game), "time"))
    return None


def expire(table: TableState, unstarted: int, between: int, during: int) -> Decision | None:
    """Close a table, or break off its game, if its last entry is older than a time; return None otherwise.

    The time is `unstarted` before the first game, `between` after a game, and `during` one.
    """
    if table.phase in ("open", "over"):
        return Decision(entries.Closed()) if table.at < (unstarted if table.phase == "open" else between) else None
    return Decision(entries.BrokenOff()) if table.phase != "closed" and table.at < during else None


def shut(table: TableState) -> Decision | None:
    """Close a table by order of the operator, after its game was broken off; return None if it is closed."""
    if table.phase in ("open", "over"):
        return Decision(entries.Closed())
    return None if table.phase == "closed" else Decision(entries.BrokenOff())


def check_bot(game: str, bot: str, bots: Bots) -> None:
    """Refuse a bot that does not exist or may not sit at a table of this game."""
    names = bots.names(game)
    if bot not in names:
        known = ", ".join(names) or "none"
        raise Refusal("unknown_bot", f"There is no bot {show(bot)} for this game; there are {known}.")


def _holder(table: TableState, seat: int) -> Holder | None:
    if seat >= len(table.seats):
        raise Refusal("no_such_seat", "There is no such seat at this table.")
    return table.seats[seat]


def _names(table: TableState, *, without: int | None = None) -> list[str]:
    """Return the names of those who sit at the table, without the holder of one seat."""
    return [holder.name for seat, holder in enumerate(table.seats) if holder is not None and seat != without]


def _own_seat(table: TableState, seat: int, by: Caller) -> Holder:
    holder = _holder(table, seat)
    if holder is None or holder.player != by.player:
        raise Refusal("not_your_seat", "This is not your seat.")
    return holder


def _require_present(table: TableState, seat: int) -> None:
    holder = table.seats[seat]
    if holder is None or not holder.present:
        raise Refusal("away", "A bot plays for you: take your seat back first.")


def _require_room(table: TableState, most: int) -> None:
    if table.asides >= most:
        raise Refusal("said_enough", "Enough has been said for one game: there is room again when the next one begins.")


def _require_welcome(table: TableState, blockers: Set[str]) -> None:
    """Refuse a seat where the host blocks the player, or at a public table anybody who sits there.

    A player who blocks somebody at a table of others does not decide who plays there, unless strangers meet at it.
    """
    sitting = {holder.player for holder in table.seats if holder is not None}
    if table.host in blockers or (table.plan.public and sitting & blockers):
        raise Refusal("no_seat_here", "You cannot sit down at this table: choose another one.")


def _require_host(table: TableState, by: Caller) -> None:
    if by.player != table.host:
        raise Refusal("not_host", "Only the host of the table can do this.")


def _require_between_games(table: TableState) -> None:
    if table.phase not in ("open", "over"):
        raise Refusal("game_on", "A game is being played.")

"""Decisions: the entry that results from a command, or a refusal with its reason. Pure functions."""

from __future__ import annotations

from functools import singledispatch

from heckmeck.games import NotYourTurn
from heckmeck.server.table import entries, messages
from heckmeck.server.table.environment import Caller, Decision, Environment, Refusal, Stale
from heckmeck.server.table.look_alikes import distinct_name
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.moves import begin, move
from heckmeck.server.table.plans import check_bot, check_plan
from heckmeck.server.table.progress import advance
from heckmeck.server.table.requirements import (
    holder_of,
    names_at,
    own_seat,
    require_between_games,
    require_host,
    require_present,
    require_room,
    require_welcome,
)
from heckmeck.server.table.state import TableState
from heckmeck.server.table.text import clean_chat, clean_name

MAX_SPECTATOR_ASIDES = 500
MAX_CHAT_ASIDES = 1000
MAX_ASIDES = 2000
"""Maximum number of asides since the last game began: for chat of spectators, for chat of players, and for everything
else that is not part of the game. Logs are never deleted, and spectators must not be able to use up the limit."""


def open_table(plan: Plan, by: Caller) -> Decision:
    """Return the first entry of a new table."""
    check_plan(plan)
    return Decision(entries.Opened(by.player, plan))


def decide(table: TableState, command: messages.AnyCommand, by: Caller, env: Environment) -> Decision:
    """Return the entry that results from a command, or raise a GameError with the reason why it is refused."""
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
    raise TypeError(f"{command} is not a command")


@_decide.register
def _(command: messages.Sit, table: TableState, by: Caller, env: Environment) -> Decision:
    late = table.phase == "playing" and command.seat is not None
    if not late:
        require_between_games(table)
    # A player must not see the cards of a bot by taking its seat in addition.
    if (late or table.plan.public) and table.seats_of(by.player):
        raise Refusal("seated_already", "You already have a seat at this table: each player may have only one.")
    seat = command.seat
    if seat is None:
        seat = next((number for number, holder in enumerate(table.seats) if holder is None), None)
        if seat is None:
            raise Refusal("table_full", "There is no free seat at this table.")
    elif (holder := holder_of(table, seat)) is not None and holder.player is not None:
        raise Refusal("seat_taken", "Somebody sits there already.")
    if late and not table.plan.latecomers:
        raise Refusal("no_latecomers", "At this table, the seat of a bot cannot be taken over during a game.")
    require_welcome(table, env.blockers)
    portrait = by.portrait if command.portrait is None else command.portrait
    name = distinct_name(clean_name(command.name), names_at(table, without=seat))
    return Decision(entries.Sat(seat, by.player, name, command.commitment, portrait))


@_decide.register
def _(command: messages.Leave, table: TableState, by: Caller, env: Environment) -> Decision:
    holder = own_seat(table, command.seat, by)
    if table.phase in ("open", "over"):
        return Decision(entries.Left(command.seat))
    if holder.bot is not None:
        raise Refusal("away_already", "A bot plays for you already.")
    others = [other for other in table.seats if other is not None and other is not holder]
    # Another player who is away may come back, and so may this one. A game against only bots ends.
    if not any(other.present or other.player not in (None, by.player) for other in others):
        return Decision(entries.BrokenOff())
    return Decision(entries.StoodIn(command.seat, env.bots.stand_in(table.plan.game), "left"))


@_decide.register
def _(command: messages.StandIn, table: TableState, by: Caller, env: Environment) -> Decision:
    # The player who is away keeps the seat and may come back at any time.
    holder, there = holder_of(table, command.seat), env.attendance
    if by.player != table.host and (not table.seats_of(by.player) or table.host in there.connected | there.recent):
        raise Refusal("not_host", "Only the host of the table can do this.")
    if table.phase not in ("seeding", "playing"):
        raise Refusal("no_game", "No game is being played.")
    if holder is None or not holder.present:
        raise Refusal("away_already", "A bot plays there already.")
    if table.plan.timer:
        raise Refusal("time_runs", "There is a time limit for each decision: a bot takes over when the time is up.")
    if holder.player in there.connected or holder.player == by.player:
        raise Refusal("still_here", "This player is connected: be patient, or talk to each other.")
    if holder.player in there.recent:
        raise Refusal("just_left", "This player was connected a moment ago: wait half a minute.")
    if holder.player not in there.absent or (by.player != table.host and table.host not in there.absent):
        raise Refusal("presence_unknown", "It is not known whether this player is connected: try again in a moment.")
    return Decision(entries.StoodIn(command.seat, env.bots.stand_in(table.plan.game), "gone"))


@_decide.register
def _(command: messages.Back, table: TableState, by: Caller, env: Environment) -> Decision:
    if own_seat(table, command.seat, by).bot is None:
        raise Refusal("not_away", "You play on this seat already.")
    if table.expired and command.seat == table.to_act:
        raise Refusal("time_up", "Your time for this decision is over: take your seat back after the bot has moved.")
    return Decision(entries.Returned(command.seat))


@_decide.register
def _(command: messages.SeatBot, table: TableState, by: Caller, env: Environment) -> Decision:
    require_host(table, by)
    check_bot(table.plan.game, command.bot, env.bots)
    holder = holder_of(table, command.seat)
    if holder is not None and holder.player is not None:  # even one who is away and would return to a weaker bot
        raise Refusal("seat_taken", "A person sits there.")
    if holder is None and table.phase not in ("open", "over"):
        raise Refusal("game_on", "The game has begun.")
    return Decision(entries.BotSat(command.seat, command.bot))


@_decide.register
def _(command: messages.Clear, table: TableState, by: Caller, env: Environment) -> Decision:
    require_host(table, by)
    require_between_games(table)
    if holder_of(table, command.seat) is None:
        raise Refusal("seat_free", "Nobody sits there.")
    return Decision(entries.Cleared(command.seat))


@_decide.register
def _(command: messages.Start, table: TableState, by: Caller, env: Environment) -> Decision:
    if table.phase == "over":
        if by.player != table.host and not table.seats_of(by.player):
            raise Refusal("not_seated", "Only players with a seat can start the next game.")
    else:
        require_host(table, by)
    require_between_games(table)
    if None in table.seats:
        raise Refusal("seats_free", "There are free seats: wait for players, or put bots there.")
    return begin(table, env.luck)


@_decide.register
def _(command: messages.Commit, table: TableState, by: Caller, env: Environment) -> Decision:
    # Allowed during a game: it is for the next one, which may start as soon as this one is over.
    own_seat(table, command.seat, by)
    return Decision(entries.Committed(command.seat, command.commitment))


@_decide.register
def _(command: messages.Reveal, table: TableState, by: Caller, env: Environment) -> Decision:
    own_seat(table, command.seat, by)
    if table.phase != "seeding" or command.seat not in table.awaited:
        raise Refusal("no_seed_wanted", "No seed is expected from this seat now.")
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
    require_present(table, seat)
    return move(table, command.move, env.luck, then=command.then)


@_decide.register
def _(command: messages.Say, table: TableState, by: Caller, env: Environment) -> Decision:
    if not table.chat:
        raise Refusal("chat_off", "The chat is switched off at this table.")
    mine = table.seats_of(by.player)
    require_room(table, MAX_CHAT_ASIDES if mine else MAX_SPECTATOR_ASIDES)
    seat = mine[0] if mine and command.seat is None else command.seat
    # A spectator must not speak as if one of the players did.
    name = distinct_name(by.name, names_at(table)) if seat is None else own_seat(table, seat, by).name
    return Decision(entries.Said(seat, name, clean_chat(command.text)))


@_decide.register
def _(command: messages.React, table: TableState, by: Caller, env: Environment) -> Decision:
    own_seat(table, command.seat, by)
    require_room(table, MAX_CHAT_ASIDES)
    return Decision(entries.Reacted(command.seat, command.reaction))


@_decide.register
def _(command: messages.SetChat, table: TableState, by: Caller, env: Environment) -> Decision:
    require_host(table, by)
    if table.chat is command.on:
        raise Refusal("no_change", "The chat already has this setting.")
    return Decision(entries.ChatSet(command.on))


@_decide.register
def _(command: messages.SetPace, table: TableState, by: Caller, env: Environment) -> Decision:
    require_host(table, by)
    if table.pace == command.pace:
        raise Refusal("no_change", "The bots already have this pace.")
    return Decision(entries.PaceSet(command.pace))


@_decide.register
def _(command: messages.Close, table: TableState, by: Caller, env: Environment) -> Decision:
    require_host(table, by)
    require_between_games(table)
    return Decision(entries.Closed())

"""What a command leads to: an entry, or a refusal with its reason. Nothing here waits or changes anything."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import singledispatch
from typing import NamedTuple, Protocol

from heckmeck.games import BadSetup, GameError, IllegalMove, Move, NotYourTurn, get
from heckmeck.games.setup import show
from heckmeck.server.fairness import commitment_of
from heckmeck.server.net.identity import BadText, clean_chat, clean_name
from heckmeck.server.table import entries, messages
from heckmeck.server.table.messages import Plan
from heckmeck.server.table.progress import Luck, Progress, Seeds, advance
from heckmeck.server.table.state import Holder, TableState

STAND_IN = "greedy"
"""The bot that takes over from a player."""


LONGEST_TITLE = 60
MOST_WATCHED = 500
MOST_SAID = 1000
MOST_ASIDES = 2000
"""With so many asides since the last game began those who watch say nothing more, then those who play, and then nothing
else is done that is not the game: the log is kept for good, and one who watches must not silence a table."""


class Refusal(GameError):
    """A command that cannot be done here, or not by this player."""


class Stale(Refusal):
    """A move that was made against an older position."""


class Caller(NamedTuple):
    """Who gives a command: a player, with the name to use where it has no seat."""

    player: str
    name: str


class Decision(NamedTuple):
    """The entry that a command leads to. `progress` is the game after it where it moved on."""

    entry: entries.AnyEntry
    progress: Progress | None = None


class Chance(Protocol):
    """Where a game's luck comes from: the chain of the game that goes on, or of the one about to begin."""

    @property
    def anchor(self) -> str:
        """The published end of the chain."""
        ...

    def luck(self, game_id: str, seeds: Seeds) -> Luck:
        """Return the luck of a game with these seeds."""
        ...


def check_plan(plan: Plan) -> None:
    """Refuse a table that could not be played at."""
    game = get(plan.game)
    if {"seats", "first"} & set(plan.options):
        raise BadSetup("bad_option", "The seats are not among a game's options.")
    game.setup(**{**plan.options, "seats": plan.seats})
    if plan.title:
        try:
            clean_chat(plan.title, LONGEST_TITLE)
        except BadText:
            raise BadSetup("bad_title", "A title is a few words of what can be seen, and no more.") from None
    if plan.timer and plan.timer < 5:
        raise BadSetup("bad_timer", "A decision needs at least 5 seconds.")


def decide(
    table: TableState, command: messages.AnyCommand, by: Caller, chance: Chance, here: Collection[int] = ()
) -> Decision:
    """Return what the command leads to; a GameError says why it leads to nothing.

    `here` are the seats whose players are connected, which only `stand_in` has to know.
    """
    if table.phase == "closed":
        raise Refusal("table_closed", "The table is closed.")
    if isinstance(command, _ASIDES) and table.asides >= MOST_ASIDES:
        text = "Too much has changed here since the last game began: start the next one, or open another table."
        raise Refusal("changed_enough", text)
    if isinstance(command, messages.StandIn):
        return _stand_in(command, table, by, here)
    return _decide(command, table, by, chance)


_ASIDES = (messages.Sit, messages.Back, messages.SeatBot, messages.Clear, messages.Commit, messages.SetChat)
"""What is counted and can be waited with; who goes or ends something may always do so, and talk has its own limits."""


@singledispatch
def _decide(command: messages.AnyCommand, table: TableState, by: Caller, chance: Chance) -> Decision:
    raise TypeError(f"{command} is no command")


@_decide.register
def _(command: messages.Sit, table: TableState, by: Caller, chance: Chance) -> Decision:
    _between_games(table)
    if table.plan.public and table.seats_of(by.player):
        raise Refusal("seated_already", "You sit here already; at a public table everybody has one seat.")
    seat = command.seat
    if seat is None:
        seat = next((number for number, holder in enumerate(table.seats) if holder is None), None)
        if seat is None:
            raise Refusal("table_full", "There is no free seat at this table.")
    elif (holder := _holder(table, seat)) is not None and holder.player is not None:
        raise Refusal("seat_taken", "Somebody sits there already.")
    return Decision(entries.Sat(seat, by.player, clean_name(command.name), command.commitment))


@_decide.register
def _(command: messages.Leave, table: TableState, by: Caller, chance: Chance) -> Decision:
    holder = _own(table, command.seat, by)
    if table.phase in ("open", "over"):
        return Decision(entries.Left(command.seat))
    if holder.bot is not None:
        raise Refusal("away_already", "A bot plays for you already.")
    others = [other for other in table.seats if other is not None and other is not holder]
    # Somebody else who is away may come back, and so may this one; against bots alone there is nobody to wait for.
    if not any(other.present or other.player not in (None, by.player) for other in others):
        return Decision(entries.BrokenOff())
    return Decision(entries.StoodIn(command.seat, STAND_IN, "left"))


def _stand_in(command: messages.StandIn, table: TableState, by: Caller, here: Collection[int]) -> Decision:
    """Whoever is not there may come back at any time; so nothing is taken from anybody."""
    holder = _holder(table, command.seat)
    if by.player != table.host and (not table.seats_of(by.player) or set(here) & set(table.seats_of(table.host))):
        raise Refusal("not_host", "Only the host of the table can do this.")
    if table.phase not in ("seeding", "playing"):
        raise Refusal("no_game", "No game is being played.")
    if holder is None or not holder.present:
        raise Refusal("away_already", "A bot plays there already.")
    if table.plan.timer:
        raise Refusal("time_runs", "Here everybody has a time for each decision: a bot takes over when it is up.")
    if command.seat in here or holder.player == by.player:
        raise Refusal("still_here", "This player is connected: be patient, or talk to each other.")
    return Decision(entries.StoodIn(command.seat, STAND_IN, "gone"))


@_decide.register
def _(command: messages.Back, table: TableState, by: Caller, chance: Chance) -> Decision:
    if _own(table, command.seat, by).bot is None:
        raise Refusal("not_away", "You play on this seat already.")
    if table.expired and command.seat == table.to_act:
        raise Refusal("time_up", "Your time for this decision is over: take your seat back after the bot has moved.")
    return Decision(entries.Returned(command.seat))


@_decide.register
def _(command: messages.SeatBot, table: TableState, by: Caller, chance: Chance) -> Decision:
    _host(table, by)
    check_bot(table.plan.game, command.bot)
    holder = _holder(table, command.seat)
    if holder is not None and holder.bot is None:
        raise Refusal("seat_taken", "A person sits there.")
    if holder is None and table.phase not in ("open", "over"):
        raise Refusal("game_on", "The game has begun.")
    return Decision(entries.BotSat(command.seat, command.bot))


@_decide.register
def _(command: messages.Clear, table: TableState, by: Caller, chance: Chance) -> Decision:
    _host(table, by)
    _between_games(table)
    if _holder(table, command.seat) is None:
        raise Refusal("seat_free", "Nobody sits there.")
    return Decision(entries.Cleared(command.seat))


@_decide.register
def _(command: messages.Start, table: TableState, by: Caller, chance: Chance) -> Decision:
    if table.phase == "over":
        if by.player != table.host and not table.seats_of(by.player):
            raise Refusal("not_seated", "Only those who sit at the table start the next game.")
    else:
        _host(table, by)
    _between_games(table)
    if None in table.seats:
        raise Refusal("seats_free", "There are free seats: wait for players, or put bots there.")
    return begin(table, chance)


@_decide.register
def _(command: messages.Commit, table: TableState, by: Caller, chance: Chance) -> Decision:
    # Also during a game: it is for the next one, which anybody may start as soon as this one is over.
    _own(table, command.seat, by)
    return Decision(entries.Committed(command.seat, command.commitment))


@_decide.register
def _(command: messages.Reveal, table: TableState, by: Caller, chance: Chance) -> Decision:
    _own(table, command.seat, by)
    if table.phase != "seeding" or command.seat not in table.awaited:
        raise Refusal("no_seed_wanted", "No seed is wanted from this seat now.")
    if commitment_of(command.seed) != table.commitments[command.seat]:
        raise Refusal("wrong_seed", "This is not the seed that the seat committed to.")
    if len(table.awaited) > 1:
        return Decision(entries.Revealed(command.seat, command.seed))
    seeds = (*table.seeds[: command.seat], command.seed, *table.seeds[command.seat + 1 :])
    progress = advance(table.game, table.state, 0, chance.luck(table.game_id, seeds), None, None)
    return Decision(entries.Revealed(command.seat, command.seed, progress.steps), progress)


@_decide.register
def _(command: messages.MakeMove, table: TableState, by: Caller, chance: Chance) -> Decision:
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
    _present(table, seat)
    return move(table, command.move, chance)


@_decide.register
def _(command: messages.Say, table: TableState, by: Caller, chance: Chance) -> Decision:
    if not table.chat:
        raise Refusal("chat_off", "The chat is switched off at this table.")
    mine = table.seats_of(by.player)
    _not_too_much(table, MOST_SAID if mine else MOST_WATCHED)
    seat = mine[0] if mine and command.seat is None else command.seat
    name = by.name if seat is None else _own(table, seat, by).name
    return Decision(entries.Said(seat, name, clean_chat(command.text)))


@_decide.register
def _(command: messages.React, table: TableState, by: Caller, chance: Chance) -> Decision:
    _own(table, command.seat, by)
    _not_too_much(table, MOST_SAID)
    return Decision(entries.Reacted(command.seat, command.reaction))


@_decide.register
def _(command: messages.SetChat, table: TableState, by: Caller, chance: Chance) -> Decision:
    _host(table, by)
    if table.chat is command.on:
        raise Refusal("no_change", "The chat is as it was.")
    return Decision(entries.ChatSet(command.on))


@_decide.register
def _(command: messages.Close, table: TableState, by: Caller, chance: Chance) -> Decision:
    _host(table, by)
    _between_games(table)
    return Decision(entries.Closed())


def begin(table: TableState, chance: Chance, bots: Iterable[tuple[int, str]] = ()) -> Decision:
    """Begin the next game; the first seat goes round. Where nobody committed to a seed, chance starts at once."""
    number = table.number + 1
    first = table.number % table.plan.seats
    setup = table.game.setup(**{**table.plan.options, "seats": table.plan.seats, "first": first})
    options, bots = setup.options(), tuple(bots)
    if any(holder is not None and holder.present and holder.commitment for holder in table.seats):
        return Decision(entries.Began(number, options, chance.anchor, bots))
    luck = chance.luck(f"{table.code}/{number}", (None,) * table.plan.seats)
    progress = advance(table.game, table.game.start(setup), 0, luck, None, None)
    return Decision(entries.Began(number, options, chance.anchor, bots, progress.steps), progress)


def move(table: TableState, text: str, chance: Chance, *, by_bot: bool = False) -> Decision:
    """Let the seat to act move."""
    seat = table.to_act
    assert seat is not None
    action = table.game.parse(text)
    if not isinstance(action, Move):
        raise IllegalMove("not_a_move", f"{show(text)} is up to chance.")
    luck = chance.luck(table.game_id, table.seeds)
    progress = advance(table.game, table.state, table.outcomes, luck, action, seat)
    return Decision(entries.Moved(seat, progress.steps, by_bot), progress)


def overdue(table: TableState, chance: Chance) -> Decision | None:
    """Return what the server has to do when the table is due: fill seats, go on without seeds, replace a player."""
    if table.phase == "open":
        free = [seat for seat, holder in enumerate(table.seats) if holder is None]
        return begin(table, chance, [(seat, STAND_IN) for seat in free])
    if table.phase == "seeding":
        progress = advance(table.game, table.state, 0, chance.luck(table.game_id, table.seeds), None, None)
        return Decision(entries.SeedsClosed(progress.steps), progress)
    if table.to_act is not None:
        return Decision(entries.StoodIn(table.to_act, STAND_IN, "time"))
    return None


def forgotten(table: TableState, between: int, during: int) -> Decision | None:
    """Return what to do about a table without an entry since a time, which is another one during a game."""
    if table.phase in ("open", "over"):
        return Decision(entries.Closed()) if table.at < between else None
    return Decision(entries.BrokenOff()) if table.phase != "closed" and table.at < during else None


def check_bot(game: str, bot: str) -> None:
    """Refuse a bot that there is not; only our own may sit at a server's tables."""
    from heckmeck.bots import BOTS  # numpy comes with them, and players need not wait for it after a restart

    if bot not in BOTS or game not in BOTS[bot].games:
        known = ", ".join(name for name, same in BOTS.items() if game in same.games)
        raise Refusal("unknown_bot", f"There is no bot {show(bot)} for this game; there are {known}.")


def _holder(table: TableState, seat: int) -> Holder | None:
    if seat >= len(table.seats):
        raise Refusal("no_such_seat", "There is no such seat at this table.")
    return table.seats[seat]


def _own(table: TableState, seat: int, by: Caller) -> Holder:
    holder = _holder(table, seat)
    if holder is None or holder.player != by.player:
        raise Refusal("not_your_seat", "This is not your seat.")
    return holder


def _present(table: TableState, seat: int) -> None:
    holder = table.seats[seat]
    if holder is None or not holder.present:
        raise Refusal("away", "A bot plays for you: take your seat back first.")


def _not_too_much(table: TableState, most: int) -> None:
    if table.asides >= most:
        raise Refusal("said_enough", "Enough has been said for one game: there is room again when the next one begins.")


def _host(table: TableState, by: Caller) -> None:
    if by.player != table.host:
        raise Refusal("not_host", "Only the host of the table can do this.")


def _between_games(table: TableState) -> None:
    if table.phase not in ("open", "over"):
        raise Refusal("game_on", "A game is being played.")

"""Every message on the wire: commands from clients, answers and updates from the server.

The JSON Schema, the OpenAPI description and the client's types are generated from these.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from heckmeck.server.table.chance_nodes import ChanceNode
from heckmeck.server.table.changes import Phase
from heckmeck.server.table.positions import AnyEvent, Position, decode_wire

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$", max_length=40)]
"""Chosen by the client and unique at the table: a command sent twice under one id is done once."""
# `$` also matches before a trailing newline, which `max_length` rules out.
Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", max_length=64)]
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$", max_length=32)]
SeatNumber = Annotated[int, Meta(ge=0, le=6)]
Name = Annotated[str, Meta(max_length=80)]
BotName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,23}$", max_length=24)]
Portrait = Annotated[str, Meta(pattern=r"^[a-z]*$(?!\n)", max_length=20)]
"""The picture that a person chose, by its name; empty for none. The server knows no pictures."""
Pace = Literal["quick", "normal", "calm"]
"""How fast bots play at a table: in about half the time, at the server's own pace, or in twice the time."""
Reaction = Literal["worm", "laugh", "wow", "oops", "clap", "hurry", "thanks", "bye"]
Strength = Literal["beginner", "easy", "medium", "strong", "champion"]
"""As in `heckmeck.bots`, which is not imported here because it loads numpy."""

MoveText = Annotated[str, Meta(max_length=120)]

DAY = 24 * 60 * 60
MIN_SEATS, MAX_SEATS = 2, 7
"""The numbers of seats that a table may have."""


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is for, as chosen by the player who opens it."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=MIN_SEATS, le=MAX_SEATS)]
    options: dict[str, Any] = {}
    """Options of the game that are not at their defaults, as in a record's set-up."""
    title: Annotated[str, Meta(max_length=80)] = ""
    public: bool = False
    """Whether the table is listed; others can only be found by their code."""
    timer: Annotated[int, Meta(ge=0, le=14 * DAY)] = 0
    """Seconds for each decision, after which a bot takes the seat; 0 for no limit."""
    chat: bool = True
    coach: bool = False
    """Whether players may ask the coach while they play with others."""
    fill: Annotated[int, Meta(ge=0, le=600)] = 0
    """Seconds after which bots fill the free seats and the game starts; 0 to wait for the host."""
    pace: Pace = "normal"
    """How fast bots play at first; the host may change it at any time."""
    latecomers: bool = True
    """Whether a person may take over the seat of a bot while a game is played."""


# Commands ----------------------------------------------------------------------------------------------------------


class Command(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type"):
    """A request of a client to change the table. `id` is chosen by the client."""

    id: Id


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat (the next one if none is named), or that of a bot, also during a game.

    `commitment` is the hash of the seat's seed. Without a `portrait` it is the one that is kept with the player's name.
    """

    name: Name
    seat: SeatNumber | None = None
    commitment: Hex64 | None = None
    portrait: Portrait | None = None


class Leave(Command, frozen=True, tag="leave"):
    """Leave a seat; during a game a bot plays on in it, and one may come back."""

    seat: SeatNumber


class Back(Command, frozen=True, tag="back"):
    """Take the own seat back from the bot."""

    seat: SeatNumber


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play for a player who is not connected, at a table without a timer.

    For the host, or for everybody with a seat if the host is not connected either.
    """

    seat: SeatNumber


class SeatBot(Command, frozen=True, tag="bot"):
    """Put a bot on a free seat, or another in its place. For the host."""

    seat: SeatNumber
    bot: BotName


class Clear(Command, frozen=True, tag="clear"):
    """Free a seat between games. For the host."""

    seat: SeatNumber


class Start(Command, frozen=True, tag="start"):
    """Start the game, or after a game the next one. Free seats have to be filled first."""


class Commit(Command, frozen=True, tag="commit"):
    """Give the hash of a new seed for the coming game."""

    seat: SeatNumber
    commitment: Hex64


class Reveal(Command, frozen=True, tag="reveal"):
    """Show the seed that was committed to."""

    seat: SeatNumber
    seed: Hex32


class MakeMove(Command, frozen=True, tag="move"):
    """Make a move, in notation, with the sequence number that was the last one seen.

    `then` is the decision of the same seat that follows it at once: both are done, or neither.
    """

    seq: Annotated[int, Meta(ge=0)]
    move: MoveText
    then: MoveText | None = None


class Hurry(Command, frozen=True, tag="hurry"):
    """Let the bot that is to act move at once, and play the rest of its turn fast. For a player alone with bots."""


class Say(Command, frozen=True, tag="say"):
    """Send a chat message: from a seat of the player (by default the first one), or as a spectator."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]
    seat: SeatNumber | None = None


class React(Command, frozen=True, tag="react"):
    """Show one of a few reactions."""

    seat: SeatNumber
    reaction: Reaction


class SetChat(Command, frozen=True, tag="chat"):
    """Switch the chat on or off. For the host."""

    on: bool


class SetPace(Command, frozen=True, tag="pace"):
    """Set how fast bots play at the table. For the host."""

    pace: Pace


class Close(Command, frozen=True, tag="close"):
    """Close the table for good, between games. For the host."""


AnyCommand = (
    Sit | Leave | Back | StandIn | SeatBot | Clear | Start | Commit | Reveal | MakeMove | Hurry | Say | React | SetChat
    | SetPace | Close
)  # fmt: skip


class Ping(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Ask over a WebSocket whether the server is still there: a browser cannot ask in any other way."""


# Messages from the server --------------------------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits somewhere. A person with a `bot` is away, and the bot plays."""

    name: str
    person: bool = False
    bot: str | None = None
    committed: bool = False
    portrait: str = ""
    """The picture that the person chose; empty for none, and for bots."""


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """Everything that is public about a table except the position of its game."""

    code: str
    phase: Phase
    plan: Plan
    chat: bool
    seats: tuple[SeatInfo | None, ...]
    host: int | None
    """A seat of the host, if the host has one."""
    number: int
    """Number of games begun here so far."""
    setup: dict[str, Any] | None = None
    """The set-up of the game, as in a record."""
    anchor: str | None = None
    """The end of the hash chain from which all chance of the game follows."""
    commitments: tuple[str | None, ...] = ()
    seeds: tuple[str | None, ...] = ()
    pace: Pace = "normal"
    """How fast bots play now."""


class Ended(Struct, frozen=True):
    """How a game ended. `secret` is where its hash chain began."""

    reason: str
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    secret: str


What = Literal[
    "opened", "sat", "left", "bot_sat", "stood_in", "returned", "cleared", "began", "committed", "revealed",
    "seeds_closed", "moved", "said", "reacted", "chat_set", "pace_set", "broken_off", "closed",
]  # fmt: skip


class Happened(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="happened"):
    """One entry of the table's log, as its reader may see it."""

    seq: int
    at: int
    what: What
    seat: int | None = None
    name: str | None = None
    text: str | None = None
    """What was said, the reaction shown, the new pace, or why a bot took over (`left`, `time` or `gone`)."""
    move: str | None = None
    then: str | None = None
    """The decision that was made together with the move."""
    by_bot: bool = False
    events: tuple[AnyEvent, ...] = ()
    """What happened in the game, as far as the reader may know it."""
    outcome: int | None = None
    """The number of the first outcome of chance in this entry."""
    links: tuple[str, ...] = ()
    """The links of the hash chain that these outcomes follow from."""
    chance: tuple[ChanceNode, ...] = ()
    """The outcomes with their weights, for games that are sent as text and hide nothing."""
    table: TableInfo | None = None
    """The table from now on, if it changed."""
    position: Position | None = None
    """The game from now on, if it changed; left out of entries that are sent later."""
    due: int | None = None
    """When the server acts if no player does: by the same clock as `at`, whose difference is the time left."""
    ended: Ended | None = None
    muted: bool = False
    """Whether its text and name are withheld, because the reader has muted its author."""


class Welcome(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="welcome"):
    """The current state of the table, sent after the missed entries. Every later entry follows."""

    seq: int
    table: TableInfo
    mine: tuple[int, ...]
    """The reader's own seats."""
    host: bool
    now: int
    """The server's clock in milliseconds since 1970, for timers."""
    position: Position | None = None
    due: int | None = None
    """As in an entry, but by the same clock as `now`."""
    ended: Ended | None = None
    begins: int = 1
    """The first entry of the log that can be asked for. It is 1: archived entries are sent like all others."""


class You(Struct, frozen=True, tag_field="type", tag="you"):
    """The reader's own seats, and whether it is the host: sent when that changes."""

    mine: tuple[int, ...]
    host: bool


class Done(Struct, frozen=True, gc=False, tag_field="type", tag="done"):
    """The command was done and is on the disk, as entry `seq`. For `hurry`, which makes none, it is the last entry."""

    id: str
    seq: int


class Refused(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """The command was not done. `stale`: it was made against an older state; what was missed has been sent."""

    id: str | None
    code: str
    message: str
    rule: str | None = None
    seq: int | None = None


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Which seats' players are connected, and how many others watch."""

    here: tuple[int, ...]
    watching: int


class Notice(Struct, frozen=True, tag_field="type", tag="notice"):
    """A message of the operator to everybody. It may come again, under the same id, after a reconnect."""

    id: str
    text: str


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping."""


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The server ends the connection. The code says whether reconnecting at once makes sense."""

    code: Literal["restart", "too_fast"]
    message: str


# Over HTTP ----------------------------------------------------------------------------------------------------------


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. With a name one sits down at it, the bots take the next seats, and it may start at once.

    `id` is chosen by the client: a request that is sent again with the same id opens no second table.
    """

    plan: Plan
    name: Name | None = None
    commitment: Hex64 | None = None
    bots: Annotated[tuple[BotName, ...], Meta(max_length=MAX_SEATS)] = ()
    start: bool = False
    id: Id | None = None


class QuickPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """A game with the next players: at a public table that waits, or a new one that bots fill after a few seconds."""

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    commitment: Hex64 | None = None


class PositionText(Struct, frozen=True):
    """A position as one line of text, as `heckmeck odds` reads it. Hidden parts are written as `?`."""

    text: str


class LogPage(Struct, frozen=True):
    """Entries from a table's log in their order, as they are sent to a client that resumes."""

    entries: tuple[Happened, ...]
    begins: int = 1
    """The first entry of the log that can be asked for, as in a welcome."""


class Address(Struct, frozen=True):
    """Where a table is: its code, and a link to share."""

    code: str
    link: str


class Me(Struct, frozen=True):
    """The player who asks; no name if unknown here."""

    name: str | None
    portrait: str = ""


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """The name to be known by, and the portrait to be shown with; without one it stays as it is."""

    name: Name
    portrait: Portrait | None = None


class NewToken(Struct, frozen=True):
    """A token for programs. It is shown only once."""

    token: str


class BotInfo(Struct, frozen=True):
    """A bot that a game has, and how hard it is to beat.

    People choose first from the bots that are levels, and from all bots of a game without levels.
    """

    name: str
    strength: Strength
    level: bool = False


class GameInfo(Struct, frozen=True):
    """A game that can be played here, with its bots, the weakest first."""

    name: str
    title: str
    seats: tuple[int, int]
    bots: tuple[BotInfo, ...]
    unit: str
    """What scores count, in the plural: worms, points."""


class SeatResult(Struct, frozen=True):
    """The result of one seat. `luck` is what its rolls brought beyond the expected value, in the game's unit.

    With both `person` and `bot`, the player was away at the end and a bot finished the game.
    """

    seat: int
    name: str
    person: bool
    bot: str | None
    score: int
    rank: int
    won: bool
    failed: int
    luck: float | None
    mine: bool = False
    """Whether it was the seat of the player who asks."""


class PlayedGame(Struct, frozen=True):
    """A game in a list of games. Times are milliseconds since 1970; `ended` is None while it is running."""

    table: str
    """The code of its table; empty for those who read it by the code of its record and did not play."""
    number: int
    game: str
    setup: dict[str, Any]
    began: int
    ended: int | None
    reason: str | None
    """Why it ended; None if it was broken off or is running."""
    results: tuple[SeatResult, ...]
    record: str | None = None
    """The code of its record, by which everybody may read it; None while it runs, or if it ended long ago."""
    unverified: bool = False
    """Whether it was played on the player's own device: no server vouches for its luck."""


class ImportGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was played without a server, to be copied into the player's history."""

    record: dict[str, Any]
    """Its record with the proof of its luck, as the device exports it."""
    ended: Annotated[int, Meta(ge=0, le=10**14)]
    """When it ended, by the clock of the device, in milliseconds since 1970."""
    stand_ins: Annotated[tuple[tuple[SeatNumber, BotName], ...], Meta(max_length=MAX_SEATS)] = ()
    """The seats of people for whom a bot finished it, each with the name of the bot: the record does not say so."""


class PlayerTally(Struct, frozen=True):
    """Totals over the finished games of a table for one participant: a person under a name, or a bot.

    A game that a bot finished for a person counts as one of the person's games, but its result counts for neither.
    """

    name: str
    person: bool
    bot: str | None
    games: int
    wins: int
    score: int
    failed: int
    luck: float | None
    """Sum over the games for which it is known."""
    mine: bool = False
    """Whether it is the player who asks."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: str
    message: str
    rule: str | None = None


AnyMessage = Happened | Welcome | You | Done | Refused | Presence | Notice | Pong | Bye

command_decoder: msgspec.json.Decoder[AnyCommand | Ping] = msgspec.json.Decoder(AnyCommand | Ping)
message_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage, dec_hook=decode_wire)
encoder = msgspec.json.Encoder()

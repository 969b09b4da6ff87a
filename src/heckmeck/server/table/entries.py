"""The entries of a table's log: one for each completed command, and for each action of the server itself."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from heckmeck.server.table.holder import Holder
from heckmeck.server.table.messages import Pace, Plan


class Entry(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type"):
    """A change of the table. Players are identified by their ids, which never leave the server."""


class Opened(Entry, frozen=True, tag="opened"):
    """A player opened the table and is its host."""

    player: str
    plan: Plan


class Sat(Entry, frozen=True, tag="sat"):
    """A player took a free seat or that of a bot under a name, during a game too."""

    seat: int
    player: str
    name: str
    commitment: str | None = None
    portrait: str = ""


class Left(Entry, frozen=True, tag="left"):
    """A player left a seat between games."""

    seat: int


class BotSat(Entry, frozen=True, tag="bot_sat"):
    """A bot was put on a seat."""

    seat: int
    bot: str


class StoodIn(Entry, frozen=True, tag="stood_in"):
    """A bot took over during a game: the player left, ran out of time, or was not connected."""

    seat: int
    bot: str
    why: Literal["left", "time", "gone"]


class Returned(Entry, frozen=True, tag="returned"):
    """A player took the seat back from the bot."""

    seat: int


class Cleared(Entry, frozen=True, tag="cleared"):
    """The host freed a seat."""

    seat: int


class Standing(Struct, frozen=True, gc=False, omit_defaults=True):
    """The lasting state of a table before a game: the holders of the seats, and the settings of the host."""

    host: str
    seats: tuple[Holder | None, ...]
    chat: bool = True
    pace: Pace = "normal"


class Began(Entry, frozen=True, tag="began"):
    """A game began. If no seat committed to a seed, its first steps are included."""

    number: int
    setup: dict[str, object]
    anchor: str
    bots: tuple[tuple[int, str], ...] = ()
    """The bots that were put on free seats for the game."""
    steps: tuple[str, ...] = ()
    standing: Standing | None = None
    """The table before the game, so that a log can be read from here. Older entries do not have it."""
    origin: str = ""
    """The id of a game that was played elsewhere and copied here as a whole, with all its steps."""
    seeds: tuple[str | None, ...] = ()
    """The seeds of such a game."""
    stand_ins: tuple[tuple[int, str], ...] = ()
    """The seats of people for whom a bot finished such a game."""


class Committed(Entry, frozen=True, tag="committed"):
    """A seat gave the hash of its next seed."""

    seat: int
    commitment: str


class Revealed(Entry, frozen=True, tag="revealed"):
    """A seat revealed its seed. The last one to do so starts the game."""

    seat: int
    seed: str
    steps: tuple[str, ...] = ()


class SeedsClosed(Entry, frozen=True, tag="seeds_closed"):
    """Not all seeds were revealed in time: the game continues without them."""

    steps: tuple[str, ...] = ()


class Moved(Entry, frozen=True, tag="moved"):
    """A seat moved: the move, and all outcomes of chance up to the next decision.

    With `then`, the second step is a decision of the same seat too, which was made together with the first.
    """

    seat: int
    steps: tuple[str, ...]
    by_bot: bool = False
    then: bool = False


class Said(Entry, frozen=True, tag="said"):
    """A chat message; `seat` is None for a spectator."""

    seat: int | None
    name: str
    text: str


class Reacted(Entry, frozen=True, tag="reacted"):
    """A seat showed a reaction."""

    seat: int
    reaction: str


class ChatSet(Entry, frozen=True, tag="chat_set"):
    """The chat was switched on or off."""

    on: bool


class PaceSet(Entry, frozen=True, tag="pace_set"):
    """The host set how fast bots play."""

    pace: Pace


class BrokenOff(Entry, frozen=True, tag="broken_off"):
    """A game was abandoned before its end, because its only person left or it was inactive for a long time."""


class Closed(Entry, frozen=True, tag="closed"):
    """The table was closed permanently."""


AnyEntry = (
    Opened | Sat | Left | BotSat | StoodIn | Returned | Cleared | Began | Committed | Revealed | SeedsClosed
    | Moved | Said | Reacted | ChatSet | PaceSet | BrokenOff | Closed
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """Return an entry as it is stored."""
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """Read a stored entry."""
    return _decoder.decode(body)

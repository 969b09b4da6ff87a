"""What a table's log is made of: one entry for each command that was done, and for what the server does itself."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from heckmeck.server.table.messages import Plan


class Entry(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type"):
    """One thing that happened at a table. Players are named by their ids, which never leave the server."""


class Opened(Entry, frozen=True, tag="opened"):
    """A player opened the table and is its host."""

    player: str
    plan: Plan


class Sat(Entry, frozen=True, tag="sat"):
    """A player took a free seat under a name."""

    seat: int
    player: str
    name: str
    commitment: str | None = None


class Left(Entry, frozen=True, tag="left"):
    """A player left a seat between games."""

    seat: int


class BotSat(Entry, frozen=True, tag="bot_sat"):
    """A bot was put on a seat."""

    seat: int
    bot: str


class StoodIn(Entry, frozen=True, tag="stood_in"):
    """During a game a bot took over from a player, who left, whose time was up, or whom the others waited for."""

    seat: int
    bot: str
    why: Literal["left", "time", "gone"]


class Returned(Entry, frozen=True, tag="returned"):
    """A player took the seat back from the bot."""

    seat: int


class Cleared(Entry, frozen=True, tag="cleared"):
    """The host freed a seat."""

    seat: int


class Began(Entry, frozen=True, tag="began"):
    """A game began. Where no seat committed to a seed, its first steps are here."""

    number: int
    setup: dict[str, object]
    anchor: str
    bots: tuple[tuple[int, str], ...] = ()
    """Bots that were put on free seats for it."""
    steps: tuple[str, ...] = ()


class Committed(Entry, frozen=True, tag="committed"):
    """A seat gave the hash of its next seed."""

    seat: int
    commitment: str


class Revealed(Entry, frozen=True, tag="revealed"):
    """A seat showed its seed; the last one to do so sets the game going."""

    seat: int
    seed: str
    steps: tuple[str, ...] = ()


class SeedsClosed(Entry, frozen=True, tag="seeds_closed"):
    """Not all seeds came in time; the game goes on without those."""

    steps: tuple[str, ...] = ()


class Moved(Entry, frozen=True, tag="moved"):
    """A seat moved: the move, and what chance decided until somebody decides again."""

    seat: int
    steps: tuple[str, ...]
    by_bot: bool = False


class Said(Entry, frozen=True, tag="said"):
    """Somebody said something; `seat` is None for one who watches."""

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


class BrokenOff(Entry, frozen=True, tag="broken_off"):
    """The only player left a game, or everybody forgot it: it was not played to its end."""


class Closed(Entry, frozen=True, tag="closed"):
    """The table is gone."""


AnyEntry = (
    Opened | Sat | Left | BotSat | StoodIn | Returned | Cleared | Began | Committed | Revealed | SeedsClosed
    | Moved | Said | Reacted | ChatSet | BrokenOff | Closed
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    """Return an entry as it is kept."""
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """Read an entry that was kept."""
    return _decoder.decode(body)

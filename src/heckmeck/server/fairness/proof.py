"""The proof of a game, format `heckmeck-fairness/1`: everything that is needed to compute its luck again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

import msgspec

from heckmeck.bad_json import explain
from heckmeck.play.record import BadRecord, Record, decode
from heckmeck.server.fairness.chain import LENGTH, Chain
from heckmeck.server.fairness.source import TAG

# In Python `$` also matches before a trailing newline, in JSON Schema it does not: the lookahead makes them agree.
Hex64 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Hex32 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
GameId = Annotated[str, msgspec.Meta(pattern=r"^~?[0-9A-Za-z]{1,32}/[1-9][0-9]{0,8}$(?!\n)")]
"""The code of a table and the number of the game there: `QWERTZUP/1`. With `~` it was played on somebody's own device:
no server vouches for its luck."""
OFFLINE = "~"
"""The first letter of the codes of tables on devices, which no table of a server has."""


class SeatSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commitment of a seat, and the seed it revealed; None if it did not in time."""

    commitment: Hex64
    seed: Hex32 | None


class Fairness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a record that proves its luck.

    `seats` has None for a seat without a commitment. `links` are those revealed so far, that of the first outcome
    first. The `secret`, which determines all links, is included once the game is over; `links` may be empty then.
    """

    format: str
    game: GameId
    anchor: Hex64
    seats: tuple[SeatSeed | None, ...]
    links: Annotated[tuple[Hex64, ...], msgspec.Meta(max_length=LENGTH)]
    secret: Hex64 | None

    @classmethod
    def of(cls, game: str, chain: Chain, seats: Sequence[SeatSeed | None], outcomes: int, *, over: bool) -> Self:
        """Return the proof of a game after this number of outcomes; with the secret only if it is over."""
        shown = 0 if over else min(outcomes, chain.length)
        links = tuple(chain.link(number).hex() for number in range(1, shown + 1))
        return cls(TAG, game, chain.anchor, tuple(seats), links, chain.secret.hex() if over else None)

    @property
    def offline(self) -> bool:
        """Whether the game was played on a device of its player, who could have chosen the luck."""
        return self.game.startswith(OFFLINE)

    @property
    def seeds(self) -> tuple[str | None, ...]:
        """The seeds that contributed to the luck, by seat."""
        return tuple(None if seat is None else seat.seed for seat in self.seats)


class FairRecord(Record, frozen=True):
    """A record with its proof."""

    fairness: Fairness

    @classmethod
    def join(cls, record: Record, fairness: Fairness) -> Self:
        """Return a record with its proof; `heckmeck.play.encode` writes it as a line, like any record."""
        return cls(record.format, record.game, record.setup, record.players, record.steps, record.outcome, fairness)


class _Part(msgspec.Struct, frozen=True):
    """The part of a line besides its record."""

    fairness: Fairness | None = None


_decoder = msgspec.json.Decoder(_Part)


def decode_fair(line: bytes) -> FairRecord:
    """Read a line with a record and its proof. `verify` checks whether the proof holds."""
    record = decode(line)
    try:
        fairness = _decoder.decode(line).fairness
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        text = f"The fairness part of this record cannot be read: {explain(error)}"
        raise BadRecord("bad_fairness", text) from None
    if fairness is None:
        raise BadRecord("no_fairness", "This record has no fairness part, so there is nothing to check its luck by.")
    if fairness.format != TAG:
        raise BadRecord("bad_format", f"The fairness part has another format: only {TAG} can be read.")
    return FairRecord.join(record, fairness)

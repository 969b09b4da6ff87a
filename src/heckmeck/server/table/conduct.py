"""The messages about conduct over HTTP: muting, blocking and reporting players.

Other players are addressed by a seat or an entry of a table: their ids never leave the server.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from heckmeck.server.table.messages import SeatNumber

BlockKind = Literal["mute", "block"]
"""A mute hides chat and reactions; a block also keeps the two players from meeting at tables."""
Reason = Literal["chat", "name", "stalling", "cheating", "other"]
"""The reason for a report: insulting chat, a name, stalling or leaving on purpose, cheating, or something else."""

MAX_BLOCKS = 500
"""Maximum number of people that a player can mute and block."""
MAX_NOTE = 500
"""Maximum number of characters of a note to the operator."""

EntryNumber = Annotated[int, Meta(ge=1, le=10**9)]


class NewBlock(Struct, frozen=True, forbid_unknown_fields=True):
    """A player to mute or block: the holder of a seat, or the author of an entry. It replaces an earlier setting."""

    kind: BlockKind
    seat: SeatNumber | None = None
    entry: EntryNumber | None = None


class BlockInfo(Struct, frozen=True):
    """A player whom the caller has muted or blocked, with the name at that time."""

    id: str
    kind: BlockKind
    name: str
    at: int
    """Milliseconds since 1970."""


class BlockedSeat(Struct, frozen=True):
    """A seat of a table whose player is muted or blocked by the caller."""

    seat: int
    kind: BlockKind


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report to the operator about the current holder of a seat, or about the author of an entry."""

    reason: Reason
    seat: SeatNumber | None = None
    entry: EntryNumber | None = None
    note: Annotated[str, Meta(max_length=2 * MAX_NOTE)] = ""

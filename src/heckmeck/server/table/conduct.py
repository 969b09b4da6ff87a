"""What players may do about the conduct of others, as it goes over HTTP: mute, block and report.

Other players are addressed by a seat or an entry of a table: their ids never leave the server.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from heckmeck.server.table.messages import SeatNumber

BlockKind = Literal["mute", "block"]
"""Whose chat and reactions are not read; a block also keeps both from meeting at tables."""
Reason = Literal["chat", "name", "stalling", "cheating", "other"]
"""Why somebody is reported: insulting chat, a name, stalling or leaving on purpose, cheating, or something else."""

MAX_BLOCKS = 500
"""Maximum number of people that a player mutes and blocks."""
MAX_NOTE = 500
"""Maximum number of characters of a note to the operator."""

EntryNumber = Annotated[int, Meta(ge=1, le=10**9)]


class NewBlock(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to mute or block: who sits on a seat now, or who wrote an entry. It replaces what was set before."""

    kind: BlockKind
    seat: SeatNumber | None = None
    entry: EntryNumber | None = None


class BlockInfo(Struct, frozen=True):
    """Somebody whom the player who asks has muted or blocked, under the name of that time."""

    id: str
    kind: BlockKind
    name: str
    at: int
    """Milliseconds since 1970."""


class BlockedSeat(Struct, frozen=True):
    """A seat of a table whose player is muted or blocked by the player who asks."""

    seat: int
    kind: BlockKind


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report to the operator about who sits on a seat now, or who wrote an entry."""

    reason: Reason
    seat: SeatNumber | None = None
    entry: EntryNumber | None = None
    note: Annotated[str, Meta(max_length=2 * MAX_NOTE)] = ""

"""The part of the interface of a store that is about conduct: blocks, mutes, and reports to the operator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Set
from typing import NamedTuple

from heckmeck.server.table.conduct import BlockKind, Reason


class Block(NamedTuple):
    """A mute or block of one player, the subject, by another. There is at most one for each pair."""

    id: str
    """The id by which the player refers to it, because the id of the subject is secret."""
    player: str
    subject: str
    kind: BlockKind
    name: str
    """The name of the subject at that time."""
    at: int
    """Milliseconds since 1970."""


class Report(NamedTuple):
    """A report to the operator. It refers to the log of a table and copies nothing from it."""

    id: str
    reporter: str
    subject: str
    name: str
    """The name of the subject at that time."""
    table: str
    number: int
    """The game that was played, or played last."""
    seq: int
    """The reported entry; 0 if the report is about a player in general."""
    reason: Reason
    note: str
    at: int
    """Milliseconds since 1970."""


class ConductStore(ABC):
    """The part of a store that is about conduct."""

    @abstractmethod
    async def set_block(self, block: Block) -> None:
        """Store a block. If there is one for the same players, only its kind is changed."""

    @abstractmethod
    async def drop_block(self, player: str, block: str) -> None:
        """Remove a block of a player by its id."""

    @abstractmethod
    async def blocks(self, player: str) -> list[Block]:
        """Return the mutes and blocks of a player, the latest first."""

    @abstractmethod
    async def blockers(self, subject: str, among: Collection[str]) -> Set[str]:
        """Return the players among these who block the subject, without those who only mute them."""

    @abstractmethod
    async def muted_by(self, players: Collection[str]) -> dict[str, Set[str]]:
        """Return the players whom each of these players mutes or blocks. Players who mute no one are left out."""

    @abstractmethod
    async def add_report(self, report: Report) -> None:
        """Store a report, unless there is one with the same reporter, subject, place and reason."""

    @abstractmethod
    async def reports_by(self, reporter: str) -> list[Report]:
        """Return the reports of a player, the latest first."""

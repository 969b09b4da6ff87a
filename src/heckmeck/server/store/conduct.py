"""What is stored about the conduct of players: whom they mute and block, and what they report to the operator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Set
from typing import NamedTuple

from heckmeck.server.table.conduct import BlockKind, Reason


class Block(NamedTuple):
    """A player mutes or blocks another one, the subject. There is at most one for two players."""

    id: str
    """What the player calls it by: the id of the subject is not theirs to know."""
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
    """The entry that the report is about; 0 if it is about a player in general."""
    reason: Reason
    note: str
    at: int
    """Milliseconds since 1970."""


class ConductStore(ABC):
    """The part of a store that is about conduct."""

    @abstractmethod
    async def set_block(self, block: Block) -> None:
        """Store a block. Where there is one of the same two players, only its kind is changed."""

    @abstractmethod
    async def drop_block(self, player: str, block: str) -> None:
        """Remove a block of a player by its id."""

    @abstractmethod
    async def blocks(self, player: str) -> list[Block]:
        """Return whom a player mutes and blocks, the latest first."""

    @abstractmethod
    async def blockers(self, subject: str, among: Collection[str]) -> Set[str]:
        """Return which of some players block the subject. Those who only mute them are not among them."""

    @abstractmethod
    async def muted_by(self, players: Collection[str]) -> dict[str, Set[str]]:
        """Return whom each of some players mutes, which includes those whom they block; nothing for the others."""

    @abstractmethod
    async def add_report(self, report: Report) -> None:
        """Store a report, unless the same one is there: by, about and at the same, for the same reason."""

    @abstractmethod
    async def reports_by(self, reporter: str) -> list[Report]:
        """Return what a player has reported, the latest first."""

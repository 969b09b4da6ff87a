"""What a bot is: something that chooses a move from what its seat may see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

from heckmeck.games import Event, Move, Setup, Source, View

Strength = Literal["beginner", "easy", "medium", "strong"]
"""How hard a bot is to beat, in a word for people."""


class Bot(ABC):
    """A player that is a program. It gets views only, and all its randomness from the source it was given."""

    name: ClassVar[str]
    games: ClassVar[tuple[str, ...]]
    """The games that it can play."""
    strength: ClassVar[Strength] = "medium"

    argument: ClassVar[str | None] = None
    """What follows the name after a colon, in one word for people, such as FILE. A bot with one is made with it."""

    def __init__(self, source: Source) -> None:
        self.source = source

    # Most bots can play a game however it is set up.
    def check(self, setup: Setup) -> None:  # noqa: B027
        """Raise BadSetup for a set-up that the bot cannot play. It is asked before the first game."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """Choose one of `view.moves`."""

    # Most bots need no memory: a table passes over those that leave this as it is.
    def observe(self, events: Sequence[Event]) -> None:  # noqa: B027
        """Hear what happened since the last choice, as far as the bot's seat may know it. By default: forget it."""

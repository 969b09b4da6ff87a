"""What a bot is: a program that chooses moves from what its seat may see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from heckmeck.games import AnyGame, Event, Move, Setup, Source, View

Strength = Literal["beginner", "easy", "medium", "strong", "champion"]
"""How hard a bot is to beat, in a word for people."""

ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Bot(ABC, Generic[ViewT_contra]):
    """A player that is a program. It gets views only, and all its randomness from the source it was given."""

    name: ClassVar[str]
    """What people type, for a bot that is registered. A class that is named by its file needs none."""
    games: ClassVar[tuple[str, ...] | None] = None
    """The names of the games that the bot plays; None if `plays` alone decides."""
    strength: ClassVar[Strength] = "medium"
    is_level: ClassVar[bool] = False
    """Whether the bot is one of the levels from which people choose first. In a game with levels, other bots come after
    them; in a game without, all bots are offered alike."""

    argument: ClassVar[str | None] = None
    """What follows the name after a colon, in one word for people, such as FILE. A bot with one is made with it."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'name', '')}>"

    @classmethod
    def plays(cls, game: AnyGame) -> bool:
        """Whether the bot can play a game. A bot for a whole family of games overrides this and lists no `games`."""
        return cls.games is None or game.name in cls.games

    # Most bots can play a game however it is set up.
    def check(self, setup: Setup) -> None:
        """Raise BadSetup for a set-up that the bot cannot play. It is asked before the first game."""

    @abstractmethod
    def choose(self, view: ViewT_contra) -> Move:
        """Choose one of `view.moves`."""

    # Most bots need no memory: a table does not collect events for those that do not override this.
    def observe(self, events: Sequence[Event]) -> None:
        """Take in what happened since the last choice, as far as the bot's seat may know it. By default, ignore it."""


AnyBot = Bot[Any]
"""A bot for views whose type is not known before the program runs."""

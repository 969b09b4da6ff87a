"""What a bot is: something that chooses a move from what its seat may see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from heckmeck.games import Move, Source, View


class Bot(ABC):
    """A player that is a program. It gets views only, and all its randomness from the source it was given."""

    name: ClassVar[str]
    games: ClassVar[tuple[str, ...]]
    """The games that it can play."""

    def __init__(self, source: Source) -> None:
        self.source = source

    @abstractmethod
    def choose(self, view: View) -> Move:
        """Choose one of `view.moves`."""

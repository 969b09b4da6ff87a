"""Registry of the games whose small set-ups can be solved, by the game's name.

For a game of this package, the package `heckmeck.solve.<game>` exports its `SMALL_GAME`; other packages add theirs by
the entry point group `heckmeck.small_games`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

from heckmeck.games import GAMES, AnyGame, BadSetup, Setup
from heckmeck.games.entry_points import load_instance
from heckmeck.solve.values import Codes, PositionTable

GROUP = "heckmeck.small_games"
"""The entry point group. An entry point's name is the game's name, and it refers to a `SmallGame`."""

SetupT = TypeVar("SetupT", bound=Setup)


class SmallGame(ABC, Generic[SetupT]):
    """The interface between a game and its files of values: its options, and its positions by their codes."""

    @abstractmethod
    def setup(self, options: Mapping[str, object]) -> SetupT:
        """Return the set-up for two players with these options."""

    @abstractmethod
    def options(self, setup: SetupT) -> dict[str, object]:
        """Return all options that the values depend on, including defaults, as in the header of a file."""

    @abstractmethod
    def positions(self, setup: SetupT, codes: Codes) -> PositionTable:
        """Return the positions with these codes."""


def small_game(game: AnyGame) -> SmallGame[Any]:
    """Return the `SmallGame` of a game. It is loaded on first use.

    >>> from heckmeck.games import get
    >>> small_game(get("bratwurmeck")).setup({"portions": [21, 24]}).portions
    (21, 24)
    """
    found: SmallGame[Any]
    if game.name in GAMES:
        module = f"{__package__}.{game.name}"
        if find_spec(module):
            found = import_module(module).SMALL_GAME
            return found
    else:
        for entry in metadata.entry_points(group=GROUP, name=game.name):
            found = load_instance(entry, SmallGame, "small game")
            return found
    raise BadSetup("not_solved", f"Small games of {game.title} cannot be solved.")

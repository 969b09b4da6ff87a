"""The games there are: the three of this package, and those that other packages add by entry points."""

from __future__ import annotations

from importlib import metadata
from typing import Literal, overload

from heckmeck.games.barbecue import Barbecue
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.games.errors import BadSetup
from heckmeck.games.game import AnyGame, Game
from heckmeck.games.karteneck import Karteneck
from heckmeck.games.roll_and_keep import AnyDiceGame, RollAndKeep
from heckmeck.games.setup import show

GROUP = "heckmeck.games"
"""The entry point group. An entry point's name is the game's name, and it leads to a subclass of Game."""

GAMES: dict[str, AnyGame] = {game.name: game for game in (Bratwurmeck(), Barbecue(), Karteneck())}
"""The games of this package. `all_games` has those of other packages too."""


@overload
def get(name: Literal["bratwurmeck"]) -> Bratwurmeck: ...
@overload
def get(name: Literal["barbecue"]) -> Barbecue: ...
@overload
def get(name: Literal["karteneck"]) -> Karteneck: ...
@overload
def get(name: str) -> AnyGame: ...
def get(name: str) -> AnyGame:
    """Return a game by its name.

    >>> get("barbecue").title
    'Heckmeck Barbecue'
    """
    if isinstance(name, str) and (name in GAMES or name in all_games()):
        return all_games()[name] if name not in GAMES else GAMES[name]
    raise BadSetup("unknown_game", f"There is no game {show(name)}; there are {', '.join(all_games())}.")


def get_dice_game(name: str) -> AnyDiceGame:
    """Return a game of roll-and-keep turns by its name.

    >>> get_dice_game("barbecue").stop_may_fail
    False
    """
    game = get(name)
    if not isinstance(game, RollAndKeep):
        raise BadSetup("no_dice", f"{game.title} is not played with dice: there are no turns to solve.")
    return game


_installed: dict[str, AnyGame] | None = None


def all_games() -> dict[str, AnyGame]:
    """Return all games by name: ours first, then those of other packages, which are looked for once."""
    global _installed
    if _installed is None:
        _installed = {entry.name: _load(entry) for entry in metadata.entry_points(group=GROUP)}
    return {**GAMES, **_installed}


def _load(entry: metadata.EntryPoint) -> AnyGame:
    """Return a game of another package; whatever is wrong with it, say which package it belongs to."""
    try:
        kind = entry.load()
        if not (isinstance(kind, type) and issubclass(kind, Game)):
            raise TypeError(f"{entry.value} is no subclass of heckmeck.games.Game")
        game: AnyGame = kind()
        if game.name != entry.name or game.name in GAMES:
            raise ValueError(f"its name is {game.name}")
    except Exception as error:
        package = "another package" if entry.dist is None else f"the package {entry.dist.name}"
        why = f"{type(error).__name__}: {error}"
        raise BadSetup("broken_game", f"The game {show(entry.name)} of {package} cannot be used: {why}.") from error
    return game

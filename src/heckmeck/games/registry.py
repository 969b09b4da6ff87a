"""The games there are."""

from __future__ import annotations

from heckmeck.games.barbecue import Barbecue
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.games.errors import BadSetup
from heckmeck.games.game import AnyGame
from heckmeck.games.karteneck import Karteneck
from heckmeck.games.setup import show

GAMES: dict[str, AnyGame] = {game.name: game for game in (Bratwurmeck(), Barbecue(), Karteneck())}


def get(name: str) -> AnyGame:
    """Return a game by its name.

    >>> get("barbecue").title
    'Heckmeck Barbecue'
    """
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    raise BadSetup("unknown_game", f"There is no game {show(name)}; there are {', '.join(GAMES)}.")

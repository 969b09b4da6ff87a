"""The games in OpenSpiel: importing this package registers them, and `pyspiel.load_game` finds them by their names.

>>> import pyspiel
>>> import heckmeck.rl.openspiel
>>> game = pyspiel.load_game("heckmeck_bratwurmeck(players=3,portions=21to24)")
>>> game.num_distinct_actions()
40
"""

from __future__ import annotations

from heckmeck.rl.missing import missing

try:
    import pyspiel
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    raise missing("OpenSpiel", "openspiel") from None

from heckmeck.games.barbecue import Barbecue
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.games.karteneck import Karteneck
from heckmeck.rl.openspiel.spiel_game import SpielGame, SpielState, game_type

__all__ = ["BarbecueSpiel", "BratwurmeckSpiel", "KarteneckSpiel", "SpielGame", "SpielState"]


class BratwurmeckSpiel(SpielGame):
    """`heckmeck_bratwurmeck`."""

    game = Bratwurmeck()
    type = game_type(game)


class BarbecueSpiel(SpielGame):
    """`heckmeck_barbecue`."""

    game = Barbecue()
    type = game_type(game)


class KarteneckSpiel(SpielGame):
    """`heckmeck_karteneck`."""

    game = Karteneck()
    type = game_type(game)


for kind in (BratwurmeckSpiel, BarbecueSpiel, KarteneckSpiel):
    pyspiel.register_game(kind.type, kind)

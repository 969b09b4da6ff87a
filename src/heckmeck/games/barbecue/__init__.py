"""Heckmeck Barbecue, for two to five players. Rules BQ and RK."""

from heckmeck.games.barbecue.events import PlatePlaced, PlateReplaced, SnailPlaced, SnailTaken, SpotSecured
from heckmeck.games.barbecue.game import Barbecue
from heckmeck.games.barbecue.setup import BarbecueSetup
from heckmeck.games.barbecue.state import EMPTY, SNAIL, BarbecueState, Spot
from heckmeck.games.barbecue.view import BarbecueView

__all__ = [
    "EMPTY",
    "SNAIL",
    "Barbecue",
    "BarbecueSetup",
    "BarbecueState",
    "BarbecueView",
    "PlatePlaced",
    "PlateReplaced",
    "SnailPlaced",
    "SnailTaken",
    "Spot",
    "SpotSecured",
]

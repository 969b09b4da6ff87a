"""Heckmeck am Bratwurmeck (in English: Pickomino), for two to seven players. Rules BW and RK."""

from heckmeck.games.bratwurmeck.game import Bratwurmeck
from heckmeck.games.bratwurmeck.moves import PortionReturned, PortionTurned, Steal, Take
from heckmeck.games.bratwurmeck.setup import BratwurmeckSetup
from heckmeck.games.bratwurmeck.state import BratwurmeckState
from heckmeck.games.bratwurmeck.view import BratwurmeckView
from heckmeck.games.portion import PortionStolen, PortionTaken

__all__ = [
    "Bratwurmeck",
    "BratwurmeckSetup",
    "BratwurmeckState",
    "BratwurmeckView",
    "PortionReturned",
    "PortionStolen",
    "PortionTaken",
    "PortionTurned",
    "Steal",
    "Take",
]

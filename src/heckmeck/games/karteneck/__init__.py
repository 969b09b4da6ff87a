"""Heckmeck am Karteneck, for two to five players with hidden hands. Rules KE."""

from heckmeck.games.karteneck.cards import Cards, card_name, shield, sort_of, total
from heckmeck.games.karteneck.choices import Choices
from heckmeck.games.karteneck.events import (
    CardsDrawn,
    CardsLaid,
    CardsSeen,
    DroppedOut,
    GrillLaidOut,
    LayoutDiscarded,
    PileReshuffled,
    PortionServed,
    RoundEnded,
)
from heckmeck.games.karteneck.game import Karteneck
from heckmeck.games.karteneck.moves import Draw, DropOut, Grill, Lay
from heckmeck.games.karteneck.setup import KarteneckSetup
from heckmeck.games.karteneck.state import KarteneckState
from heckmeck.games.karteneck.view import KarteneckView
from heckmeck.games.portion import PortionStolen, PortionTaken

__all__ = [
    "Cards",
    "CardsDrawn",
    "CardsLaid",
    "CardsSeen",
    "Choices",
    "Draw",
    "DropOut",
    "DroppedOut",
    "Grill",
    "GrillLaidOut",
    "Karteneck",
    "KarteneckSetup",
    "KarteneckState",
    "KarteneckView",
    "Lay",
    "LayoutDiscarded",
    "PileReshuffled",
    "PortionServed",
    "PortionStolen",
    "PortionTaken",
    "RoundEnded",
    "card_name",
    "shield",
    "sort_of",
    "total",
]

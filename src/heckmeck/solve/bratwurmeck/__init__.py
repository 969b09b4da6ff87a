"""Exact solutions of small games of Bratwurmeck for two players: the only part of `solve` that knows this game."""

from heckmeck.solve.bratwurmeck.positions import Places, Positions, max_positions, memory_needed
from heckmeck.solve.bratwurmeck.small_game import SmallBratwurmeck, SmallValues, solve, stop_worths

SMALL_GAME = SmallBratwurmeck()

__all__ = [
    "SMALL_GAME",
    "Places",
    "Positions",
    "SmallBratwurmeck",
    "SmallValues",
    "max_positions",
    "memory_needed",
    "solve",
    "stop_worths",
]

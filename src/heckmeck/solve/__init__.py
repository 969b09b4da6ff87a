"""Exact values: of every decision of a turn, given what its results are worth."""

from heckmeck.solve.solved import Policy, Results, SolvedTurn
from heckmeck.solve.turn import MAY_NOT_STOP, TurnSolver, turn_solver

__all__ = ["MAY_NOT_STOP", "Policy", "Results", "SolvedTurn", "TurnSolver", "turn_solver"]

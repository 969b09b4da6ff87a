"""Exact values of every decision of a turn, given what its results are worth, and exact values of small games."""

from heckmeck.solve.solved_turn import Expected, Policy, Results, SolvedTurn
from heckmeck.solve.solver import MAY_NOT_STOP, TurnSolver, turn_solver
from heckmeck.solve.value_file import read_values, write_values
from heckmeck.solve.values import Values

__all__ = [
    "MAY_NOT_STOP",
    "Expected",
    "Policy",
    "Results",
    "SolvedTurn",
    "TurnSolver",
    "Values",
    "read_values",
    "turn_solver",
    "write_values",
]

"""Exact values: of every decision of a turn, given what its results are worth."""

from heckmeck.solve.prize import DiceView, Prize, Prizes, fail_cost, fail_ends, prizes
from heckmeck.solve.solved_turn import Policy, Results, SolvedTurn
from heckmeck.solve.solver import MAY_NOT_STOP, TurnSolver, turn_solver

__all__ = [
    "MAY_NOT_STOP",
    "DiceView",
    "Policy",
    "Prize",
    "Prizes",
    "Results",
    "SolvedTurn",
    "TurnSolver",
    "fail_cost",
    "fail_ends",
    "prizes",
    "turn_solver",
]

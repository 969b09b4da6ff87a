"""Exact values of every decision of a turn, given what its results are worth, and exact values of small games.

The names here need numpy and are imported on first use; `heckmeck.solve.any_solver` does without where there is none.
"""

from typing import TYPE_CHECKING

from heckmeck.on_demand import on_demand
from heckmeck.solve.worths import MAY_NOT_STOP

if TYPE_CHECKING:
    from heckmeck.solve.solved_turn import Expected, Policy, Results, SolvedTurn
    from heckmeck.solve.solver import TurnSolver, turn_solver
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

_MODULES = {
    "heckmeck.solve.solved_turn": ("Expected", "Policy", "Results", "SolvedTurn"),
    "heckmeck.solve.solver": ("TurnSolver", "turn_solver"),
    "heckmeck.solve.value_file": ("read_values", "write_values"),
    "heckmeck.solve.values": ("Values",),
}
__getattr__ = on_demand(__name__, {name: (module, name) for module, names in _MODULES.items() for name in names})

"""The turn solver for wherever this runs: in numpy or the kernel, or in plain Python where there is no numpy."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from heckmeck.games import AnyDiceGame, get_dice_game
from heckmeck.solve.plain_solver import PlainExpected, PlainPolicy, PlainResults, PlainSolver, PlainTurn

if TYPE_CHECKING:
    from heckmeck.solve.solved_turn import Expected, Policy, Results, SolvedTurn
    from heckmeck.solve.solver import TurnSolver

    AnySolver = TurnSolver | PlainSolver
    AnyTurn = SolvedTurn | PlainTurn
    AnyPolicy = Policy | PlainPolicy
    AnyResults = Results | PlainResults
    AnyExpected = Expected | PlainExpected


def any_solver(game: AnyDiceGame | str, gives_up: bool = True) -> AnySolver:
    """Return the solver of a dice game, given the game or its name. There is one solver per game.

    >>> solver = any_solver("bratwurmeck")
    >>> stop = [1.0 if total >= 21 else 0.0 for total in range(solver.sums)]
    >>> round(solver.solve(stop, fail=0).start, 9)  # the best chance of a result of at least 21
    0.893026737
    """
    return _solver(get_dice_game(game) if isinstance(game, str) else game, gives_up)


@cache
def _solver(game: AnyDiceGame, gives_up: bool) -> AnySolver:
    # Cached also because an import that fails is tried again each time.
    try:
        import numpy  # noqa: F401 - first, because a page has neither it nor the modules that need it

        from heckmeck.solve.solver import turn_solver  # loads numpy, which listing the bots does not need
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        return PlainSolver(game, gives_up)
    return turn_solver(game, gives_up=gives_up)

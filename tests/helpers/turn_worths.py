"""Worths to solve turns with, and the ways to solve them."""

from random import Random

import pytest

from heckmeck.solve import MAY_NOT_STOP, TurnSolver
from heckmeck.solve.kernel import library

VALUES = {
    "bratwurmeck": {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "W": 5},
    "barbecue": {"1": 1, "2": 2, "3": 3, "4": 4, "6": 6, "W": 5},
}
"""The values of the faces."""

dice_games = pytest.mark.parametrize("name", VALUES)
with_kernel = pytest.mark.parametrize("use_kernel", [True, False] if library() else [False])
needs_kernel = pytest.mark.skipif(
    library() is None, reason="there is no kernel to compare with: no compiler, or it is switched off"
)


def random_worths(source: Random, sums: int, may_fail: bool) -> tuple[list[int | None], int]:
    """Return stop values of either sign, with some stops forbidden where possible, and a value of failing."""
    refuse = 0 if may_fail else source.choice([0, 3, 10])
    stop = [None if source.randrange(20) < refuse else source.randrange(-30, 100) for _ in range(sums)]
    return stop, source.randrange(-50, 60)


def as_floats(stop: list[int | None]) -> list[float]:
    return [MAY_NOT_STOP if worth is None else worth for worth in stop]


def worms(solver: TurnSolver) -> list[float]:
    """Return what each sum earns in the first turn of Bratwurmeck."""
    return [0.0 if total < 21 else (min(total, 36) - 17) // 4 for total in range(solver.sums)]

"""Worths of choices: when two are equal, and which one is taken then."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TypeVar

MAY_NOT_STOP = -inf
"""The worth of a sum at which stopping is not allowed."""

EQUAL = 1e-9
"""Worths that differ by no more than this count as equal: rounding differs between the kernel, numpy and Python."""
ROUNDING = 2.0**-46
"""Worths of a few worms that differ by no more than this are equal up to rounding. Deliberate tie-breaks are larger."""

T = TypeVar("T")


def first_best(worths: Iterable[tuple[T, float]], equal: float = EQUAL) -> T:
    """Return the best choice, the first one among those that are equal up to rounding. There must be at least one.

    All choices between values of the solvers are made here, so that all of them lead to the same games.

    >>> first_best([("low", 1.0), ("first", 2.0), ("second", 2.0 + 1e-12)])
    'first'
    """
    rest = iter(worths)
    best, most = next(rest)
    for choice, worth in rest:
        if worth > most + equal:
            best, most = choice, worth
    return best

"""Long computations in steps, so that something else can be done in between.

They are generators that return their result; what they yield only matters where it is documented.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")


def finish(steps: Generator[Any, None, T]) -> T:
    """Do all steps of a computation and return its result.

    >>> def count():
    ...     yield
    ...     return 1
    >>> finish(count())
    1
    """
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result

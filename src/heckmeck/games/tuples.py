"""What is done with tuples all the time."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replace_at(things: tuple[T, ...], index: int, thing: T) -> tuple[T, ...]:
    """Return the tuple with another thing at this place.

    >>> replace_at((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*things[:index], thing, *things[index + 1 :])

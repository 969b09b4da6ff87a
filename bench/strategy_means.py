"""Means over the turns of many games, with intervals that allow for turns of one game being alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from math import isinf
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from heckmeck.play.statistics import Z


class Mean(NamedTuple):
    """A mean, and half the width of its 95 % interval."""

    value: float
    error: float
    size: int

    def points(self) -> str:
        """Return a share in per cent or in points, with its error.

        >>> Mean(0.1234, 0.0021, 900).points()
        '12.3 ± 0.2'
        """
        return self._shown(100, 1)

    def fine(self) -> str:
        """Return a small share, with another digit.

        >>> Mean(0.1234, 0.0021, 900).fine()
        '12.34 ± 0.21'
        """
        return self._shown(100, 2)

    def number(self) -> str:
        """Return a number that is no share, with its error.

        >>> Mean(1.234, 0.021, 900).number()
        '1.23 ± 0.02'
        """
        return self._shown(1, 2)

    def _shown(self, scale: int, digits: int) -> str:
        if not self.size:
            return "–"
        error = "∞" if isinf(self.error) else f"{scale * self.error:.{digits}f}"
        return f"{scale * self.value:.{digits}f} ± {error}"


NEVER_SEEN = 3.0
"""What is never seen in n games happens, with 95 % certainty, in less than this by n of them."""
NOTHING = Mean(float("nan"), float("nan"), 0)


class Means:
    """Means by keys, over values from many games. Games are independent, values of one game are not.

    >>> means = Means()
    >>> means.add("a", [1, 2, 3], [0, 0, 1])
    >>> means.next_part()
    >>> means.add("a", [2], [0])
    >>> means["a"].value, means["b"].size
    (2.0, 0)
    """

    def __init__(self) -> None:
        self._parts: dict[Hashable, list[Sums]] = defaultdict(list)
        self._first = self._next = 0

    def next_part(self) -> None:
        """Go on with other games, numbered from 0 again."""
        self._first = self._next

    def add(self, key: Hashable, values: ArrayLike, games: ArrayLike) -> None:
        """Add values, each with the number of its game in this part of the games."""
        array, numbers = np.asarray(values, np.float64), self._first + np.asarray(games, np.intp)
        if array.size:
            self._next = max(self._next, int(numbers.max()) + 1)
            different, place = np.unique(numbers, return_inverse=True)
            sums = np.bincount(place, array).astype(np.float64)
            self._parts[key].append(Sums(different, sums, np.bincount(place)))

    def __contains__(self, key: Hashable) -> bool:
        return key in self._parts

    def __getitem__(self, key: Hashable) -> Mean:
        if key not in self._parts:
            return NOTHING
        sums, counts = _by_game(self._parts[key])
        games, count = len(sums), counts.sum()
        value = sums.sum() / count
        if games == 1:
            return Mean(float(value), float("inf"), int(count))
        # Games have different numbers of values: the error of a ratio.
        spread = ((sums - value * counts) ** 2).sum() * games / (games - 1)
        if not spread and value in (0, 1):  # what was never or always seen in so many games
            return Mean(float(value), NEVER_SEEN / games, int(count))
        return Mean(float(value), float(students_factor(games - 1) * np.sqrt(spread) / count), int(count))


class Sums(NamedTuple):
    """The sum and the number of the values of each game."""

    games: NDArray[np.intp]
    sums: NDArray[np.float64]
    counts: NDArray[np.intp]


def _by_game(parts: list[Sums]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Put together what was added about the same games."""
    games, sums, counts = (np.concatenate(column) for column in zip(*parts, strict=True))
    _, place = np.unique(games, return_inverse=True)
    return np.bincount(place, sums).astype(np.float64), np.bincount(place, counts).astype(np.intp)


def students_factor(freedom: int) -> float:
    """Return the factor of Student's distribution for a 95 % interval, by the expansion of Cornish and Fisher.

    >>> [round(students_factor(freedom), 2) for freedom in (3, 9, 1000)]
    [3.16, 2.26, 1.96]
    """
    one = (Z**3 + Z) / 4
    two = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    three = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + one / freedom + two / freedom**2 + three / freedom**3

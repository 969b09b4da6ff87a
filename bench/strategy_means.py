"""Means over the turns of many games, with intervals that allow for turns of one game being alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

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
        return "–" if not self.size else f"{100 * self.value:.1f} ± {100 * self.error:.1f}"

    def fine(self) -> str:
        """Return a small share, with another digit.

        >>> Mean(0.1234, 0.0021, 900).fine()
        '12.34 ± 0.21'
        """
        return "–" if not self.size else f"{100 * self.value:.2f} ± {100 * self.error:.2f}"

    def number(self) -> str:
        """Return a number that is no share, with its error.

        >>> Mean(1.234, 0.021, 900).number()
        '1.23 ± 0.02'
        """
        return "–" if not self.size else f"{self.value:.2f} ± {self.error:.2f}"


NOTHING = Mean(float("nan"), float("nan"), 0)


class Means:
    """Means by keys. Each `add` is a part of the games that is independent of the others.

    >>> means = Means()
    >>> means.add("a", [1, 2, 3])
    >>> means.add("a", [2])
    >>> means["a"].value, means["b"].size
    (2.0, 0)
    """

    def __init__(self) -> None:
        self._parts: dict[Hashable, list[tuple[float, int]]] = defaultdict(list)

    def add(self, key: Hashable, values: ArrayLike) -> None:
        """Add values of one part of the games."""
        array = np.asarray(values, np.float64)
        if array.size:
            self._parts[key].append((float(array.sum()), array.size))

    def __contains__(self, key: Hashable) -> bool:
        return key in self._parts

    def __getitem__(self, key: Hashable) -> Mean:
        if key not in self._parts:
            return NOTHING
        sums, counts = (np.array(column, np.float64) for column in zip(*self._parts[key], strict=True))
        parts, count = len(sums), counts.sum()
        value = sums.sum() / count
        # Parts have different numbers of turns: the error of a ratio.
        spread = ((sums - value * counts) ** 2).sum() * parts / max(parts - 1, 1)
        return Mean(float(value), float(Z * np.sqrt(spread) / count), int(count))

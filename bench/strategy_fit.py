"""What things are worth that are not all to be had in the same positions."""

from __future__ import annotations

import numpy as np
from bench.strategy_games import Floats


class Fit:
    """Values of some things, compared only with those that could be had in the same position (least squares).

    A plain mean would compare positions, too: in some of them everything is worth more, and other things are left.

    >>> fit = Fit(3)
    >>> fit.add(np.array([[1.0, 2.0, np.nan], [np.nan, 12.0, 14.0]]))
    >>> fit.values().round(6).tolist()
    [6.0, 7.0, 9.0]
    """

    def __init__(self, things: int) -> None:
        self._pairs = np.zeros((things, things))
        self._gaps = np.zeros(things)
        self._sum = 0.0
        self._count = np.zeros(things)

    def add(self, values: Floats) -> None:
        """Add positions, a row of values for each: NaN for what is not to be had."""
        there = ~np.isnan(values)
        there = there[there.any(axis=1)]
        known = np.where(there, np.nan_to_num(values[~np.isnan(values).all(axis=1)]), 0.0)
        number = there.sum(axis=1, keepdims=True)
        self._pairs += np.diag(there.sum(axis=0)) - (there / number).T @ there
        self._gaps += (np.where(there, known - known.sum(axis=1, keepdims=True) / number, 0.0)).sum(axis=0)
        self._sum += known.sum()
        self._count += there.sum(axis=0)

    def values(self) -> Floats:
        """Return the value of each thing; their mean is that of all values that were added. NaN for what never was."""
        differences: Floats = np.linalg.pinv(self._pairs) @ self._gaps
        total = self._count.sum()
        level = (self._sum - self._count @ differences) / max(total, 1)
        return np.where(self._count > 0, differences + level, np.nan)

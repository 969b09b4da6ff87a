"""The chart of a training: strength over minutes and positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heckmeck.cli.chart import GREEN, GREY, WORM, new_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike, NDArray

    from heckmeck.train.checkpoint import CurvePoint


def learning_chart(title: str, opponent: str, seats: int, curve: Sequence[CurvePoint]) -> Figure:
    """Return a chart of a learning curve, over minutes and above them positions.

    A line is the fair share, which is also that of the opponent in the same place.
    """
    figure = new_figure(7.5, 4.2)
    axes = figure.subplots()
    minutes = [point.minutes for point in curve]
    axes.fill_between(
        minutes, [100 * point.low for point in curve], [100 * point.high for point in curve], color=GREEN, alpha=0.2
    )
    axes.plot(minutes, [100 * point.rate for point in curve], color=GREEN, marker="o", label=f"among {opponent}")
    axes.axhline(
        100 / seats, color=WORM, linestyle="--", linewidth=1, label=f"{opponent} among {opponent}: the fair share"
    )
    axes.set(title=title, xlabel="minutes of training", ylabel="share of the wins, %")
    axes.set_xlim(left=0)
    axes.grid(alpha=0.5, color=GREY)
    millions = [point.positions / 1e6 for point in curve]
    ticks = axes.secondary_xaxis("top", functions=(_between(minutes, millions), _between(millions, minutes)))
    ticks.set_xlabel("millions of positions")
    axes.legend()
    return figure


def _between(known: Sequence[float], wanted: Sequence[float]) -> Callable[[ArrayLike], NDArray[np.float64]]:
    """Return the function through these points and the origin; beyond the last one it goes straight on.

    >>> _between([1, 2], [10, 30])([0, 0.5, 1.5, 4]).tolist()
    [0.0, 5.0, 20.0, 60.0]
    """
    ends = known[-1], wanted[-1]

    def function(values: ArrayLike) -> NDArray[np.float64]:
        given = np.asarray(values, np.float64)
        inside = np.interp(given, [0, *known], [0, *wanted])
        return np.where(given > ends[0], ends[1] / ends[0] * given, inside)

    return function

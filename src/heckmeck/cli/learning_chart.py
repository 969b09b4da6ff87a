"""The chart of a training: strength over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heckmeck.cli.chart import GREEN, GREY, WORM, new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from heckmeck.train.checkpoint import Measured


def learning_chart(title: str, opponent: str, seats: int, curve: Sequence[Measured]) -> Figure:
    """Return a chart of a learning curve, with the fair share as a line."""
    figure = new_figure(7.5, 4.2)
    axes = figure.subplots()
    minutes = [point.minutes for point in curve]
    axes.fill_between(
        minutes, [100 * point.low for point in curve], [100 * point.high for point in curve], color=GREEN, alpha=0.2
    )
    axes.plot(minutes, [100 * point.rate for point in curve], color=GREEN, marker="o", label=f"among {opponent}")
    axes.axhline(100 / seats, color=WORM, linestyle="--", linewidth=1, label="fair share")
    axes.set(title=title, xlabel="minutes of training", ylabel="share of the wins, %")
    axes.grid(alpha=0.5, color=GREY)
    axes.legend()
    return figure

"""The chart of a turn: the chances of the best choice's results, and what each choice is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heckmeck.cli.chart import GREEN, GREY, INK, IRON, SHELL, WORM, label_bars, new_figure, percent_text
from heckmeck.games import Move
from heckmeck.solve.odds import END, FAILED, Choice, Odds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MIN_BARS = 7
"""A chart has room for at least this many bars, so that a single one is not as wide as the chart."""


def odds_chart(odds: Odds, unit: str) -> Figure:
    """Return a chart of the best choice's results and, if there are several choices, of what each is worth."""
    several = len(odds.choices) > 1
    figure = new_figure(11 if several else 8, 4.6)
    if several:
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        _values(right, odds, unit)
    else:
        left = figure.subplots()
    best = odds.best
    _results(left, best)
    left.set_title(f"“{best.move}”: {100 * best.success:.1f} % success, {best.gain:.3f} expected {unit}")
    return figure


def result_colour(name: str) -> str:
    """Return the colour of a result."""
    return {FAILED: IRON, END: GREY, "snail": SHELL}.get(name, GREEN)


def _results(axes: Axes, best: Choice) -> None:
    results = sorted(best.results, key=lambda result: (not result.name.isdecimal(), result.name == FAILED))
    at = list(map(float, range(len(results))))
    percent = [100 * result.chance for result in results]
    bars = axes.bar(at, percent, color=[result_colour(result.name) for result in results], width=0.8)
    for bar, result in zip(bars, results, strict=True):
        if result.name == FAILED:
            bar.set_hatch("///")
            bar.set_edgecolor(GREY)
    axes.set_xticks(at, [result.name for result in results])
    spare = max(MIN_BARS - len(results), 0) / 2
    axes.set_xlim(-0.7 - spare, len(results) - 0.3 + spare)
    label_bars(axes, [percent_text(value) for value in percent], at, percent)
    axes.grid(axis="y")
    axes.set_ylabel("chance in %")
    axes.set_xlabel("result")


def _values(axes: Axes, odds: Odds, unit: str) -> None:
    values = [choice.gain if choice.goal is None else 100 * choice.goal for choice in odds.choices]
    at = list(range(len(values)))
    axes.barh(at, values, color=[WORM, *[GREY] * (len(values) - 1)], height=0.7)
    axes.set_yticks(at, [_label(choice.move, choice is odds.best) for choice in odds.choices])
    axes.invert_yaxis()
    axes.margins(x=0.18)
    axes.axvline(0, color=INK, linewidth=0.8)
    for y, value in zip(at, values, strict=True):
        text = f"{value:.3f}" if odds.goal is None else f"{value:.2f} %"
        axes.annotate(
            text,
            (value, y),
            xytext=(4 if value >= 0 else -4, 0),
            textcoords="offset points",
            va="center",
            ha="left" if value >= 0 else "right",
            fontsize=9,
        )
    axes.set_xlabel(f"expected {unit}" if odds.goal is None else f"chance of {odds.goal} in %")
    axes.set_title("What each choice is worth")


def _label(move: Move, best: bool) -> str:
    return f"★ {move}" if best else str(move)

"""Charts of odds, drawn by matplotlib, which is installed with the extra `plot`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from heckmeck.games import BadSetup, Move
from heckmeck.games.barbecue import BarbecueView
from heckmeck.solve.odds import END, FAILED, Choice, Odds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CREAM, PAPER, INK, FAINT = "#FBF5EA", "#FFFFFF", "#2B211B", "#D9CFBF"
WORM, GREEN, IRON, SHELL, GREY = "#D8452E", "#1F7A4D", "#3B3633", "#8A5A2B", "#B5ABA0"

FEWEST_BARS = 7
"""There is room for at least so many bars, so that a single one is not a wall."""

KINDS = (".png", ".svg")
STYLE: Any = {
    "figure.constrained_layout.w_pad": 0.12,
    "figure.constrained_layout.h_pad": 0.12,
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.edgecolor": INK,
    "axes.facecolor": PAPER,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "hatch.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "svg.hashsalt": "heckmeck",
}
"""With a fixed salt the same chart gives the same file."""


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure in our colours. Raises BadSetup where matplotlib is missing."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise BadSetup("no_matplotlib", "Charts need matplotlib: pip install heckmeck[plot]") from None
    mpl.rcParams.update(STYLE)
    return Figure(figsize=(width, height), facecolor=CREAM, layout="constrained")


def save(figure: Figure, path: Path) -> None:
    """Write the figure as PNG or SVG, whichever the file's name says."""
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
    figure.savefig(path, dpi=144, metadata=metadata)


def check_path(path: Path) -> None:
    """Refuse a file whose name does not say PNG or SVG."""
    if path.suffix.lower() not in KINDS:
        raise BadSetup("bad_path", f"A chart is written as {' or '.join(KINDS)}: name the file so.")


def odds_chart(odds: Odds, unit: str) -> Figure:
    """Return a chart of the best choice's results and, where there are several choices, of what each is worth."""
    several = len(odds.choices) > 1
    figure = new_figure(11 if several else 8, 4.6)
    if several:
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        _values(right, odds, unit)
    else:
        left = figure.subplots()
    best = odds.best
    _results(left, best, barbecue=isinstance(odds.view, BarbecueView))
    left.set_title(f"“{best.move}”: {100 * best.success:.1f} % success, {best.gain:.3f} expected {unit}")
    return figure


def result_colour(name: str) -> str:
    """Return the colour of a result; its label says what it is, too."""
    return {FAILED: IRON, END: GREY, "snail": SHELL}.get(name, GREEN)


def percent_text(percent: float) -> str:
    """Return a short figure in per cent.

    >>> percent_text(12.34), percent_text(0.02)
    ('12.3', '<0.1')
    """
    return "<0.1" if 0 < percent < 0.05 else f"{percent:.1f}"


def label_bars(axes: Axes, texts: list[str], at: list[float], heights: list[float]) -> None:
    """Write a small label over each bar, with room for the highest."""
    top = max([*heights, 1e-9])
    axes.set_ylim(0, top * 1.12)
    for text, x, height in zip(texts, at, heights, strict=True):
        axes.text(x, height + top * 0.015, text, ha="center", va="bottom", fontsize=7.5)


def _results(axes: Axes, best: Choice, *, barbecue: bool) -> None:
    results = sorted(best.results, key=lambda result: (not result.name.isdecimal(), result.name == FAILED))
    at = list(map(float, range(len(results))))
    percent = [100 * result.chance for result in results]
    bars = axes.bar(at, percent, color=[result_colour(result.name) for result in results], width=0.8)
    for bar, result in zip(bars, results, strict=True):
        if result.name == FAILED:
            bar.set_hatch("///")
            bar.set_edgecolor(GREY)
    axes.set_xticks(at, [result.name for result in results])
    spare = max(FEWEST_BARS - len(results), 0) / 2
    axes.set_xlim(-0.7 - spare, len(results) - 0.3 + spare)
    label_bars(axes, [percent_text(value) for value in percent], at, percent)
    axes.grid(axis="y")
    axes.set_ylabel("chance in %")
    axes.set_xlabel("spot" if barbecue else "portion")


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

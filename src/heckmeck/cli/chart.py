"""Helpers for charts. They are drawn by matplotlib, which the extra `plot` installs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from heckmeck.games import BadSetup

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CREAM, PAPER, INK, FAINT = "#FBF5EA", "#FFFFFF", "#2B211B", "#D9CFBF"
WORM, GREEN, IRON, SHELL, GREY = "#D8452E", "#1F7A4D", "#3B3633", "#8A5A2B", "#B5ABA0"

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
"""The fixed salt makes the files of equal charts identical."""


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure in our style. Raises BadSetup if matplotlib is not installed."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise BadSetup("no_matplotlib", "Charts need matplotlib: pip install 'heckmeck[plot]'") from None
    mpl.rcParams.update(STYLE)
    return Figure(figsize=(width, height), facecolor=CREAM, layout="constrained")


def save(figure: Figure, path: Path) -> None:
    """Write the figure as PNG or SVG, depending on the name of the file."""
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
    figure.savefig(path, dpi=144, metadata=metadata)


def check_path(path: Path) -> None:
    """Refuse a file name that does not end in .png or .svg."""
    if path.suffix.lower() not in KINDS:
        raise BadSetup("bad_path", f"The name of a chart's file must end in {' or '.join(KINDS)}.")


def percent_text(percent: float) -> str:
    """Return a percentage with one decimal.

    >>> percent_text(12.34), percent_text(0.02)
    ('12.3', '<0.1')
    """
    return "<0.1" if 0 < percent < 0.05 else f"{percent:.1f}"


def label_bars(axes: Axes, texts: list[str], at: list[float], heights: list[float]) -> None:
    """Write a small label above each bar, and leave room for the highest."""
    top = max([*heights, 1e-9])
    axes.set_ylim(0, top * 1.12)
    for text, x, height in zip(texts, at, heights, strict=True):
        axes.text(x, height + top * 0.015, text, ha="center", va="bottom", fontsize=7.5)

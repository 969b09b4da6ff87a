"""The chart of an arena: win rates of all pairings and ratings, with intervals."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from heckmeck.cli.arena_report import rating_text, share_text
from heckmeck.cli.chart import CREAM, FAINT, INK, new_figure
from heckmeck.play import Arena
from heckmeck.play.intervals import Measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = "PuOr"
"""Orange, near white and purple can be distinguished with any kind of colour vision."""

DARK = 0.55
"""Minimum brightness of a cell's colour for dark text; darker cells have white text."""

MAX_LABEL = 18
OPEN = 1.3
"""Length of the open side of an interval, relative to the longest finite side."""

CELL = 1.05
"""Width and height of a cell in inches."""


def arena_chart(arena: Arena) -> Figure:
    """Return a chart with a row for each bot, the best on top: its shares of the wins and its rating."""
    ratings = arena.ratings()
    bots = sorted(ratings, key=lambda bot: -ratings[bot].value)
    side = CELL * len(bots)
    figure = new_figure(7.2 + 1.25 * side, 2.6 + side)
    cells, dots = figure.subplots(1, 2, width_ratios=(1.25 * side, 3.6))
    _cross_table(figure, cells, arena, bots)
    _ratings(dots, [ratings[bot] for bot in bots])
    games = sum(score.games for score in arena.scores.values())
    figure.suptitle(
        f"{arena.game.title}: {games:,} games with {arena.seats} seats", x=0.01, ha="left", fontsize=13, weight="bold"
    )
    return figure


def label(bot: str) -> str:
    """Return the name of a bot, shortened for a chart; the end of a file name is kept.

    >>> label("greedy"), label("perfect:values/bratwurmeck-21-24.values")
    ('greedy', 'perfect:…24.values')
    """
    if len(bot) <= MAX_LABEL:
        return bot
    name, colon, argument = bot.partition(":")
    room = max(MAX_LABEL - len(name + colon) - 1, 6)
    return f"{name}{colon}…{argument[-room:]}" if colon else f"{name[:room]}…"


def _cross_table(figure: Figure, axes: Axes, arena: Arena, bots: list[str]) -> None:
    rates = np.full((len(bots), len(bots)), np.nan)
    for (one, other), score in arena.scores.items():
        if score.shares:
            i, j = bots.index(one), bots.index(other)
            rates[i, j], rates[j, i] = score.rate, 1 - score.rate
    image = axes.imshow(np.ma.masked_invalid(rates), COLOURS, vmin=0, vmax=1, aspect="auto")
    for row, bot in enumerate(bots):
        for column, other in enumerate(bots):
            if (share := arena.share(bot, other)) is not None:
                _write(axes, (column, row), share, image.cmap(share.value))
    axes.set_facecolor(CREAM)
    ticks = range(len(bots))
    axes.set_xticks(ticks, [label(bot) for bot in bots], rotation=0 if len(bots) < 4 else 30, ha="center")
    axes.set_yticks(ticks, [label(bot) for bot in bots])
    axes.set_xticks(np.arange(len(bots) - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(len(bots) - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("against")
    axes.set_title("Share of the wins in %, 95 % intervals")
    bar = figure.colorbar(image, ax=axes, orientation="horizontal", fraction=0.06, aspect=30, pad=0.03)
    bar.set_ticks([0, 0.5, 1], labels=["always loses", "even chance", "always wins"])
    bar.ax.tick_params(length=0, labelsize=8.5)
    bar.outline.set_visible(False)


def _finite(rating: Measured) -> float:
    """Return the longer finite side of an interval."""
    return max(side for side in (rating.value - rating.low, rating.high - rating.value) if isfinite(side))


def _write(axes: Axes, at: tuple[int, int], share: Measured, ground: tuple[float, float, float, float]) -> None:
    """Write a share and its interval into a cell of this colour."""
    bright = float(np.dot(ground[:3], (0.299, 0.587, 0.114)))
    value, _, interval = share_text(share).partition(" ")
    for text, above, size in ((value, 4, 12), (interval.strip("()"), -11, 8)):
        axes.annotate(
            text,
            at,
            xytext=(0, above),
            textcoords="offset points",
            ha="center",
            va="center",
            color="white" if bright < DARK else INK,
            fontsize=size,
        )


def _ratings(axes: Axes, ratings: list[Measured]) -> None:
    """Draw the ratings in the rows of the cross table; an arrow marks an open end of an interval."""
    longest = max(_finite(rating) for rating in ratings) * OPEN
    for y, rating in enumerate(ratings):
        below, above = (min(distance, longest) for distance in (rating.value - rating.low, rating.high - rating.value))
        axes.errorbar(
            [rating.value],
            [y],
            xerr=[[below], [above]],
            fmt="o",
            color=INK,
            markersize=5,
            capsize=4,
            linewidth=1.6,
        )
        for end, distance, arrow in ((rating.low, -below, "<"), (rating.high, above, ">")):
            if not isfinite(end):
                axes.plot([rating.value + distance], [y], arrow, color=INK, markersize=8)
        text = rating_text(rating).replace("-", "−").replace(" (", "\n(")
        axes.annotate(text, (rating.value, y), xytext=(0, 8), textcoords="offset points", ha="center", fontsize=8.5)
    axes.axvline(0, color=FAINT, linewidth=1.2, zorder=0)
    axes.set_ylim(len(ratings) - 0.5, -0.5)
    axes.margins(x=0.22)
    axes.set_yticks([])
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("Elo points, the mean of all at 0")
    axes.set_title("Ratings, 95 % intervals")

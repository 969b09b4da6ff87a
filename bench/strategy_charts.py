"""The charts of docs/strategy.md."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from bench.strategy_cells import Cell
from bench.strategy_play import DIFFERENCES, TENTHS
from bench.strategy_tables import span
from bench.strategy_turns import NUMBERS, OPEN, PHASES

from heckmeck.cli.chart import CREAM, FAINT, GREEN, GREY, INK, IRON, PAPER, WORM, new_figure, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

YELLOW = "#E9C46A"
LABEL = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
LINES = ((IRON, "o", "-"), (WORM, "s", "--"), (GREEN, "^", ":"))
"""Colour, marker and dashes of each line: none has to be told apart by colour alone."""


def draw_all(bratwurmeck: list[Cell], cells: list[Cell], folder: Path) -> None:
    """Draw the charts of the cells of Bratwurmeck that are looked at closely, and of all of these cells."""
    draw_differences(
        [cell for cell in cells if "turns" in cell.means["differences"]], folder / "strategy-differences.png"
    )
    draw_portions(bratwurmeck, folder / "strategy-portions.png")
    draw_thefts(bratwurmeck, folder / "strategy-thefts.png")
    draw_failing(bratwurmeck, folder / "strategy-failing.png")
    draw_luck(bratwurmeck, folder / "strategy-luck.png")


def _panels(cells: list[Cell], height: float = 4.2) -> tuple[Figure, list[Axes]]:
    figure = new_figure(3.7 * len(cells), height)
    panels = list(figure.subplots(1, len(cells), sharey=True, squeeze=False)[0])
    for axes, cell in zip(panels, cells, strict=True):
        axes.set_title(f"{cell.seats} seats")
        axes.grid(axis="y")
    return figure, panels


def _legend(figure: Figure, axes: Axes, columns: int) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, ncols=columns, loc="outside upper center")


def draw_differences(cells: list[Cell], path: Path) -> None:
    """Draw a bar for each table: how often which kind of decision differs."""
    names = {"keeps": "keeps another face", "rolls on": "rolls on", "stops": "stops", "takes": "takes another prize"}
    figure = new_figure(9.5, 1.4 + 0.9 * len(cells))
    axes = figure.subplots()
    looks = {"keeps": (GREEN, ""), "rolls on": (WORM, "///"), "stops": (IRON, ""), "takes": (YELLOW, "...")}
    height = 0.8 / len(DIFFERENCES)
    for number, name in enumerate(DIFFERENCES):
        found = [100 * cell.means["differences"][name].value for cell in cells]
        at = np.arange(len(cells)) - 0.4 + height * (number + 0.5)
        colour, hatch = looks[name]
        axes.barh(at, found, height, color=colour, hatch=hatch, edgecolor=CREAM, linewidth=0, label=names[name])
        for y, value in zip(at, found, strict=True):
            axes.text(value + 0.15, y, f"{value:.1f}", va="center", fontsize=8)
    axes.set_yticks(range(len(cells)), [cell.title for cell in cells])
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.set_xlabel("% of the decisions of this kind in which the champion does not do what greedy would do")
    _legend(figure, axes, 4)
    save(figure, path)


def draw_portions(cells: list[Cell], path: Path) -> None:
    """Draw what each portion is worth more than a failed attempt, in three parts of a game."""
    figure, panels = _panels(cells)
    for axes, cell in zip(panels, cells, strict=True):
        for phase, (colour, marker, dashes) in zip(PHASES, LINES, strict=True):
            found = 100 * cell.portions[phase].values()
            label = f"{phase}: {span(*PHASES[phase])} on the grill"
            axes.plot(
                NUMBERS, found, color=colour, marker=marker, linestyle=dashes, markersize=4, linewidth=1.2, label=label
            )
        for edge in (24.5, 28.5, 32.5):
            axes.axvline(edge, color=FAINT, linewidth=1)
        axes.set_xticks([21, 25, 29, 33, 36])
        axes.set_xlabel("portion")
    panels[0].set_ylim(bottom=0)  # of all of them, once the highest value is known
    panels[0].set_ylabel("win share above a failed attempt, points")
    _legend(figure, panels[0], 3)
    save(figure, path)


def draw_thefts(cells: list[Cell], path: Path) -> None:
    """Draw what a stolen worm counts as, by victim."""
    figure = new_figure(8.2, 3.6)
    axes = figure.subplots()
    kinds = {"strongest": (WORM, "", "from the strongest opponent"), "others": (GREY, "///", "from another one")}
    for number, (kind, (colour, hatch, label)) in enumerate(kinds.items()):
        shown = [(x, cell.means["thefts"]) for x, cell in enumerate(cells) if cell.means["thefts"][kind].size]
        places = [x + 0.4 * (number - 0.5) * (cells[x].seats > 2) for x, _ in shown]
        heights = [1 + found[kind].value / found["worm"].value / found[kind, "worms"].value for _, found in shown]
        axes.bar(places, heights, 0.38, color=colour, hatch=hatch, edgecolor=CREAM, linewidth=0, label=label)
        for x, height in zip(places, heights, strict=True):
            axes.text(x, height - 0.06, f"{height:.2f}", ha="center", va="top", fontsize=9, bbox=LABEL)
    for height, text in ((1, "as much as one\nfrom the grill"), (2, "twice as much:\nwhat greedy counts")):
        axes.axhline(height, color=INK, linewidth=1, linestyle="--", zorder=0)
        axes.text(len(cells) - 0.42, height, text, va="center", fontsize=8.5)
    axes.set_xlim(-0.6, len(cells) - 0.45)
    axes.set_xticks(range(len(cells)), [f"{cell.seats} seats" for cell in cells])
    axes.set_ylim(0, 2.3)
    axes.set_ylabel("worms from the grill")
    axes.set_title("A stolen worm is worth")
    _legend(figure, axes, 2)
    save(figure, path)


def draw_failing(cells: list[Cell], path: Path) -> None:
    """Draw how often a failed attempt is better than the lowest portion."""
    figure, panels = _panels(cells)
    names = {"leads": "you lead", "behind": "you are behind", "empty": "behind, without a portion"}
    for axes, cell in zip(panels, cells, strict=True):
        for (who, label), (colour, marker, dashes) in zip(names.items(), LINES, strict=True):
            found = [cell.means["failing"][low, high, who, "lowest"] for low, high in OPEN]
            shown = [(x, 100 * mean.value) for x, mean in enumerate(found) if mean.size > 50]
            x, y = zip(*shown, strict=True) if shown else ((), ())
            axes.plot(x, y, color=colour, marker=marker, linestyle=dashes, label=label)
        axes.set_xticks(range(len(OPEN)), [span(low, high) for low, high in OPEN])
        axes.set_xlabel("portions on the grill")
        axes.set_ylim(-3, 103)
    panels[0].set_ylabel("% of turns: failing beats the lowest portion")
    _legend(figure, panels[0], 3)
    save(figure, path)


def draw_luck(cells: list[Cell], path: Path) -> None:
    """Draw how likely those who win in the end are to win, as the game goes on."""
    figure, panels = _panels(cells)
    at = np.arange(TENTHS) * 100 / TENTHS
    for axes, cell in zip(panels, cells, strict=True):
        low, middle, high = 100 * np.percentile(cell.paths, [25, 50, 75], axis=0)
        axes.fill_between(at, low, high, color=YELLOW, alpha=0.6, linewidth=0, label="the middle half of all games")
        axes.plot(at, middle, color=IRON, marker="o", markersize=4, label="median of all games")
        axes.axhline(100 / cell.seats, color=WORM, linestyle="--", label="fair share")
        axes.set_xlabel("% of the turns are over")
        axes.set_ylim(0, 100)
    panels[0].set_ylabel("win share of the later winner, %")
    _legend(figure, panels[0], 3)
    save(figure, path)

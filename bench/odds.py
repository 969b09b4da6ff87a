"""Draw the charts of docs/odds.md into docs/pictures, and print the figures of that page.

Everything is exact and nothing is random: every run writes the same charts.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from heckmeck.cli.chart import CREAM, FAINT, GREEN, INK, IRON, WORM, label_bars, new_figure, percent_text, save
from heckmeck.games import DiceView, get
from heckmeck.games.barbecue.setup import SPOTS
from heckmeck.games.barbecue.situation import barbecue_view
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.bratwurmeck.setup import PORTIONS, worms_on
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from heckmeck.games.dice import DICE
from heckmeck.games.wording import count
from heckmeck.solve import turn_solver
from heckmeck.solve.odds import FAILED, odds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
NUMBERS = range(PORTIONS[0], PORTIONS[1] + 1)
TOPS = (None, 24, 28, 32, 36)
"""Own tops with nothing, one, two, three and four worms at stake."""

EQUAL = 1e-9
"""Values closer together than this count as equal; the player then stops."""

Chance = tuple[str, float | None, float]
"""A prize, and the chance of it when aiming at it and when playing for the most."""

ROLLS, STOPS, DEPENDS = (GREEN, CREAM), (IRON, CREAM), ("#E9C46A", INK)
"""The colours of a decision: of its field and of the letter on it."""


def chances(view: DiceView, numbers: Iterable[int], highest: str) -> list[Chance]:
    """Return the chance of each portion or spot, and of the prize above them, by aiming at it and by playing for gain.

    If `highest` is the last number itself, sums above it win it too.
    """
    by_gain = {result.name: result.chance for result in odds(view).best.results}
    rows: list[Chance] = []
    for number in numbers:
        if str(number) == highest:
            continue
        rows.append((str(number), odds(view, exactly=number).best.goal or 0.0, by_gain.get(str(number), 0.0)))
    above = int(highest) if highest.isdecimal() else max(numbers) + 1
    rows.append((highest, odds(view, at_least=above).best.goal or 0.0, by_gain.get(highest, 0.0)))
    return [*rows, (FAILED, None, by_gain[FAILED])]


def draw_chances(rows: list[Chance], title: str, unit: str, thing: str, path: Path) -> None:
    """Draw pairs of bars: aiming at a prize, and playing for the most."""
    figure = new_figure(11, 4.8)
    axes = figure.subplots()
    aimed = [(x - 0.2, 100 * chance) for x, (_, chance, _) in enumerate(rows) if chance is not None]
    gained = [(x + 0.2, 100 * chance) for x, (_, _, chance) in enumerate(rows)]
    places, heights = map(list, zip(*aimed, *gained, strict=True))
    first = len(aimed)
    axes.bar(places[:first], heights[:first], 0.4, color=GREEN, label=f"aiming at this {thing} alone")
    axes.bar(
        places[first:], heights[first:], 0.4, color=WORM, hatch="///", edgecolor=CREAM, linewidth=0,
        label=f"playing for most {unit}",
    )  # fmt: skip
    label_bars(axes, [percent_text(height) for height in heights], places, heights)
    axes.set_xticks(range(len(rows)), [row[0] for row in rows])
    axes.set_xlim(-0.7, len(rows) - 0.3)
    axes.set_xlabel(thing)
    axes.set_ylabel("chance in %")
    axes.grid(axis="y")
    axes.legend()
    axes.set_title(title)
    save(figure, path)


def decisions(view: BratwurmeckView) -> dict[tuple[int, int], str]:
    """Return the best decision with a worm kept, by (dice left, sum), where a stop and a roll are both possible.

    `S` is to stop, `R` to roll, `≤3` to roll with at most 3 different faces kept, `≤3*` also with some sets of 4.
    """
    game = get("bratwurmeck")
    solver, fail = turn_solver(game), -float(game.failure_cost(view))
    gains = [None if prize is None else prize.gain for prize in game.prizes(view)]
    solved = solver.solve(solver.stop_values(gains, fail), fail)
    found: dict[tuple[int, int], dict[int, set[bool]]] = {}
    for kept, facts in game.die.facts.items():
        if facts.worm and not facts.over and facts.total >= NUMBERS[0]:
            stop, roll = solved.stop_value(kept), solved.roll_value(kept)
            assert stop is not None
            assert roll is not None
            by_faces = found.setdefault((DICE - len(kept), facts.total), {})
            by_faces.setdefault(len(facts.faces), set()).add(roll > stop + EQUAL)
    return {key: decision(by_faces) for key, by_faces in found.items()}


def decision(by_faces: dict[int, set[bool]]) -> str:
    """Summarize for which numbers of different faces to roll. More faces never make rolling better."""
    order = [by_faces[number] for number in sorted(by_faces)]
    assert order == sorted(order, key=lambda each: (False in each) + (True not in each))
    mixed = [number for number, each in by_faces.items() if len(each) == 2]
    if mixed:
        return f"≤{mixed[0] - 1}*"
    rolling = [number for number, each in by_faces.items() if True in each]
    if not rolling:
        return "S"
    return "R" if len(rolling) == len(by_faces) else f"≤{max(rolling)}"


def draw_decisions(path: Path) -> None:
    """Draw one strip for each top portion: the sum from left to right, the dice left from top to bottom."""
    from matplotlib.patches import Patch

    figure = new_figure(9.5, 9)
    strips = figure.subplots(len(TOPS), 1, sharex=True)
    for axes, top in zip(strips, TOPS, strict=True):
        draw_strip(axes, decisions(view_with_top(top)))
        at_stake = (
            "nothing to lose" if top is None else f"your top is the {top}: {count(worms_on(top), 'worm')} to lose"
        )
        axes.set_title(at_stake, fontsize=10, pad=4)
    strips[-1].set_xlabel("sum of the kept dice, a worm among them")
    keys = (
        Patch(color=ROLLS[0], label="R  roll"),
        Patch(color=STOPS[0], label="S  stop"),
        Patch(
            color=DEPENDS[0], label="≤3  roll with at most 3 different faces kept (*: and with some sets of one more)"
        ),
    )
    figure.legend(handles=keys, ncols=3, loc="outside upper center")
    save(figure, path)


def draw_strip(axes: Axes, cells: dict[tuple[int, int], str]) -> None:
    """Draw one field for each (dice left, sum)."""
    from matplotlib.patches import Rectangle

    for (left, total), what in cells.items():
        back, front = {"R": ROLLS, "S": STOPS}.get(what, DEPENDS)
        axes.add_patch(Rectangle((total - 0.47, left - 0.45), 0.94, 0.9, color=back))
        axes.text(total, left, what, color=front, ha="center", va="center", weight="bold", fontsize=9)
    sums = [total for _, total in cells]
    axes.set_xlim(min(sums) - 0.5, max(sums) + 0.5)
    axes.set_ylim(0.5, 3.5)
    axes.set_xticks(range(min(sums), max(sums) + 1))
    axes.set_yticks([1, 2, 3])
    axes.set_ylabel("dice left")
    axes.set_facecolor(CREAM)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def view_with_top(top: int | None) -> BratwurmeckView:
    """Return the start of a turn: all portions are on the grill except the player's own top."""
    return bratwurmeck_view(stack=[] if top is None else [top])


def costs() -> list[tuple[int, float, float]]:
    """Return for each own top the expected worms of the turn and the chance of a failed attempt."""
    found = []
    for top in NUMBERS:
        best = odds(view_with_top(top)).best
        found.append((top, best.gain, 1 - best.success))
    return found


def draw_costs(rows: list[tuple[int, float, float]], path: Path) -> None:
    """Draw the value of a turn, and how often it fails, by the top portion of the player's stack."""
    nothing = odds(view_with_top(None)).best
    figure = new_figure(11, 4.4)
    left, right = figure.subplots(1, 2)
    tops = [row[0] for row in rows]
    for axes, values, line, title in (
        (left, [row[1] for row in rows], nothing.gain, "Expected worms of the turn"),
        (right, [100 * row[2] for row in rows], 100 * (1 - nothing.success), "Failed attempts in %"),
    ):
        axes.plot(tops, values, "o", color=WORM, markersize=6, label="with this portion on top of your stack")
        axes.axhline(line, color=GREEN, linestyle="--", label="with nothing to lose")
        for edge in (24.5, 28.5, 32.5):
            axes.axvline(edge, 0, 0.78, color=FAINT, linewidth=1)
        axes.set_ylim(0, max(*values, line) * 1.28)
        for worms in range(1, 5):
            axes.text(
                18.5 + 4 * worms,
                axes.get_ylim()[1] * 0.02,
                count(worms, "worm"),
                ha="center",
                color=INK,
                fontsize=8.5,
            )
        axes.set_xticks(tops)
        axes.set_xlabel("your top portion")
        axes.set_title(title)
        axes.legend(loc="upper right" if axes is left else "upper left")
    save(figure, path)


def table(title: str, headings: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Table:
    """Return rows of figures, to four digits."""
    grid = Table(*headings, title=title)
    for row in rows:
        grid.add_row(*(f"{cell:.4f}" if isinstance(cell, float) else str(cell or "") for cell in row))
    return grid


def main() -> None:
    """Draw all charts and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, default=PICTURES, help="the folder for the charts")
    folder = parser.parse_args().pictures
    console = Console()
    portions = chances(view_with_top(None), NUMBERS, str(NUMBERS[-1]))
    draw_chances(portions, "Bratwurmeck: the chance of each portion", "worms", "portion", folder / "odds-portions.png")
    spots = chances(barbecue_view(), range(SPOTS[0], SPOTS[1] + 1), "snail")
    draw_chances(spots, "Barbecue: the chance of each spot", "points", "spot", folder / "odds-spots.png")
    draw_decisions(folder / "odds-stop.png")
    lost = costs()
    draw_costs(lost, folder / "odds-failed.png")
    for title, view in (("Bratwurmeck", view_with_top(None)), ("Barbecue", barbecue_view())):
        best = odds(view).best
        console.print(f"{title}, first turn: {best.gain:.9f} expected, success {best.success:.9f}")
        sure = odds(view, at_least=view.setup.portions[0] if isinstance(view, BratwurmeckView) else SPOTS[0]).best
        console.print(f"  playing for anything at all: {sure.gain:.9f} expected, success {sure.success:.9f}")
    console.print(table("chance of each portion", ("portion", "aiming at it", "for most worms"), portions))
    console.print(table("chance of each spot", ("spot", "aiming at it", "for most points"), spots))
    console.print(table("what a failed attempt costs", ("own top", "expected worms", "failed attempts"), lost))


if __name__ == "__main__":
    main()

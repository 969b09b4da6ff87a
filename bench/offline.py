"""Measure the offline mode in Node's Pyodide and in Chromium, from the parts as they are built.

Sizes are those of the files. Times are the smaller of time passed and processor time, so that other programs on the
machine do not count. The start is from unpacked files to an imported `heckmeck.offline`, in a new process each time:
the first, and the median of the others; also with Pyodide's own library, which is not compiled. CPython does the same
steps in the same run. Decisions are measured as the page asks for them: with a new bot each time.

The first roll is measured in Chromium, with pages and workers that run for a quarter of the time: in a first visit to a
static site, and in a second one, each in a new page. The download is from this machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from statistics import median, quantiles
from typing import Any

from bench import offline_games, offline_page
from rich.console import Console
from rich.table import Table

from heckmeck.games import GAMES
from helpers.pyodide import PARTS, ROOT, node

LIBRARY = f"python_stdlib.zip={ROOT / 'web/node_modules/pyodide/python_stdlib.zip'}"
out = Console(width=120)  # tables are copied


def in_pyodide(*asked: object) -> Any:
    """Ask `offline_games` in Pyodide."""
    return _node(ROOT / "web/offline/run.mjs", PARTS, ROOT / "bench", "offline_games", json.dumps(asked))


def _node(*program: object) -> Any:
    return json.loads(subprocess.run([node(), *map(str, program)], check=True, stdout=subprocess.PIPE).stdout)


def show(title: str, columns: list[str], rows: list[list[object]]) -> None:
    """Print a table."""
    table = Table(*columns, title=title, title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*map(str, row))
    out.print(table)


def sizes() -> None:
    """Print the sizes of all parts."""
    parts = json.loads((PARTS / "parts.json").read_text())
    found: dict[str, list[int]] = {}
    for file in parts["files"]:
        packed = [(PARTS / f"{file['name']}.{end}").stat().st_size for end in ("gz", "br")]
        found[file["name"]] = [file["bytes"], *packed]
    found["all"] = [sum(column) for column in zip(*found.values(), strict=True)]
    rows: list[list[object]] = [[name, *(f"{size:,}" for size in each)] for name, each in found.items()]
    show("Bytes", ["file", "plain", "gzip", "brotli"], rows)


def starts(times: int) -> None:
    """Print how long a start takes, and the memory after it."""
    rows: list[list[object]] = []
    for name, files in (("the parts", []), ("with the library in sources", [LIBRARY])):
        runs = [_node(ROOT / "bench/offline_start.mjs", PARTS, *files) for _ in range(times)]
        rest = {stage: median(run["stages"][stage] for run in runs[1:] or runs) for stage in runs[0]["stages"]}
        for when, stages in (("first", runs[0]["stages"]), ("median", rest)):
            memory = runs[0]["memory"]
            rows.append([
                name, when, *(f"{stages[stage]:.0f}" for stage in stages), f"{sum(stages.values()):.0f}",
                f"{memory['heap'] / 1e6:.0f}", f"{memory['process'] / 1e6:.0f}",
            ])  # fmt: skip
    columns = ["start", "", "Python, ms", "heckmeck, ms", "all, ms", "heap, MB", "process, MB"]
    show("Start", columns, rows)


def speeds(seconds: float) -> None:
    """Print the speed of the rules, beside CPython."""
    rows: list[list[object]] = []
    for name in GAMES:
        there, here = in_pyodide("speed", name, 3, seconds), offline_games.speed(name, 3, seconds)
        rows.append([name, f"{there:,.0f}", f"{here:,.0f}", f"{there / here:.2f}"])
    show("Steps a second of random games of three", ["game", "Pyodide", "CPython", "ratio"], rows)


def decisions(seconds: float, seats: int) -> None:
    """Print the decision times of every bot."""
    rows: list[list[object]] = []
    for name in GAMES:
        for bot in offline_games.bots(name):
            first, *rest = in_pyodide("decisions", name, bot, seats, seconds)
            shown = (first, median(rest), quantiles(rest, n=100)[98], max(rest))
            rows.append([f"{name} {bot}", len(rest), *(f"{1000 * each:.1f}" for each in shown)])
    columns = ["bot", "decisions", "very first, ms", "median, ms", "99 %, ms", "longest, ms"]
    show(f"Decisions in games of {seats}", columns, rows)


def first_rolls(runs: int, slowdown: float) -> None:
    """Print how long it takes until the first roll is on the screen."""
    found = list(offline_page.visits(runs, slowdown))
    rows: list[list[object]] = []
    for when, number in (("first visit", 0), ("second visit", 1)):
        seconds = [[getattr(run[number], part) for run in found] for part in offline_page.Visit._fields]
        rows.append([when, *(f"{median(each):.1f} ({min(each):.1f} to {max(each):.1f})" for each in seconds)])
    columns = ["", "page until “Play now”, s", "press until the first roll, s"]
    show(f"In Chromium, {slowdown:g} times slower, median of {runs}", columns, rows)


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each speed and each bot")
    parser.add_argument("--starts", type=int, default=6, help="how many starts")
    parser.add_argument("--seats", type=int, default=4, help="players in the games in which bots decide")
    parser.add_argument("--visits", type=int, default=5, help="how many first and second visits in Chromium")
    parser.add_argument("--slowdown", type=float, default=4.0, help="of Chromium")
    given = parser.parse_args()
    sizes()
    starts(given.starts)
    speeds(given.seconds)
    decisions(given.seconds, given.seats)
    first_rolls(given.visits, given.slowdown)


if __name__ == "__main__":
    main()

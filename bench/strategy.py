"""Measure what the champions do and what it is worth: the tables and charts of docs/strategy.md.

    bench/strategy [--games 5000] [--card-games 1000] [--seed 1] [--cells bratwurmeck:7 …] [--pictures FOLDER]

Prints tables in Markdown with 95 % intervals, and draws the charts. The games are played on the batch engine; equal
seeds and equal weights give equal figures. Games and numbers of seats without weights are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import strategy_tables as tables
from bench.strategy_cards import SEATS as SEATS_OF_CARDS
from bench.strategy_cards import measure_cards
from bench.strategy_cells import CLOSE, SEATS, Cell, measure
from bench.strategy_charts import draw_all

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"

Found = TypeVar("Found")


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000, help="of each kind, for each number of seats (%(default)s)")
    parser.add_argument("--card-games", type=int, default=1000, help="of Karteneck (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cells", nargs="*", metavar="GAME:SEATS", help="by default all")
    parser.add_argument("--pictures", type=Path, default=PICTURES, help="the folder for the charts")
    options = parser.parse_args()
    cells = []
    for name, numbers in SEATS.items():
        for seats in numbers:
            if options.cells and f"{name}:{seats}" not in options.cells:
                continue
            cell = measure(name, seats, options.games, options.seed)
            print(f"{name}:{seats}", "measured" if cell else "left out: no weights", file=sys.stderr, flush=True)
            cells += [cell] if cell else []
    if cells:
        report(cells, options.pictures)
    cards = {}
    for seats in SEATS_OF_CARDS:
        if not options.cells or f"karteneck:{seats}" in options.cells:
            means = measure_cards(seats, options.card_games, options.seed)
            cards.update({seats: means} if means else {})
    if cards:
        show(tables.cards, cards)


def report(cells: list[Cell], pictures: Path) -> None:
    """Print all tables and draw all charts."""
    bratwurmeck = [cell for cell in cells if cell.game == "bratwurmeck"]
    close = [cell for cell in bratwurmeck if cell.seats in CLOSE[cell.game]]
    barbecue = [cell for cell in cells if cell.game == "barbecue"]
    subjects = {
        tables.differences: cells,
        tables.by_lead: cells,
        tables.habits: [cell for cell in cells if cell.seats in CLOSE[cell.game]],
        tables.portions: close,
        tables.steps: close,
        tables.thefts: bratwurmeck,
        tables.failing: close,
        tables.costs: close,
        tables.prizes: barbecue,
        tables.barbecue_failing: barbecue,
        tables.order: cells,
        tables.luck: cells,
    }
    for table, some in subjects.items():
        if some:
            show(table, some)
    if close:
        draw_all(close, cells, pictures)


def show(table: Callable[[Found], str], found: Found) -> None:
    """Print a table below its title."""
    print(f"\n{(table.__doc__ or '').splitlines()[0]}\n\n{table(found)}", flush=True)


if __name__ == "__main__":
    main()

"""Measure what the champions do and what it is worth: the tables and charts of docs/strategy.md.

    bench/strategy [--games 5000] [--card-games 500] [--seed 1] [--cells bratwurmeck:7 …] [--pictures FOLDER]
    bench/strategy --write      # after new weights: redoes the tables of the page, too

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
from bench.strategy_cards import measure_card_order, measure_cards
from bench.strategy_cells import CLOSE, SEATS, Cell, measure
from bench.strategy_charts import draw_all

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
PAGE = Path(__file__).parents[1] / "docs" / "strategy.md"
ORDER_GAMES = 10_000
"""Number of games of Karteneck among champions, for each number of seats."""

Found = TypeVar("Found")


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000, help="of each kind, for each number of seats (%(default)s)")
    parser.add_argument("--card-games", type=int, default=500, help="of Karteneck (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cells", nargs="*", metavar="GAME:SEATS", help="by default all")
    parser.add_argument("--pictures", type=Path, default=PICTURES, help="the folder for the charts")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/strategy.md")
    options = parser.parse_args()
    cells = []
    for name, numbers in SEATS.items():
        for seats in numbers:
            if options.cells and f"{name}:{seats}" not in options.cells:
                continue
            cell = measure(name, seats, options.games, options.seed)
            print(f"{name}:{seats}", "measured" if cell else "left out: no weights", file=sys.stderr, flush=True)
            cells += [cell] if cell else []
    found = report(cells, options.pictures) if cells else {}
    cards = {}
    for seats in SEATS_OF_CARDS:
        if not options.cells or f"karteneck:{seats}" in options.cells:
            means = measure_cards(seats, options.card_games, options.seed)
            cards.update({seats: means} if means else {})
    if cards:
        found |= {table.__name__: show(table, cards) for table in (tables.cards, tables.card_differences)}
        orders = {seats: measure_card_order(seats, ORDER_GAMES, options.seed) for seats in cards}
        found["card_order"] = show(tables.card_order, {seats: each for seats, each in orders.items() if each})
    if options.write:
        PAGE.write_text(fill(PAGE.read_text("utf-8"), found), "utf-8")


def report(cells: list[Cell], pictures: Path) -> dict[str, str]:
    """Print all tables and draw all charts; return the tables by name."""
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
    found = {table.__name__: show(table, some) for table, some in subjects.items() if some}
    if close:
        draw_all(close, cells, pictures)
    return found


def show(table: Callable[[Found], str], found: Found) -> str:
    """Print a table below its title, and return it."""
    text = table(found)
    print(f"\n{(table.__doc__ or '').splitlines()[0]}\n\n{text}", flush=True)
    return text


def fill(page: str, found: dict[str, str]) -> str:
    """Return a page with these tables between the comments that name them. Others are left out."""
    for name, table in found.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        if begin in page:
            before, _, rest = page.partition(begin)
            page = f"{before}{begin}\n\n{table}\n\n{end}{rest.partition(end)[2]}"
    return page


if __name__ == "__main__":
    main()

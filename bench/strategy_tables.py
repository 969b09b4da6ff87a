"""The tables of docs/strategy.md, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

from bench.strategy_cards import CARD_DIFFERENCES
from bench.strategy_cells import Cell
from bench.strategy_means import Mean, Means
from bench.strategy_play import games_until_ahead, skill_share, spread
from bench.strategy_turns import NUMBERS, OPEN, PHASES, POOL

Row = Sequence[object]

PRIZES = {"empty": "empty spot", "own": "second plate on your own", "other": "another's plate"}


def markdown(headings: Row, rows: Iterable[Row]) -> str:
    """Return a table.

    >>> print(markdown(["a", "b"], [[1, 2]]))
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    head, *body = [f"| {' | '.join(map(str, row))} |" for row in (headings, *rows)]
    return "\n".join([head, "|" + "---|" * len(headings), *body])


def span(low: int, high: int) -> str:
    """Return a range of numbers.

    >>> span(1, 1)
    '1'
    """
    return f"{low}–{high}" if low < high else str(low)


def differences(cells: list[Cell]) -> str:
    """What the champion does that `greedy` would not do, in per cent of the decisions with a choice."""
    names = ("turns", "decisions", "keeps", "rolls on", "stops", "takes")
    rows = [
        [cell.title, *(cell.means["differences"][name].points() for name in names)]
        for cell in cells
        if "turns" in cell.means["differences"]
    ]
    headings = ["turns", "decisions", "keeps another face", "rolls on", "stops", "takes another prize"]
    return markdown(["% that differ", *headings], rows)


def by_lead(cells: list[Cell]) -> str:
    """When the champion rolls on where `greedy` would stop, and the other way round."""
    rows = []
    for cell in cells:
        found = cell.means["differences"]
        if "turns" in found:
            keys = [(name, leads) for name in ("rolls on", "stops") for leads in (True, False)]
            rows.append([cell.title, *(found[key].points() for key in keys)])
    headings = ["rolls on, leading", "rolls on, not leading", "stops, leading", "stops, not leading"]
    return markdown(["% of decisions to stop or roll", *headings], rows)


def habits(cells: list[Cell]) -> str:
    """Results of the turns of one champion and of the `greedy` players at the same tables."""
    rows = []
    for cell in cells:
        found = cell.means["habits"]
        for champion, name in ((True, "champion"), (False, "greedy")):
            shares = [found[champion, key].points() for key in ("won", "failed", "thefts")]
            numbers = [found[champion, key].number() for key in ("gain", "score")]
            rows.append([cell.title, name, *shares, *numbers, found[champion, "loss"].fine()])
    headings = ["games won, %", "failed attempts, %", "thefts, %", "won by a success", "score at the end"]
    return markdown(["table", "player", *headings, "given away a turn, points"], rows)


def portions(cells: list[Cell]) -> str:
    """What a portion is worth more than a failed attempt."""
    columns = {f"{cell.seats} seats, {phase}": cell.portions[phase].values() for cell in cells for phase in PHASES}
    rows = [[number, *(_points(values[place]) for values in columns.values())] for place, number in enumerate(NUMBERS)]
    return markdown(["portion", *columns], rows)


def steps(cells: list[Cell]) -> str:
    """What the next higher portion is worth more."""
    rows = []
    for cell in cells:
        for phase in PHASES:
            found = cell.means["portions"]
            rows.append([cell.seats, phase, found[phase, "same"].fine(), found[phase, "worm"].fine()])
    return markdown(["seats", "part of the game", "with as many worms", "with one worm more"], rows)


def thefts(cells: list[Cell]) -> str:
    """What a theft is worth more than a portion with as many worms from the grill."""
    kinds = ("all", "strongest", "others", "next", "last", "between")
    rows = []
    for cell in cells:
        found = cell.means["thefts"]
        worth = 1 + found["all"].value / found["worm"].value / found["all", "worms"].value
        rows.append([cell.seats, *(found[kind].fine() for kind in kinds), found["worm"].fine(), f"{worth:.2f}"])
    headings = ["any", "the strongest", "another", "who plays next", "who just played", "one between"]
    return markdown(["seats", *headings, "one worm more from the grill", "a stolen worm counts as"], rows)


def failing(cells: list[Cell]) -> str:
    """How often a failed attempt is clearly better than the lowest portion, or than every portion."""
    rows = []
    for cell in cells:
        found = cell.means["failing"]
        for low, high in OPEN:
            keys = [(low, high, who, what) for what in ("lowest", "all") for who in ("leads", "behind", "empty")]
            rows.append([cell.seats, span(low, high), *(found[key].points() for key in keys)])
    who = ("leading", "behind", "behind, no portion")
    headings = [f"{what}, {whose}" for what in ("than the lowest", "than all") for whose in who]
    return markdown(["seats", "portions left", *headings], rows)


def costs(cells: list[Cell]) -> str:
    """What a failed attempt costs, in points of win share."""
    rows = []
    for cell in cells:
        for low, high in OPEN:
            keys = [(low, high, who, "cost") for who in ("leads", "behind", "empty")]
            rows.append([cell.seats, span(low, high), *(cell.means["failing"][key].points() for key in keys)])
    return markdown(["seats", "portions left", "leading", "behind", "behind, no portion"], rows)


def prizes(cells: list[Cell]) -> str:
    """What the prizes of Barbecue are worth more than a failed attempt."""
    rows = []
    for cell in cells:
        found = cell.means["prizes"]
        for kind, name in PRIZES.items():
            rows.append([cell.seats, name, *(found[kind, worms].points() for worms in range(1, 5))])
        rows.append([cell.seats, "snail on a spot", *[""] * 2, found["snail"].points(), ""])
        rows.append([cell.seats, "snail of the pool", *[""] * 2, found["pool"].points(), ""])
    return markdown(["seats", "prize", "1 worm", *(f"{worms} worms" for worms in range(2, 5))], rows)


def barbecue_failing(cells: list[Cell]) -> str:
    """When a failed attempt is good in Barbecue."""
    rows = []
    for cell in cells:
        found = cell.means["prizes"]
        for low, high in POOL:
            keys = [(low, high, who, what) for what in ("lowest", "all") for who in ("leads", "behind")]
            costs = [found[low, high, who, "cost"].points() for who in ("leads", "behind")]
            rows.append([cell.seats, span(low, high), *(found[key].points() for key in keys), *costs])
    headings = [f"{what}, {who}" for what in ("than the lowest", "than all", "costs") for who in ("leading", "behind")]
    return markdown(["seats", "snails in the pool", *headings], rows)


def cards(found: dict[int, Means]) -> str:
    """How one champion of Karteneck plays among `greedy`, and how these play."""
    rows = []
    for seats, means in found.items():
        for champion, name in ((True, "champion"), (False, "greedy")):
            shares = [means[champion, key].points() for key in ("won", "valid", "nothing", "first", "thefts")]
            numbers = [means[champion, key].number() for key in ("layings", "cards", "total", "score")]
            rows.append([seats, name, *shares, *numbers])
    shares = ["games won, %", "out with a worm, %", "out at once, %", "out first, %", "thefts, %"]
    numbers = ["layings a round", "cards a round", "total with a worm", "worms at the end"]
    return markdown(["seats", "player", *shares, *numbers], rows)


def card_differences(found: dict[int, Means]) -> str:
    """What the champion of Karteneck does that `greedy` would not do, in per cent of the decisions with a choice."""
    rows = [[seats, *(means[kind].points() for kind in CARD_DIFFERENCES)] for seats, means in found.items()]
    return markdown(["seats", *CARD_DIFFERENCES], rows)


def order(cells: list[Cell]) -> str:
    """Win shares of the seats before the first roll, counted from the one that begins, and how often it wins."""
    most = max(cell.seats for cell in cells)
    rows = []
    for cell in cells:
        found = cell.means["order"]
        said = [f"{100 * found['said', seat].value:.1f}" for seat in range(cell.seats)]
        rows.append([cell.title, f"{100 / cell.seats:.1f}", *said, *[""] * (most - cell.seats), found[0].points()])
    seats = (f"seat {seat + 1}" for seat in range(most))
    return markdown(["%", "fair", *seats, "games won by seat 1"], rows)


def card_order(found: dict[int, list[Mean]]) -> str:
    """How often each seat of Karteneck wins among champions, counted from the one that begins the first round."""
    most = max(found)
    rows = [
        [seats, f"{100 / seats:.1f}", *(won.points() for won in means), *[""] * (most - seats)]
        for seats, means in found.items()
    ]
    return markdown(["seats", "fair", *(f"seat {seat + 1}" for seat in range(most))], rows)


def luck(cells: list[Cell]) -> str:
    """How much of a game is luck."""
    rows = []
    for cell in cells:
        found, won = cell.means["luck"], cell.means["habits"][True, "won"]
        swings = [f"{100 * spread(found):.1f}", found["10 points"].points()]
        course = [found[key].points() for key in ("leader at half", "below 10", "below 5")]
        skill = [f"{100 * skill_share(won.value, cell.seats):.1f}", games_until_ahead(won.value, cell.seats)]
        rows.append([cell.title, won.points(), *skill, *swings, *course])
    skills = ["champion wins, %", "explained by skill, %", "games until ahead"]
    swing = ["spread of a turn's luck, points", "turns of more than 10 points, %"]
    courses = ["favourite at half time wins, %", "winners once below 10 %, %", "once below 5 %, %"]
    return markdown(["table", *skills, *swing, *courses], rows)


def _points(share: float) -> str:
    return "–" if isnan(share) else f"{100 * share:.1f}"

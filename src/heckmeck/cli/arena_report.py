"""The results of an arena: tables for people, and data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from rich.table import Column
from rich.table import Table as Grid

from heckmeck.play import Arena
from heckmeck.play.intervals import Measured
from heckmeck.play.statistics import Counted, Score

HEADINGS = {"score": "average score", "failed": "failed attempts", "thefts": "thefts"}
"""Headings of the averages per game, by their names in `Averages`."""


def arena_result(arena: Arena, until: float | None) -> dict[str, object]:
    """Return the result for programs. An open end of an interval is None."""
    counted = Counted.of(arena.game)
    result: dict[str, object] = {
        "game": arena.game.name,
        "seats": arena.seats,
        "seed": arena.seed,
        "options": arena.options,
        "versions": arena.versions,
        "ratings": {
            bot: {"points": rating.value, **_interval(rating), **_averages(arena, bot, counted)}
            for bot, rating in arena.ratings().items()
        },
        "pairings": [
            _pairing(arena, pair, score, counted, until) for pair, score in arena.scores.items() if score.shares
        ],
    }
    return result if until is None else {**result, "until": until}


def _pairing(
    arena: Arena, pair: tuple[str, str], score: Score, counted: Counted, until: float | None
) -> dict[str, object]:
    one, other = (score.averages(side, arena.seats) for side in (0, 1))
    found: dict[str, object] = {
        "bots": pair,
        "deals": len(score.shares),
        "games": score.games,
        "rate": score.rate,
        **_interval(score.measured),
        "scores": [one.score, other.score],
        **{name: [getattr(one, name), getattr(other, name)] for name in _counted(counted)},
        "forfeits": len(score.forfeits),
    }
    return found if until is None else {**found, "reached": score.margin <= until}


def _interval(measured: Measured) -> dict[str, float | None]:
    ends = {"low": measured.low, "high": measured.high, "margin": measured.margin}
    return {name: end if isfinite(end) else None for name, end in ends.items()}


def _averages(arena: Arena, bot: str, counted: Counted) -> dict[str, float]:
    averages = arena.averages(bot)
    assert averages is not None  # a bot with a rating has played
    return {name: getattr(averages, name) for name in ("score", *_counted(counted))}


def _counted(counted: Counted) -> list[str]:
    """Return the names of the averages that apply to the game, as in `Averages`."""
    return [name for name, has in counted._asdict().items() if has]


def unreached(arena: Arena, until: float) -> str | None:
    """Return a sentence about the pairings whose intervals are not narrow enough yet; None if all are."""
    margins = {pair: score.margin if score.shares else 1.0 for pair, score in arena.scores.items()}
    wide = [pair for pair, margin in margins.items() if margin > until]
    if not wide:
        return None
    widest = max(wide, key=margins.__getitem__)
    deals = len(arena.scores[widest].shares)
    return (
        f"{_points(until)} was not reached by {len(wide)} of {len(margins)} pairings: {' against '.join(widest)} is at "
        f"{_points(margins[widest])} after {deals:,} {'deal' if deals == 1 else 'deals'}. More --deals would narrow it."
    )


def _points(share: float) -> str:
    return f"{100 * share:.2g}pp"


def share_text(measured: Measured) -> str:
    """Return a share of the wins and its interval in per cent.

    >>> share_text(Measured(0.97, 0.9512, 0.9822))
    '97.0 (95.1 to 98.2)'
    """
    decimals = 1 if measured.high - measured.low > 0.002 else 2
    value, low, high = (f"{100 * share:.{decimals}f}" for share in measured)
    return f"{value} ({low} to {high})"


def rating_text(measured: Measured) -> str:
    """Return a rating and its interval, whose ends may be open.

    >>> rating_text(Measured(94.2, 80.0, 108.1)), rating_text(Measured(460.6, 285.0, float("inf")))
    ('+94 (+80 to +108)', '+461 (+285 or more)')
    """
    value, low, high = (f"{points:+.0f}" for points in measured)
    if not isfinite(measured.low):
        return f"{value} ({high} or less)"
    return f"{value} ({low} to {high})" if isfinite(measured.high) else f"{value} ({low} or more)"


def bots_table(arena: Arena) -> Grid:
    """Return the table of ratings and averages, the best bot first."""
    shown = ["score", *_counted(Counted.of(arena.game))]
    headings = ("bot", "Elo points", *(HEADINGS[name] for name in shown))
    grid = Grid(*map(_column, headings), title="ratings with 95 % intervals, and averages of a game")
    for bot, rating in sorted(arena.ratings().items(), key=lambda item: -item[1].value):
        averages = arena.averages(bot)
        grid.add_row(bot, rating_text(rating), *(f"{getattr(averages, name):.2f}" for name in shown))
    return grid


def cross_table(arena: Arena) -> Grid:
    """Return the table of the shares of all pairings."""
    headings = ("wins of", *(f"against {bot}" for bot in arena.bots))
    grid = Grid(*map(_column, headings), title="share of the wins in %, with 95 % intervals")
    for bot in arena.bots:
        grid.add_row(bot, *_shares(arena, bot))
    return grid


def _column(heading: str) -> Column:
    """Return a column that shows long names in full: bots in files may differ only in their ends."""
    return Column(heading, overflow="fold")


def _shares(arena: Arena, bot: str) -> Iterator[str]:
    for other in arena.bots:
        share = arena.share(bot, other)
        yield "" if share is None else share_text(share)

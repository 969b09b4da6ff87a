"""What a finished game is worth to each seat. The returns of all seats add up to 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from heckmeck.games import BadSetup, Outcome
from heckmeck.games.setup import show

Returns = Callable[[Outcome], tuple[float, ...]]


def win_returns(outcome: Outcome) -> tuple[float, ...]:
    """Return 1 for the winner; the others share -1. Seats that share the win share the 1 first.

    >>> win_returns(Outcome("grill_empty", (7, 9, 7), ((1,), (0, 2))))
    (-0.5, 1.0, -0.5)
    >>> win_returns(Outcome("grill_empty", (7, 7), ((0, 1),)))
    (0.0, 0.0)
    """
    seats, winners = len(outcome.scores), outcome.winners
    shares = (1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    return tuple((seats * share - 1) / (seats - 1) for share in shares)


def score_returns(outcome: Outcome) -> tuple[float, ...]:
    """Return by how much each score is above the mean of the others.

    >>> score_returns(Outcome("grill_empty", (7, 9, 5), ((1,), (0,), (2,))))
    (0.0, 3.0, -3.0)
    """
    others = len(outcome.scores) - 1
    total = sum(outcome.scores)
    return tuple(score - (total - score) / others for score in outcome.scores)


RETURNS: Final[Mapping[str, Returns]] = {"win": win_returns, "score": score_returns}
"""The ways to count, by name."""


def returns_by_name(name: object) -> Returns:
    """Return one of the ways to count."""
    if not isinstance(name, str) or name not in RETURNS:
        raise BadSetup("bad_option", f"returns must be {' or '.join(RETURNS)}, not {show(name)}.")
    return RETURNS[name]

"""The return of each seat at the end of a game. The returns of all seats add up to 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import BadSetup, Outcome
from heckmeck.games.setup import show

Floats = NDArray[np.float32]
Returns = Callable[[Outcome], tuple[float, ...]]
ReturnArrays = Callable[[NDArray[Any], NDArray[Any]], Floats]
"""Computes the returns of many games from the scores and tie-breaks of their seats, a row for each game."""


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
    """Return the difference of each score to the mean of the others.

    >>> score_returns(Outcome("grill_empty", (7, 9, 5), ((1,), (0,), (2,))))
    (0.0, 3.0, -3.0)
    """
    others = len(outcome.scores) - 1
    total = sum(outcome.scores)
    return tuple(score - (total - score) / others for score in outcome.scores)


def win_share_arrays(scores: NDArray[Any], ties: NDArray[Any]) -> Floats:
    """Return each seat's share of the win in many games.

    >>> win_share_arrays(np.array([[7, 9, 7], [5, 5, 4]]), np.array([[30, 33, 28], [29, 29, 30]])).tolist()
    [[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]]
    """
    leads = scores == scores.max(axis=1, keepdims=True)
    highest = np.where(leads, ties, -1)
    wins = highest == highest.max(axis=1, keepdims=True)
    shares: Floats = (wins / wins.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def win_return_arrays(scores: NDArray[Any], ties: NDArray[Any]) -> Floats:
    """Return `win_returns` for many games.

    >>> win_return_arrays(np.array([[7, 9, 7], [5, 5, 5]]), np.array([[30, 33, 28], [29, 29, 29]])).tolist()
    [[-0.5, 1.0, -0.5], [0.0, 0.0, 0.0]]
    """
    seats = scores.shape[1]
    shares = win_share_arrays(scores, ties)
    returns: Floats = ((seats * shares - 1) / (seats - 1)).astype(np.float32)
    return returns


def score_return_arrays(scores: NDArray[Any], ties: NDArray[Any]) -> Floats:
    """Return `score_returns` for many games.

    >>> score_return_arrays(np.array([[7, 9, 5]]), np.array([[30, 33, 28]])).tolist()
    [[0.0, 3.0, -3.0]]
    """
    others = scores.sum(axis=1, keepdims=True) - scores
    returns: Floats = (scores - others / (scores.shape[1] - 1)).astype(np.float32)
    return returns


RETURNS: Final[Mapping[str, Returns]] = {"win": win_returns, "score": score_returns}
"""The scoring functions by name."""

RETURN_ARRAYS: Final[Mapping[str, ReturnArrays]] = {"win": win_return_arrays, "score": score_return_arrays}
"""The scoring functions for many games by name."""


def returns_by_name(name: object) -> Returns:
    """Return a scoring function by its name."""
    return RETURNS[_checked(name)]


def return_arrays_by_name(name: object) -> ReturnArrays:
    """Return a scoring function for many games by its name."""
    return RETURN_ARRAYS[_checked(name)]


def _checked(name: object) -> str:
    if not isinstance(name, str) or name not in RETURNS:
        raise BadSetup("bad_option", f"returns must be {' or '.join(RETURNS)}, not {show(name)}.")
    return name

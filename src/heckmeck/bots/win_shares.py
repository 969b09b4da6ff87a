"""Win shares: how likely every seat is to win a game from a position, by which strong players choose.

>>> from heckmeck.games import get
>>> setup = get("karteneck").setup(seats=2)
>>> win_shares_for(setup) is None
True
>>> why_no_win_shares(setup)
'There are no win shares of this game.'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from heckmeck.games import Setup

SetupT = TypeVar("SetupT", bound=Setup)
StateT = TypeVar("StateT")

Shares = tuple[float, ...]
"""The win share of every seat, by seat number. They sum to 1; a shared win is split."""


class NoWinShares(Exception):
    """Says in one sentence why there are no win shares of a set-up."""


class Evaluator(Protocol):
    """Says how likely each seat is to win from positions of one set-up."""

    def shares(self, states: Sequence[Any]) -> list[Shares]:
        """Return the win shares of every seat, for states between turns or over, many at once."""


class WinShares(ABC, Generic[SetupT, StateT]):
    """Where the win shares of one game come from."""

    setup_type: ClassVar[type[Setup]]
    """The type of the set-ups of the game."""

    @abstractmethod
    def evaluator(self, setup: SetupT) -> Evaluator:
        """Return the evaluator of a set-up; raise NoWinShares where there is none."""


def win_shares_for(setup: Setup) -> Evaluator | None:
    """Return what says the win shares of a set-up; None where there is nothing, see `why_no_win_shares`."""
    found = _find(setup)
    return None if isinstance(found, str) else found


def why_no_win_shares(setup: Setup) -> str | None:
    """Return in one sentence why there are no win shares of a set-up; None where there are."""
    found = _find(setup)
    return found if isinstance(found, str) else None


_KINDS: tuple[WinShares[Any, Any], ...] = ()


@lru_cache(64)
def _find(setup: Setup) -> Evaluator | str:
    for kind in _KINDS:
        if isinstance(setup, kind.setup_type):
            try:
                return kind.evaluator(setup)
            except NoWinShares as reason:
                return str(reason)
    return "There are no win shares of this game."

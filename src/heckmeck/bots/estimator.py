"""Estimators: what the moves of a decision are worth, by simulation, where a game cannot be solved exactly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from heckmeck.games import Event, Move, Setup, Source, View

SetupT_contra = TypeVar("SetupT_contra", bound=Setup, contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Estimate(NamedTuple):
    """What a move brought on average over a number of simulations, and the standard error of that."""

    move: Move
    mean: float
    error: float
    deals: int


class Forecast(NamedTuple):
    """How a move goes on in simulations: how often it fails, the most likely result otherwise, and the mean gain.

    And what it does at once: what the player's layout counts then, and how many cards are left in the hand.
    """

    failed: float
    likely: str | None
    gain: float
    counts: int
    left: int


class Estimates:
    """The moves of a decision with their samples, the best one first.

    The n-th samples of all moves come from the same imagined deal. Moves with the same `key` are the same for the
    estimator: one of them stands for all.

    >>> found = Estimates({Move(): [1.0, 3.0]})
    >>> found.best.mean, found.best.error
    (2.0, 1.0)
    """

    def __init__(
        self, samples: Mapping[Move, list[float]], key: Callable[[Move], Hashable] = lambda move: move
    ) -> None:
        self._samples = samples
        self._key = key
        moves = sorted(samples, key=lambda move: fmean(samples[move]), reverse=True)
        # The best one is found among those that were simulated longest: of the others one may have been lucky.
        longest = max(map(len, samples.values()))
        best = next(move for move in moves if len(samples[move]) == longest)
        moves = [best, *(move for move in moves if move != best)]
        self.moves = tuple(Estimate(move, *_mean(samples[move]), len(samples[move])) for move in moves)

    @property
    def best(self) -> Estimate:
        """The best move."""
        return self.moves[0]

    def find(self, move: Move) -> Estimate | None:
        """Return the estimate of a move; None for one that was not simulated."""
        return next((each for each in self.moves if self._key(each.move) == self._key(move)), None)

    def lost(self, move: Move) -> tuple[float, float]:
        """Return what a move loses against the best one over the same deals, and the standard error of that."""
        found = self.find(move)
        if found is None or found is self.best:
            return 0.0, 0.0
        pairs = zip(self._samples[self.best.move], self._samples[found.move], strict=False)
        mean, error = _mean([best - chosen for best, chosen in pairs])
        return max(mean, 0.0), error


class Estimator(ABC, Generic[SetupT_contra, ViewT_contra]):
    """Estimates what the moves of one seat are worth, from what the seat sees and has observed in one game."""

    game: ClassVar[str]
    """The name of the game."""

    @abstractmethod
    def __init__(self, setup: SetupT_contra, seat: int) -> None: ...

    @classmethod
    def kind(cls, move: Move) -> Hashable:
        """Return what moves that are the same for the estimator have in common. By default all moves differ."""
        return move

    @abstractmethod
    def observe(self, events: Iterable[Event]) -> None:
        """Take in what happened since the beginning or the last call, as far as the seat may know it."""

    @abstractmethod
    def estimate(self, view: ViewT_contra, source: Source, rounds: int, chosen: Move | None = None) -> Estimates:
        """Simulate about this number of rounds and return what each move brings; `chosen` is never dropped early."""

    def wins(self, view: ViewT_contra) -> Mapping[Move, float] | None:
        """Return the seat's chance to win the game after each legal move, at its decision; None where it is not known.

        By default it is not.
        """
        return None

    def forecasts(
        self, view: ViewT_contra, moves: Sequence[Move], source: Source, rounds: int
    ) -> Sequence[Forecast] | None:
        """Say how moves would go on, by about this number of simulated rounds; None where that is not known.

        By default it is not.
        """
        return None

    def cards(self, view: ViewT_contra) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the seat's hand and what it has laid out, for a review to show. By default, none."""
        return (), ()


AnyEstimator = Estimator[Any, Any]
"""An estimator for views whose type is not known before the program runs."""


def _mean(values: list[float]) -> tuple[float, float]:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return fmean(values), error

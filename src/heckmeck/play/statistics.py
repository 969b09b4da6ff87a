"""Statistics over many games: sums, shares of wins, and how far they may be off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from heckmeck.games import Outcome

Z = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


class Tally:
    """What some games with the same seats brought, added up. A shared win counts in equal parts.

    >>> tally = Tally(seats=2)
    >>> tally.add(Outcome("grill_empty", scores=(7, 9), ranking=((1,), (0,))), steps=50)
    >>> tally.games, tally.wins, tally.scores
    (1, [0.0, 1.0], [7, 9])
    """

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.steps = 0
        self.wins = [0.0] * seats
        self.scores = [0] * seats
        self.reasons: Counter[str] = Counter()

    def add(self, outcome: Outcome, steps: int) -> None:
        """Count a game."""
        self.games += 1
        self.steps += steps
        self.reasons[outcome.reason] += 1
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score


@dataclass
class Deal:
    """What the games of one deal brought to the two sides of a pairing. `won` is the first one's share of wins."""

    games: int = 0
    won: float = 0.0
    scores: list[float] = field(default_factory=lambda: [0.0, 0.0])
    failed: Counter[int] = field(default_factory=Counter)
    thefts: Counter[int] = field(default_factory=Counter)
    forfeits: list[str] = field(default_factory=list)


@dataclass
class Score:
    """What a pairing has brought so far. `shares` has the first bot's share of the wins in each deal."""

    shares: list[float] = field(default_factory=list)
    games: int = 0
    scores: list[float] = field(default_factory=lambda: [0.0, 0.0])
    failed: list[int] = field(default_factory=lambda: [0, 0])
    thefts: list[int] = field(default_factory=lambda: [0, 0])
    forfeits: list[str] = field(default_factory=list)

    def add(self, deal: Deal) -> None:
        """Count a deal."""
        self.shares.append(deal.won / deal.games)
        self.games += deal.games
        for text in deal.forfeits:  # the first one in full, of all others the line that sums it up
            self.forfeits.append(text.partition("\n")[0] if self.forfeits else text)
        for side in (0, 1):
            self.scores[side] += deal.scores[side]
            self.failed[side] += deal.failed[side]
            self.thefts[side] += deal.thefts[side]

    @property
    def rate(self) -> float:
        """The first bot's share of the wins."""
        return sum(self.shares) / len(self.shares)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the rate. The games of a deal are not independent; deals are."""
        return mean_margin(self.shares)


@dataclass(frozen=True, slots=True)
class Averages:
    """What a bot has on average in a game, on one of its seats."""

    score: float
    failed: float
    thefts: float


def mean_margin(shares: Sequence[float]) -> float:
    """Return half the width of the 95 % interval of the mean of some shares, each from 0 to 1.

    Shares that are all equal only show that anything else is rarer than three in their number.

    >>> mean_margin([1.0] * 100)
    0.03
    """
    import numpy as np  # loaded on demand: tables and records do not need it

    number = len(shares)
    if number < 2:
        return 1.0
    return max(Z * sqrt(float(np.var(shares, ddof=1)) / number), 3 / number)


def win_interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a win rate, for independent games.

    >>> [round(end, 3) for end in win_interval(50, 100)]
    [0.404, 0.596]
    """
    rate, weight = wins / games, Z * Z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = Z / (1 + weight) * sqrt(rate * (1 - rate) / games + weight / (4 * games))
    return middle - half, middle + half

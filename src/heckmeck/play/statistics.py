"""Statistics over many games: sums, shares of wins, and their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from heckmeck.games import AnyGame, Event, Outcome, Theft
from heckmeck.play.intervals import Measured, share_interval

Z = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


class Tally:
    """Sums over the results of some games with the same seats. A shared win counts in equal parts.

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
    """The results of one deal for the two sides of a pairing. `won` is the first bot's share of wins."""

    games: int = 0
    won: float = 0.0
    scores: list[float] = field(default_factory=lambda: [0.0, 0.0])
    failed: Counter[int] = field(default_factory=Counter)
    thefts: Counter[int] = field(default_factory=Counter)
    forfeits: list[str] = field(default_factory=list)


@dataclass
class Score:
    """The results of a pairing so far. `shares` has the first bot's share of the wins in each deal."""

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
        for text in deal.forfeits:  # the first one in full, all others as one line
            self.forfeits.append(text.partition("\n")[0] if self.forfeits else text)
        for side in (0, 1):
            self.scores[side] += deal.scores[side]
            self.failed[side] += deal.failed[side]
            self.thefts[side] += deal.thefts[side]

    def with_deals(self, deals: Iterable[Deal]) -> Score:
        """Return a new score with these deals added."""
        new = Score(self.shares[:], self.games, self.scores[:], self.failed[:], self.thefts[:], self.forfeits[:])
        for deal in deals:
            new.add(deal)
        return new

    @property
    def rate(self) -> float:
        """The first bot's share of the wins."""
        return sum(self.shares) / len(self.shares)

    @property
    def measured(self) -> Measured:
        """The rate with its 95 % interval. The games of a deal are not independent; deals are."""
        return Measured(self.rate, *share_interval(self.shares))

    @property
    def margin(self) -> float:
        """The distance from the rate to the farther end of its 95 % interval."""
        return self.measured.margin

    def averages(self, side: int, seats: int) -> Averages:
        """Return the averages of the first bot (side 0) or the second (1) per game and seat."""
        own = seats / 2  # on average over the games of a deal
        failed, thefts = self.failed[side] / own, self.thefts[side] / own
        return Averages(self.scores[side] / self.games, failed / self.games, thefts / self.games)


class Counted(NamedTuple):
    """The kinds of events that are counted in an arena besides wins and scores, if the game has them."""

    failed: bool
    thefts: bool

    @classmethod
    def of(cls, game: AnyGame) -> Counted:
        """Return whether the game has failed attempts and thefts.

        >>> from heckmeck.games import get
        >>> Counted.of(get("bratwurmeck"))
        Counted(failed=True, thefts=True)
        """
        failed = any(event.fails is not Event.fails for event in game.events)
        return cls(failed, any(issubclass(event, Theft) for event in game.events))


class Averages(NamedTuple):
    """The averages of a bot per game and seat."""

    score: float
    failed: float
    thefts: float


def win_interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a win rate, for independent games.

    >>> [round(end, 3) for end in win_interval(50, 100)]
    [0.404, 0.596]
    """
    rate, weight = wins / games, Z * Z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = Z / (1 + weight) * sqrt(rate * (1 - rate) / games + weight / (4 * games))
    return middle - half, middle + half

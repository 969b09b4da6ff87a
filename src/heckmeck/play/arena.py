"""An arena: every bot of a pool against every other, with statistics that can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from heckmeck.bots import check_bots
from heckmeck.games import AnyGame, BadSetup
from heckmeck.play.pairing import Deal, Pairing
from heckmeck.play.ratings import ratings

CHUNK = 25
AT_ONCE = 4
"""Deals are played in chunks of this size, and so many chunks of a pairing before it is looked at again.

They are fixed, so that the answer does not depend on who plays the games.
"""

Z = 1.959964
"""Half the width of a 95 % interval, in standard errors."""

SAMPLES = 200
"""So many times the deals are drawn anew to find out how far the ratings may be off."""


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
        """Count a deal in."""
        self.shares.append(deal.won / deal.games)
        self.games += deal.games
        self.forfeits += deal.forfeits
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
        """Half the width of the 95 % interval of the rate. The games of a deal are not independent; deals are.

        Deals that all went the same way say no more than that the other way is rarer than three in their number.
        """
        number = len(self.shares)
        if number < 2:
            return 1.0
        return max(Z * sqrt(float(np.var(self.shares, ddof=1)) / number), 3 / number)


Chunk = tuple[Pairing, range]
Mapper = Callable[[Callable[[Chunk], list[Deal]], Iterable[Chunk]], Iterable[list[Deal]]]
"""Applies a function to many chunks, in order: `map`, or that of a pool of processes or machines."""


class Arena:
    """All pairings of a pool of bots. The same seed gives the same result, whoever plays the games.

    >>> from heckmeck.games import get
    >>> arena = Arena(get("bratwurmeck"), ["greedy", "random"], seats=2, seed="1", options={"portions": (21, 23)})
    >>> for _ in arena.play(deals=CHUNK):
    ...     pass
    >>> arena.scores["greedy", "random"].rate > 0.6
    True
    """

    def __init__(
        self, game: AnyGame, bots: Sequence[str], seats: int, seed: str, options: Mapping[str, object] | None = None
    ) -> None:
        if len(bots) < 2 or len(set(bots)) != len(bots):
            raise BadSetup("bad_bots", "An arena needs two or more bots, each named once.")
        check_bots(bots, game, game.setup(**(options or {}), seats=seats), Random())
        self.game = game
        self.bots = tuple(bots)
        self.seats = seats
        self.seed = seed
        self.options = dict(options or {})
        self.scores = {pair: Score() for pair in combinations(self.bots, 2)}

    def play(self, deals: int, until: float | None = None, mapper: Mapper = map) -> Iterator[int]:
        """Play so many deals of each pairing; yield the number of games after each chunk.

        With `until`, a pairing whose margin is no wider than that is left out of the next chunks.
        """
        while todo := [pair for pair in self.scores if self._goes_on(pair, deals, until)]:
            chunks = [(self._pairing(pair), numbers) for pair in todo for numbers in self._next(pair, deals)]
            for (pairing, _), played in zip(chunks, mapper(play_chunk, chunks), strict=True):
                for deal in played:
                    self.scores[pairing.bots].add(deal)
                yield sum(deal.games for deal in played)

    def _goes_on(self, pair: tuple[str, str], deals: int, until: float | None) -> bool:
        score = self.scores[pair]
        wide = until is None or score.margin > until
        return len(score.shares) < deals and wide

    def _next(self, pair: tuple[str, str], deals: int) -> list[range]:
        """The numbers of the next deals of a pairing, in chunks."""
        done = len(self.scores[pair].shares)
        end = min(done + CHUNK * AT_ONCE, deals)
        return [range(first, min(first + CHUNK, end)) for first in range(done, end, CHUNK)]

    def pairings(self) -> Iterator[Pairing]:
        """Yield all pairings."""
        return map(self._pairing, self.scores)

    def _pairing(self, pair: tuple[str, str]) -> Pairing:
        return Pairing(self.game.name, self.seats, pair, self.seed, self.options)

    def ratings(self) -> dict[str, tuple[float, float]]:
        """Return each bot's rating and half the width of its 95 % interval, by drawing the deals anew."""
        source = np.random.default_rng(0)
        shares = {pair: np.array(score.shares) for pair, score in self.scores.items() if score.shares}
        drawn = [
            self._ratings({pair: source.choice(each, len(each)) for pair, each in shares.items()})
            for _ in range(SAMPLES)
        ]
        spread = Z * np.std(drawn, axis=0)
        return {
            bot: (float(points), float(margin))
            for bot, points, margin in zip(self.bots, self._ratings(shares), spread, strict=True)
        }

    def _ratings(self, shares: Mapping[tuple[str, str], np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
        wins = np.zeros((len(self.bots), len(self.bots)))
        for (one, other), each in shares.items():
            i, j = self.bots.index(one), self.bots.index(other)
            wins[i, j], wins[j, i] = each.sum(), len(each) - each.sum()
        return ratings(wins)


def play_chunk(chunk: Chunk) -> list[Deal]:
    """Play some deals of a pairing; this is what is sent to other processes."""
    pairing, numbers = chunk
    return [pairing.deal(number) for number in numbers]


def local_mapper(pool: ProcessPoolExecutor) -> Mapper:
    """Return a mapper that uses all processes of a pool."""
    return lambda function, chunks: pool.map(function, list(chunks))

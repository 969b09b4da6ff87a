"""An arena: every bot of a pool against every other, with statistics that account for chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from random import Random

from heckmeck.bots import check_bots
from heckmeck.games import AnyGame, BadSetup
from heckmeck.play.pairing import Pairing
from heckmeck.play.statistics import Averages, Deal, Score

CHUNK = 25
"""Number of deals that are played in one piece."""

AT_ONCE = 4
"""Number of chunks of a pairing that are played before it is looked at again.

Both are fixed, so that the result does not depend on the processes or machines that play the games.
"""

Chunk = tuple[Pairing, range]
Mapper = Callable[[Callable[[Chunk], list[Deal]], Iterable[Chunk]], Iterable[list[Deal]]]
"""Applies a function to many chunks, in order: `map`, or that of a pool of processes or machines."""


class Arena:
    """All pairings of a pool of bots. The same seed gives the same result, wherever the games are played.

    >>> from heckmeck import Arena, get
    >>> arena = Arena(get("bratwurmeck"), ["greedy", "random"], seats=2, seed="1", options={"portions": (21, 23)})
    >>> for _ in arena.play(deals=25):
    ...     pass
    >>> arena.scores["greedy", "random"].rate > 0.6
    True
    """

    def __init__(
        self,
        game: AnyGame,
        bots: Sequence[str],
        seats: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
    ) -> None:
        if len(bots) < 2 or len(set(bots)) != len(bots):
            raise BadSetup("bad_bots", "An arena needs two or more bots, each named once.")
        check_bots(bots, game, game.setup(**(options or {}), seats=seats), Random())
        self.game = game
        self.bots = tuple(bots)
        self.seats = seats
        self.seed = str(seed)
        self.options = dict(options or {})
        self.scores = {pair: Score() for pair in combinations(self.bots, 2)}

    def play(self, deals: int, until: float | None = None, mapper: Mapper = map) -> Iterator[int]:
        """Play up to this number of deals of each pairing; yield the number of games after each chunk.

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
        """Return each bot's rating and half the width of its 95 % interval."""
        from heckmeck.play.ratings import bootstrap_ratings  # loads numpy, which playing does not need

        return bootstrap_ratings(self.bots, {pair: score.shares for pair, score in self.scores.items()})

    def share(self, bot: str, other: str) -> tuple[float, float] | None:
        """Return a bot's share of the wins against another, and the margin; None where they have not played."""
        ours, theirs = self.scores.get((bot, other)), self.scores.get((other, bot))
        if ours is not None and ours.shares:
            return ours.rate, ours.margin
        return (1 - theirs.rate, theirs.margin) if theirs is not None and theirs.shares else None

    def averages(self, bot: str) -> Averages | None:
        """Return what a bot has on average in a game; None where it has not played."""
        games = score = failed = thefts = 0.0
        for pair, each in self.scores.items():
            if bot in pair:
                side = pair.index(bot)
                games += each.games
                score += each.scores[side]
                failed += each.failed[side] * 2 / self.seats
                thefts += each.thefts[side] * 2 / self.seats
        return Averages(score / games, failed / games, thefts / games) if games else None


def play_chunk(chunk: Chunk) -> list[Deal]:
    """Play some deals of a pairing: the function that other processes run."""
    pairing, numbers = chunk
    return [pairing.deal(number) for number in numbers]


def local_mapper(pool: ProcessPoolExecutor) -> Mapper:
    """Return a mapper that uses all processes of a pool."""
    return lambda function, chunks: pool.map(function, list(chunks))

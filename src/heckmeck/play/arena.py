"""An arena: every bot of a pool against every other, with statistics that account for chance."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from heckmeck.bots import check_bots
from heckmeck.games import AnyGame, BadSetup
from heckmeck.play.bot_version import bot_version
from heckmeck.play.intervals import Measured
from heckmeck.play.pairing import Pairing
from heckmeck.play.process_pool import Mapper
from heckmeck.play.statistics import Averages, Deal, Score

ROUND = 100
"""Number of deals after which a pairing is evaluated again. It is fixed, because it affects when `until` is reached."""

CHUNK = 25
"""Maximum number of deals in one chunk."""

PIECES = 64
"""Minimum number of chunks, if there are enough deals, so that all processes have work."""

Pair = tuple[str, str]
Chunk = tuple[Pairing, range]


class Arena:
    """All pairings of a pool of bots. The same seed gives the same result, wherever the games are played.

    A bot that is named twice plays against itself; `bots` has a label for each copy, such as `greedy` and `greedy (2)`.

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
        if len(bots) < 2:
            raise BadSetup("bad_bots", "An arena needs two or more bots; one that is named twice plays against itself.")
        check_bots(bots, game, game.setup(**(options or {}), seats=seats), Random())
        self.game = game
        self.names = tuple(bots)
        self.bots = _labels(bots)
        self.seats = seats
        self.seed = str(seed)
        self.options = dict(options or {})
        self.versions = {name: bot_version(name, game) for name in self.names}
        self.scores = {pair: Score() for pair in combinations(self.bots, 2)}
        self._names_of = dict(zip(self.bots, self.names, strict=True))

    def play(self, deals: int, until: float | None = None, mapper: Mapper = map) -> Iterator[int]:
        """Play up to this number of deals of each pairing; yield the number of games after each chunk.

        With `until`, a pairing is not continued once both ends of its interval are within this distance of the share.
        `scores` is updated after each chunk, so the iteration can be stopped at any time.
        """
        handed_out: deque[tuple[Pair, range]] = deque()
        reached: set[Pair] = set()
        for played in mapper(play_chunk, self._chunks(deals, until, reached, handed_out)):
            pair, _ = handed_out.popleft()
            if pair in reached:  # played ahead, in a process that would have been idle
                continue
            self.scores[pair] = self.scores[pair].with_deals(played)  # atomic in case of an interrupt
            self._note_if_reached(pair, until, reached)
            yield sum(deal.games for deal in played)

    def _chunks(
        self, deals: int, until: float | None, reached: set[Pair], handed_out: deque[tuple[Pair, range]]
    ) -> Iterator[Chunk]:
        """Yield the chunks to play, round by round; note the pairing and the deals of each chunk."""
        done = {pair: len(score.shares) for pair, score in self.scores.items()}
        for pair in done:
            self._note_if_reached(pair, until, reached)
        missing = sum(max(deals - number, 0) for number in done.values())
        size = min(CHUNK, max(missing // PIECES, 1))
        for start in range(0, deals, ROUND):
            for pair, number in done.items():
                end = min(start + ROUND, deals)
                for first in range(max(start, number), end, size):
                    if pair not in reached:
                        numbers = range(first, min(first + size, end))
                        handed_out.append((pair, numbers))
                        yield self._pairing(pair), numbers

    def _note_if_reached(self, pair: Pair, until: float | None, reached: set[Pair]) -> None:
        """Note whether a pairing has reached `until`, only after whole rounds."""
        score = self.scores[pair]
        if until is not None and score.shares and len(score.shares) % ROUND == 0 and score.margin <= until:
            reached.add(pair)

    def pairings(self) -> Iterator[Pairing]:
        """Yield all pairings."""
        return map(self._pairing, self.scores)

    def _pairing(self, pair: Pair) -> Pairing:
        one, other = pair
        names = (self._names_of[one], self._names_of[other])
        return Pairing(self.game.name, self.seats, names, self.seed, self.options)

    def ratings(self) -> dict[str, Measured]:
        """Return the ratings of all bots that have played, with their 95 % intervals."""
        from heckmeck.play.ratings import rate  # loads numpy, which playing does not need

        return rate(self.bots, {pair: score.shares for pair, score in self.scores.items()})

    def share(self, bot: str, other: str) -> Measured | None:
        """Return a bot's share of the wins against another with its interval; None if they have not played."""
        ours, theirs = self.scores.get((bot, other)), self.scores.get((other, bot))
        if ours is not None and ours.shares:
            return ours.measured
        return theirs.measured.reverse if theirs is not None and theirs.shares else None

    def averages(self, bot: str) -> Averages | None:
        """Return the averages of a bot per game and seat; None if it has not played."""
        games = score = failed = thefts = 0.0
        for pair, each in self.scores.items():
            if bot in pair:
                side = pair.index(bot)
                games += each.games
                score += each.scores[side]
                failed += each.failed[side] * 2 / self.seats
                thefts += each.thefts[side] * 2 / self.seats
        return Averages(score / games, failed / games, thefts / games) if games else None


def _labels(names: Sequence[str]) -> tuple[str, ...]:
    """Return a label for each bot: its name, with a number for further copies.

    >>> _labels(["greedy", "sure", "greedy"])
    ('greedy', 'sure', 'greedy (2)')
    """
    copies: Counter[str] = Counter()
    labels = []
    for name in names:
        copies[name] += 1
        labels.append(name if copies[name] == 1 else f"{name} ({copies[name]})")
    return tuple(labels)


def play_chunk(chunk: Chunk) -> list[Deal]:
    """Play some deals of a pairing: the function that other processes run."""
    pairing, numbers = chunk
    return [pairing.deal(number) for number in numbers]

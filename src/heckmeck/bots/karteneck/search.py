"""Information-set Monte-Carlo search for Karteneck: candidates compared over the same imagined deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import add, mul

from heckmeck.bots.karteneck.candidates import Candidate
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.playout import Playout
from heckmeck.bots.karteneck.prospect import CARD
from heckmeck.games import Source
from heckmeck.games.karteneck import Karteneck, KarteneckView, Lay, sort_of

BATCH = 10
"""Number of deals after which the worse half of the candidates is dropped."""

WIN = 10.0
"""Worth of winning the game, beside the worms of the last round."""

GAME = Karteneck()


class Search:
    """Deals what a seat cannot see again and again, and simulates every candidate with every deal.

    A deal agrees with all that the seat knows. `samples` has what each candidate brought with each deal, beginning with
    the first: after every batch the worse half of the candidates can be dropped, and the others go on.
    """

    def __init__(
        self, view: KarteneckView, knowledge: Knowledge, source: Source, candidates: Iterable[Candidate]
    ) -> None:
        self.samples: dict[Candidate, list[float]] = {candidate: [] for candidate in candidates}
        self.left = list(self.samples)
        self.simulated = 0
        """The number of rounds simulated so far."""
        self._view = view
        self._knowledge = knowledge
        self._source = source

    def deals(self) -> Iterator[int]:
        """Simulate the candidates that are left with one deal after another; yield the number of deals so far."""
        samples, scores = self.samples, None if self._view.supply else self._view.scores
        for number, playout in enumerate(imagined_rounds(self._view, self._knowledge, self._source), 1):
            for candidate in self.left:
                samples[candidate].append(simulate(playout.fork(), candidate, scores))
            self.simulated += len(self.left)
            yield number

    def drop_worse_half(
        self, worth: Callable[[Candidate], float], fewest: int, spared: Callable[[Candidate], bool] | None = None
    ) -> None:
        """Rank the candidates by their worth and drop the worse half, down to a number and except the spared ones."""
        ranked = sorted(self.left, key=worth, reverse=True)
        kept = max(len(ranked) // 2, fewest)
        self.left = ranked[:kept] + ([each for each in ranked[kept:] if spared(each)] if spared else [])


def imagined_rounds(view: KarteneckView, knowledge: Knowledge, source: Source) -> Iterator[Playout]:
    """Deal what a seat cannot see again and again, as it may be by all that the seat knows."""
    deals = knowledge.deals(view, source)
    state = GAME.imagine(view, next(deals)[0])
    for hands, pile in deals:
        yield Playout(state._replace(hands=tuple(hands), pile=pile), source)


def simulate(playout: Playout, candidate: Candidate, scores: tuple[int, ...] | None) -> float:
    """Play the round to its end; return what the seat gained relative to the average of the others.

    Cards that are kept count, too. In the last round, for which the scores are given, winning counts instead.
    """
    me = playout.seat
    lays = [(sort_of(cards[0]), len(cards)) for cards in candidate.follow]
    if isinstance(candidate.move, Lay):
        lays.insert(0, (sort_of(candidate.move.cards[0]), len(candidate.move.cards)))
    else:
        playout.drop_out()
    planned = bool(candidate.follow)
    while playout.left:
        if playout.seat != me:
            lay = playout.heuristic_move()
        elif lays:
            lay = lays.pop(0)
        else:
            lay = None if planned and playout.shields[me] else playout.heuristic_move()
        if lay is None:
            playout.drop_out()
        else:
            playout.lay(*lay)
    values: list[float] = list(playout.gains)
    if scores is None:
        for seat, counts in enumerate(playout.counts):
            values[seat] += sum(map(mul, counts, CARD))
    else:
        final = list(map(add, scores, playout.gains))
        values[me] += WIN * (final.pop(me) - max(final) > 0)
    return values[me] - (sum(values) - values[me]) / (len(values) - 1)

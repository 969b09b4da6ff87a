"""What every move of Karteneck is worth by the reckoning of `sampler`, and how uncertain that is."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from heckmeck.bots.karteneck.greedy import Prospect, plans
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.playout import Playout
from heckmeck.bots.karteneck.sampler import GAME, Candidate, value
from heckmeck.games import Move, Source
from heckmeck.games.karteneck import Choices, KarteneckView, Lay, sort_of

BATCH = 10
"""After so many deals the worse half of the candidates is dropped: they have been judged well enough."""
FEWEST = 4
"""So many candidates stay to the end."""


class Estimate(NamedTuple):
    """What a move brought on average over so many imagined deals, and the standard error of that.

    Counted is what the seat gains in the round beside the average of the others, in worms; cards that are kept count,
    too.
    """

    move: Move
    mean: float
    error: float
    deals: int


class Estimates:
    """All moves that differ for the search, the best one first. Lays of as many worms are one move, the lowest."""

    def __init__(self, samples: dict[Candidate, list[float]]) -> None:
        ways: dict[Move, list[float]] = {}
        for candidate, found in samples.items():
            known = ways.get(candidate.move)
            # Of two ways to go on after a move the better one is what the move is worth.
            if known is None or (len(found), fmean(found)) > (len(known), fmean(known)):
                ways[candidate.move] = found
        self._samples = ways
        moves = sorted(ways, key=lambda move: fmean(ways[move]), reverse=True)
        # The best one is found among those that were looked at longest: of the others one may have been lucky.
        longest = max(map(len, ways.values()))
        best = next(move for move in moves if len(ways[move]) == longest)
        moves = [best, *(move for move in moves if move != best)]
        self.moves = tuple(Estimate(move, *_mean(ways[move]), len(ways[move])) for move in moves)

    @property
    def best(self) -> Estimate:
        """The best move."""
        return self.moves[0]

    def find(self, move: Move) -> Estimate | None:
        """Return the estimate of a move; None for one that the search cannot tell from another way to drop out."""
        return next((each for each in self.moves if alike(each.move, move)), None)

    def lost(self, move: Move) -> tuple[float, float]:
        """Return what a move loses against the best one, and the standard error of that: over the same deals."""
        found = self.find(move)
        if found is None or found is self.best:
            return 0.0, 0.0
        pairs = zip(self._samples[self.best.move], self._samples[found.move], strict=False)
        mean, error = _mean([best - chosen for best, chosen in pairs])
        return max(mean, 0.0), error


def alike(one: Move, other: Move) -> bool:
    """Whether two moves are the same for the search: it does not tell worms apart."""
    if isinstance(one, Lay) and isinstance(other, Lay):
        return (sort_of(one.cards[0]), len(one.cards)) == (sort_of(other.cards[0]), len(other.cards))
    return one == other


def estimates(
    view: KarteneckView, knowledge: Knowledge, source: Source, rounds: int, chosen: Move | None = None
) -> Estimates:
    """Play about so many rounds in the head and return what each move brings; `chosen` is never dropped early.

    Only what the seat sees and knows goes in: `knowledge` is made of the events that it was told.
    """
    samples: dict[Candidate, list[float]] = {candidate: [] for candidate in _candidates(view)}
    left = list(samples)
    scores = None if view.supply else view.scores
    deals = knowledge.deals(view, source)
    state = GAME.imagine(view, next(deals)[0])
    played = 0
    for deal, (hands, pile) in enumerate(deals, 1):
        playout = Playout(state._replace(hands=tuple(hands), pile=pile), source)
        for candidate in left:
            samples[candidate].append(value(playout.fork(), candidate, scores))
        played += len(left)
        if played >= rounds and deal >= BATCH:
            break
        if deal % BATCH == 0 and len(left) > FEWEST:
            left.sort(key=lambda candidate: fmean(samples[candidate]), reverse=True)
            kept = max(len(left) // 2, FEWEST)
            left = left[:kept] + [each for each in left[kept:] if chosen is not None and alike(each.move, chosen)]
    return Estimates(samples)


def _candidates(view: KarteneckView) -> list[Candidate]:
    """Return the best way out, and every lay: alone, and with the rest of its best plan if there is one."""
    assert isinstance(view.moves, Choices)
    prospect = Prospect(view)
    lays = [cards[:number] for cards in view.moves.layable for number in range(1, len(cards) + 1)]
    found = [Candidate(prospect.leave()[0], ()), *(Candidate(Lay(cards), ()) for cards in lays)]
    follow = {
        plan.lays[0]: plan.lays[1:] for plan in sorted(plans(view.moves.layable), key=prospect.worth) if plan.lays[1:]
    }
    return found + [Candidate(Lay(cards), follow[cards]) for cards in lays if cards in follow]


def _mean(values: list[float]) -> tuple[float, float]:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return fmean(values), error

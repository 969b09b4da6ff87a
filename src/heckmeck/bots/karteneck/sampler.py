"""The bot `sampler` of Karteneck: information-set Monte-Carlo search."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, mul
from time import perf_counter
from typing import NamedTuple

from heckmeck.bots.bot import Bot
from heckmeck.bots.karteneck.greedy import CARD, Prospect, plans
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.playout import Playout
from heckmeck.games import BadSetup, Event, Move, Source, View
from heckmeck.games.karteneck import Cards, Choices, Karteneck, KarteneckView, Lay, sort_of

ITERATIONS = 200
"""Rounds played in the head for one decision, divided by the seats: with more of them a round is longer."""

FIRSTS = 8
"""With so many different lays the search begins at most."""

BATCH = 10
"""After so many imagined deals the worse half of the candidates is dropped."""

PRIOR = 10
"""The reckoning of `greedy` counts as much as so many deals."""

WIN = 10.0
"""What winning is worth beside the worms of the last round."""

GAME = Karteneck()


class Candidate(NamedTuple):
    """A move and the lays that are to follow it; without any, it goes on by rule of heuristic_move."""

    move: Move
    follow: tuple[Cards, ...]


class SamplerBot(Bot):
    """Deals what it cannot see again and again, as it may be by all it was told, and plays the round to its end.

    Every candidate meets the same deals. The best ones get most of the budget: `iterations`, or for whoever does not
    need to repeat a game `milliseconds`.
    """

    name = "sampler"
    strength = "strong"
    games = ("karteneck",)

    def __init__(self, source: Source, iterations: int | None = None, milliseconds: float | None = None) -> None:
        super().__init__(source)
        if (iterations is not None and iterations < 1) or (milliseconds is not None and not milliseconds > 0):
            raise BadSetup("bad_budget", "A search needs a budget: at least one iteration, or some milliseconds.")
        self.iterations = iterations
        self.milliseconds = milliseconds
        self._news: list[Event] = []
        self._knowledge: Knowledge | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Remember what happened until the next choice."""
        self._news += events

    def choose(self, view: View) -> Move:
        """Choose the move that brings most on average."""
        assert isinstance(view, KarteneckView)
        assert view.seat is not None
        knowledge = self._knowledge
        if knowledge is None or knowledge.seat != view.seat:
            knowledge = self._knowledge = Knowledge(view.setup.deck, view.setup.seats, view.seat)
        knowledge.learn(self._news)
        self._news = []
        considered = candidates(view)
        return next(iter(considered)).move if len(considered) == 1 else self._search(view, considered, knowledge)

    def _search(self, view: KarteneckView, considered: dict[Candidate, float], knowledge: Knowledge) -> Move:
        """Compare the candidates; drop the worse half after every batch of deals."""
        iterations = self.iterations or ITERATIONS // view.setup.seats
        until = None if self.milliseconds is None else perf_counter() + self.milliseconds / 1000
        sums = {candidate: PRIOR * worth for candidate, worth in considered.items()}
        scores = None if view.supply else view.scores
        played = 0
        deals = knowledge.deals(view, self.source)
        state = GAME.imagine(view, next(deals)[0])
        for deal, (hands, pile) in enumerate(deals, 1):
            playout = Playout(state._replace(hands=tuple(hands), pile=pile), self.source)
            for candidate in sums:
                sums[candidate] += value(playout.fork(), candidate, scores)
            played += len(sums)
            if perf_counter() >= until if until is not None else played >= iterations:
                break
            if deal % BATCH == 0:
                best = sorted(sums, key=sums.__getitem__, reverse=True)[: max(len(sums) // 2, 2)]
                if len({candidate.move for candidate in best}) == 1:
                    break
                sums = {candidate: sums[candidate] for candidate in best}
        return max(sums, key=sums.__getitem__).move


def value(playout: Playout, candidate: Candidate, scores: tuple[int, ...] | None) -> float:
    """Play the round; return what the seat gained beside the average of the others.

    Cards that are kept count too. In the last round, for which the scores are given, winning counts instead.
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


def candidates(view: KarteneckView) -> dict[Candidate, float]:
    """Return what is worth a thought, each with its worth by the reckoning of `greedy`.

    That is the best way out, and the first lays of the best plans: each with the rest of its plan, and alone. So the
    hundreds of ways to lay many worms come down to a few.
    """
    assert isinstance(view.moves, Choices)
    prospect = Prospect(view)
    out, leaving = prospect.leave()
    found = {Candidate(out, ()): leaving}
    firsts: set[Cards] = set()
    ranked = sorted([(prospect.worth(plan), plan.lays) for plan in plans(view.moves.layable)], reverse=True)
    for worth, (first, *follow) in ranked:
        if first not in firsts and len(firsts) < FIRSTS:
            firsts.add(first)
            found[Candidate(Lay(first), tuple(follow))] = worth
            found[Candidate(Lay(first), ())] = worth
    return found

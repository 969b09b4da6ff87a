"""The bot `sampler` of Karteneck: chooses by search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from time import perf_counter

from heckmeck.bots.bot import Bot
from heckmeck.bots.karteneck.candidates import Candidate, promising_candidates
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.search import BATCH, Search
from heckmeck.games import BadSetup, Event, Move, Source
from heckmeck.games.karteneck import KarteneckView

ITERATIONS = 200
"""Number of rounds simulated for one decision, divided by the seats: with more of them a round is longer."""

PRIOR = 10
"""Weight of the estimate of `greedy`, in deals."""

MIN_CANDIDATES = 2


class SamplerBot(Bot[KarteneckView]):
    """Imagines the hidden cards again and again, as they may be by all it has observed, and simulates the round.

    Every candidate is simulated with the same deals. The best ones get most of the budget: `iterations`, or
    `milliseconds` where a game does not have to be reproducible.
    """

    name = "sampler"
    games = ("karteneck",)
    strength = "strong"

    def __init__(self, source: Source, iterations: int | None = None, milliseconds: float | None = None) -> None:
        super().__init__(source)
        if (iterations is not None and iterations < 1) or (milliseconds is not None and not milliseconds > 0):
            raise BadSetup("bad_budget", "A search needs a budget: at least one iteration, or some milliseconds.")
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.clock: Callable[[], float] = perf_counter
        """Seconds, by which a budget of milliseconds is counted."""
        self._unread: list[Event] = []
        self._knowledge: Knowledge | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Remember what happened until the next choice."""
        self._unread += events

    def choose(self, view: KarteneckView) -> Move:
        """Choose the move that brings most on average."""
        assert view.seat is not None
        knowledge = self._knowledge
        if knowledge is None or knowledge.seat != view.seat:
            knowledge = self._knowledge = Knowledge(view.setup.deck, view.setup.seats, view.seat)
        knowledge.learn(self._unread)
        self._unread = []
        candidates = promising_candidates(view)
        return next(iter(candidates)).move if len(candidates) == 1 else self._search(view, candidates, knowledge)

    def _search(self, view: KarteneckView, candidates: dict[Candidate, float], knowledge: Knowledge) -> Move:
        """Compare the candidates until the budget is spent or only one move is left."""
        iterations = self.iterations or ITERATIONS // view.setup.seats
        until = None if self.milliseconds is None else self.clock() + self.milliseconds / 1000
        search = Search(view, knowledge, self.source, candidates)

        def worth(candidate: Candidate) -> float:
            # Not sum(): it rounds differently from one Python to another, and the same seed must give the same game.
            return reduce(add, search.samples[candidate], PRIOR * candidates[candidate])

        for deals in search.deals():
            if self.clock() >= until if until is not None else search.simulated >= iterations:
                break
            if deals % BATCH == 0:
                search.drop_worse_half(worth, MIN_CANDIDATES)
                if len({candidate.move for candidate in search.left}) == 1:
                    break
        return max(search.left, key=worth).move

"""What every move of Karteneck is worth by the search of `sampler`, and how uncertain that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import islice
from statistics import fmean
from typing import NamedTuple

from heckmeck.bots.estimator import Estimates, Estimator, Forecast
from heckmeck.bots.karteneck.candidates import Candidate, all_candidates
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.learned_values import find_values
from heckmeck.bots.karteneck.playout import Playout
from heckmeck.bots.karteneck.search import BATCH, Search, imagined_rounds, simulate
from heckmeck.bots.win_shares import NoWinShares
from heckmeck.games import Event, Move, Source
from heckmeck.games.karteneck import Cards, KarteneckSetup, KarteneckView, Lay, sort_of
from heckmeck.games.karteneck.cards import total

MIN_CANDIDATES = 4
"""Number of candidates that are compared to the end."""


class KarteneckEstimator(Estimator[KarteneckSetup, KarteneckView]):
    """Estimates what a move gains in the round relative to the average of the others, in worms.

    Cards that are kept count, too. Worms are not told apart, and a theft that is possible is made.
    """

    game = "karteneck"

    def __init__(self, setup: KarteneckSetup, seat: int) -> None:
        self._knowledge = Knowledge(setup.deck, setup.seats, seat)

    @classmethod
    def kind(cls, move: Move) -> Hashable:
        """Return the sort and the number of cards that are laid."""
        return (sort_of(move.cards[0]), len(move.cards)) if isinstance(move, Lay) else move

    def observe(self, events: Iterable[Event]) -> None:
        """Take in what happened."""
        self._knowledge.learn(events)

    def estimate(self, view: KarteneckView, source: Source, rounds: int, chosen: Move | None = None) -> Estimates:
        """Simulate about this number of rounds and return what each move brings."""
        search = Search(view, self._knowledge, source, all_candidates(view))
        for deals in search.deals():
            if search.simulated >= rounds and deals >= BATCH:
                break
            if deals % BATCH == 0 and len(search.left) > MIN_CANDIDATES:
                search.drop_worse_half(
                    lambda candidate: fmean(search.samples[candidate]),
                    MIN_CANDIDATES,
                    spared=lambda candidate: chosen is not None and self.kind(candidate.move) == self.kind(chosen),
                )
        return Estimates(_best_continuations(search.samples), key=self.kind)

    def wins(self, view: KarteneckView) -> dict[Move, float] | None:
        """Return the seat's chance to win after each move by learned values; None where there are none."""
        try:
            shares = find_values(view.setup).move_shares(view)
        except NoWinShares:
            return None
        return {move: shares.find(move).win for move in view.moves}

    def forecasts(self, view: KarteneckView, moves: Sequence[Move], source: Source, rounds: int) -> list[Forecast]:
        """Say how often moves end in an invalid layout, which portion is served most often, and what the round brings.

        Each move goes on in the way that brings most.
        """
        candidates = [_candidates_of(view, move, self.kind(move)) for move in moves]
        played: dict[Candidate, list[_Played]] = {each: [] for some in candidates for each in some}
        deals = max(rounds // len(played), 1)
        for playout in islice(imagined_rounds(view, self._knowledge, source), deals):
            for candidate, found in played.items():
                found.append(_play(playout.fork(), candidate))
        return [
            max((_forecast(view, move, played[each]) for each in some), key=lambda each: each.gain)
            for move, some in zip(moves, candidates, strict=True)
        ]

    def cards(self, view: KarteneckView) -> tuple[Cards, Cards]:
        """Return the seat's hand and layout."""
        assert view.seat is not None
        return view.hand, view.layouts[view.seat]


class _Played(NamedTuple):
    """A simulated round: what it brought, and the portion that was served; None for an invalid layout."""

    gain: float
    served: int | None


def _candidates_of(view: KarteneckView, move: Move, kind: Hashable) -> list[Candidate]:
    """Return the ways to go on after a move."""
    found = [each for each in all_candidates(view) if KarteneckEstimator.kind(each.move) == kind]
    return found or [Candidate(move, ())]


def _play(playout: Playout, candidate: Candidate) -> _Played:
    seat = playout.seat
    gain = simulate(playout, candidate, None)
    return _Played(gain, playout.stacks[seat][-1] if playout.shields[seat] else None)


def _forecast(view: KarteneckView, move: Move, played: list[_Played]) -> Forecast:
    assert view.seat is not None
    cards = move.cards if isinstance(move, Lay) else ()
    served = Counter(each.served for each in played if each.served is not None)
    likely = max(served, key=lambda portion: (served[portion], portion), default=None)
    return Forecast(
        failed=1 - served.total() / len(played),
        likely=None if likely is None else str(likely),
        gain=fmean(each.gain for each in played),
        counts=view.totals[view.seat] + total(cards),
        left=len(view.hand) - len(cards),
    )


def _best_continuations(samples: dict[Candidate, list[float]]) -> dict[Move, list[float]]:
    """Return the samples of each move: of two ways to go on after it, those of the better one."""
    found: dict[Move, list[float]] = {}
    for candidate, values in samples.items():
        known = found.get(candidate.move)
        if known is None or (len(values), fmean(values)) > (len(known), fmean(known)):
            found[candidate.move] = values
    return found

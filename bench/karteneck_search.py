"""Searches of Karteneck to compare with the champion: bots for `heckmeck arena`, named by this file.

    heckmeck arena karteneck --bots bench/karteneck_search.py:SamplerFor100Ms,champion --deals 50
    heckmeck arena karteneck --bots bench/karteneck_search.py:ValuedSearch,champion --deals 50
    heckmeck arena karteneck --bots bench/karteneck_search.py:GuidedSearch,champion --deals 50

`ValuedSearch` simulates rounds like `sampler` and values the positions after them by the champion's network.
`GuidedSearch` does so only for the few best moves by the network, whose own values count as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import process_time
from typing import ClassVar

from heckmeck.bots import Bot
from heckmeck.bots.karteneck import Knowledge, SamplerBot, find_values
from heckmeck.bots.karteneck.afterstates import same_kind
from heckmeck.bots.karteneck.candidates import Candidate, promising_candidates
from heckmeck.bots.karteneck.playout import Playout
from heckmeck.games import Event, Move, Source
from heckmeck.games.karteneck import Karteneck, KarteneckView, Lay, sort_of

GAME = Karteneck()
BATCH = 10
"""Number of deals after which the worse half of the candidates is dropped."""


class SamplerFor100Ms(SamplerBot):
    """The bot `sampler` with 100 ms of processor time for each decision."""

    def __init__(self, source: Source) -> None:
        super().__init__(source, milliseconds=100)
        self.clock = process_time


class ValuedSearch(Bot[KarteneckView]):
    """Simulates the rest of the round for each candidate, again and again, and values what comes after it."""

    name = "valued-search"
    games = ("karteneck",)
    milliseconds: ClassVar[float] = 20

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._unread: list[Event] = []
        self._knowledge: Knowledge | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Remember what happened until the next choice."""
        self._unread += events

    def choose(self, view: KarteneckView) -> Move:
        """Choose the move with the highest win share after the round."""
        assert view.seat is not None
        until = process_time() + self.milliseconds / 1000
        if self._knowledge is None or self._knowledge.seat != view.seat:
            self._knowledge = Knowledge(view.setup.deck, view.setup.seats, view.seat)
        self._knowledge.learn(self._unread)
        self._unread = []
        prior = self.candidates(view)
        if len({candidate.move for candidate in prior}) == 1:
            return next(iter(prior)).move
        return self._search(view, prior, self._knowledge, until)

    def candidates(self, view: KarteneckView) -> dict[Candidate, list[float]]:
        """Return the candidates, each with what is known of it beforehand."""
        return {candidate: [] for candidate in promising_candidates(view)}

    def _search(
        self, view: KarteneckView, samples: dict[Candidate, list[float]], knowledge: Knowledge, until: float
    ) -> Move:
        left, deals = list(samples), knowledge.deals(view, self.source)
        state = GAME.imagine(view, next(deals)[0])

        def worth(candidate: Candidate) -> float:
            return sum(samples[candidate]) / max(len(samples[candidate]), 1)

        for number, (hands, pile) in enumerate(deals, 1):
            playout = Playout(state._replace(hands=tuple(hands), pile=pile), self.source)
            ends = [play_round(playout.fork(), candidate) for candidate in left]
            for candidate, win in zip(left, wins(view, ends), strict=True):
                samples[candidate].append(win)
            if process_time() >= until:
                break
            if number % BATCH == 0 and len(left) > 2:
                left = sorted(left, key=worth, reverse=True)[: max(len(left) // 2, 2)]
        return max(left, key=worth).move


class GuidedSearch(ValuedSearch):
    """Searches among the best moves by the network, whose values count like those of 20 deals."""

    name = "guided-search"
    prior: ClassVar[int] = 20
    most: ClassVar[int] = 3
    margin: ClassVar[float] = 0.03

    def candidates(self, view: KarteneckView) -> dict[Candidate, list[float]]:
        """Return the few best moves by the network, with their values."""
        found = find_values(view.setup).move_shares(view)
        good = {each.move: each.win for each in found.moves[: self.most] if each.win > found.best.win - self.margin}
        planned = [each for each in promising_candidates(view) if same_kind(view, each.move) in good]
        alone = [Candidate(move, ()) for move in good]
        return {each: [good[same_kind(view, each.move)]] * self.prior for each in (*alone, *planned)}


def play_round(playout: Playout, candidate: Candidate) -> Playout:
    """Play the round to its end: the candidate's lays, and the heuristic of `sampler`."""
    me = playout.seat
    lays = [(sort_of(cards[0]), len(cards)) for cards in candidate.follow]
    if isinstance(candidate.move, Lay):
        lays.insert(0, (sort_of(candidate.move.cards[0]), len(candidate.move.cards)))
    else:
        playout.drop_out()
    planned = bool(candidate.follow)
    while playout.left:
        if playout.seat == me and lays:
            lay = lays.pop(0)
        elif playout.seat == me and planned and playout.shields[me]:
            lay = None
        else:
            lay = playout.heuristic_move()
        if lay is None:
            playout.drop_out()
        else:
            playout.lay(*lay)
    return playout


def wins(view: KarteneckView, ends: Iterable[Playout]) -> list[float]:
    """Return the win shares of the viewer after rounds that were played to their ends."""
    views = [_after_round(view, playout) for playout in ends]
    if view.supply:
        return find_values(view.setup).wins(views)
    found = []
    for after in views:
        ranks = [(score, max(stack, default=0)) for score, stack in zip(after.scores, after.stacks, strict=True)]
        assert view.seat is not None
        found.append((ranks[view.seat] == max(ranks)) / ranks.count(max(ranks)))
    return found


def _after_round(view: KarteneckView, playout: Playout) -> KarteneckView:
    """Return what the viewer would see after the round."""
    assert view.seat is not None
    seats, worms = view.setup.seats, view.setup.worms
    served = [seat for seat, points in enumerate(playout.shields) if points]
    served.sort(key=lambda seat: (playout.totals[seat], playout.shields[seat]))
    counts = playout.counts[view.seat]
    values = [sort for sort in range(1, 6) for _ in range(counts[sort])]
    laid = [card for seat in served for card in playout.layouts[seat]]
    stacks = tuple(map(tuple, playout.stacks))
    return view._replace(
        to_act=None,
        turn_of=served[0] if served else playout.seat,
        hand=tuple(sorted([*values, *playout.worms[view.seat]])),
        hand_sizes=tuple(map(sum, playout.counts)),
        layouts=((),) * seats,
        totals=(0,) * seats,
        out=(False,) * seats,
        stacks=stacks,
        scores=tuple(sum(worms[portion] for portion in stack) for stack in stacks),
        grill=(),
        pile=len(playout.pile),
        discard=tuple(sorted([*playout.discard, *laid])),
        moves=(),
    )

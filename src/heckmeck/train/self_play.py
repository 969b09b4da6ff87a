"""Self-play: games in step, in which every seat plays by the same network, and what can be learned from them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.features import Features
from heckmeck.bots.numpy_net import Floats
from heckmeck.games import Setup
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.layout import Indices, Records
from heckmeck.rl.batch.turn_tables import Floats64, Plans
from heckmeck.rl.batch.valuation import Rows, TurnWorths, make_valuation
from heckmeck.solve import turn_solver

EXPLORED: Final = ((0.25, 0.0), (0.60, 0.08), (0.15, 0.35))
"""Shares of the games, and how often a turn of theirs ends in a result at random."""
OPENED: Final = 0.15
"""Share of the games that begin with some turns of random results, so that unusual positions are learned too."""
LONGEST_OPENING: Final = 30
SOLVES: Final = 256
"""Number of turns that are solved and then played at a time: their values fit into the caches."""


class Samples(NamedTuple):
    """Positions, as rows of the network's table, and the win shares that were found for them."""

    rows: Rows
    targets: Floats


class _Played(NamedTuple):
    worths: TurnWorths
    rows: Rows
    targets: Floats


class SelfPlay:
    """Plays many games, all seats by one network, and finds better win shares for every position that comes up.

    The share of the seat to move is exact for this network: the turn solver's expectation over all dice. The shares of
    the others are those after the turn as it was played, scaled so that all add up to 1.
    """

    def __init__(self, setup: Setup, features: Features[Any, Any], games: int, seed: int, threads: int = 1) -> None:
        self.batch = make_batch(setup, games, seed, max_turns=None)
        self.layout = self.batch.dice_layout
        self.valuation = make_valuation(self.layout, features)
        self._solver = turn_solver(self.layout.game, gives_up=False)
        self._source = np.random.default_rng(seed)
        self._explored = np.zeros(games)
        self._openings = np.zeros(games, np.int64)
        self._begin(np.arange(games))
        self._pool = ThreadPoolExecutor(threads)
        self._parts = [slice(part[0], part[-1] + 1) for part in np.array_split(np.arange(games), threads) if len(part)]

    def play(self) -> Samples:
        """Play one turn in every game."""
        records = self.batch.records.copy()
        played = list(self._pool.map(lambda part: self._play_part(part, records[part]), self._parts))
        worths = TurnWorths(*map(np.concatenate, zip(*(each.worths for each in played), strict=True)))
        self._explore(records, worths)
        over = np.flatnonzero(self.batch.over)
        if len(over):
            self.batch.reset(where=self.batch.over)
            self._begin(over)
        rows, targets = (np.concatenate([each[place] for each in played]) for place in (1, 2))
        return Samples(rows, targets)

    def _play_part(self, part: slice, records: Records) -> _Played:
        worths = self.valuation.worths(records)
        movers = self._play_turns(part.start, worths)
        targets = _with_movers(movers, self._after(records, self.batch.records[part]))
        return _Played(worths, self.valuation.describe(records), targets)

    def _play_turns(self, first: int, worths: TurnWorths) -> Floats64:
        """Play the turns of the games from the first on; return what they were worth before their first rolls."""
        start, found = self._solver.states.start, np.empty(len(worths.fail))
        for begin in range(0, len(found), SOLVES):
            part = slice(begin, begin + SOLVES)
            stop, fail = worths.stop[part], worths.fail[part]
            values = self._solver.solve_many(stop, fail, np.float64, full=True).astype(np.float64, copy=False)
            found[part] = values[:, start]
            rows = np.arange(len(fail))
            plans = Plans(values, stop, fail, worths.action[part], gives_up=False)
            self.batch.follow(first + begin + rows, rows, plans)
        return found

    def _after(self, before: Records, after: Records) -> Floats:
        """Return the shares after the turns, counted from the seat whose turn it was."""
        seats = self.layout.seats
        shift = (before["seat"].astype(np.intp) - after["seat"]) % seats
        offsets = (np.arange(seats) + shift[:, None]) % seats
        return np.take_along_axis(self.valuation.shares(after), offsets, axis=1)

    def _explore(self, records: Records, worths: TurnWorths) -> None:
        """Let some turns end in a result at random instead."""
        opening = self._openings > 0
        self._openings -= opening
        games = np.flatnonzero(opening | (self._source.random(len(records)) < self._explored))
        if len(games):
            chosen = (self._source.random(len(games)) * worths.results[games]).astype(np.intp)
            before = records[games]
            before["stream"] = self.batch.records["stream"][games]
            after = self.batch.after(before, worths.actions[games, chosen], worths.totals[games, chosen])
            self.batch.load(after, games)

    def _begin(self, games: Indices) -> None:
        """Decide how new games are explored."""
        shares, rates = zip(*EXPLORED, strict=True)
        self._explored[games] = self._source.choice(rates, len(games), p=shares)
        lengths = self._source.integers(1, LONGEST_OPENING, len(games), endpoint=True)
        self._openings[games] = np.where(self._source.random(len(games)) < OPENED, lengths, 0)


def _with_movers(movers: Floats64, shares: Floats) -> Floats:
    """Return shares in which the first is replaced, and the others are scaled so that all add up to 1.

    >>> _with_movers(np.array([0.5]), np.array([[0.2, 0.2, 0.6]], np.float32)).tolist()
    [[0.5, 0.125, 0.375]]
    """
    others: NDArray[Any] = shares[:, 1:] + np.float32(1e-9)
    targets = np.empty_like(shares)
    targets[:, 0] = np.clip(movers, 0, 1)
    targets[:, 1:] = others * ((1 - targets[:, 0]) / others.sum(axis=1))[:, None]
    return targets

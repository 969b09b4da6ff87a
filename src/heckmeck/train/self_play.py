"""Self-play: games in step, in which every seat plays by the same network, and what can be learned from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np

from heckmeck.bots.features import Features
from heckmeck.bots.numpy_net import Floats
from heckmeck.games import Setup
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.layout import Records
from heckmeck.rl.batch.turn_tables import Floats64, Plans
from heckmeck.rl.batch.valuation import Rows, TurnWorths, make_valuation
from heckmeck.solve import turn_solver
from heckmeck.train.backend import Samples
from heckmeck.train.exploration import Exploration

SOLVES: Final = 256
"""Number of turns that are solved and then played at a time: their values fit into the caches."""


SMALLEST_PART: Final = 128
"""Fewest games that a thread plays at a time: with fewer, threads mostly wait for each other's Python code."""


class _Played(NamedTuple):
    worths: TurnWorths
    rows: Rows
    targets: Floats


class SelfPlay:
    """Plays many games, all seats by one network, and finds better win shares for every position that comes up.

    The share of the seat to move is exact for this network: the turn solver's expectation over all dice. The shares of
    the others are those after the turn as it was played, shifted so that all add up to 1.
    """

    def __init__(self, setup: Setup, features: Features[Any, Any], games: int, seed: int, threads: int = 1) -> None:
        self.batch = make_batch(setup, games, seed, max_turns=None)
        self.layout = self.batch.dice_layout
        self.valuation = make_valuation(self.layout, features)
        self._solver = turn_solver(self.layout.game, gives_up=False)
        self._exploration = Exploration(games, np.random.default_rng(seed))
        threads = max(1, min(threads, games // SMALLEST_PART))
        # A single thread needs no other one, for which it would have to wait on a busy machine.
        self._map: Callable[..., Iterable[_Played]] = ThreadPoolExecutor(threads).map if threads > 1 else map
        self._parts = [slice(part[0], part[-1] + 1) for part in np.array_split(np.arange(games), threads) if len(part)]

    @property
    def parts(self) -> int:
        """The number of parts that the games are played in, a thread each."""
        return len(self._parts)

    def play(self) -> Samples:
        """Play one turn in every game."""
        records = self.batch.records.copy()
        played = list(self._map(lambda part: self._play_part(part, records[part]), self._parts))
        worths = TurnWorths(*map(np.concatenate, zip(*(each.worths for each in played), strict=True)))
        self._explore(records, worths)
        self._restart()
        rows, targets = (np.concatenate([each[place] for each in played]) for place in (1, 2))
        return Samples(rows, targets)

    def _play_part(self, part: slice, records: Records) -> _Played:
        worths = self.valuation.worths(records)
        movers = self._play_turns(part.start, worths)
        targets = with_movers(movers, self.valuation.shares(records), self._after(records, self.batch.records[part]))
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
        games, chosen = self._exploration.choose(worths.results)
        if len(games):
            before = records[games]
            before["stream"] = self.batch.records["stream"][games]
            after = self.batch.after(before, worths.actions[games, chosen], worths.totals[games, chosen])
            self.batch.load(after, games)

    def _restart(self) -> None:
        """Begin new games in place of those that are over."""
        over = np.flatnonzero(self.batch.over)
        if len(over):
            self.batch.reset(where=self.batch.over)
            self._exploration.begin(over)


def with_movers(movers: Floats64, before: Floats, after: Floats) -> Floats:
    """Return the shares after turns, but with exact ones of the movers, and all adding up to 1.

    What the turn as it was played changes for the mover by luck is added to the others in proportion to their shares
    before it. To scale their shares after it would be wrong on average: a theft from the leader makes both the sum of
    the others' shares and the leader's part of it smaller. A share may come out below 0; it is right on average.

    >>> before, after = np.array([[0.5, 0.3, 0.2], [0.3, 0.3, 0.4]], np.float32)
    >>> with_movers(np.array([0.5]), before[None], after[None]).round(6).tolist()
    [[0.5, 0.18000000715255737, 0.3199999928474426]]
    """
    others = before[:, 1:] + np.float32(1e-9)
    targets = after.copy()
    targets[:, 0] = movers
    surplus = 1 - targets.sum(axis=1)
    targets[:, 1:] += others * (surplus / others.sum(axis=1))[:, None]
    return targets

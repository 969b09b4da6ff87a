"""Games by champions, turn by turn: of champions alone, or of one champion among `greedy`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heckmeck.bots.win_shares import win_shares_for
from heckmeck.games import Setup
from heckmeck.rl.batch import (
    BATCH_BOTS,
    Batch,
    BatchNetBot,
    Records,
    TurnWorths,
    Valuation,
    make_batch,
    play_turns,
)
from heckmeck.rl.returns import win_share_arrays
from heckmeck.solve import turn_solver

AT_ONCE = 512
"""Number of games that are played side by side."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]


class Turns(NamedTuple):
    """Turns of some games, a row for each. Win shares are those of champions, by seat number.

    `start` is what the best play of the turn is worth to its player, `worths` what each of its results is worth.
    """

    game: Ints
    before: Records
    after: Records
    shares_before: Floats
    shares_after: Floats
    start: Floats
    worths: TurnWorths

    @property
    def seat(self) -> Ints:
        """The seats whose turns these are."""
        return self.before["seat"].astype(np.intp)

    @property
    def share_after(self) -> Floats:
        """What the results of the turns were worth to their players."""
        found: Floats = self.shares_after[np.arange(len(self.game)), self.seat]
        return found


class Games(NamedTuple):
    """Some games that were played to the end.

    `champion` is the seat of the only champion of each game, -1 where all players are champions.
    """

    setup: Setup
    turns: Turns
    won: Floats
    champion: Ints
    scores: Ints

    def leads(self) -> Bools:
        """Return for each turn whether its player leads, tie-break included."""
        return leads(self.turns.before, self.setup)


def is_known(setup: Setup) -> bool:
    """Return whether there are win shares for this set-up."""
    return win_shares_for(setup) is not None


def play(setup: Setup, games: int, seed: int, *, alone: bool) -> Iterator[Games]:
    """Play games in parts, with one champion among `greedy` that has another seat in each game, or champions alone."""
    for begin in range(0, games, AT_ONCE):
        number = min(AT_ONCE, games - begin)
        champion = (np.arange(begin, begin + number) % setup.seats) if alone else np.full(number, -1)
        yield _play(setup, champion, seed + begin)


def leads(records: Records, setup: Setup) -> Bools:
    """Return whether the players whose turn it is lead, tie-break included."""
    scores, ties = make_batch(setup, 1).layout.standings(records)
    rank = scores.astype(np.int64) * 100 + ties
    own = np.arange(setup.seats) == records["seat"][:, None]
    found: Bools = rank[own] > np.where(own, -1, rank).max(axis=1)
    return found


def _play(setup: Setup, champion: Ints, seed: int) -> Games:
    batch = make_batch(setup, len(champion), seed)
    valuation, greedy = _valuation(batch), BATCH_BOTS["greedy"](batch)
    shares = _by_seat(valuation, batch.records)
    parts = []
    while not batch.over.all():
        games = np.flatnonzero(~batch.over)
        before, known = batch.records[games], shares[games]
        worths = valuation.worths(before)
        own = (champion[games] < 0) | (batch.seats[games] == champion[games])
        if own.any():
            best = (worths.stop[own], worths.fail[own], worths.action[own])
            play_turns(batch, games[own], *best, gives_up=False)
        if not own.all():
            greedy.play_turns(games[~own])
        after = batch.records[games]
        shares[games] = _by_seat(valuation, after)
        start = turn_solver(batch.dice_layout.game, gives_up=False).solve_many(worths.stop, worths.fail, np.float64)
        parts.append(Turns(games, before, after, known, shares[games], start.astype(np.float64), worths))
    scores, ties = batch.standings()
    won = win_share_arrays(scores, ties).astype(np.float64)
    return Games(setup, _join(parts), won, champion, scores.astype(np.intp))


def _valuation(batch: Batch) -> Valuation:
    bot = BATCH_BOTS["champion"](batch)
    assert isinstance(bot, BatchNetBot)
    return bot.valuation


def _join(parts: list[Turns]) -> Turns:
    worths = TurnWorths(*(np.concatenate(column) for column in zip(*(part.worths for part in parts), strict=True)))
    names = [name for name in Turns._fields if name != "worths"]
    return Turns(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names}, worths=worths)


def _by_seat(valuation: Valuation, records: Records) -> Floats:
    """Return win shares by seat number."""
    shares = valuation.shares(records).astype(np.float64)
    seats = shares.shape[1]
    offsets = (np.arange(seats) - records["seat"][:, None].astype(np.intp)) % seats
    return np.take_along_axis(shares, offsets, axis=1)

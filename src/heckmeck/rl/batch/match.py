"""Matches on batches: one player among others of one kind, on every seat equally often."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import Setup
from heckmeck.play.statistics import win_interval
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.layout import Indices
from heckmeck.rl.returns import win_share_arrays

AT_ONCE = 8192
"""Number of games that are played side by side."""


class Player(Protocol):
    """Plays in many games of one batch at once."""

    def play_turns(self, games: Indices) -> None:
        """Play some games that are not over to the end of their current turns."""


MakePlayer = Callable[[Batch], Player]


class Share(NamedTuple):
    """A share of the wins, with its 95 % interval. A shared win is split."""

    rate: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.rate:.2%} ({self.low:.2%} to {self.high:.2%})"


def play_match(setup: Setup, one: MakePlayer, others: MakePlayer, games: int, seed: int) -> Share:
    """Return the win share of one player among others, who has another seat in each game.

    >>> from heckmeck.games import get
    >>> from heckmeck.rl.batch import BATCH_BOTS
    >>> setup = get("bratwurmeck").setup(seats=3)
    >>> print(play_match(setup, BATCH_BOTS["greedy"], BATCH_BOTS["sure"], games=3000, seed=1))
    48.53% (46.75% to 50.32%)
    """
    won, begin = 0.0, 0
    while begin < games:
        number = min(AT_ONCE, games - begin)
        seats = (np.arange(begin, begin + number) % setup.seats).astype(np.int8)
        won += float(_play(setup, one, others, seats, seed + begin)[np.arange(number), seats].sum())
        begin += number
    return Share(won / games, *win_interval(won, games), games)


def _play(setup: Setup, one: MakePlayer, others: MakePlayer, seats: NDArray[np.int8], seed: int) -> NDArray[np.float32]:
    """Play games in which one player has these seats; return the win shares of all seats."""
    from heckmeck.rl.batch import make_batch  # this package imports us

    batch = make_batch(setup, len(seats), seed)
    first, second = one(batch), others(batch)
    while not batch.over.all():
        # Games end by turns: seats come in turn, so that both players have work in about the same steps.
        for bot, own in ((first, True), (second, False)):
            mine = np.flatnonzero(((batch.seats == seats) == own) & ~batch.over)
            if len(mine):
                bot.play_turns(mine)
    return win_share_arrays(*batch.standings())

"""Measure the strength of a policy: many games against a bot, each side on both seats equally often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import Setup
from heckmeck.play.statistics import win_interval
from heckmeck.rl.batch import PASS, make_batch, make_batch_bot
from heckmeck.rl.batch.match import Share
from heckmeck.rl.returns import return_arrays_by_name

Choose = Callable[[NDArray[Any], NDArray[np.int8]], NDArray[np.integer]]
"""Chooses actions from observations and masks, one row for each game."""


def play_match(choose: Choose, setup: Setup, opponent: str, games: int, seed: int) -> Share:
    """Play games for two against a bot, which has seat 1 in the even games and seat 0 in the odd ones.

    >>> from heckmeck.games import get
    >>> first_legal = lambda observations, masks: masks.argmax(axis=1)
    >>> print(play_match(first_legal, get("barbecue").setup(seats=2), "greedy", games=40, seed=1))
    0.00% (0.00% to 8.76%)
    """
    batch = make_batch(setup, games, seed)
    bot, numbers = make_batch_bot(batch, opponent, seed), np.arange(games)
    own = numbers % 2
    while not batch.over.all():
        theirs = bot.actions(np.flatnonzero(batch.seats != own))
        mine = np.flatnonzero((batch.seats == own) & ~batch.over)
        actions = np.where(batch.over, PASS, theirs)
        if len(mine):
            actions[mine] = choose(batch.observations[mine], batch.masks[mine])
        batch.step(actions)
    returns = return_arrays_by_name("win")(*batch.standings())
    won = float((1 + returns[numbers, own]).sum() / 2)
    return Share(won / games, *win_interval(won, games), games)

"""Random numbers for thousands of games: a separate small stream for each game, the same in C and in Python."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from heckmeck.games import BadSetup, Source
from heckmeck.games.setup import show

_MASK = 2**64 - 1

Seed = SupportsIndex | Sequence[SupportsIndex | None] | None
"""One seed for all games, or one for each."""


class Stream(Source):
    """SplitMix64: a source for the reference engine that draws what the kernel draws. See `next_number` in game.h.

    >>> stream = Stream(1)
    >>> [stream.randrange(6) for _ in range(10)]
    [3, 4, 5, 2, 2, 4, 5, 3, 1, 4]
    """

    def __init__(self, state: int) -> None:
        self.state = state

    def randrange(self, stop: int, /) -> int:
        """Return an integer from 0 to `stop` - 1. The shares of 2**64 numbers differ by at most one."""
        return self._next() * stop >> 64

    def _next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & _MASK
        number = self.state
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
        return number ^ number >> 31


def first_states(seed: Seed, games: int) -> NDArray[np.uint64]:
    """Return the initial state of each game's stream. Without a seed the states are unpredictable.

    >>> bool((first_states(7, 5)[:3] == first_states(7, 3)).all())
    True
    """
    if seed is None or one_seed(seed) is not None:
        return _states(seed, games)
    if isinstance(seed, int | str) or not isinstance(seed, Sequence) or len(seed) != games:
        raise BadSetup("bad_seed", f"The seed must be one number or {games}, not {show(seed)}.")
    return np.array([_states(each, 1)[0] for each in seed], np.uint64)


def seeded(seed: Seed, games: int) -> NDArray[np.bool_]:
    """Return which games get a seed: with a list, those whose seed is not None.

    >>> seeded([4, None], 2).tolist()
    [True, False]
    """
    if isinstance(seed, Sequence):
        return np.array([each is not None for each in seed], np.bool_)
    return np.full(games, seed is not None)


def one_seed(seed: object) -> int | None:
    """Return a seed that is a single integer, of Python or of numpy, as an `int`; None for everything else."""
    if isinstance(seed, bool) or not isinstance(seed, SupportsIndex):
        return None
    try:
        return index(seed)
    except TypeError:  # arrays have the method, but raise this unless they hold one integer
        return None


def _states(seed: object, number: int) -> NDArray[np.uint64]:
    found = one_seed(seed)
    if seed is not None and (found is None or found < 0):
        raise BadSetup("bad_seed", f"A seed must be a whole number that is not negative, not {show(seed)}.")
    return np.random.SeedSequence(found).generate_state(number, np.uint64).astype(np.uint64)

"""Exploration: turns that end in a result at random, so that unusual positions are learned too."""

from __future__ import annotations

from typing import Final

import numpy as np

from heckmeck.rl.batch.layout import Indices, Ints

EXPLORED: Final = ((0.25, 0.0), (0.60, 0.08), (0.15, 0.35))
"""Shares of the games, and how often a turn of theirs ends in a result at random."""
OPENED: Final = 0.15
"""Share of the games that begin with some turns of random results."""
LONGEST_OPENING: Final = 30


class Exploration:
    """Decides which turns of many games end at random."""

    def __init__(self, games: int, source: np.random.Generator) -> None:
        self._source = source
        self.rates = np.zeros(games)
        """How often a turn of each game ends at random."""
        self.random_turns_left = np.zeros(games, np.int64)
        """Number of turns of each game that still end at random."""
        self.begin(np.arange(games))

    def begin(self, games: Indices) -> None:
        """Decide how new games are explored."""
        shares, rates = zip(*EXPLORED, strict=True)
        self.rates[games] = self._source.choice(rates, len(games), p=shares)
        lengths = self._source.integers(1, LONGEST_OPENING, len(games), endpoint=True)
        self.random_turns_left[games] = np.where(self._source.random(len(games)) < OPENED, lengths, 0)

    def choose(self, results: Ints) -> tuple[Indices, Indices]:
        """Return the games whose turns end at random, and the number of the result, given how many each turn has."""
        opening = self.random_turns_left > 0
        self.random_turns_left -= opening
        games = np.flatnonzero(opening | (self._source.random(len(results)) < self.rates))
        return games, (self._source.random(len(games)) * results[games]).astype(np.intp)

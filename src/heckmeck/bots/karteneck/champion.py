"""The bot `champion` of Karteneck: chooses the move that is most likely to win the game."""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from typing import ClassVar

from heckmeck.bots.bot import Strength
from heckmeck.bots.karteneck.greedy import KarteneckGreedyBot
from heckmeck.bots.karteneck.learned_values import LearnedValues, find_values
from heckmeck.bots.win_shares import NoWinShares
from heckmeck.games import Move, Setup, Source
from heckmeck.games.karteneck import KarteneckSetup, KarteneckView

logger = logging.getLogger(__name__)


class KarteneckChampionBot(KarteneckGreedyBot):
    """Compares what its moves lead to, by values that were learned in self-play from what a seat sees.

    Where there are no values, as for other cards or portions, it plays like `greedy`; `fallback` says why, once the bot
    knows the set-up.
    """

    name = "champion"
    strength: ClassVar[Strength] = "champion"
    is_level = True

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.fallback: str | None = None

    def check(self, setup: Setup) -> None:
        """Find out whether there are learned values; every set-up can be played."""
        assert isinstance(setup, KarteneckSetup)
        self._values(setup)

    def choose(self, view: KarteneckView) -> Move:
        """Choose the best move."""
        values = self._values(view.setup)
        return super().choose(view) if values is None else values.move_shares(view).best.move

    def move_values(self, view: KarteneckView) -> dict[Move, float]:
        """Return the win share of each move that makes a difference; nothing in `fallback`."""
        values = self._values(view.setup)
        return {} if values is None else {each.move: each.win for each in values.move_shares(view).moves}

    def _values(self, setup: KarteneckSetup) -> LearnedValues | None:
        found = _find(setup)
        if isinstance(found, str):
            self.fallback = found
            _warn(found)
            return None
        self.fallback = None
        return found


@lru_cache(64)
def _find(setup: KarteneckSetup) -> LearnedValues | str:
    """Return the values for a set-up, or why there are none."""
    try:
        return find_values(setup)
    except NoWinShares as reason:
        return str(reason)


@cache
def _warn(reason: str) -> None:
    """Say once why the bot does not play as well as it could."""
    logger.warning("The bot champion plays like greedy: %s", reason)

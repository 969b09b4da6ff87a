"""The bot `champion` of Karteneck: chooses the move that is most likely to win the game."""

from __future__ import annotations

import logging
from functools import cache

from heckmeck.bots.bot import Bot
from heckmeck.bots.karteneck.greedy import KarteneckGreedyBot
from heckmeck.bots.karteneck.learned_values import LearnedValues, learned_values
from heckmeck.bots.win_shares import NoWinShares
from heckmeck.games import Move, Source
from heckmeck.games.karteneck import KarteneckSetup, KarteneckView

log = logging.getLogger(__name__)


class KarteneckChampionBot(Bot[KarteneckView]):
    """Compares what its moves lead to, by values that were learned in self-play from what a seat sees.

    Where there are no values, as for other cards or portions, it plays like `greedy`.
    """

    name = "champion"
    games = ("karteneck",)
    strength = "strong"

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._greedy = KarteneckGreedyBot(source)

    def choose(self, view: KarteneckView) -> Move:
        """Choose the best move."""
        values = _values(view.setup)
        return self._greedy.choose(view) if values is None else values.move_shares(view).best.move


@cache
def _values(setup: KarteneckSetup) -> LearnedValues | None:
    try:
        return learned_values(setup)
    except NoWinShares as reason:
        log.warning("The bot champion plays like greedy: %s", reason)
        return None

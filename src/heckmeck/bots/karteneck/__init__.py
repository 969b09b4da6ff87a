"""The bots of Karteneck, and the search that its advice and reviews use, too.

`prospect` estimates plans at a glance, `playout` simulates a round, `knowledge` deals the hidden cards as they may be,
and `search` compares `candidates` over such deals. `champion` compares `afterstates` by `learned_values`.
"""

from heckmeck.bots.karteneck.cautious import KarteneckCautiousBot
from heckmeck.bots.karteneck.champion import KarteneckChampionBot
from heckmeck.bots.karteneck.estimator import KarteneckEstimator
from heckmeck.bots.karteneck.greedy import KarteneckGreedyBot
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.learned_values import LearnedValues, MoveShare, MoveShares, find_values
from heckmeck.bots.karteneck.levels import KarteneckEasyBot, KarteneckHardBot, KarteneckMediumBot
from heckmeck.bots.karteneck.sampler import SamplerBot
from heckmeck.bots.karteneck.win_shares import KarteneckWinShares

__all__ = [
    "KarteneckCautiousBot",
    "KarteneckChampionBot",
    "KarteneckEasyBot",
    "KarteneckEstimator",
    "KarteneckGreedyBot",
    "KarteneckHardBot",
    "KarteneckMediumBot",
    "KarteneckWinShares",
    "Knowledge",
    "LearnedValues",
    "MoveShare",
    "MoveShares",
    "SamplerBot",
    "find_values",
]

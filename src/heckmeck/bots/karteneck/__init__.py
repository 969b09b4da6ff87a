"""The bots of Karteneck, and the search that its advice and reviews use, too.

`prospect` estimates plans at a glance, `playout` simulates a round, `knowledge` deals the hidden cards as they may be,
and `search` compares `candidates` over such deals.
"""

from heckmeck.bots.karteneck.cautious import KarteneckCautiousBot
from heckmeck.bots.karteneck.estimator import KarteneckEstimator
from heckmeck.bots.karteneck.greedy import KarteneckGreedyBot
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.bots.karteneck.sampler import SamplerBot

__all__ = ["KarteneckCautiousBot", "KarteneckEstimator", "KarteneckGreedyBot", "Knowledge", "SamplerBot"]

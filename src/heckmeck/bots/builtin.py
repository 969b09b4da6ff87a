"""The bots and estimators of this package: the one list that names them all."""

from __future__ import annotations

from heckmeck.bots.bot import AnyBot
from heckmeck.bots.bratwurmeck import PerfectBot
from heckmeck.bots.cautious import CautiousBot
from heckmeck.bots.estimator import AnyEstimator
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.karteneck import KarteneckCautiousBot, KarteneckEstimator, KarteneckGreedyBot, SamplerBot
from heckmeck.bots.random import RandomBot
from heckmeck.bots.sure import SureBot

BUILTIN_BOTS: tuple[type[AnyBot], ...] = (
    RandomBot,
    CautiousBot,
    KarteneckCautiousBot,
    SureBot,
    GreedyBot,
    KarteneckGreedyBot,
    SamplerBot,
    PerfectBot,
)

BUILTIN_ESTIMATORS: tuple[type[AnyEstimator], ...] = (KarteneckEstimator,)

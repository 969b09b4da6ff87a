"""The bots and estimators of this package: the one list that names them all."""

from __future__ import annotations

from typing import Any

from heckmeck.bots.barbecue.win_shares import BarbecueWinShares
from heckmeck.bots.bot import AnyBot
from heckmeck.bots.bratwurmeck import PerfectBot
from heckmeck.bots.bratwurmeck.win_shares import BratwurmeckWinShares
from heckmeck.bots.cautious import CautiousBot
from heckmeck.bots.champion import ChampionBot, NetBot
from heckmeck.bots.estimator import AnyEstimator
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.karteneck import (
    KarteneckCautiousBot,
    KarteneckChampionBot,
    KarteneckEasyBot,
    KarteneckEstimator,
    KarteneckGreedyBot,
    KarteneckHardBot,
    KarteneckMediumBot,
    KarteneckWinShares,
    SamplerBot,
)
from heckmeck.bots.levels import EasyBot, HardBot, MediumBot
from heckmeck.bots.random import RandomBot
from heckmeck.bots.sure import SureBot
from heckmeck.bots.win_shares import WinShares

BUILTIN_BOTS: tuple[type[AnyBot], ...] = (
    RandomBot,
    CautiousBot,
    KarteneckCautiousBot,
    SureBot,
    GreedyBot,
    KarteneckGreedyBot,
    SamplerBot,
    EasyBot,
    KarteneckEasyBot,
    MediumBot,
    KarteneckMediumBot,
    HardBot,
    KarteneckHardBot,
    ChampionBot,
    KarteneckChampionBot,
    NetBot,
    PerfectBot,
)

BUILTIN_ESTIMATORS: tuple[type[AnyEstimator], ...] = (KarteneckEstimator,)

BUILTIN_WIN_SHARES: tuple[WinShares[Any, Any], ...] = (
    BratwurmeckWinShares(),
    BarbecueWinShares(),
    KarteneckWinShares(),
)

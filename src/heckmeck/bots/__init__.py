"""Players that are programs: they choose from a view.

>>> from random import Random
>>> from heckmeck.games import get
>>> bot = make("cautious", get("barbecue"), Random(1))
>>> bot.name
'cautious'
"""

from heckmeck.bots.bot import AnyBot, Bot, Strength
from heckmeck.bots.estimator import AnyEstimator, Estimate, Estimates, Estimator
from heckmeck.bots.registry import (
    BOTS,
    NAMES,
    BotFamily,
    bots_for,
    canonical_name,
    check_bots,
    estimator_for,
    make,
    runs_code,
)
from heckmeck.bots.turn_bot import TurnBot, Worths
from heckmeck.bots.win_shares import Evaluator, why_no_win_shares, win_shares_for

__all__ = [
    "BOTS",
    "NAMES",
    "AnyBot",
    "AnyEstimator",
    "Bot",
    "BotFamily",
    "Estimate",
    "Estimates",
    "Estimator",
    "Evaluator",
    "Strength",
    "TurnBot",
    "Worths",
    "bots_for",
    "canonical_name",
    "check_bots",
    "estimator_for",
    "make",
    "runs_code",
    "why_no_win_shares",
    "win_shares_for",
]

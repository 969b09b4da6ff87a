"""Players that choose from a view.

>>> from random import Random
>>> from heckmeck.games import get
>>> bot = make("cautious", get("barbecue"), Random(1))
>>> bot.name
'cautious'
"""

from heckmeck.bots.bot import Bot, Strength
from heckmeck.bots.registry import BOTS, NAMES, check_bots, make

__all__ = ["BOTS", "NAMES", "Bot", "Strength", "check_bots", "make"]

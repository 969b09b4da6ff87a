"""Pig: roll one die as often as you dare; a 1 loses what the turn has brought. The first to reach the target wins."""

from heckmeck_pig.bot import HoldBot
from heckmeck_pig.game import Pig, PigSetup, PigState, PigView

__all__ = ["HoldBot", "Pig", "PigSetup", "PigState", "PigView"]

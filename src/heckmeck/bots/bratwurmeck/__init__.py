"""The bot of Bratwurmeck's small games."""

from heckmeck.bots.bratwurmeck.perfect import PerfectBot

__all__ = ["PerfectBot"]

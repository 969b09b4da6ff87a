"""The bots there are."""

from __future__ import annotations

from heckmeck.bots.bot import Bot
from heckmeck.bots.cautious import CautiousBot
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.random import RandomBot
from heckmeck.bots.sure import SureBot
from heckmeck.games import AnyGame, BadSetup, Source
from heckmeck.games.setup import show

BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, CautiousBot, SureBot, GreedyBot)}


def make(name: str, game: AnyGame, source: Source) -> Bot:
    """Return a bot for a game.

    >>> from random import Random
    >>> from heckmeck.games import get
    >>> make("clever", get("barbecue"), Random(1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    heckmeck.games.errors.BadSetup: There is no bot 'clever' for Heckmeck Barbecue; there are random, ...
    """
    bot = BOTS.get(name)
    if bot is None or game.name not in bot.games:
        known = ", ".join(each.name for each in BOTS.values() if game.name in each.games)
        raise BadSetup("unknown_bot", f"There is no bot {show(name)} for {game.title}; there are {known}.")
    return bot(source)

"""The bots there are: ours, and those that other packages add by the entry point group `heckmeck.bots`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata

from heckmeck.bots.bot import Bot
from heckmeck.bots.cautious import CautiousBot
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.karteneck_greedy import KarteneckGreedyBot
from heckmeck.bots.random import RandomBot
from heckmeck.bots.sampler import SamplerBot
from heckmeck.bots.sure import SureBot
from heckmeck.games import AnyGame, BadSetup, Source
from heckmeck.games.setup import show

GROUP = "heckmeck.bots"
"""The entry point group. An entry point's name is the bot's name, and it leads to a subclass of Bot."""

OURS: tuple[type[Bot], ...] = (RandomBot, CautiousBot, SureBot, GreedyBot, KarteneckGreedyBot, SamplerBot)


@dataclass(frozen=True, slots=True)
class Namesakes:
    """The bots of one name: different games may have different ones."""

    kinds: tuple[type[Bot], ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that a bot of this name can play."""
        return tuple(dict.fromkeys(game for kind in self.kinds for game in kind.games))

    def kind(self, game: str) -> type[Bot] | None:
        """Return the bot for a game, the first one that can play it."""
        return next((kind for kind in self.kinds if game in kind.games), None)


def gather(kinds: Iterable[type[Bot]]) -> dict[str, Namesakes]:
    """Put bots together by their names.

    >>> gather([GreedyBot, KarteneckGreedyBot])["greedy"].games
    ('bratwurmeck', 'barbecue', 'karteneck')
    """
    found: dict[str, tuple[type[Bot], ...]] = {}
    for kind in kinds:
        found[kind.name] = (*found.get(kind.name, ()), kind)
    return {name: Namesakes(same) for name, same in found.items()}


BOTS: dict[str, Namesakes] = gather(OURS)
"""Our own bots. Those of other packages are looked up when somebody asks for them."""


def make(name: str, game: AnyGame, source: Source) -> Bot:
    """Return a bot for a game: ours, or else one of another package.

    >>> from random import Random
    >>> from heckmeck.games import get
    >>> make("clever", get("barbecue"), Random(1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    heckmeck.games.errors.BadSetup: There is no bot 'clever' for Heckmeck Barbecue; there are random, ...
    """
    kind = BOTS[name].kind(game.name) if name in BOTS else None
    if kind is not None:
        return kind(source)
    for entry in metadata.entry_points(group=GROUP, name=name):
        if (bot := _make_theirs(entry, game, source)) is not None:
            return bot
    known = [each for each in BOTS if game.name in BOTS[each].games]
    known += sorted(entry.name for entry in metadata.entry_points(group=GROUP) if entry.name not in {*known, name})
    raise BadSetup("unknown_bot", f"There is no bot {show(name)} for {game.title}; there are {', '.join(known)}.")


def _make_theirs(entry: metadata.EntryPoint, game: AnyGame, source: Source) -> Bot | None:
    """Return a bot of another package if it plays the game; whatever is wrong with it, say whose it is."""
    try:
        kind = entry.load()
        if not (isinstance(kind, type) and issubclass(kind, Bot)):
            raise TypeError(f"{entry.value} is no subclass of heckmeck.bots.Bot")
        return kind(source) if game.name in kind.games else None
    except Exception as error:
        package = "another package" if entry.dist is None else f"the package {entry.dist.name}"
        why = f"{type(error).__name__}: {error}"
        raise BadSetup("broken_bot", f"The bot {show(entry.name)} of {package} cannot be used: {why}.") from error

"""The bots there are: ours, and those that other packages add by the entry point group `heckmeck.bots`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata

from heckmeck.bots.bot import Bot
from heckmeck.bots.bratwurmeck.perfect import PerfectBot
from heckmeck.bots.cautious import CautiousBot
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.karteneck.greedy import KarteneckGreedyBot
from heckmeck.bots.karteneck.sampler import SamplerBot
from heckmeck.bots.random import RandomBot
from heckmeck.bots.sure import SureBot
from heckmeck.games import AnyGame, BadSetup, Setup, Source
from heckmeck.games.setup import show

GROUP = "heckmeck.bots"
"""The entry point group. An entry point's name is the bot's name, and it leads to a subclass of Bot."""

BUILTIN_BOTS: tuple[type[Bot], ...] = (
    RandomBot,
    CautiousBot,
    SureBot,
    GreedyBot,
    KarteneckGreedyBot,
    SamplerBot,
    PerfectBot,
)


@dataclass(frozen=True, slots=True)
class BotFamily:
    """The bots of one name: different games may have different ones."""

    kinds: tuple[type[Bot], ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that a bot of this name can play."""
        return tuple(dict.fromkeys(game for kind in self.kinds for game in kind.games))

    def kind(self, game: str) -> type[Bot] | None:
        """Return the bot for a game, the first one that can play it."""
        return next((kind for kind in self.kinds if game in kind.games), None)


def gather(kinds: Iterable[type[Bot]]) -> dict[str, BotFamily]:
    """Put bots together by their names.

    >>> gather([GreedyBot, KarteneckGreedyBot])["greedy"].games
    ('bratwurmeck', 'barbecue', 'karteneck')
    """
    found: dict[str, tuple[type[Bot], ...]] = {}
    for kind in kinds:
        found[kind.name] = (*found.get(kind.name, ()), kind)
    return {name: BotFamily(same) for name, same in found.items()}


BOTS: dict[str, BotFamily] = gather(kind for kind in BUILTIN_BOTS if kind.argument is None)
"""Our own bots that a name is enough for. Those of other packages are looked up when somebody asks for them."""

NAMES = (*BOTS, *(f"{kind.name}:{kind.argument}" for kind in BUILTIN_BOTS if kind.argument is not None))
"""How all of ours are asked for."""


def make(name: str, game: AnyGame, source: Source) -> Bot:
    """Return a bot for a game: ours, or else one of another package. A name may carry an argument: `perfect:FILE`.

    >>> from random import Random
    >>> from heckmeck.games import get
    >>> make("clever", get("barbecue"), Random(1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    heckmeck.games.errors.BadSetup: There is no bot 'clever' for Heckmeck Barbecue; there are random, ...
    """
    called, _, argument = name.partition(":")
    for kind in BUILTIN_BOTS:
        if kind.name == called and game.name in kind.games:
            return _make(kind, argument, source)
    for entry in metadata.entry_points(group=GROUP, name=called):
        if (bot := _make_theirs(entry, argument, game, source)) is not None:
            return bot
    known = [
        each for each in NAMES if any(game.name in kind.games for kind in BUILTIN_BOTS if kind.name == _called(each))
    ]
    theirs = {entry.name for entry in metadata.entry_points(group=GROUP)}
    known += sorted(theirs - {called, *map(_called, known)})
    raise BadSetup("unknown_bot", f"There is no bot {show(called)} for {game.title}; there are {', '.join(known)}.")


def check_bots(names: Iterable[str], game: AnyGame, setup: Setup, source: Source) -> None:
    """Refuse bots that there are not, or that cannot play a game set up so, before anything is played."""
    for name in dict.fromkeys(names):
        make(name, game, source).check(setup)


def _called(name: str) -> str:
    return name.partition(":")[0]


def _make(kind: type[Bot], argument: str, source: Source) -> Bot:
    if kind.argument is None:
        if argument:
            raise BadSetup("bad_argument", f"The bot {kind.name} takes nothing after its name: write {kind.name}.")
        return kind(source)
    if not argument:
        raise BadSetup("no_argument", f"The bot {kind.name} needs to be told more: write {kind.name}:{kind.argument}.")
    return kind(source, argument)  # type: ignore[call-arg]  # a bot that names an argument is made with it


def _make_theirs(entry: metadata.EntryPoint, argument: str, game: AnyGame, source: Source) -> Bot | None:
    """Return a bot of another package if it plays the game; whatever is wrong with it, say whose it is."""
    try:
        kind = entry.load()
        if not (isinstance(kind, type) and issubclass(kind, Bot)):
            raise TypeError(f"{entry.value} is no subclass of heckmeck.bots.Bot")
        return _make(kind, argument, source) if game.name in kind.games else None
    except BadSetup:
        raise
    except Exception as error:
        package = "another package" if entry.dist is None else f"the package {entry.dist.name}"
        why = f"{type(error).__name__}: {error}"
        raise BadSetup("broken_bot", f"The bot {show(entry.name)} of {package} cannot be used: {why}.") from error

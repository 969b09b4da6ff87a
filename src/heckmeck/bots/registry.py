"""The bots by name: ours, and those that other packages add by the entry point group `heckmeck.bots`."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import metadata

from heckmeck.bots.bot import AnyBot, Bot
from heckmeck.bots.builtin import BUILTIN_BOTS, BUILTIN_ESTIMATORS
from heckmeck.bots.estimator import AnyEstimator, Estimator
from heckmeck.games import GAMES, AnyGame, BadSetup, Setup, Source, all_games
from heckmeck.games.entry_points import broken, load_class, package_of
from heckmeck.games.registry import GROUP as GAMES_GROUP
from heckmeck.games.setup import show

GROUP = "heckmeck.bots"
"""The entry point group of bots. An entry point's name is the bot's name, and it leads to a subclass of Bot."""

ESTIMATORS_GROUP = "heckmeck.estimators"
"""The entry point group of estimators. Its names are those of games, and they lead to subclasses of Estimator."""

BOT_NAME = re.compile(r"[a-z][a-z0-9_-]{0,23}")
"""The names that a bot may have where people choose one."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BotFamily:
    """The bots of one name: different games may have different ones."""

    kinds: tuple[type[AnyBot], ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that a bot of this name can play."""
        return tuple(name for name, game in all_games().items() if any(kind.plays(game) for kind in self.kinds))

    def kind(self, game: str) -> type[AnyBot] | None:
        """Return the bot for a game, the first one that can play it."""
        played = all_games().get(game)
        return next((kind for kind in self.kinds if played is not None and kind.plays(played)), None)


def group_by_name(kinds: Iterable[type[AnyBot]]) -> dict[str, BotFamily]:
    """Put bots together by their names.

    >>> group_by_name(BUILTIN_BOTS)["greedy"].games[:3]
    ('bratwurmeck', 'barbecue', 'karteneck')
    """
    found: dict[str, tuple[type[AnyBot], ...]] = {}
    for kind in kinds:
        found[kind.name] = (*found.get(kind.name, ()), kind)
    return {name: BotFamily(same) for name, same in found.items()}


BOTS: dict[str, BotFamily] = group_by_name(kind for kind in BUILTIN_BOTS if kind.argument is None)
"""The bots of this package that need no argument. Those of other packages are looked up when they are asked for."""

NAMES = (*BOTS, *(f"{kind.name}:{kind.argument}" for kind in BUILTIN_BOTS if kind.argument is not None))
"""How all bots of this package are written."""


def bots_for(game: AnyGame) -> dict[str, type[AnyBot]]:
    """Return the bots that can play a game and need no argument, by name: the ones to offer to people.

    These are ours and, for a game of another package, those that the same package adds.

    >>> from heckmeck.games import get
    >>> {name: kind.strength for name, kind in bots_for(get("karteneck")).items()}
    {'random': 'beginner', 'cautious': 'easy', 'greedy': 'strong', 'sampler': 'strong'}
    """
    found: dict[str, type[AnyBot]] = {}
    for kind in (*BUILTIN_BOTS, *_bots_of_package(game)):
        if kind.argument is None and kind.plays(game):
            found.setdefault(kind.name, kind)
    return found


def make(name: str, game: AnyGame, source: Source) -> AnyBot:
    """Return a bot for a game: ours, or else one of another package. A name may carry an argument: `perfect:FILE`.

    >>> from random import Random
    >>> from heckmeck.games import get
    >>> make("clever", get("barbecue"), Random(1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    heckmeck.games.errors.BadSetup: There is no bot 'clever' for Heckmeck Barbecue; there are random, ...
    """
    called, _, argument = name.partition(":")
    for kind in BUILTIN_BOTS:
        if kind.name == called and kind.plays(game):
            return _make(kind, argument, source)
    for entry in metadata.entry_points(group=GROUP, name=called):
        if (bot := _make_from_entry(entry, argument, game, source)) is not None:
            return bot
    raise BadSetup(
        "unknown_bot", f"There is no bot {show(called)} for {game.title}; there are {', '.join(_known(game, called))}."
    )


def check_bots(names: Iterable[str], game: AnyGame, setup: Setup, source: Source) -> None:
    """Refuse bots that do not exist, or that cannot play a game with this set-up, before anything is played."""
    for name in dict.fromkeys(names):
        make(name, game, source).check(setup)


def estimator_for(game: AnyGame) -> type[AnyEstimator] | None:
    """Return the estimator of a game's moves: ours, or one of another package; None where there is none."""
    for kind in BUILTIN_ESTIMATORS:
        if kind.game == game.name:
            return kind
    for entry in metadata.entry_points(group=ESTIMATORS_GROUP, name=game.name):
        found: type[AnyEstimator] = load_class(entry, Estimator, "estimator")
        return found
    return None


def _known(game: AnyGame, called: str) -> list[str]:
    """Return how the bots for a game are written, ours and then all others: which games those play is not known yet."""
    ours = {kind.name for kind in BUILTIN_BOTS if kind.plays(game)}
    known = [each for each in NAMES if _name(each) in ours]
    others = {entry.name for entry in metadata.entry_points(group=GROUP)}
    return known + sorted(others - {called, *map(_name, known)})


def _name(written: str) -> str:
    return written.partition(":")[0]


def _make(kind: type[AnyBot], argument: str, source: Source) -> AnyBot:
    if kind.argument is None:
        if argument:
            raise BadSetup("bad_argument", f"The bot {kind.name} takes nothing after its name: write {kind.name}.")
        return kind(source)
    if not argument:
        raise BadSetup("no_argument", f"The bot {kind.name} needs an argument: write {kind.name}:{kind.argument}.")
    return kind(source, argument)  # type: ignore[call-arg]  # a bot that names an argument is made with it


def _make_from_entry(entry: metadata.EntryPoint, argument: str, game: AnyGame, source: Source) -> AnyBot | None:
    """Return a bot of another package if it plays the game."""
    kind: type[AnyBot] = load_class(entry, Bot, "bot")
    try:
        return _make(kind, argument, source) if kind.plays(game) else None
    except BadSetup:
        raise
    except Exception as error:  # another package may fail in any way
        raise broken(entry, "bot", error) from error


@cache
def _bots_of_package(game: AnyGame) -> tuple[type[AnyBot], ...]:
    """Return the bots of the package that brings a game; none for a game of ours."""
    packages = {package_of(entry) for entry in metadata.entry_points(group=GAMES_GROUP, name=game.name)}
    found: list[type[AnyBot]] = []
    if game.name not in GAMES:
        for entry in metadata.entry_points(group=GROUP):
            if package_of(entry) in packages:
                try:
                    found.append(_load_named(entry))
                except BadSetup as error:
                    logger.warning("%s", error)
    return tuple(found)


def _load_named(entry: metadata.EntryPoint) -> type[AnyBot]:
    """Return a bot whose name can be offered to people: they find it again by its entry point."""
    kind: type[AnyBot] = load_class(entry, Bot, "bot")
    name = getattr(kind, "name", None)
    if name != entry.name:
        raise broken(entry, "bot", f"its entry point is called {entry.name}, but its name is {name}")
    if not BOT_NAME.fullmatch(name):
        why = "a name has up to 24 lower-case letters, digits, _ or -, and begins with a letter"
        raise broken(entry, "bot", why)
    return kind

"""The bots by name: ours, those that other packages add by the entry point group `heckmeck.bots`, and any class."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import metadata

from heckmeck.bots.bot import AnyBot, Bot
from heckmeck.bots.bot_class import BotClass
from heckmeck.bots.builtin import BUILTIN_BOTS, BUILTIN_ESTIMATORS
from heckmeck.bots.estimator import AnyEstimator, Estimator
from heckmeck.foreign_code import sum_up
from heckmeck.games import GAMES, AnyGame, BadSetup, GameError, Setup, Source, all_games
from heckmeck.games.entry_points import BrokenPlugin, broken, load_class, package_of
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
    >>> [*bots_for(get("karteneck"))]
    ['random', 'cautious', 'greedy', 'sampler', 'easy', 'medium', 'hard', 'champion']
    """
    found: dict[str, type[AnyBot]] = {}
    for kind in (*BUILTIN_BOTS, *_bots_of_package(game)):
        if kind.argument is None and kind.plays(game):
            found.setdefault(kind.name, kind)
    return found


def make(name: str, game: AnyGame, source: Source) -> AnyBot:
    """Return a bot for a game: ours, one of another package, or a class of yours.

    A name may carry an argument: `perfect:FILE`. A class is named by its file, `my_bot.py:MyBot`, or by its module,
    `package.module:MyBot`, and may have an argument, too; its code is run. So names must come from a trusted person.

    >>> from random import Random
    >>> from heckmeck.games import get
    >>> make("clever", get("barbecue"), Random(1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    heckmeck.games.errors.BadSetup: There is no bot 'clever' for Heckmeck Barbecue; there are random, ...
    """
    called, _, argument = name.partition(":")
    for kind in BUILTIN_BOTS:
        if kind.name == called and kind.plays(game):
            return _make(kind, called, argument, source)
    place = class_named(name)
    if place is None:
        for entry in _entries(called):
            if (bot := _make_from_entry(entry, argument, game, source)) is not None:
                return bot
    elif place.is_certain or place.exists():
        return _make_from_class(place, game, source)
    raise BadSetup(
        "unknown_bot",
        f"There is no bot {show(called)} for {game.title}; there are {', '.join(_known(game, called))}, "
        "and classes of yours: FILE.py:CLASS.",
    )


def canonical_name(name: str) -> str:
    """Return the name of a bot as records and arenas have it: with the path of a file as it was written, but tidied.

    Different paths to one file stay different: relative and absolute ones, and those with `~` or `..` in them.

    >>> canonical_name("./my_bot.py:MyBot"), canonical_name("greedy")
    ('my_bot.py:MyBot', 'greedy')
    """
    place = BotClass.parse(name)
    return str(place) if place is not None and place.is_file else name


def class_named(name: str) -> BotClass | None:
    """Return the class that a name stands for; None if the name is that of a bot which was registered, for any game."""
    place = BotClass.parse(name)
    return place if place is not None and (place.is_certain or not _is_registered(place.place)) else None


def runs_code(name: str) -> bool:
    """Whether a name is that of a class which is imported from a file or a module, not of a bot that was registered.

    >>> runs_code("my_bot.py:MyBot"), runs_code("perfect:small.values")
    (True, False)
    """
    return class_named(name) is not None


def check_bots(names: Iterable[str], game: AnyGame, setup: Setup, source: Source) -> None:
    """Refuse bots that do not exist, or that cannot play a game with this set-up, before anything is played."""
    for name in dict.fromkeys(names):
        bot = make(name, game, source)
        try:
            bot.check(setup)
        except GameError:
            raise
        except Exception as error:
            raise BrokenPlugin("broken_bot", f"The bot {name} cannot be used: {sum_up(error)}.") from error


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


def _entries(name: str) -> tuple[metadata.EntryPoint, ...]:
    return _find_entries(name, tuple(sys.path), metadata.entry_points)


@lru_cache(64)
def _find_entries(
    name: str, path: tuple[str, ...], find: Callable[..., Iterable[metadata.EntryPoint]]
) -> tuple[metadata.EntryPoint, ...]:
    """Return the entry points of a name. Looking through all packages takes milliseconds, and every game makes bots."""
    return tuple(find(group=GROUP, name=name))


def _is_registered(name: str) -> bool:
    return any(kind.name == name for kind in BUILTIN_BOTS) or bool(_entries(name))


def _make(kind: type[AnyBot], written: str, argument: str, source: Source) -> AnyBot:
    """Make a bot, whose name without the argument is written like this."""
    if kind.argument is None:
        if argument:
            raise BadSetup("bad_argument", f"The bot {written} takes nothing after its name: write {written}.")
        return kind(source)
    if not argument:
        raise BadSetup("no_argument", f"The bot {written} needs an argument: write {written}:{kind.argument}.")
    return kind(source, argument)  # type: ignore[call-arg]  # a bot that names an argument is made with it


def _make_from_entry(entry: metadata.EntryPoint, argument: str, game: AnyGame, source: Source) -> AnyBot | None:
    """Return a bot of another package if it plays the game."""
    kind: type[AnyBot] = load_class(entry, Bot, "bot")
    try:
        return _make(kind, entry.name, argument, source) if kind.plays(game) else None
    except BadSetup:
        raise
    except Exception as error:  # another package may fail in any way
        raise broken(entry, "bot", error) from error


def _make_from_class(place: BotClass, game: AnyGame, source: Source) -> AnyBot:
    """Return a bot of somebody's own class."""
    kind = place.load()
    written = str(place._replace(argument=""))
    try:
        if kind.plays(game):
            return _make(kind, written, place.argument, source)
    except BadSetup:
        raise
    except Exception as error:  # it may fail in any way
        raise place.broken(error) from error
    raise BadSetup("other_game", f"The bot {written} does not play {game.title}.")


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

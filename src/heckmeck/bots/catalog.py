"""A list of the bots that are installed, for people: what they play, how strong they are, where they come from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import msgspec

from heckmeck.bots.bot import AnyBot, Bot, Strength
from heckmeck.bots.builtin import BUILTIN_BOTS
from heckmeck.bots.registry import GROUP
from heckmeck.games import AnyGame, BadSetup
from heckmeck.games.entry_points import load_class, package_of

BUILT_IN = "built-in"
RATINGS = Path(__file__).parent / "ratings.json"
"""What `bench/ratings` has measured."""


class Rating(msgspec.Struct, frozen=True):
    """A rating in Elo points with its 95 % interval, whose ends may be open. The mean of the bots of a game is zero."""

    points: int
    low: int | None
    high: int | None


class Ratings(msgspec.Struct, frozen=True):
    """The ratings of the built-in bots by game and name, and the command that measured them."""

    command: str
    seats: int
    games: dict[str, dict[str, Rating]]


class ListedBot(msgspec.Struct, frozen=True):
    """A bot for a game. `name` is how it is written, with its argument; `origin` is a package, or `built-in`."""

    name: str
    origin: str
    strength: Strength | None = None
    rating: Rating | None = None
    problem: str | None = None
    """Why the bot cannot be used."""


def listed_bots(game: AnyGame) -> list[ListedBot]:
    """Return all bots that can play a game, ours first; one that cannot be used is listed for every game.

    >>> from heckmeck.games import get
    >>> [bot.name for bot in listed_bots(get("bratwurmeck")) if bot.origin == BUILT_IN]
    ['random', 'cautious', 'sure', 'greedy', 'easy', 'medium', 'hard', 'champion', 'net:FILE', 'perfect:FILE']
    """
    measured = read_ratings().games.get(game.name, {})
    ours = [
        ListedBot(_written(kind.name, kind), BUILT_IN, kind.strength, measured.get(kind.name))
        for kind in BUILTIN_BOTS
        if kind.plays(game)
    ]
    taken = {bot.name.partition(":")[0] for bot in ours}
    return ours + [bot for bot in _installed(game) if bot.name.partition(":")[0] not in taken]


@cache
def read_ratings() -> Ratings:
    """Return the ratings of the built-in bots."""
    return msgspec.json.decode(RATINGS.read_bytes(), type=Ratings)


def _installed(game: AnyGame) -> Iterator[ListedBot]:
    """Yield the bots of other packages."""
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry: entry.name):
        origin = package_of(entry) or "another package"
        try:
            kind: type[AnyBot] = load_class(entry, Bot, "bot")
            if kind.plays(game):
                yield ListedBot(_written(entry.name, kind), origin, kind.strength)
        except BadSetup as error:
            yield ListedBot(entry.name, origin, problem=str(error))


def _written(name: str, kind: type[AnyBot]) -> str:
    return name if kind.argument is None else f"{name}:{kind.argument}"

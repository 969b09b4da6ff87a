"""The registry of games: those of this package, and those that other packages add by entry points."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Literal, overload

from heckmeck.games.barbecue import Barbecue
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.games.chance import CHANCE, ChanceOutcome
from heckmeck.games.entry_points import broken, load_class
from heckmeck.games.errors import BadSetup
from heckmeck.games.game import AnyGame, Game, Move, View
from heckmeck.games.karteneck import Karteneck
from heckmeck.games.position import scan
from heckmeck.games.roll_and_keep import AnyDiceGame, RollAndKeep
from heckmeck.games.setup import show

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

logger = logging.getLogger(__name__)

GROUP = "heckmeck.games"
"""The entry point group. An entry point's name is the game's name, and it refers to a subclass of Game."""

GAMES: dict[str, AnyGame] = {game.name: game for game in (Bratwurmeck(), Barbecue(), Karteneck())}
"""The games of this package. `all_games` has those of other packages too."""


@overload
def get(name: Literal["bratwurmeck"]) -> Bratwurmeck: ...
@overload
def get(name: Literal["barbecue"]) -> Barbecue: ...
@overload
def get(name: Literal["karteneck"]) -> Karteneck: ...
@overload
def get(name: str) -> AnyGame: ...
def get(name: str) -> AnyGame:
    """Return a game by its name.

    >>> get("barbecue").title
    'Heckmeck Barbecue'
    """
    if isinstance(name, str):
        if name in GAMES:
            return GAMES[name]
        if name in all_games():
            return all_games()[name]
        if name in _broken:
            raise BadSetup("broken_game", _broken[name])
    raise BadSetup("unknown_game", f"There is no game {show(name)}; there are {', '.join(all_games())}.")


def from_position(text: str) -> Any:
    """Read a state from a position that begins with the name of its game.

    >>> from_position("barbecue seats=2 grill=36:S worms=0/0 snails_won=0/0 turn=1 rolling=8").pool
    11
    """
    return _game_of(text).from_position(text)


def view_from_position(text: str) -> View:
    """Read a view from a position that begins with the name of its game.

    >>> view_from_position("bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 rolled=11244WWW view=0").listed_moves
    ('keep 1', 'keep 2', 'keep 4', 'keep W')
    """
    view: View = _game_of(text).view_from_position(text)
    return view


def _game_of(text: str) -> AnyGame:
    name, _ = scan(text)
    return get(name)


def get_dice_game(name: str) -> AnyDiceGame:
    """Return a game of roll-and-keep turns by its name.

    >>> get_dice_game("barbecue").stop_may_fail
    False
    """
    game = get(name)
    if not isinstance(game, RollAndKeep):
        raise BadSetup("no_dice", f"{game.title} has no roll-and-keep turns: there are no odds to calculate.")
    return game


_installed: dict[str, AnyGame] | None = None
_broken: dict[str, str] = {}
"""The error of each game that could not be loaded. Loading it is not tried again."""


def all_games() -> dict[str, AnyGame]:
    """Return all games by name: those of this package first. Other packages are searched once.

    A game that cannot be loaded is left out with a warning; `get` says what is wrong with it.
    """
    global _installed
    if _installed is None:
        _installed = {}
        for entry in _entries():
            try:
                _installed[entry.name] = _load(entry)
            except BadSetup as error:
                logger.warning("%s", error)
                _broken[entry.name] = error.message
    return {**GAMES, **_installed}


def forget_installed() -> None:
    """Search other packages for games again on the next request. For use after packages were installed."""
    global _installed
    _installed = None
    _broken.clear()


def _entries() -> EntryPoints:
    from importlib.metadata import entry_points  # at the top it would nearly double the time to import the games

    return entry_points(group=GROUP)


def _load(entry: EntryPoint) -> AnyGame:
    """Return a game of another package."""
    kind: type[AnyGame] = load_class(entry, Game, "game")
    try:
        game: AnyGame = kind()
        _check_game(game)
    except Exception as error:  # another package may fail in any way
        raise broken(entry, "game", error) from error
    if game.name in GAMES:
        raise broken(entry, "game", f"{game.name} is the name of a game of this package")
    if game.name != entry.name:
        raise broken(entry, "game", f"its entry point is called {entry.name}, but its name is {game.name}")
    return game


def _check_game(game: AnyGame) -> None:
    """Raise an error if a game lacks something that every game has, or cannot read its own notation."""
    from random import Random

    for kind, names in ((str, ("name", "title", "unit")), (tuple, ("rules", "reasons", "events"))):
        for name in names:
            if not isinstance(getattr(game, name), kind):
                raise TypeError(f"its {name} is not a {kind.__name__}")
    state, source = game.start(game.setup(seats=game.seats[0])), Random(1)
    str(game.view(state, None))
    while game.to_act(state) is CHANCE:
        outcome = game.sample(state, source)
        _check_notation(game, outcome)
        state = game.apply(state, outcome).state
    actor = game.to_act(state)
    str(game.view(state, actor if isinstance(actor, int) else None))
    for move in game.legal_moves(state)[:20]:
        _check_notation(game, move)


def _check_notation(game: AnyGame, step: Move | ChanceOutcome) -> None:
    if str(game.parse(str(step))) != str(step):
        raise ValueError(f"its step {show(str(step))} is read as another one")

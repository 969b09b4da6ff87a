"""The games that a server offers: those of this package, and those of other packages that can be sent to clients."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from heckmeck.games import CHANCE, GAMES, AnyGame, BadSetup, Event, GameError, all_games, get
from heckmeck.server.table import messages
from heckmeck.server.table.chance_nodes import chance_nodes
from heckmeck.server.table.messages import MAX_SEATS, MIN_SEATS
from heckmeck.server.table.positions import event_bytes, event_type, position, position_type, view_type

logger = logging.getLogger("heckmeck.server")

BROKEN_GAME = "This game cannot be played here: the package that provides it does not work."
TRIAL_STEPS = 100
"""Number of steps of the trial game, in which every message is encoded once."""


def hosted_games() -> dict[str, AnyGame]:
    """Return the hosted games by name, built-in ones first; games that cannot be hosted are left out with a warning."""
    return _hosted(tuple(all_games().values()))


def hosted_game(name: str) -> AnyGame:
    """Return a game of this server by its name, or raise a BadSetup."""
    if name in hosted_games():
        return hosted_games()[name]
    if name in all_games():
        raise BadSetup("broken_game", BROKEN_GAME)
    return get(name)  # raises the error for a game that does not exist


def public_message(error: GameError) -> str:
    """Return the message of an error for clients. Details of problems in other packages are only logged."""
    return BROKEN_GAME if error.code == "broken_game" else error.message


def seats_of(game: AnyGame) -> tuple[int, ...]:
    """Return the numbers of seats that a table for this game may have."""
    return tuple(seats for seats in range(MIN_SEATS, MAX_SEATS + 1) if seats in game.seats)


@lru_cache(1)
def _hosted(games: tuple[AnyGame, ...]) -> dict[str, AnyGame]:
    hosted: dict[str, AnyGame] = {}
    names: dict[str, type] = {name: kind for name, kind in vars(messages).items() if isinstance(kind, type)}
    for game in games:
        try:
            if game.name not in GAMES:
                _check_trial(game)
            types = _types_by_name(game)
            for name, kind in types.items():
                if names.get(name, kind) is not kind:
                    raise ValueError(f"its type {name} has the name of another one")
        except Exception as error:
            logger.warning("the game %s cannot be hosted: %s: %s", game.name, type(error).__name__, error)
        else:
            hosted[game.name] = game
            names.update(types)
    return hosted


def _types_by_name(game: AnyGame) -> dict[str, type]:
    """Return the wire type of a game's positions and its types of events. All names share one schema."""
    events: dict[str, type[Event]] = {kind.__name__: kind for kind in game.events}
    if len(events) < len(game.events):
        raise ValueError("two of its events have the same name")
    wire: type[Struct] = position_type(view_type(game))
    return {wire.__name__: wire, **events}


def _check_trial(game: AnyGame) -> None:
    """Build and encode every message of a game. Raises errors of any kind."""
    if not seats_of(game):
        raise ValueError(f"it is not for {MIN_SEATS} to {MAX_SEATS} players")
    if view_type(game).game != game.name:
        raise ValueError(f"its view names the game {view_type(game).game}")
    if "game" in view_type(game).shown:
        raise ValueError("its view shows `game`, which is in every position anyway")
    for kind in game.events:
        msgspec.json.schema(event_type(kind))
    msgspec.json.schema(position_type(view_type(game)))
    for before, step, state, events in islice(_trial(game), TRIAL_STEPS):
        chance_nodes(game, before, (step,))
        for seat in (None, *range(seats_of(game)[0])):
            msgspec.json.encode(position(game.view(state, seat)))
        for event in events:
            if type(event) not in game.events:
                raise ValueError(f"its events do not list {type(event).__name__}")
            event_bytes(event)


def _trial(game: AnyGame) -> Iterator[tuple[Any, str, Any, tuple[Event, ...]]]:
    """Play a random game; yield the state before each step, the step, the state after it and the events."""
    source = Random(1)
    state = game.start(game.setup(seats=seats_of(game)[0]))
    while (actor := game.to_act(state)) is not None:
        action = game.sample(state, source) if actor is CHANCE else source.choice(game.legal_moves(state))
        before, (state, events) = state, game.apply(state, action)
        yield before, str(action), state, events

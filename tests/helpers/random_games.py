"""Random games of many set-ups, for tests of what must hold in every state."""

from collections.abc import Iterator
from random import Random
from typing import Any

from heckmeck.games import CHANCE, AnyGame, ChanceOutcome, Move

# Small set-ups beside the full one, so that ends, empty piles and full grills come up often. Every option is used.
OPTIONS: dict[str, list[dict[str, object]]] = {
    "bratwurmeck": [
        {},
        {"lower_portion": "next"},
        {"portions": (21, 21)},
        {"portions": (21, 23)},
        {"portions": (30, 36), "returned_highest_turns": True},
    ],
    "barbecue": [
        {},
        {"spots": (23, 25), "snails": 4},
        {"spots": (30, 36), "snails": 0},
        {"spots": (25, 27), "worms_by_spot": {25: 0, 26: 99, 27: 3}},
    ],
    "karteneck": [
        {},
        {"worms_by_portion": {0: 1, **{portion: portion % 7 for portion in range(16, 43)}}},
    ],
}
_SMALL_KARTENECK = {"zeros": 0, "removed": 0, "copies": 3, "worm_cards": 4, "hand": 3}
"""With as many portions as three rounds need, whatever the number of seats."""


def setups(game: AnyGame, seats: int) -> list[Any]:
    """Set-ups for that many seats; each begins with another seat."""
    options = OPTIONS.get(game.name, [{}])
    if game.name == "karteneck":
        options = [*options, {**_SMALL_KARTENECK, "portions": (16, 15 + 3 * seats)}]
    return [game.setup(**some, seats=seats, first=number % seats) for number, some in enumerate(options)]


def action_at(game: AnyGame, state: Any, source: Random) -> Move | ChanceOutcome:
    """A random outcome of chance, or a random legal move."""
    if game.to_act(state) is CHANCE:
        return game.sample(state, source)
    moves = game.legal_moves(state)
    return moves[source.randrange(len(moves))]


def states(game: AnyGame, state: Any, source: Random, most: int = 1000) -> Iterator[Any]:
    """A state and those that follow it in a random game, the last one included unless the game is very long."""
    yield state
    for _ in range(most):
        if game.to_act(state) is None:
            return
        state = game.apply(state, action_at(game, state, source)).state
        yield state

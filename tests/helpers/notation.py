"""Helpers for rule tests: games played by notation."""

from typing import Any, TypeVar

import pytest

from heckmeck.games import AnyGame, Event, GameError

State = TypeVar("State")

rule = pytest.mark.rule
"""Cites a rule: `@rule("RK-3", "may not")`. The second word says which side of a permission the test shows."""


def play(game: AnyGame, state: Any, *steps: str) -> tuple[Any, list[Event]]:
    """Apply steps in notation; return the state and the events of all of them."""
    happened: list[Event] = []
    for step in steps:
        state, events = game.apply(state, game.parse(step))
        happened += events
    return state, happened


def after(game: AnyGame, state: State, *steps: str) -> State:
    """Apply steps in notation; return the state."""
    result: State = play(game, state, *steps)[0]
    return result


def moves(game: AnyGame, state: Any) -> list[str]:
    """The legal moves in notation."""
    return [str(move) for move in game.legal_moves(state)]


def refused(game: AnyGame, state: Any, step: str) -> GameError:
    """Apply a step that must be refused; return the error. The state is a value: it cannot have changed."""
    action = game.parse(step)
    assert str(action) not in moves(game, state)
    with pytest.raises(GameError) as caught:
        game.apply(state, action)
    return caught.value

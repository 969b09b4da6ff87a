"""A game moved on: by a decision, and by all that chance decides until somebody has to decide again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from heckmeck.games import CHANCE, AnyGame, ChanceOutcome, Event, Move, Source


class Progress(NamedTuple):
    """The game after some steps."""

    steps: tuple[str, ...]
    state: Any
    events: tuple[Event, ...]
    outcomes: int
    """How many outcomes of chance the game has had by now."""


Seeds = tuple[str | None, ...]
"""What each seat's player added to the luck; None where nothing was."""

Luck = Callable[[int], Source]
"""Gives the source from which the k-th outcome of a game is drawn (k = 1, 2, ...)."""


def advance(game: AnyGame, state: Any, outcomes: int, luck: Luck, move: Move | None, by: int | None) -> Progress:
    """Make a move (None before the first one) and let chance decide until a player is to act or the game is over."""
    steps: list[str] = []
    events: list[Event] = []
    if move is not None:
        state, happened = game.apply(state, move, by)
        steps.append(str(move))
        events += happened
    while game.to_act(state) is CHANCE:
        outcomes += 1
        outcome = game.sample(state, luck(outcomes))
        state, happened = game.apply(state, outcome)
        steps.append(str(outcome))
        events += happened
    return Progress(tuple(steps), state, tuple(events), outcomes)


def repeat(game: AnyGame, state: Any, outcomes: int, steps: Sequence[str]) -> Progress:
    """Go through steps that were kept."""
    events: list[Event] = []
    for text in steps:
        action = game.parse(text)
        outcomes += isinstance(action, ChanceOutcome)
        state, happened = game.apply(state, action)
        events += happened
    return Progress(tuple(steps), state, tuple(events), outcomes)

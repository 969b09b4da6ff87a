"""Steps of a game: a decision, and the outcomes of chance up to the next decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from heckmeck.games import CHANCE, GAMES, AnyGame, BadNotation, ChanceOutcome, Event, Move, Source
from heckmeck.games.setup import show


class Progress(NamedTuple):
    """The game after some steps."""

    steps: tuple[str, ...]
    state: Any
    events: tuple[Event, ...]
    outcomes: int
    """Number of outcomes of chance in the game so far."""


Seeds = tuple[str | None, ...]
"""The seeds that the seats contributed to the luck; None for a seat without one."""

Sources = Callable[[int], Source]
"""Returns the source from which the k-th outcome of a game is drawn (k = 1, 2, ...)."""


def advance(
    game: AnyGame, state: Any, outcomes: int, sources: Sources, moves: Sequence[Move] = (), by: int | None = None
) -> Progress:
    """Make the moves of one seat (none before the first), and draw outcomes until a seat is to act or the game ends."""
    steps: list[str] = []
    events: list[Event] = []
    for move in moves:
        state, happened = game.apply(state, move, by)
        steps.append(str(move))
        events += happened
    while game.to_act(state) is CHANCE:
        outcomes += 1
        outcome = game.sample(state, sources(outcomes))
        state, happened = game.apply(state, outcome)
        steps.append(str(outcome))
        events += happened
    if game.name not in GAMES:
        _check_steps(game, steps)
    return Progress(tuple(steps), state, tuple(events), outcomes)


def _check_steps(game: AnyGame, steps: Sequence[str]) -> None:
    """Refuse steps that could not be read back from the log. Games of this package are not checked."""
    for step in steps:
        if str(game.parse(step)) != step:
            raise BadNotation("bad_step", f"{game.title} reads its step {show(step)} as another one.")


def repeat(game: AnyGame, state: Any, outcomes: int, steps: Sequence[str]) -> Progress:
    """Apply steps that were stored."""
    events: list[Event] = []
    for text in steps:
        action = game.parse(text)
        outcomes += isinstance(action, ChanceOutcome)
        state, happened = game.apply(state, action)
        events += happened
    return Progress(tuple(steps), state, tuple(events), outcomes)

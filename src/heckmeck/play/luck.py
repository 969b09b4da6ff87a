"""Luck by the exact odds: what a seat's rolls brought beyond what was to be expected of them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from heckmeck.games import AnyDiceGame, Dice, DiceView, RollAndKeep, get
from heckmeck.games.turn import AttemptFailed
from heckmeck.play.in_steps import finish
from heckmeck.play.record import Record, replay
from heckmeck.solve.any_solver import any_solver

if TYPE_CHECKING:
    from heckmeck.solve.any_solver import AnyTurn


def luck(record: Record) -> list[float]:
    """Return each seat's luck in the unit of the scores; see `luck_in_steps`."""
    return finish(luck_in_steps(record))


def luck_in_steps(record: Record) -> Generator[None, None, list[float]]:
    """Return each seat's luck in the unit of the scores; nothing for a game whose turns cannot be solved.

    Before every roll the turn has a best expected gain, and after it another: the difference is luck. Its expected
    value is zero, however one plays.
    """
    game = get(record.game)
    if not isinstance(game, RollAndKeep):
        return []
    lucky = [0.0] * len(record.players)
    steps = replay(record)
    state = next(steps).state
    solved: AnyTurn | None = None
    for text, step in zip(record.steps, steps, strict=True):
        before, state = state, step.state
        action = game.parse(text)
        if not isinstance(action, Dice):
            continue
        view: DiceView = game.view(before, None)
        if not view.kept or solved is None:
            solved = _solve(game, view)
            yield
        expected = solved.roll_value(view.kept) or 0.0
        if any(isinstance(event, AttemptFailed) for event in step.events):
            gained = -float(game.failure_cost(view))
        else:
            gained = max(solved.keep_values(view.kept, action.faces).values())
        lucky[view.turn_of] += gained - expected
    return lucky


def _solve(game: AnyDiceGame, view: DiceView) -> AnyTurn:
    """Solve the turn for what its player gains or loses by it."""
    solver, fail = any_solver(game), -float(game.failure_cost(view))
    gains = [None if prize is None else float(prize.gain) for prize in game.prizes(view)]
    return solver.solve(solver.stop_values(gains, fail), fail)

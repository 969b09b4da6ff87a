"""Luck against the exact odds: what a seat's rolls brought beyond what could be expected of them."""

from __future__ import annotations

from heckmeck.games import AnyGame, Dice, get
from heckmeck.games.turn import AttemptFailed
from heckmeck.play.record import Record, replay
from heckmeck.solve import MAY_NOT_STOP, DiceView, SolvedTurn, prizes, turn_solver
from heckmeck.solve.prize import fail_cost


def luck(record: Record) -> list[float]:
    """Return each seat's luck in worms or points; nothing for a game without dice.

    Before every roll the turn has a best expected gain, and after it another: the difference was luck. It sums to zero
    on average, however one plays.
    """
    game = get(record.game)
    if game.hides:
        return []
    lucky = [0.0] * len(record.players)
    steps = replay(record)
    state = next(steps).state
    solved: SolvedTurn | None = None
    for text, step in zip(record.steps, steps, strict=True):
        before, state = state, step.state
        action = game.parse(text)
        if not isinstance(action, Dice):
            continue
        view = game.view(before, None)
        assert isinstance(view, DiceView)
        if not view.kept or solved is None:
            solved = _solve(game, view)
        expected = solved.roll_value(view.kept) or 0.0
        if any(isinstance(event, AttemptFailed) for event in step.events):
            came = -float(fail_cost(view))
        else:
            came = max(solved.keep_values(view.kept, action.faces).values())
        lucky[view.turn_of] += came - expected
    return lucky


def _solve(game: AnyGame, view: DiceView) -> SolvedTurn:
    """Solve the turn for what its player gains or loses by it."""
    fail = -float(fail_cost(view))
    nothing = fail if game.name == "bratwurmeck" else MAY_NOT_STOP
    return turn_solver(game.name).solve(
        [nothing if prize is None else float(prize.gain) for prize in prizes(view)], fail
    )

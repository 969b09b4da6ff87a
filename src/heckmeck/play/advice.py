"""Advice for one decision, from nothing but what its seat may see."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from heckmeck.bots import estimator_for
from heckmeck.games import DiceView, Event, GameError, Move, View, get
from heckmeck.play.win_chances import DIGITS, win_chances_for
from heckmeck.solve.odds import odds

ROUNDS = 1200
"""Number of rounds simulated for one piece of advice, where the turn cannot be solved exactly."""


class Result(Struct, frozen=True):
    """One way for the turn to end, the worms or points that it brings, and its chance.

    The name is a portion's or a spot's number, `snail`, `end` (a stop that only ends the game) or `failed`.
    """

    name: str
    gain: int
    chance: float


class Option(Struct, frozen=True):
    """A move, and what comes of it if all later choices are the best ones.

    In games with dice `gain` is exact: the expected worms or points, less those that a failed attempt costs at once;
    `success` is the chance to win something. The later choices are those for the best chance to win, where that is
    known, and else those for the highest gain. Elsewhere it is an estimate of what the round brings relative to the
    average of the others, and `error` is its standard error. `win` is about the chance to win the game, as an evaluator
    estimates it; None where there is none.
    """

    move: str
    gain: float
    success: float | None = None
    error: float | None = None
    results: tuple[Result, ...] = ()
    win: float | None = None


def advise(view: View, history: Sequence[Event], rounds: int = ROUNDS) -> tuple[Option, ...]:
    """Return what the moves of the seat to act are worth, the best one first.

    That is the one with the best chance to win, where an evaluator knows it, and else the one that gains most. The same
    view and history always get the same advice: nothing can be learned by asking again. Moves that are the same for an
    estimator are listed once. Where the turn cannot be solved, `rounds` are simulated. Raises a GameError for a game
    that has neither odds nor an estimator.
    """
    return _exact(view) if isinstance(view, DiceView) else _estimated(view, history, rounds)


def option_for(view: View, move: Move, options: Sequence[Option]) -> Option | None:
    """Return the option that stands for a move; None for a move that was not judged."""
    game = get(view.game)
    estimator = None if isinstance(view, DiceView) else estimator_for(game)
    kind: Callable[[Any], Hashable] = (lambda each: each) if estimator is None else estimator.kind
    return next((option for option in options if kind(game.parse(option.move)) == kind(move)), None)


def _exact(view: DiceView) -> tuple[Option, ...]:
    found = odds(view)
    chances, choices = win_chances_for(get(view.game), view.setup), found.choices
    wins: Mapping[Move, float] = {}
    if chances is not None:
        # What comes of a move when playing for most worms would be another way to play than the one that wins so often.
        turn = chances.turn(found.view)
        wins, choices = turn.wins(found.view), tuple(turn.choice(found.view, each.move) for each in choices)
    options = [
        Option(
            str(choice.move),
            choice.gain,
            choice.success,
            results=tuple(Result(result.name, result.gain, result.chance) for result in choice.results),
            win=round(wins[choice.move], DIGITS) if wins else None,
        )
        for choice in choices
    ]
    return _best_first(options)


def _estimated(view: View, history: Sequence[Event], rounds: int) -> tuple[Option, ...]:
    game = get(view.game)
    kind = estimator_for(game)
    if kind is None or view.seat is None:
        raise GameError("no_advice", f"There is no advice for {game.title}.")
    estimator = kind(view.setup, view.seat)
    estimator.observe(history)
    found = estimator.estimate(view, Random(repr(view)), rounds)
    wins: dict[Hashable, float] = {}
    for move, win in (estimator.wins(view) or {}).items():  # one move stands for all of its kind: the best one
        wins[kind.kind(move)] = max(win, wins.get(kind.kind(move), 0.0))
    options = [
        Option(str(each.move), each.mean, error=each.error, win=wins.get(kind.kind(each.move))) for each in found.moves
    ]
    return _best_first(options)


def _best_first(options: Sequence[Option]) -> tuple[Option, ...]:
    """Put options, which are ordered by their gains, in the order of their chances to win, if these are known."""
    known = all(option.win is not None for option in options)
    return tuple(sorted(options, key=lambda option: -(option.win or 0.0))) if known else tuple(options)

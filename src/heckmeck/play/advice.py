"""Advice for one decision, from what its seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from heckmeck.bots.karteneck.estimate import estimates
from heckmeck.bots.karteneck.knowledge import Knowledge
from heckmeck.games import Event, View
from heckmeck.games.karteneck import KarteneckView
from heckmeck.solve import DiceView
from heckmeck.solve.odds import odds

ROUNDS = 1200
"""Rounds of Karteneck played in the head for one piece of advice."""


class Result(Struct, frozen=True):
    """One way for the turn to end, the worms or points that it brings, and its chance.

    The name is a portion's or a spot's number, `snail`, `end` (a stop that only ends the game) or `failed`.
    """

    name: str
    gain: int
    chance: float


class Option(Struct, frozen=True):
    """A move, and what comes of it if all later choices are the best ones.

    `gain` is exact in the games with dice: the worms or points to expect, less those that a failed attempt costs at
    once; `success` is the chance to win something. In Karteneck it is an estimate of what the round brings beside the
    average of the others, and `error` is its standard error.
    """

    move: str
    gain: float
    success: float | None = None
    error: float | None = None
    results: tuple[Result, ...] = ()


def advise(view: View, history: Sequence[Event]) -> tuple[Option, ...]:
    """Return what the moves of the seat to act are worth, the best one first.

    The same view and history always get the same advice: there is nothing to be learned by asking again. In Karteneck
    worms are not told apart, and a theft that is possible is made: moves that differ only in that are left out.
    """
    if isinstance(view, KarteneckView):
        return _estimated(view, history)
    assert isinstance(view, DiceView)
    return tuple(
        Option(
            str(choice.move),
            choice.gain,
            choice.success,
            results=tuple(Result(result.name, result.gain, result.chance) for result in choice.results),
        )
        for choice in odds(view).choices
    )


def _estimated(view: KarteneckView, history: Sequence[Event]) -> tuple[Option, ...]:
    assert view.seat is not None
    knowledge = Knowledge(view.setup.deck, view.setup.seats, view.seat)
    knowledge.learn(history)
    found = estimates(view, knowledge, Random(repr(view)), ROUNDS)
    return tuple(Option(str(each.move), each.mean, error=each.error) for each in found.moves)

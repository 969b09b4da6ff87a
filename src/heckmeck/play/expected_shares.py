"""What chance leads to on average: everybody's chances to win before cards are drawn, say."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any, Final

from heckmeck.bots.win_shares import Evaluator, Shares
from heckmeck.games import CHANCE, AnyGame, Source

MOST: Final = 40
"""Maximum number of outcomes that are all looked at."""
SAMPLES: Final = 32
"""Number of outcomes that are drawn at random where there are more, or where chance acts several times in a row."""

Weighted = tuple[Any, float]
"""A state, and how much it counts."""


def expected_shares_in_steps(
    game: AnyGame, state: Any, evaluator: Evaluator, source: Source
) -> Generator[None, None, Shares]:
    """Return everybody's chances before chance acts: their average over the next decisions that it leads to.

    What chance brings in fact differs from this by nothing on average, also where outcomes are drawn at random.
    """
    found = _all_outcomes(game, state) or [(_next_decision(game, state, source), 1.0) for _ in range(SAMPLES)]
    total = sum(weight for _, weight in found)
    sums = [0.0] * game.setup_of(state).seats
    for after, weight in found:
        (shares,) = evaluator.shares([after])
        sums = [old + share * weight / total for old, share in zip(sums, shares, strict=True)]
        yield
    return tuple(sums)


def _all_outcomes(game: AnyGame, state: Any) -> list[Weighted]:
    """Return all states that follow, with their weights; nothing where they are many, or chance acts again."""
    listed = list(islice(_listed(game, state), MOST + 1))
    if len(listed) > MOST or any(game.to_act(after) is CHANCE for after, _ in listed):
        return []
    return listed


def _listed(game: AnyGame, state: Any) -> Iterator[Weighted]:
    for outcome, weight in game.chance(state):
        yield game.apply(state, outcome).state, weight


def _next_decision(game: AnyGame, state: Any, source: Source) -> Any:
    """Let chance act at random until somebody has to decide, or the game is over."""
    while game.to_act(state) is CHANCE:
        state = game.apply(state, game.sample(state, source)).state
    return state

"""The best response to random play, straight from the rules: by moves, whole draws and the events that a seat sees."""

from collections.abc import Hashable, Iterator
from math import prod
from typing import Any

from heckmeck.games import CHANCE, AnyGame, seen_by
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.returns import win_returns

Belief = list[tuple[Any, float]]
"""The states that a seat thinks possible, with their probabilities. They need not add up to 1."""


def best_response_value(game: AnyGame, setup: Any, seat: int) -> float:
    """Return what a seat can get against others who choose every action at random: worms one by one."""
    return sum(_value(game, belief, seat) for belief in _beliefs(game, [(game.start(setup), 1.0)], seat))


def _value(game: AnyGame, belief: Belief, seat: int) -> float:
    state = belief[0][0]
    if game.to_act(state) is None:
        return sum(weight * _result(game, each)[seat] for each, weight in belief)
    return max(_value_of(game, belief, move, seat) for move in game.legal_moves(state))


def _result(game: AnyGame, state: Any) -> tuple[float, ...]:
    outcome = game.outcome(state)
    assert outcome is not None
    return win_returns(outcome)


def _value_of(game: AnyGame, belief: Belief, move: Any, seat: int) -> float:
    after = [(game.apply(state, move).state, weight) for state, weight in belief]
    return sum(_value(game, part, seat) for part in _beliefs(game, after, seat))


def _beliefs(game: AnyGame, belief: Belief, seat: int) -> list[Belief]:
    """Play on to the seat's next decision or the end, and separate what the seat can tell apart."""
    told: dict[Hashable, Belief] = {}
    for state, weight in belief:
        for story, reached, chance in _play_on(game, state, weight, seat, ()):
            told.setdefault((story, game.to_act(reached) is None), []).append((reached, chance))
    return list(told.values())


def _play_on(
    game: AnyGame, state: Any, weight: float, seat: int, story: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], Any, float]]:
    actor = game.to_act(state)
    if actor is None or actor == seat:
        yield story, state, weight
        return
    for step, chance in _steps(game, state, actor):
        after, events = game.apply(state, step)
        yield from _play_on(game, after, weight * chance, seat, (*story, *seen_by(events, seat)))


def _steps(game: AnyGame, state: Any, actor: Any) -> Iterator[tuple[Any, float]]:
    if actor is CHANCE:
        distribution = game.chance(state)
        yield from ((outcome, weight / distribution.total) for outcome, weight in distribution)
    else:
        encoding, view = encoding_for(state.setup), game.view(state, actor)
        for move in game.legal_moves(state):
            ids = encoding.ids(move)
            yield move, prod(1 / len(encoding.legal(view, ids[:number])) for number in range(len(ids)))

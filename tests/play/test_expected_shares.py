"""What chance leads to on average."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

import pytest

from heckmeck.bots.win_shares import win_shares_for
from heckmeck.games import CHANCE, get
from heckmeck.games.karteneck.cards import WORM_SORT
from heckmeck.play.expected_shares import MOST, SAMPLES, expected_shares_in_steps
from heckmeck.play.in_steps import finish
from helpers.win_shares import ScoreShares

GAME = get("karteneck")


def expected_shares(state: Any, evaluator: Any, seed: int) -> tuple[float, ...]:
    return finish(expected_shares_in_steps(GAME, state, evaluator, Random(seed)))


def positions(seed: int, seats: int) -> list[Any]:
    """The positions of a game of random moves."""
    source, state = Random(seed), GAME.start(GAME.setup(seats=seats))
    found = [state]
    while (actor := GAME.to_act(state)) is not None:
        action = GAME.sample(state, source) if actor is CHANCE else source.choice(GAME.legal_moves(state))
        state = GAME.apply(state, action).state
        found.append(state)
    return found


def drawing_one(seed: int, seats: int) -> list[Any]:
    return [state for state in positions(seed, seats) if GAME.to_act(state) is CHANCE and state.draws == 1]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_drawn_card_is_worth_nothing_on_average(seats: int) -> None:
    evaluator = win_shares_for(GAME.setup(seats=seats))
    assert evaluator is not None
    for state in drawing_one(3, seats)[::7]:
        outcomes = list(GAME.chance(state))
        assert len(outcomes) <= MOST
        expected = expected_shares(state, evaluator, 1)
        total = sum(weight for _, weight in outcomes)
        after = evaluator.shares([GAME.apply(state, outcome).state for outcome, _ in outcomes])
        for seat in range(seats):
            swings = [
                weight / total * (shares[seat] - expected[seat])
                for (_, weight), shares in zip(outcomes, after, strict=True)
            ]
            assert sum(swings) == pytest.approx(0, abs=1e-9)
            if seat == state.seat:
                assert max(swings) > 0


class WormShares:
    """The more worms the first seat has in its hand, the better for it."""

    def shares(self, states: Sequence[Any]) -> list[tuple[float, ...]]:
        worms = [sum(card >= WORM_SORT for card in state.hands[0]) for state in states]
        return [(number / 6, 1 - number / 6) for number in worms]


def test_what_is_drawn_at_random_is_right_on_average() -> None:
    start = GAME.start(GAME.setup(seats=2))
    found = [expected_shares(start, WormShares(), seed)[0] for seed in range(40)]
    assert len(set(found)) > 20
    assert fmean(found) == pytest.approx(25 / 110, abs=0.02)


def test_many_outcomes_are_sampled_to_the_next_decision() -> None:
    seen: list[Any] = []

    class Watching(ScoreShares):
        def shares(self, states: Any) -> Any:
            seen.extend(states)
            return super().shares(states)

    start = GAME.start(GAME.setup(seats=3))
    shares = expected_shares(start, Watching(GAME), 1)
    assert shares == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert len(seen) == SAMPLES
    assert all(GAME.to_act(state) == 0 for state in seen)

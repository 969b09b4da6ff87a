"""Win shares of states: they sum to 1, and say who has won in the end."""

from random import Random

import pytest

from heckmeck.bots.win_shares import why_no_win_shares, win_shares_for
from heckmeck.games import CHANCE
from helpers.karteneck_moments import GAME


@pytest.mark.parametrize("seats", [2, 4])
def test_they_sum_to_one_at_any_time(seats: int) -> None:
    setup, source = GAME.setup(seats=seats), Random(1)
    evaluator = win_shares_for(setup)
    assert evaluator is not None
    state, states = GAME.start(setup), []
    while (actor := GAME.to_act(state)) is not None:
        states.append(state)
        moves = GAME.legal_moves(state)
        step = GAME.sample(state, source) if actor is CHANCE else moves[source.randrange(len(moves))]
        state = GAME.apply(state, step).state
    *found, end = evaluator.shares([*states[::7], state])
    for shares in found:
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert end == tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(seats))
    assert evaluator.shares([GAME.start(setup)]) == [(1 / seats,) * seats]


def test_other_cards_have_none() -> None:
    reason = why_no_win_shares(GAME.setup(seats=2, hand=4))
    assert reason == "There are learned values only for the cards and portions of the rules."

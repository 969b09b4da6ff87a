"""Simulated rounds: by the rules of the game, whatever is laid."""

from collections import Counter
from random import Random

import pytest

from heckmeck.bots.karteneck.playout import Playout
from heckmeck.games import Move
from heckmeck.games.karteneck import Draw, DropOut, Lay
from helpers.karteneck_moments import GAME, moments


def hand_of(playout: Playout, seat: int) -> Counter[int]:
    counts = playout.counts[seat]
    return Counter({value: counts[value] for value in range(1, 6) if counts[value]}) + Counter(playout.worms[seat])


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_simulated_round_goes_by_the_rules(seats: int) -> None:
    """The same lays and draws in the game itself lead to the same hands, stacks and worms."""
    rounds = 0
    for moment in list(moments(seats, seed=6))[::4]:
        state, playout = moment.state, Playout(moment.state, Random(8))
        before = GAME.standings(state)
        while playout.left:
            seat, hand, lay = playout.seat, hand_of(playout, playout.seat), playout.heuristic_move()
            assert seat == state.seat
            if lay is None:
                steals = playout.shields[seat] > 0 and playout.target(seat, playout.totals[seat]) is not None
                move: Move = DropOut(steal=steals)
                playout.drop_out()
            else:
                cards = sorted(card for card in hand.elements() if min(card, 6) == lay[0])[: lay[1]]
                move = Lay(tuple(cards))
                hand.subtract(cards)
                playout.lay(*lay)
            state = GAME.apply(state, move, by=seat).state
            if state.draws:
                state = GAME.apply(state, Draw(tuple(sorted((hand_of(playout, seat) - hand).elements())))).state
        assert [Counter(hand) for hand in state.hands] == [hand_of(playout, seat) for seat in range(seats)]
        assert [list(stack) for stack in state.stacks] == playout.stacks
        gains = [now - then for (now, _), (then, _) in zip(GAME.standings(state), before, strict=True)]
        assert gains == playout.gains
        rounds += 1
    assert rounds > 5

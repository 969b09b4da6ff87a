"""The hands of the others as numbers: what is in them, and which portion they can steal."""

import numpy as np

from heckmeck.rl.batch import make_batch
from heckmeck.train.karteneck.open_hands import NUMBERS, open_hands
from helpers.karteneck_moments import GAME, moments


def test_they_are_the_hands_of_the_others_in_turn() -> None:
    setup = GAME.setup(seats=3)
    layout = make_batch(setup, 1, seed=1).layout
    for moment in list(moments(3, seed=1))[::5]:
        row = open_hands(layout.record(moment.state), setup)[0].reshape(2, NUMBERS)
        for step, numbers in enumerate(row, 1):
            hand = moment.state.hands[(moment.state.seat + step) % 3]
            counts = [sum(min(card, 6) == sort for card in hand) / 4 for sort in range(1, 7)]
            np.testing.assert_allclose(numbers[:6], counts)
            assert numbers[19] * 25 == np.float32(max([0, *(card - 5 for card in hand)]))


def test_a_threat_is_seen() -> None:
    state = next(moments(2, seed=1)).state
    layout = make_batch(state.setup, 1, seed=1).layout
    threat = state._replace(seat=0, hands=(state.hands[0], (1, 5, 5, 9)), stacks=((16,), ()))
    assert open_hands(layout.record(threat), state.setup)[0, -2:].tolist() == [1, np.float32(0.2)]
    safe = threat._replace(stacks=((17,), ()))
    assert open_hands(layout.record(safe), state.setup)[0, -2:].tolist() == [0, 0]

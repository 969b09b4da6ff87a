"""What a seat knows about other hands: deals agree with the view, and known cards are in their places."""

from collections import Counter
from random import Random

import pytest

from heckmeck.bots.karteneck import Knowledge
from heckmeck.games import BadSetup
from heckmeck.games.karteneck import PileReshuffled
from helpers.karteneck_moments import GAME, moments, position

FEW_CARDS: dict[str, int] = {"copies": 3, "worm_cards": 4, "hand": 4}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_an_imagined_state_has_the_view_it_came_from(seats: int) -> None:
    for moment in moments(seats, seed=3):
        seat = moment.view.seat
        assert seat is not None
        assert GAME.imagine(moment.view, moment.state.hands) == moment.state
        knowledge = Knowledge(moment.view.setup.deck, seats, seat)
        knowledge.learn(moment.events)
        hands, pile = next(knowledge.deals(moment.view, Random(4)))
        imagined = GAME.imagine(moment.view, hands)
        assert imagined.pile == pile
        assert GAME.view(imagined, seat) == moment.view


def test_hands_that_the_view_rules_out_cannot_be_imagined() -> None:
    view = position((1, 2, 9), (20, 30))
    for hands in ([(1, 2, 9), (3, 4)], [(1, 2, 9), (3, 4, 9)], [(1, 2, 8), (3, 4, 5)], [(1, 2, 9)]):
        with pytest.raises(BadSetup) as caught:
            GAME.imagine(view, hands)
        assert caught.value.code == "bad_hands"


def test_cards_that_are_known_to_be_in_the_other_hand_are_there() -> None:
    known = reshuffled = 0
    for seed in range(30):
        for moment in moments(2, seed, **FEW_CARDS):
            seat = moment.view.seat
            assert seat is not None
            knowledge = Knowledge(moment.view.setup.deck, 2, seat)
            knowledge.learn(moment.events)
            other = Counter(moment.state.hands[1 - seat])
            assert knowledge.held <= other
            known += knowledge.held.total() > 0
            reshuffled += any(isinstance(event, PileReshuffled) for event in moment.events)
            hands, _ = next(knowledge.deals(moment.view, Random(seed)))
            assert knowledge.held <= Counter(hands[1 - seat])
    assert known > 100
    assert reshuffled > 100


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_the_deals_still_fit_the_view(seats: int) -> None:
    for seed in range(8):
        for moment in moments(seats, seed, copies=4, worm_cards=4, hand=4):
            assert moment.view.seat is not None
            knowledge = Knowledge(moment.view.setup.deck, seats, moment.view.seat)
            knowledge.learn(moment.events)
            hands, _ = next(knowledge.deals(moment.view, Random(seed)))
            assert GAME.view(GAME.imagine(moment.view, hands), moment.view.seat) == moment.view

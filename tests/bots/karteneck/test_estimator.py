"""The estimator of Karteneck: all moves with their uncertainty, from nothing but what the seat knows."""

from random import Random

from heckmeck.bots import estimator_for
from heckmeck.bots.estimator import Estimates
from heckmeck.bots.karteneck import KarteneckEstimator
from heckmeck.games import Move
from heckmeck.games.karteneck import KarteneckView, Lay
from helpers.karteneck_moments import GAME, moments, position


def estimated(view: KarteneckView, rounds: int = 300, **settings: Move) -> Estimates:
    assert view.seat is not None
    return KarteneckEstimator(view.setup, view.seat).estimate(view, Random(1), rounds, **settings)


def test_it_is_registered_for_its_game() -> None:
    assert estimator_for(GAME) is KarteneckEstimator


def test_a_theft_beats_everything_else() -> None:
    view = position((1, 2, 3), (16, 17), layouts=((5, 5, 5, 5, 5, 5, 10), ()), stacks=((), (35,)))
    found = estimated(view)
    assert str(found.best.move) == "out steal"
    lost, error = found.lost(Lay((1,)))
    assert lost > 2 * error > 0


def test_worms_are_not_distinguished() -> None:
    found = estimated(position((1, 9, 10), (20, 30)))
    one = found.find(Lay((10,)))
    assert one is not None
    assert one.move == Lay((9,))
    assert found.lost(Lay((9,))) == found.lost(Lay((10,)))


def test_the_chosen_move_is_simulated_to_the_end() -> None:
    view = position((1, 2, 3, 4, 9, 10), (20, 36))
    worst = estimated(view).moves[-1].move
    dropped, spared = estimated(view).find(worst), estimated(view, chosen=worst).find(worst)
    assert dropped is not None
    assert spared is not None
    assert dropped.deals < spared.deals == estimated(view, chosen=worst).best.deals


def test_what_is_hidden_does_not_change_the_estimates() -> None:
    for moment in list(moments(3, seed=2))[::25]:
        seat = moment.view.seat
        assert seat is not None
        other = GAME.resample(moment.state, seat, Random(7))
        found = []
        for state in (moment.state, other):
            estimator = KarteneckEstimator(moment.view.setup, seat)
            estimator.observe(moment.events)
            found.append(estimator.estimate(GAME.view(state, seat), Random(1), 100).moves)
        assert found[0] == found[1]


def test_the_cards_to_show_are_the_hand_and_the_layout() -> None:
    view = position((1, 2, 9), (20, 30), layouts=((4, 4), ()))
    assert KarteneckEstimator(view.setup, 0).cards(view) == ((1, 2, 9), (4, 4))

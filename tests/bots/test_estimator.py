"""Estimates: means and errors of samples from the same deals, and the best among those simulated longest."""

import pytest

from heckmeck.bots.estimator import Estimates
from heckmeck.games import Move
from heckmeck.games.turn import Keep, Roll, Stop


def test_the_best_is_found_among_those_simulated_longest() -> None:
    found = Estimates({Roll(): [9.0], Stop(): [1.0, 3.0], Keep("1"): [0.0, 1.0]})
    assert [estimate.move for estimate in found.moves] == [Stop(), Roll(), Keep("1")]
    assert found.best.mean == 2
    assert found.best.error == pytest.approx(1)
    assert [estimate.deals for estimate in found.moves] == [2, 1, 2]


def test_what_a_move_loses_comes_from_the_same_deals() -> None:
    found = Estimates({Stop(): [10.0, 20.0, 30.0], Roll(): [8.0, 18.0, 28.0]})
    lost, error = found.lost(Roll())
    assert lost == pytest.approx(2)
    assert error == pytest.approx(0), "the deals differ, but not the difference"
    assert found.lost(Stop()) == (0, 0)


def test_a_move_that_was_not_simulated_loses_nothing_that_is_known() -> None:
    found = Estimates({Stop(): [1.0, 2.0]})
    assert found.find(Roll()) is None
    assert found.lost(Roll()) == (0, 0)


def test_moves_with_the_same_key_are_the_same() -> None:
    def kind(move: Move) -> type:
        return type(move)

    found = Estimates({Keep("1"): [1.0, 2.0], Roll(): [5.0, 5.0]}, key=kind)
    other = found.find(Keep("2"))
    assert other is not None
    assert other.move == Keep("1")

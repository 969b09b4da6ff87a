"""Self-play: targets are the solver's, add up to 1, and do not depend on the number of threads."""

from typing import Any

import numpy as np
import pytest

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.features import Features
from heckmeck.bots.net import NetCard
from heckmeck.games import get
from heckmeck.solve import turn_solver
from heckmeck.train.backend import first_weights
from heckmeck.train.self_play import SMALLEST_PART, SelfPlay, with_movers

KINDS: dict[str, type[Features[Any, Any]]] = {"bratwurmeck": BratwurmeckFeatures, "barbecue": BarbecueFeatures}


def self_play(name: str, seats: int, threads: int = 1, games: int = 64) -> SelfPlay:
    features = KINDS[name](seats)
    play = SelfPlay(get(name).setup(seats=seats), features, games, 1, threads)
    play.valuation.use(first_weights(NetCard(game=name, seats=seats, rows=features.size, units=(16, 16)), 3))
    return play


@pytest.mark.parametrize(("name", "seats"), [("bratwurmeck", 2), ("bratwurmeck", 4), ("barbecue", 3)])
def test_targets_are_those_of_the_solver_and_add_up(name: str, seats: int) -> None:
    play = self_play(name, seats)
    solver = turn_solver(name, gives_up=False)
    ended = 0
    for _ in range(60):
        before = play.batch.records.copy()
        worths = play.valuation.worths(before)
        samples = play.play()
        assert np.array_equal(samples.rows, play.valuation.describe(before))
        assert np.allclose(samples.targets.sum(axis=1), 1, atol=1e-5)
        expected = solver.solve_many(worths.stop, worths.fail, np.float64)
        assert np.allclose(samples.targets[:, 0], expected, atol=1e-6)
        ended += int((play.batch.turns == 0).sum())
        assert not play.batch.over.any()
    assert ended > 0, "games end and begin anew"


def test_threads_change_nothing() -> None:
    games = 2 * SMALLEST_PART
    one, two = (self_play("bratwurmeck", 3, threads, games) for threads in (1, 2))
    assert (one.parts, two.parts) == (1, 2)
    for _ in range(10):
        first, second = one.play(), two.play()
        assert np.array_equal(first.rows, second.rows)
        assert np.array_equal(first.targets, second.targets)


def test_there_are_no_more_threads_than_have_work() -> None:
    assert self_play("bratwurmeck", 2, threads=16, games=3 * SMALLEST_PART).parts == 3
    assert self_play("bratwurmeck", 2, threads=16, games=16).parts == 1


def test_targets_of_all_seats_are_right_on_average() -> None:
    """A turn that is equally likely to rob the leader or to fail."""
    after = np.array([[0.5, 0.2, 0.3], [0.1, 0.7, 0.2]], np.float32)
    movers = np.full(2, after[:, 0].mean(), np.float64)
    before = np.array([[0.3, 0.45, 0.25]] * 2, np.float32)
    targets = with_movers(movers, before, after)
    assert targets.sum(axis=1) == pytest.approx(1)
    assert targets.mean(axis=0) == pytest.approx(after.mean(axis=0))

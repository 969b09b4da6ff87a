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
from heckmeck.train.self_play import SelfPlay

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
        assert (samples.targets >= 0).all()
        expected = solver.solve_many(worths.stop, worths.fail, np.float64)
        assert np.allclose(samples.targets[:, 0], expected, atol=1e-6)
        ended += int((play.batch.turns == 0).sum())
        assert not play.batch.over.any()
    assert ended > 0, "games end and begin anew"


def test_threads_change_nothing() -> None:
    one, two = (self_play("bratwurmeck", 3, threads) for threads in (1, 2))
    for _ in range(10):
        first, second = one.play(), two.play()
        assert np.array_equal(first.rows, second.rows)
        assert np.array_equal(first.targets, second.targets)


def test_some_turns_end_at_random() -> None:
    play = self_play("bratwurmeck", 2, games=2000)
    assert 0.1 < (play._openings > 0).mean() < 0.2
    assert {0.0, 0.08, 0.35} == set(play._explored.tolist())

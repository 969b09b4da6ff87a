"""Self-play on a cluster of this machine."""

import pytest

from heckmeck.games import get
from heckmeck.train.learner import PROCESSOR, Learner
from heckmeck.train.ray_players import ray_players
from heckmeck.train.recipe import Recipe


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_plays_and_we_learn() -> None:
    pytest.importorskip("ray")
    setup, recipe = get("barbecue").setup(seats=2), Recipe(units=(16, 16), games=16)
    with ray_players("local") as make_players:
        learner = Learner(setup, recipe, device=PROCESSOR._replace(make_players=make_players))
        for _ in range(3):
            learner.update(0.0)
    assert learner.updates >= 3
    assert learner.updates == recipe.repeats * learner.positions // 16
    assert 0 < learner.loss < 2

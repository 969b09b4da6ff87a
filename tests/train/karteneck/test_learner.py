"""The learner: it learns, is measured, and goes on from a checkpoint."""

from pathlib import Path

import numpy as np
import pytest

from heckmeck.bots.net import read_weights
from heckmeck.games import BadSetup, get
from heckmeck.train.checkpoint import load_checkpoint, save_checkpoint
from heckmeck.train.karteneck.learner import CardLearner
from heckmeck.train.karteneck.recipe import CardRecipe
from heckmeck.train.learners import check_place, make_learner, measured_games, recipe_for
from heckmeck.train.training import Training, checkpoint_path

SMALL = CardRecipe(units=(16, 16), games=16, minibatch=256)
SETUP = get("karteneck").setup(seats=2)


def test_errors_become_smaller() -> None:
    learner, losses = CardLearner(SETUP, CardRecipe(units=(16, 16), games=32, minibatch=256, learning_rate=3e-3)), []
    for _ in range(12):
        learner.update(progress=0.0)
        losses.append(learner.loss)
    assert losses[-1] < losses[0]
    assert learner.positions > 12 * 32 * 40


def test_the_same_seed_learns_the_same() -> None:
    one, same, other = (CardLearner(SETUP, SMALL, seed) for seed in (1, 1, 2))
    for learner in (one, same, other):
        learner.update(progress=0.1)
    assert one.weights() == same.weights() != other.weights()


def test_a_training_is_saved_and_continued(tmp_path: Path) -> None:
    path, clock = tmp_path / "small.net", iter(range(10_000))
    training = Training(CardLearner(SETUP, SMALL), minutes=0.1, path=path, games=4, clock=lambda: next(clock))
    for _ in training.run():
        pass
    training.save()
    card, weights = read_weights(path)
    assert (card.outputs, card.positions) == (2, training.learner.positions)
    np.testing.assert_allclose(weights, training.learner.weights(), atol=1e-2)
    again = Training(CardLearner(SETUP, SMALL), minutes=0.2)
    again.resume(checkpoint_path(path))
    assert again.done == training.done
    assert again.learner.weights() == training.learner.weights()


def test_a_training_of_other_cards_is_another_one(tmp_path: Path) -> None:
    path, small = tmp_path / "small.checkpoint", get("karteneck").setup(seats=2, hand=3, copies=4)
    save_checkpoint(path, CardLearner(SETUP, SMALL), 0.1, [])
    load_checkpoint(path, CardLearner(get("karteneck").setup(seats=2, first=1), SMALL))
    with pytest.raises(BadSetup, match="training: of karteneck with 2 seats, 16 and 16 units, standard rules"):
        load_checkpoint(path, CardLearner(small, SMALL))
    save_checkpoint(path, CardLearner(small, SMALL), 0.1, [])
    load_checkpoint(path, CardLearner(small, SMALL))
    with pytest.raises(BadSetup, match="16 and 16 units, copies 4, hand 3"):
        load_checkpoint(path, CardLearner(SETUP, SMALL))


def test_a_resumed_training_plays_other_games(tmp_path: Path) -> None:
    path, saved = tmp_path / "small.checkpoint", CardLearner(SETUP, SMALL)
    saved.updates = 100
    save_checkpoint(path, saved, 0.1, [])
    new, resumed, same = (CardLearner(SETUP, SMALL) for _ in range(3))
    for learner in (resumed, same):
        load_checkpoint(path, learner)
        assert learner.updates == 100
    for learner in (new, resumed, same):
        learner.update(0.0)
    assert new.positions != resumed.positions == same.positions
    assert resumed.weights() == same.weights()


def test_it_is_measured_against_a_bot() -> None:
    share = CardLearner(SETUP, SMALL).strength("cautious", games=8, seed=1)
    assert share.games == 8
    assert 0 <= share.low <= share.rate <= share.high <= 1


def test_it_learns_on_this_processor_alone() -> None:
    recipe = recipe_for(SETUP, (16, 16))
    assert isinstance(make_learner(SETUP, recipe, 1), CardLearner)
    assert measured_games(SETUP) < measured_games(get("barbecue").setup(seats=2))
    for device, engine in (("cuda", "local"), ("cpu", "ray")):
        with pytest.raises(BadSetup, match="Karteneck is learned with --device cpu and --engine local"):
            check_place(SETUP, device, engine)
        check_place(get("barbecue").setup(seats=2), device, engine)
    check_place(SETUP, "cpu", "local")

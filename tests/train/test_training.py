"""A training gets better, can be stopped and resumed, and writes files that can be read."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from heckmeck.bots.net import read_net
from heckmeck.games import BadSetup, get
from heckmeck.train.checkpoint import CurvePoint, load_checkpoint, save_checkpoint
from heckmeck.train.learner import Learner, win_shares_of
from heckmeck.train.recipe import Recipe
from heckmeck.train.training import Training, checkpoint_path

SMALL = Recipe(units=(32, 32), games=64)


class Ticks:
    """A clock that goes on by a step whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def learner(seats: int = 2, **options: object) -> Learner:
    return Learner(get("bratwurmeck").setup(seats=seats, **options), SMALL, seed=3)


def test_a_network_learns_a_small_game() -> None:
    training = Training(learner(portions=(21, 24)), minutes=1, clock=Ticks(0.1), games=600)
    first = training.measure().rate
    points = [point for point in training.run() if point is not None]
    assert training.learner.positions in (64 * 600, 64 * 601)
    assert training.learner.updates == SMALL.repeats * training.learner.positions // 64
    assert points[-1].rate > first + 0.05
    assert training.progress == 1


def test_files_are_written_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    training = Training(learner(), minutes=0.05, path=path, clock=Ticks(0.1), games=20)
    for _ in training.run():
        pass
    training.save()
    card = read_net(path).card
    assert (card.game, card.seats, card.seed, card.positions) == ("bratwurmeck", 2, 3, training.learner.positions)
    assert card.minutes == pytest.approx(0.05, abs=0.01)
    assert "among greedy" in card.strength
    again = Training(learner(), minutes=0.1, path=path, clock=Ticks(0.1), games=20)
    again.resume(checkpoint_path(path))
    assert again.learner.updates == training.learner.updates
    assert again.curve == training.curve
    assert np.array_equal(again.learner.weights(), training.learner.weights())
    assert any(True for _ in again.run())
    assert again.learner.updates > training.learner.updates


def test_a_training_that_goes_on_is_not_measured_more_often() -> None:
    """A curve may have few points because it began with other minutes."""
    training = Training(learner(), minutes=0.1, clock=Ticks(0.1), games=2)
    training.done, training.curve = 0.05, [CurvePoint(0.01, 10, 0.1, 0.0, 0.2)]
    points = [number for number, point in enumerate(training.run()) if point is not None]
    assert points[0] == 0
    assert 4 <= len(points) <= 6
    assert min(np.diff(points)) >= 3


def test_checkpoints_of_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.checkpoint"
    save_checkpoint(path, learner(), 0.1, [])
    for wrong in (learner(seats=3), learner(portions=(21, 26))):
        with pytest.raises(BadSetup, match="of another training"):
            load_checkpoint(path, wrong)
    whole = path.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], json.dumps({}).encode()):
        path.write_bytes(damaged)
        with pytest.raises(BadSetup, match="is not a checkpoint"):
            load_checkpoint(path, learner())


def test_older_checkpoints_are_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Numbers of the recipe had other names, and those that are new are in none."""
    path = tmp_path / "some.checkpoint"
    save_checkpoint(path, learner(), 0.1, [])
    with np.load(path) as file:
        arrays = dict(file)
    about = json.loads(arrays.pop("about").tobytes())
    recipe = about["recipe"]
    recipe |= {"recent": recipe.pop("replay_buffer"), "last_rate": recipe.pop("last_learning_rate"), "rate": 2e-3}
    del recipe["learning_rate"], recipe["minibatch"]
    assert {"weights.table", "slow.table", "means.table", "squares.table", "updates"} <= arrays.keys()
    with path.open("wb") as written:
        np.savez(written, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **arrays)
    load_checkpoint(path, learner())
    (record,) = caplog.records
    assert record.getMessage().endswith("by the new one: learning_rate 0.003 instead of 0.002.")


def test_only_games_with_networks_are_trained() -> None:
    with pytest.raises(BadSetup, match="this is another game"):
        win_shares_of(get("karteneck").setup(seats=2))
    with pytest.raises(BadSetup, match="multiples of 16"):
        Recipe(units=(20, 16))


def test_time_in_which_the_program_stood_still_does_not_count() -> None:
    training = Training(learner(), minutes=1, clock=Ticks(1000.0), processor_clock=Ticks(0.1), games=2)
    next(training.run())
    assert training.done == pytest.approx(5 / 60)


def test_long_updates_count_in_full() -> None:
    """An update of Karteneck for five can take longer than the limit, but the processors work all the time."""
    training = Training(learner(), minutes=2, clock=Ticks(20.0), processor_clock=Ticks(18.0), games=2)
    next(training.run())
    assert training.done == pytest.approx(20 / 60)


class Diverged(Learner):
    """A learner whose weights become this number after some updates."""

    wrong, after = float("nan"), 3

    def weights(self) -> list[float]:
        weights = super().weights()
        return weights if self.updates <= self.after else [self.wrong, *weights[1:]]


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), 70_000.0])
def test_a_training_that_diverges_keeps_what_was_saved_before(wrong: float, tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    bad = Diverged(get("bratwurmeck").setup(seats=2), SMALL, seed=3)
    bad.wrong = wrong
    training = Training(bad, minutes=1, path=path, clock=Ticks(0.1), games=2)
    bad.updates = bad.after + 1
    with pytest.raises(BadSetup, match=r"diverged.* begin again with another --seed") as without:
        training.save()
    assert "--resume" not in str(without.value)
    assert not list(tmp_path.iterdir())
    bad.updates = 0
    training.save()
    files = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(files) == 2
    bad.updates = bad.after + 1
    with pytest.raises(BadSetup, match=r"diverged.*--resume .*some\.net\.checkpoint"):
        training.save()
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == files


def test_a_training_ends_when_its_error_is_no_number() -> None:
    bad = learner()
    training = Training(bad, minutes=1, clock=Ticks(0.1), games=2)
    next(training.run())
    bad.backend.learn = lambda samples, learning_rate: float("nan")  # type: ignore[method-assign]
    with pytest.raises(BadSetup, match="diverged"):
        next(training.run())


def test_the_checkpoint_is_written_before_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("heckmeck.train.training.write_net", fails)
    path = tmp_path / "some.net"
    with pytest.raises(OSError, match="no room"):
        Training(learner(), minutes=1, path=path).save()
    assert load_checkpoint(checkpoint_path(path), learner())


def test_a_resumed_training_plays_other_games(tmp_path: Path) -> None:
    """It does not begin with the dice of the first games, but goes on in the same way each time."""
    path = tmp_path / "some.checkpoint"
    saved = learner()
    saved.updates = 100
    save_checkpoint(path, saved, 0.1, [])
    new, resumed, same = learner(), learner(), learner()
    for each in (resumed, same):
        load_checkpoint(path, each)
        assert each.updates == 100
    found = []
    for each in (new, resumed, same):
        each.update(0.0)
        found.append(each.backend.state_dict()["weights.table"])
    assert not np.array_equal(found[0], found[1])
    assert np.array_equal(found[1], found[2])


def test_another_recipe_of_a_checkpoint_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path, setup = tmp_path / "some.checkpoint", get("bratwurmeck").setup(seats=2)
    save_checkpoint(path, learner(), 0.1, [])
    load_checkpoint(path, learner())
    assert not caplog.records
    load_checkpoint(path, Learner(setup, replace(SMALL, games=32, minibatch=16)))
    (record,) = caplog.records
    assert record.getMessage() == (
        f"{path} was made by another recipe, and the training goes on by the new one: "
        "games 32 instead of 64, minibatch 16 instead of none."
    )


def test_a_minibatch_is_what_one_update_learns_from() -> None:
    small = Learner(get("barbecue").setup(seats=2), Recipe(units=(16, 16), games=50, minibatch=20, repeats=1))
    small.update(0.0)
    assert (small.updates, small.positions) == (3, 50)

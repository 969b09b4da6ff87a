"""Learning: one step is the same in numpy with and without the kernel, and what was saved can be gone on with."""

from typing import Any

import numpy as np
import pytest

from heckmeck.bots.net import NetCard
from heckmeck.bots.numpy_net import forward
from heckmeck.rl.batch import valuation
from heckmeck.rl.batch.kernel import library
from heckmeck.train.backend import NumpyBackend, Samples, first_weights
from helpers.finite_differences import finite_differences

CARD = NetCard(game="", seats=3, rows=12, units=(16, 16))


def samples(seed: int) -> Samples:
    source = np.random.default_rng(seed)
    rows = source.integers(0, 12, (40, 4)).astype(np.int16)
    targets = source.random((40, 3)).astype(np.float32)
    return Samples(rows, targets / targets.sum(axis=1, keepdims=True))


def test_a_step_is_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for use in (True, False):
        monkeypatch.setattr(valuation, "library", library if use else lambda: None)
        backend = NumpyBackend(CARD, first_weights(CARD, 1))
        for seed in range(5):
            backend.learn(samples(seed), learning_rate=0.01)
        backend.update_target(1)
        found.append(backend.target())
    for name, weights in found[0].items():
        assert np.allclose(weights, found[1][name], atol=1e-5), name


def cross_entropy(weights: dict[str, Any], given: Samples) -> float:
    shares = forward(weights, given.rows.astype(np.intp))
    return -float((given.targets * np.log(shares)).sum()) / len(given.targets)


@pytest.mark.parametrize("use", [True, False], ids=["kernel", "numpy"])
def test_gradients_are_those_of_the_cross_entropy(use: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are compared with finite differences in double precision, weight by weight."""
    monkeypatch.setattr(valuation, "library", library if use else lambda: None)
    source, given = np.random.default_rng(2), samples(7)
    weights = {
        name: weight + source.normal(0, 0.1, weight.shape).astype(np.float32)
        for name, weight in first_weights(CARD, 2).items()
    }
    loss, gradients = NumpyBackend(CARD, weights).gradients(given)
    exact = {name: weight.astype(np.float64) for name, weight in weights.items()}
    assert loss == pytest.approx(cross_entropy(exact, given), rel=1e-5)
    assert gradients.keys() == CARD.shapes.keys()
    for name, gradient in gradients.items():
        found = finite_differences(lambda: cross_entropy(exact, given), exact[name])
        assert np.abs(found).max() > 1e-3, name
        np.testing.assert_allclose(gradient, found, rtol=1e-3, atol=1e-6, err_msg=name)


def test_steps_lower_the_loss() -> None:
    backend, given = NumpyBackend(CARD, first_weights(CARD, 2)), samples(7)
    losses = [backend.learn(given, learning_rate=0.003) for _ in range(200)]
    assert losses[-1] < losses[0] - 0.01
    entropy = -float((given.targets * np.log(given.targets)).sum()) / len(given.targets)
    assert losses[-1] > entropy


def test_first_weights_say_that_all_shares_are_about_equal() -> None:
    rows, _ = samples(3)
    shares = forward(first_weights(CARD, 5), rows.astype(np.intp))
    assert np.abs(shares - 1 / 3).max() < 0.15
    assert not np.array_equal(first_weights(CARD, 5)["table"], first_weights(CARD, 6)["table"])


def test_the_target_network_moves_slowly() -> None:
    backend = NumpyBackend(CARD, first_weights(CARD, 1))
    before = backend.target()["table"].copy()
    backend.learn(samples(1), learning_rate=0.1)
    assert np.array_equal(backend.target()["table"], before)
    backend.update_target(0.5)
    half = np.abs(backend.target()["table"] - before).max()
    backend.update_target(1)
    assert np.abs(backend.target()["table"] - before).max() == pytest.approx(2 * half, rel=1e-4)


def test_learning_goes_on_where_it_was() -> None:
    one, other = NumpyBackend(CARD, first_weights(CARD, 1)), NumpyBackend(CARD, first_weights(CARD, 9))
    for seed in range(3):
        one.learn(samples(seed), learning_rate=0.01)
        one.update_target(0.3)
    other.load_state_dict(one.state_dict())
    for backend in (one, other):
        backend.learn(samples(9), learning_rate=0.01)
        backend.update_target(0.3)
    for name, weights in one.target().items():
        assert np.array_equal(weights, other.target()[name]), name

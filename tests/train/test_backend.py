"""Learning: one step is the same in numpy with and without the kernel, and what was saved can be gone on with."""

import numpy as np
import pytest

from heckmeck.bots.net import NetCard
from heckmeck.bots.numpy_net import forward
from heckmeck.rl.batch import valuation
from heckmeck.rl.batch.kernel import library
from heckmeck.train.backend import NumpyBackend, Samples, first_weights

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
            backend.learn(samples(seed), rate=0.01)
        backend.follow(1)
        found.append(backend.slow())
    for name, weights in found[0].items():
        assert np.allclose(weights, found[1][name], atol=1e-5), name


def test_slopes_are_those_of_the_cross_entropy() -> None:
    """A small step against one weight changes the loss as the first step of Adam says: downwards."""
    backend = NumpyBackend(CARD, first_weights(CARD, 2))
    given = samples(7)
    losses = [backend.learn(given, rate=0.003) for _ in range(200)]
    assert losses[-1] < losses[0] - 0.01
    entropy = -float((given.targets * np.log(given.targets)).sum()) / len(given.targets)
    assert losses[-1] > entropy


def test_first_weights_say_that_all_shares_are_about_equal() -> None:
    rows, _ = samples(3)
    shares = forward(first_weights(CARD, 5), rows.astype(np.intp))
    assert np.abs(shares - 1 / 3).max() < 0.15
    assert not np.array_equal(first_weights(CARD, 5)["table"], first_weights(CARD, 6)["table"])


def test_the_slow_copy_follows_slowly() -> None:
    backend = NumpyBackend(CARD, first_weights(CARD, 1))
    before = backend.slow()["table"].copy()
    backend.learn(samples(1), rate=0.1)
    assert np.array_equal(backend.slow()["table"], before)
    backend.follow(0.5)
    half = np.abs(backend.slow()["table"] - before).max()
    backend.follow(1)
    assert np.abs(backend.slow()["table"] - before).max() == pytest.approx(2 * half, rel=1e-4)


def test_learning_goes_on_where_it_was() -> None:
    one, other = NumpyBackend(CARD, first_weights(CARD, 1)), NumpyBackend(CARD, first_weights(CARD, 9))
    for seed in range(3):
        one.learn(samples(seed), rate=0.01)
        one.follow(0.3)
    other.remember(one.memory())
    for backend in (one, other):
        backend.learn(samples(9), rate=0.01)
        backend.follow(0.3)
    for name, weights in one.slow().items():
        assert np.array_equal(weights, other.slow()[name]), name

"""The network while it learns: gradients that are those of its errors, and both ways to compute its values alike."""

import numpy as np

from heckmeck.games import get
from heckmeck.rl.batch import make_batch
from heckmeck.train.karteneck.afterstates import AfterstateReader
from heckmeck.train.karteneck.network import LEAD_WEIGHT, Network
from helpers.finite_differences import finite_differences


def test_it_learns_what_it_is_told() -> None:
    source = np.random.default_rng(1)
    rows = source.normal(size=(256, 6)).astype(np.float32)
    wins = (rows[:, 0] * rows[:, 1] > 0).astype(np.float32)
    targets = np.column_stack([wins, rows[:, 2]])
    network = Network(4, 2, (32, 16), seed=1)
    losses = [network.train(rows, targets, learning_rate=0.01) for _ in range(400)]
    assert losses[-1] < 0.01 < 0.2 < losses[0]


def test_gradients_are_those_of_the_errors() -> None:
    """That of the win is its cross-entropy, that of the lead half its square, by weight."""
    source = np.random.default_rng(3)
    rows = source.normal(size=(40, 6)).astype(np.float32)
    targets = np.column_stack([source.random(40), source.normal(size=40)]).astype(np.float32)
    network = Network(4, 2, (16, 8), seed=1)
    for weight in network.weights:
        weight += source.normal(0, 0.1, weight.shape).astype(np.float32)
    exact = [weight.astype(np.float64) for weight in network.weights]

    def loss() -> float:
        one = np.maximum(rows @ exact[0] + exact[1], 0)
        wins, leads = (np.maximum(one @ exact[2] + exact[3], 0) @ exact[4] + exact[5]).T
        entropies = np.log1p(np.exp(wins)) - targets[:, 0] * wins
        return float((entropies + LEAD_WEIGHT / 2 * (leads - targets[:, 1]) ** 2).mean())

    _, gradients = network.gradients(rows, targets)
    assert len(gradients) == len(exact)
    for number, gradient in enumerate(gradients):
        found = finite_differences(loss, exact[number])
        assert np.abs(found).max() > 1e-3
        np.testing.assert_allclose(gradient, found, rtol=1e-3, atol=1e-6, err_msg=str(number))


def test_values_are_those_that_were_trained() -> None:
    """Training reads whole rows; playing shares the tables of a decision."""
    batch = make_batch(get("karteneck").setup(seats=2), 4, seed=1)
    reader = AfterstateReader(batch)
    after = reader.read(np.arange(4))
    network = Network(*reader.sizes, (16, 16), seed=2)
    everything = np.arange(len(after.own))
    targets = np.column_stack(network.values(after)).astype(np.float32)
    assert network.train(after.rows(everything), targets, learning_rate=0.0) < 1e-9


def test_it_goes_on_from_its_memory() -> None:
    rows, targets = np.ones((8, 6), np.float32), np.full((8, 2), 0.3, np.float32)
    one, other = Network(4, 2, (16, 16), seed=1), Network(4, 2, (16, 16), seed=2)
    one.train(rows, targets, learning_rate=0.01)
    other.load_state_dict({name: array.copy() for name, array in one.state_dict().items()})
    assert one.train(rows, targets, learning_rate=0.01) == other.train(rows, targets, learning_rate=0.01)
    for mine, theirs in zip(one.weights, other.weights, strict=True):
        np.testing.assert_array_equal(mine, theirs)

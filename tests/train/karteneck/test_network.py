"""The network while it learns: slopes that lead downhill, and both ways to compute its values alike."""

import numpy as np

from heckmeck.games import get
from heckmeck.rl.batch import make_batch
from heckmeck.train.karteneck.afterstates import AfterstateReader
from heckmeck.train.karteneck.network import Network


def test_it_learns_what_it_is_told() -> None:
    source = np.random.default_rng(1)
    rows = source.normal(size=(256, 6)).astype(np.float32)
    wins = (rows[:, 0] * rows[:, 1] > 0).astype(np.float32)
    targets = np.column_stack([wins, rows[:, 2]])
    network = Network(4, 2, (32, 16), seed=1)
    losses = [network.train(rows, targets, rate=0.01) for _ in range(400)]
    assert losses[-1] < 0.01 < 0.2 < losses[0]


def test_values_are_those_that_were_trained() -> None:
    """Training reads whole rows; playing shares the tables of a decision."""
    batch = make_batch(get("karteneck").setup(seats=2), 4, seed=1)
    reader = AfterstateReader(batch)
    after = reader.read(np.arange(4))
    network = Network(*reader.sizes, (16, 16), seed=2)
    everything = np.arange(len(after.own))
    targets = np.column_stack(network.values(after)).astype(np.float32)
    assert network.train(after.rows(everything), targets, rate=0.0) < 1e-9


def test_it_goes_on_from_its_memory() -> None:
    rows, targets = np.ones((8, 6), np.float32), np.full((8, 2), 0.3, np.float32)
    one, other = Network(4, 2, (16, 16), seed=1), Network(4, 2, (16, 16), seed=2)
    one.train(rows, targets, rate=0.01)
    other.remember({name: array.copy() for name, array in one.memory().items()})
    assert one.train(rows, targets, rate=0.01) == other.train(rows, targets, rate=0.01)
    for mine, theirs in zip(one.weights, other.weights, strict=True):
        np.testing.assert_array_equal(mine, theirs)

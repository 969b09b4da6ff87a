"""The network in numpy and in plain Python: the same values, and those that follow from the weights."""

from itertools import pairwise
from math import exp
from random import Random

import pytest

from heckmeck.bots.karteneck.value_network import Layer, NumpyNetwork, PlainNetwork, ValueNetwork, make_network


def random_layers(sizes: tuple[int, ...], seed: int) -> list[Layer]:
    """Return layers with random weights."""
    source = Random(seed)

    def row(length: int) -> list[float]:
        return [source.gauss(0, 0.3) for _ in range(length)]

    return [([row(after) for _ in range(before)], row(after)) for before, after in pairwise(sizes)]


@pytest.mark.parametrize("kind", [NumpyNetwork, PlainNetwork])
def test_values_follow_from_the_weights(kind: type[NumpyNetwork | PlainNetwork]) -> None:
    """Two inputs, of which the second is the own block; negative sums count nothing."""
    layers: list[Layer] = [
        ([[1.0, -1.0], [2.0, 0.0]], [0.5, 0.0]),
        ([[1.0], [100.0]], [0.0]),
        ([[0.25, -1.0]], [0.0, 3.0]),
    ]
    network: ValueNetwork = kind(layers)
    (value,) = network.values([[1.0]], [[3.0]])
    assert value == pytest.approx((1 / (1 + exp(-7.5 / 4)), 3.0 - 7.5))


def test_numpy_and_plain_python_agree() -> None:
    layers, source = random_layers((12, 16, 16, 2), seed=1), Random(2)
    shared = [source.random() for _ in range(7)]
    tables = [shared, shared, [source.random() for _ in range(7)], shared]
    own = [[source.choice((0.0, 0.0, 1.0, source.random())) for _ in range(5)] for _ in tables]
    one, other = NumpyNetwork(layers).values(tables, own), PlainNetwork(layers).values(tables, own)
    for each, same in zip(one, other, strict=True):
        assert each == pytest.approx(same, abs=1e-5)
    assert len({value.win for value in one}) == len(one)


def test_numpy_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    layers = random_layers((2, 1, 1, 2), seed=3)
    assert isinstance(make_network(layers), NumpyNetwork)
    monkeypatch.setattr("heckmeck.bots.karteneck.value_network.np", None)
    assert isinstance(make_network(layers), PlainNetwork)


def test_a_lost_position_is_no_overflow() -> None:
    layers: list[Layer] = [([[1.0], [1.0]], [0.0]), ([[1.0]], [0.0]), ([[-1.0, 0.0]], [0.0, 0.0])]
    assert PlainNetwork(layers).values([[1e6]], [[1.0]])[0].win == 0

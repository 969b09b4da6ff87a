"""Streams of random numbers."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from heckmeck.games import BadSetup
from heckmeck.rl.batch.stream import Stream, first_states
from helpers.batches import batch_of


def test_numbers_are_those_of_splitmix64() -> None:
    """The first numbers for the seed 1234567, as its author published them."""
    stream = Stream(1234567)
    assert [stream.randrange(2**64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_numbers_are_spread_evenly() -> None:
    stream = Stream(3)
    counts = Counter(stream.randrange(6) for _ in range(6000))
    assert all(850 < counts[number] < 1150 for number in range(6))


def test_games_have_separate_streams() -> None:
    states = first_states(0, 10_000)
    assert len(np.unique(states)) == 10_000
    assert len(np.unique(np.concatenate([first_states(None, 3), first_states(None, 3)]))) == 6


def test_integers_of_numpy_are_seeds() -> None:
    assert np.array_equal(first_states(np.int64(3), 2), first_states(3, 2))
    assert np.array_equal(first_states([np.uint8(3), None], 2)[0], first_states([3, None], 2)[0])


@pytest.mark.parametrize(
    "seed", [-1, np.int64(-1), np.True_, [True, 1, 2], True, 1.5, "1", [1, 2], [1, 2, -3], np.array([1, 2, 3])]
)
def test_bad_seeds(seed: Any) -> None:
    batch = batch_of("barbecue", games=3)
    with pytest.raises(BadSetup, match=r"[Ss]eed must be"):
        batch.reset(seed=seed)

"""Returns in array form are those of the outcomes."""

from random import Random

import numpy as np
import pytest

from heckmeck.games.outcome import rank
from heckmeck.rl.returns import RETURN_ARRAYS, RETURNS


@pytest.mark.parametrize("name", RETURNS)
@pytest.mark.parametrize("seats", [2, 3, 7])
def test_returns_of_many_games_are_those_of_each(name: str, seats: int) -> None:
    source = Random(seats)
    standings = [[(source.randrange(4), source.randrange(3)) for _ in range(seats)] for _ in range(200)]
    array = np.array(standings)
    expected = [RETURNS[name](rank("end", row)) for row in standings]
    assert np.allclose(RETURN_ARRAYS[name](array[:, :, 0], array[:, :, 1]), expected, atol=1e-6)

"""Random streams of a training: where it goes on, they are not those of its beginning."""

from __future__ import annotations

import numpy as np


def stream_seed(seed: int, updates: int) -> int:
    """Return the seed of everything random in a training that begins, or goes on, after so many updates.

    With the same seed, a training goes on from a checkpoint in the same way each time, but it does not play the games
    of its beginning again. It is not the training that would have come without a stop: games begin anew.

    >>> stream_seed(3, updates=0), stream_seed(3, updates=100), stream_seed(3, updates=200)
    (3, 3029309739, 639331011)
    """
    return int(np.random.SeedSequence((seed, updates)).generate_state(1)[0]) if updates else seed

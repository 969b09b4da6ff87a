"""The same games by the kernel and by the reference engine, compared after every step."""

from typing import Any

import numpy as np
import pytest

from heckmeck.games import Setup, get
from heckmeck.rl.batch import Batch, make_batch
from heckmeck.rl.batch.kernel import library

needs_kernel = pytest.mark.skipif(
    library() is None, reason="there is no kernel to compare with: no compiler, or it is switched off"
)
with_kernel = pytest.mark.parametrize("use_kernel", [True, False] if library() else [False])

SHOWN = ("observations", "masks", "seats", "status", "turns")


def batch_of(game: str, games: int = 3, seed: int = 1, use_kernel: bool = True, **options: Any) -> Batch:
    """Make a batch with defaults."""
    return make_batch(get(game).setup(**{"seats": 2, **options}), games, seed, use_kernel=use_kernel)


def assert_equal(ours: Batch, reference: Batch) -> None:
    """Compare everything that two batches report about their games."""
    for name in SHOWN:
        assert np.array_equal(getattr(ours, name), getattr(reference, name)), name
    assert ours.observations.dtype == reference.observations.dtype
    assert ours.states() == reference.states()


def assert_all_equal(ours: Batch, reference: Batch) -> None:
    """Compare what follows from their states too."""
    assert_equal(ours, reference)
    over = np.flatnonzero(ours.over)
    assert ours.reasons(over).tolist() == reference.reasons(over).tolist()
    for mine, theirs in zip(ours.standings(), reference.standings(), strict=True):
        assert np.array_equal(mine, theirs)
    assert np.array_equal(ours.records, reference.records)
    assert ours.layout.possible(ours.records).all()


def compare(
    setup: Setup, games: int, steps: int, seed: int, max_turns: int | None, *, illegal: float = 0.0, every: int = 1
) -> set[str]:
    """Play this many steps in this many games by random actions, both ways; return the reasons of all ends.

    States, masks and observations are compared after every step, what follows from the states after `every` few. A
    share of the actions may be `illegal`, which end their games.
    """
    ours, reference = (make_batch(setup, games, seed, max_turns=max_turns, use_kernel=use) for use in (True, False))
    assert type(ours) is not type(reference)
    chance, reasons = np.random.default_rng(seed), set[str]()
    for step in range(steps):
        (assert_equal if step % every else assert_all_equal)(ours, reference)
        reasons |= {*ours.reasons(np.arange(games)).tolist()}
        actions = ours.random_actions()
        assert np.array_equal(actions, reference.random_actions())
        wrong = chance.random(games) < illegal
        actions[wrong] = chance.integers(0, ours.masks.shape[1], games)[wrong]
        for batch in (ours, reference):
            batch.step(actions, reset_over=True, end_illegal=True)
    assert_all_equal(ours, reference)
    return reasons - {""}

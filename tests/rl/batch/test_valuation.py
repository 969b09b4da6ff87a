"""Positions of many games valued by a network: the kernel agrees with the plain features and rules."""

from typing import Any

import numpy as np
import pytest

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.features import Features
from heckmeck.bots.net import NetCard
from heckmeck.bots.numpy_net import Floats, arrays
from heckmeck.games import IllegalMove, get
from heckmeck.rl.batch import make_batch
from heckmeck.rl.batch.batch import Batch
from heckmeck.rl.batch.layout import Records
from heckmeck.rl.batch.valuation import add_rows, make_valuation, sum_rows
from helpers.batches import needs_kernel

KINDS: dict[str, type[Features[Any, Any]]] = {"bratwurmeck": BratwurmeckFeatures, "barbecue": BarbecueFeatures}
SETUPS: list[tuple[str, dict[str, Any]]] = [
    *(("bratwurmeck", {"seats": seats}) for seats in range(2, 8)),
    ("bratwurmeck", {"seats": 3, "lower_portion": "next", "returned_highest_turns": True, "first": 1}),
    ("bratwurmeck", {"seats": 2, "portions": (23, 28)}),
    *(("barbecue", {"seats": seats}) for seats in range(2, 6)),
    ("barbecue", {"seats": 3, "snails": 2, "spots": (24, 30)}),
]


def some_weights(features: Features[Any, Any], seats: int) -> dict[str, Floats]:
    card = NetCard(game="", seats=seats, rows=features.size, units=(32, 16))
    return arrays(card, np.random.default_rng(1).normal(0, 0.3, card.size))


def played(name: str, options: dict[str, Any], games: int = 60) -> tuple[Batch, Records]:
    """Records from the whole of random games, over or not."""
    batch = make_batch(get(name).setup(**options), games, 2)
    found = []
    while not batch.over.all():
        found.append(batch.records.copy())
        batch.step(batch.random_actions())
    records = np.concatenate([*found, batch.records])
    return batch, records[np.random.default_rng(3).choice(len(records), 80, replace=False)]


@needs_kernel
@pytest.mark.parametrize(("name", "options"), SETUPS)
def test_the_kernel_agrees_with_the_plain_features_and_rules(name: str, options: dict[str, Any]) -> None:
    batch, records = played(name, options)
    features: Features[Any, Any] = KINDS[name](options["seats"])
    ours, plain = (make_valuation(batch.dice_layout, features, use_kernel=use) for use in (True, False))
    for valuation in (ours, plain):
        valuation.use(some_weights(features, options["seats"]))
    assert np.array_equal(ours.describe(records), plain.describe(records))
    assert np.allclose(ours.shares(records), plain.shares(records), atol=1e-5)
    assert np.allclose(ours.shares(records).sum(axis=1), 1, atol=1e-5)
    running = records[records["ended"] == 0]
    found, expected = ours.worths(running), plain.worths(running)
    possible = sorted(batch.dice_layout.game.die.with_worm)
    assert np.allclose(found.stop[:, possible], expected.stop[:, possible], atol=1e-5)
    assert np.allclose(found.fail, expected.fail, atol=1e-5)
    assert found.results.max() > 4
    for row in range(len(running)):  # the kernel may list a position twice that two sums lead to
        ours_, plain_ = (each.values[row, : each.results[row]] for each in (found, expected))
        assert len(ours_) >= len(plain_)
        assert (np.abs(ours_[:, None] - plain_).min(axis=0) < 1e-5).all()
        assert (np.abs(ours_[:, None] - plain_).min(axis=1) < 1e-5).all()


@needs_kernel
def test_results_are_those_that_the_engine_leads_to() -> None:
    batch, records = played("barbecue", {"seats": 3})
    records = records[records["status"] == 0]
    valuation = make_valuation(batch.dice_layout, BarbecueFeatures(3))
    valuation.use(some_weights(valuation.features, 3))
    found = valuation.worths(records)
    for result in range(int(found.results.max())):
        here = np.flatnonzero(found.results > result)
        after = batch.after(records[here], found.actions[here, result], found.totals[here, result])
        shift = (records["seat"][here].astype(int) - after["seat"]) % 3
        shares = valuation.shares(after)[np.arange(len(here)), shift]
        assert np.allclose(shares, found.values[here, result], atol=1e-6)


def test_records_of_another_game_are_refused() -> None:
    batch = make_batch(get("barbecue").setup(seats=2), 3, 1)
    other = make_batch(get("bratwurmeck").setup(seats=2), 3, 1)
    valuation = make_valuation(batch.dice_layout, BarbecueFeatures(2))
    with pytest.raises((IllegalMove, ValueError)):
        valuation.describe(other.records)


@pytest.mark.parametrize("units", [16, 24])
def test_rows_are_added_up(units: int) -> None:
    source = np.random.default_rng(4)
    table, bias = source.normal(size=(30, units)).astype(np.float32), source.normal(size=units).astype(np.float32)
    rows = source.integers(0, 30, (50, 7)).astype(np.int16)
    assert np.allclose(sum_rows(table, bias, rows), table[rows].sum(axis=1) + bias, atol=1e-5)
    slopes = source.normal(size=(50, units)).astype(np.float32)
    expected = np.zeros_like(table)
    for row, slope in zip(rows, slopes, strict=True):
        np.add.at(expected, row, slope)
    assert np.allclose(add_rows(slopes, rows, 30), expected, atol=1e-4)

"""Calibration: it changes the log-odds of wins, and nothing else."""

import numpy as np

from heckmeck.games import get
from heckmeck.rl.batch import make_batch
from heckmeck.train.karteneck.afterstates import AfterstateReader
from heckmeck.train.karteneck.calibration import calibrate, predictions
from heckmeck.train.karteneck.network import Network


def test_log_odds_are_scaled_and_shifted() -> None:
    batch = make_batch(get("karteneck").setup(seats=2), 4, seed=1)
    reader = AfterstateReader(batch)
    after, network = reader.read(np.arange(4)), Network(*reader.sizes, (16, 16), seed=2)
    wins, leads = network.values(after)
    calibrate(network, scale=0.5, shift=-1.0)
    changed, same = network.values(after)
    np.testing.assert_array_equal(leads, same)
    np.testing.assert_allclose(np.log(changed / (1 - changed)), 0.5 * np.log(wins / (1 - wins)) - 1, atol=1e-5)


def test_predictions_go_with_the_ends_of_games() -> None:
    batch = make_batch(get("karteneck").setup(seats=2), 8, seed=1)
    network = Network(*AfterstateReader(batch).sizes, (16, 16), seed=2)
    expected, got = predictions(network, batch, lead=0.0, seed=1)
    assert expected.shape == got.shape
    assert len(got) > 8 * 2 * 5
    assert set(got.tolist()) <= {0.0, 0.5, 1.0}

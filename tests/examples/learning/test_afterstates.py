"""The worths of a turn's results, compared with those of the exact solver."""

import numpy as np
import pytest
from afterstates import features, turn_worths, with_ends
from exact_game import ExactGame
from network import Floats, Network

from heckmeck.games.bratwurmeck import BratwurmeckSetup
from heckmeck.rl.batch import Records, make_batch
from heckmeck.rl.batch.bratwurmeck import BratwurmeckLayout
from heckmeck.solve import turn_solver

SETUP = BratwurmeckSetup(seats=2, portions=(21, 24))
BATCH = make_batch(SETUP, games=1, seed=1)


@pytest.fixture(scope="module")
def game() -> ExactGame:
    assert isinstance(BATCH.layout, BratwurmeckLayout)
    return ExactGame(BATCH.layout)


def test_every_position_has_features_of_its_own(game: ExactGame) -> None:
    rows = features(SETUP, game.records)
    assert len(np.unique(rows, axis=0)) == len(game.records) == 232
    assert (rows.sum(axis=1) == 4).all()
    other_seat = game.records.copy()
    other_seat["seat"] = other_seat["viewer"] = 1
    other_seat["stacks"] = other_seat["stacks"][:, ::-1]
    assert np.array_equal(features(SETUP, other_seat), rows)


def test_exact_values_are_what_a_solved_turn_is_worth(game: ExactGame) -> None:
    """The Bellman equation: worths by exact values of the afterstates lead to the exact values again."""
    number_of = {row.tobytes(): number for number, row in enumerate(features(SETUP, game.records))}
    ends = with_ends(game.layout, Network(4 * 10, 4, seed=1))

    def value(records: Records) -> Floats:
        values = ends(records)
        running = np.flatnonzero(records["ended"] == 0)
        values[running] = game.exact[[number_of[row.tobytes()] for row in features(SETUP, records[running])]]
        return values

    worths = turn_worths(BATCH, game.records, value)
    solved = turn_solver("bratwurmeck").solve_many(worths.stop, worths.fail, np.float64)
    assert np.abs(solved - game.exact).max() < 1e-5
    assert game.guaranteed(worths) == pytest.approx(0.5, abs=1e-4)
    errors = game.errors(game.records[::7], game.exact[::7] + 0.25)
    assert errors == pytest.approx((0.25, 0.25))


def test_an_untrained_player_is_sure_of_less(game: ExactGame) -> None:
    worths = turn_worths(BATCH, game.records, with_ends(game.layout, Network(4 * 10, 4, seed=1)))
    assert 0 < game.guaranteed(worths) < 0.49

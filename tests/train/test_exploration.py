"""Some turns end in a result at random."""

import numpy as np

from heckmeck.train.exploration import EXPLORED, LONGEST_OPENING, OPENED, Exploration

GAMES = 4000


def test_games_are_explored_by_their_shares() -> None:
    found = Exploration(GAMES, np.random.default_rng(1))
    for share, rate in EXPLORED:
        assert abs((found.rates == rate).mean() - share) < 0.03
    opened = found.random_turns_left > 0
    assert abs(opened.mean() - OPENED) < 0.03
    assert found.random_turns_left.max() == LONGEST_OPENING


def test_results_are_chosen_evenly_from_those_that_there_are() -> None:
    exploration = Exploration(GAMES, np.random.default_rng(2))
    results = np.where(np.arange(GAMES) % 2, 3, 5).astype(np.int32)
    openings = exploration.random_turns_left.copy()
    games, chosen = exploration.choose(results)
    assert set(np.flatnonzero(openings)) <= set(games.tolist())
    assert exploration.rates[games][openings[games] == 0].min() > 0
    assert np.array_equal(exploration.random_turns_left, np.maximum(openings - 1, 0))
    for most, odd in ((5, 0), (3, 1)):
        counts = np.bincount(chosen[games % 2 == odd], minlength=most)
        assert len(counts) == most
        assert counts.min() > 0.7 * counts.mean()


def test_new_games_are_explored_anew() -> None:
    exploration = Exploration(GAMES, np.random.default_rng(3))
    rates, openings = exploration.rates.copy(), exploration.random_turns_left.copy()
    exploration.begin(np.arange(GAMES // 2))
    assert np.array_equal(exploration.rates[GAMES // 2 :], rates[GAMES // 2 :])
    assert not np.array_equal(exploration.random_turns_left, openings)

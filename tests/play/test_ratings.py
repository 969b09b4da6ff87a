"""Ratings: the strengths that made the results, with intervals that fit."""

import numpy as np
import pytest

from heckmeck.play.ratings import POINTS, bootstrap_ratings, ratings


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    truth = np.array([200.0, 0.0, -200.0])
    chance = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    wins = 1e6 * chance * (1 - np.eye(3))
    assert ratings(wins) == pytest.approx(truth, abs=0.1)


def test_a_bot_that_never_lost_has_a_rating_too() -> None:
    points = ratings(np.array([[0.0, 10.0], [0.0, 0.0]]))
    assert np.isfinite(points).all()
    assert points[0] > points[1]


def test_more_deals_make_narrower_intervals_and_pairings_without_games_do_not_count() -> None:
    bots = ("a", "b", "c")
    few, many = (
        bootstrap_ratings(
            bots, {("a", "b"): [1.0, 0.5, 1.0, 0.0] * number, ("b", "c"): [0.5, 1.0] * number, ("a", "c"): []}
        )
        for number in (10, 90)
    )
    assert few["a"][0] > few["b"][0] > few["c"][0]
    assert sum(points for points, _ in few.values()) == pytest.approx(0)
    for bot in bots:
        assert many[bot][1] == pytest.approx(few[bot][1] / 3, rel=0.2)


def test_a_clean_sweep_leaves_an_interval_that_narrows_with_more_deals() -> None:
    few, more, many = (bootstrap_ratings(("a", "b"), {("a", "b"): [1.0] * number})["a"] for number in (1, 100, 10_000))
    assert 0 < few[0] < more[0] < many[0]
    for _, margin in (few, more, many):
        assert 0 < margin < 2 * POINTS * np.log(10_000)
    # In shares of the wins: with more deals, less is possible.
    lowest = [1 / (1 + 10 ** (-2 * (points - margin) / 400)) for points, margin in (few, more, many)]
    assert lowest == sorted(lowest)
    assert lowest[1] > 0.9
    assert lowest[2] > 0.999


def test_equal_shares_of_every_deal_are_not_certain_either() -> None:
    points, margin = bootstrap_ratings(("a", "b"), {("a", "b"): [0.5] * 50})["a"]
    assert points == pytest.approx(0, abs=1)
    assert margin > 0

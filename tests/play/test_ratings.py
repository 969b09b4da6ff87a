"""Ratings: the strengths that made the results, with intervals that fit."""

import numpy as np
import pytest

from heckmeck.play.intervals import share_interval
from heckmeck.play.ratings import POINTS, rate, ratings


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
        rate(
            bots, {("a", "b"): [1.0, 0.5, 1.0, 0.0] * number, ("b", "c"): [0.5, 1.0, 0.0, 1.0] * number, ("a", "c"): []}
        )
        for number in (10, 90)
    )
    assert few["a"].value > few["b"].value > few["c"].value
    assert sum(rating.value for rating in few.values()) == pytest.approx(0)
    for bot in bots:
        assert many[bot].high - many[bot].low == pytest.approx((few[bot].high - few[bot].low) / 3, rel=0.2)
        assert many[bot].low < many[bot].value < many[bot].high


def test_two_bots_have_the_interval_of_their_share() -> None:
    shares = [1.0] * 95 + [0.5] * 4 + [0.0]
    found = rate(("a", "b"), {("b", "a"): shares})
    for end, points in zip(share_interval(shares), found["b"][1:], strict=True):
        assert points == pytest.approx(POINTS / 2 * np.log(end / (1 - end)))
    assert found["a"] == pytest.approx((-found["b"].value, -found["b"].high, -found["b"].low))


def test_a_clean_sweep_has_no_upper_end_and_a_lower_one_that_rises_with_more_deals() -> None:
    found = [rate(("a", "b"), {("a", "b"): [1.0] * number}) for number in (1, 100, 10_000)]
    assert all(each["a"].high == np.inf and each["b"].low == -np.inf for each in found)
    lows = [each["a"].low for each in found]
    assert lows == sorted(lows)
    assert [1 / (1 + 10 ** (-2 * low / 400)) for low in lows][1:] == pytest.approx([0.9638, 0.99963], abs=1e-4)


def test_a_bot_that_always_loses_does_not_blur_the_others() -> None:
    even = [1.0, 0.5, 0.0, 0.5, 1.0] * 20
    found = rate(("a", "b", "c"), {("a", "b"): even, ("a", "c"): [1.0] * 100, ("b", "c"): [1.0] * 100})
    alone = rate(("a", "b"), {("a", "b"): even})
    assert found["c"].low == -np.inf
    assert found["c"].high < found["b"].low
    for bot in ("a", "b"):
        assert found[bot].high - found[bot].low == pytest.approx(alone[bot].high - alone[bot].low, rel=0.1)


def test_a_bot_that_beats_only_one_of_two_always_has_both_ends() -> None:
    even = [1.0, 0.5, 0.0, 0.5] * 25
    found = rate(("a", "b", "c"), {("a", "b"): even, ("a", "c"): [1.0] * 100, ("b", "c"): even})
    assert all(np.isfinite(rating).all() for rating in found.values())


def test_luck_that_pairings_share_is_taken_into_account() -> None:
    """If a and b win and lose the same deals against c, they are certainly equally good."""
    source = np.random.default_rng(1)
    one, other = (source.choice([0.0, 1.0], 400).tolist() for _ in range(2))
    same = rate("abc", {("a", "c"): one, ("b", "c"): one})
    different = rate("abc", {("a", "c"): one, ("b", "c"): other})
    # The rating of a is (2 a - b) / 3 where c is 0: its variance is five times as large if a and b are independent.
    expected = (different["a"].high - different["a"].low) / np.sqrt(5)
    assert same["a"].high - same["a"].low == pytest.approx(expected, rel=0.1)


def test_bots_that_have_not_played_have_no_rating_and_parts_of_a_pool_may_be_apart() -> None:
    played = [1.0, 0.5, 0.0, 1.0] * 10
    assert rate("abc", {("a", "b"): [], ("a", "c"): [], ("b", "c"): []}) == {}
    assert set(rate("abc", {("a", "b"): played, ("a", "c"): []})) == {"a", "b"}
    apart = rate("abcd", {("a", "b"): played, ("c", "d"): played})
    assert apart["a"].value == pytest.approx(apart["c"].value)


def test_equal_shares_of_every_deal_are_not_certain_either() -> None:
    found = rate(("a", "b"), {("a", "b"): [0.5] * 50})["a"]
    assert found.value == pytest.approx(0, abs=1)
    assert found.low < -1
    assert found.high > 1

"""Statistics: correct sums, and intervals with the promised coverage."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from heckmeck.games import AnyGame, GameEnded, Outcome, get
from heckmeck.play.statistics import Counted, Deal, Score, Tally, win_interval


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    """Deals whose share is 0, 1/2 or 1 with known chances: 95 of 100 intervals contain the mean."""
    source = np.random.default_rng(1)
    held = 0
    for _ in range(1000):
        score = Score(shares=list(source.choice([0.0, 0.5, 1.0], p=[0.2, 0.5, 0.3], size=200)))
        _, low, high = score.measured
        held += low <= 0.55 <= high
    assert 930 <= held <= 970


def test_equal_shares_are_no_certainty() -> None:
    assert 0.03 < Score(shares=[1.0] * 100).margin < 0.04
    assert Score(shares=[1.0]).margin > 0.9
    assert 0.004 < Score(shares=[0.5] * 300).margin < 0.01


def test_the_game_is_asked_what_is_counted() -> None:
    assert Counted.of(get("karteneck")) == (True, True)
    only_an_end = cast(AnyGame, SimpleNamespace(events=(GameEnded,)))
    assert Counted.of(only_an_end) == (False, False)


def test_wilson_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    source = np.random.default_rng(1)
    intervals = [win_interval(wins, 60) for wins in source.binomial(60, 0.9, size=2000)]
    held = sum(low <= 0.9 <= high for low, high in intervals)
    assert 0.93 * 2000 <= held <= 0.975 * 2000
    assert win_interval(0, 10)[0] == pytest.approx(0, abs=1e-12)


def test_a_shared_win_counts_in_parts() -> None:
    tally = Tally(seats=3)
    tally.add(Outcome("grill_empty", (3, 5, 5), ((1, 2), (0,))), steps=40)
    tally.add(Outcome("forfeit", (1, 0, 2), ((2,), (1,), (0,)), seat=0), steps=7)
    assert (tally.games, tally.steps) == (2, 47)
    assert tally.wins == [0, 0.5, 1.5]
    assert tally.scores == [4, 5, 7]
    assert tally.reasons == {"grill_empty": 1, "forfeit": 1}


def test_the_score_of_a_pairing_adds_up_its_deals() -> None:
    score = Score()
    for won in (2.0, 1.0):
        deal = Deal(games=2, won=won, scores=[7.0, 4.0], forfeits=["b: broken"])
        deal.failed[1] += 3
        deal.thefts[0] += 1
        score.add(deal)
    assert score.shares == [1.0, 0.5]
    assert (score.games, score.rate) == (4, 0.75)
    assert (score.scores, score.failed, score.thefts) == ([14, 8], [0, 6], [2, 0])
    assert score.forfeits == ["b: broken"] * 2
    assert score.averages(1, seats=2) == (2.0, 1.5, 0.0)
    assert score.averages(1, seats=4) == (2.0, 0.75, 0.0), "on one of its two seats"


def test_more_deals_make_a_new_score() -> None:
    score = Score()
    more = score.with_deals([Deal(games=2, won=2.0), Deal(games=2, won=1.0)])
    assert (score.shares, score.games) == ([], 0)
    assert (more.shares, more.games) == ([1.0, 0.5], 4)

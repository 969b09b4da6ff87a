"""Intervals of shares: known ones, the promised coverage, and open ends."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from heckmeck.play.intervals import Measured, share_interval


def beta_quantile(wins: float, losses: float, tail: float) -> float:
    """The quantile of a beta distribution with whole parameters, from binomial sums."""
    number = int(wins + losses - 1)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        above = sum(comb(number, k) * middle**k * (1 - middle) ** (number - k) for k in range(int(wins), number + 1))
        low, high = (middle, high) if above < tail else (low, middle)
    return low


@pytest.mark.parametrize(("wins", "losses"), [(50, 50), (20, 80), (99, 1), (3, 97), (400, 0), (5, 0)])
def test_for_deals_won_or_lost_an_end_is_between_those_of_clopper_and_pearson_and_of_jeffreys(
    wins: int, losses: int
) -> None:
    low, high = share_interval([1.0] * wins + [0.0] * losses)
    outer = beta_quantile(wins, losses + 1, 0.025)
    inner = beta_quantile(wins + 1, losses + 1, 0.025)
    assert outer * 0.999 <= low <= inner
    assert (high == 1) == (losses == 0)


def test_the_interval_of_the_other_side_is_mirrored() -> None:
    shares = [1.0, 0.5, 0.5, 0.75, 0.0] * 20
    low, high = share_interval(shares)
    other_low, other_high = share_interval([1 - share for share in shares])
    assert (other_low, other_high) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_a_clean_sweep_has_one_end_and_more_deals_narrow_it() -> None:
    few, more = share_interval([1.0] * 100), share_interval([1.0] * 1000)
    assert few == pytest.approx((0.025 ** (1 / 100.5), 1), abs=5e-4)
    assert few[0] < more[0] < more[1] == 1
    assert share_interval([0.0] * 100) == pytest.approx((0, 1 - few[0]))


def test_a_lost_game_never_makes_the_interval_better() -> None:
    sweep = share_interval([1.0] * 100)
    one_lost = share_interval([1.0] * 99 + [0.5])
    assert one_lost[0] < sweep[0]
    assert one_lost[1] < 1


def test_equal_shares_are_no_certainty() -> None:
    low, high = share_interval([0.5] * 300)
    assert 0.49 < low < 0.4975
    assert high == pytest.approx(1 - low)
    assert share_interval([]) == (0, 1)


def test_measured_has_the_farther_end_and_the_other_side() -> None:
    measured = Measured(0.9, 0.8, 0.95)
    assert measured.margin == pytest.approx(0.1)
    assert measured.reverse == pytest.approx((0.1, 0.05, 0.2))


def games_of_deals(source: np.random.Generator, share: float, together: float, size: tuple[int, int]) -> np.ndarray:
    """Two games a deal; with the probability `together` the second one ends like the first."""
    first, alone = source.random(size) < share, source.random(size) < share
    second = np.where(source.random(size) < together, first, alone)
    return (first * 1.0 + second) / 2


@pytest.mark.parametrize("together", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("share", [0.5, 0.8, 0.97, 0.997])
def test_the_interval_holds_the_truth_as_often_as_it_says(share: float, together: float) -> None:
    """A small version of `bench/arena_coverage`, at all shares and with any dependence between the games of a deal."""
    source = np.random.default_rng(7)
    arenas = Counter(tuple(sorted(deals)) for deals in games_of_deals(source, share, together, (300, 300)).tolist())
    held = sum(
        count for deals, count in arenas.items() if share_interval(deals)[0] <= share <= share_interval(deals)[1]
    )
    assert 0.93 * 300 <= held <= 0.99 * 300

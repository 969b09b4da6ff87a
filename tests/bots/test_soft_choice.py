"""Softened choices: never far from the best, and the best most often."""

from collections import Counter
from random import Random

from heckmeck.bots.soft_choice import Softness, choose_softly


def test_nothing_beyond_the_bound_is_chosen() -> None:
    source = Random(1)
    for _ in range(200):
        worths = {number: source.random() for number in range(6)}
        chosen = choose_softly(worths, Softness(temperature=10, bound=0.3), source)
        assert max(worths.values()) - worths[chosen] <= 0.3


def test_a_better_choice_is_more_likely_and_a_warmer_one_more_random() -> None:
    worths = {"best": 0.5, "next": 0.45, "last": 0.4}
    shares = []
    for temperature in (0.02, 0.2):
        source = Random(2)
        found = Counter(choose_softly(worths, Softness(temperature, bound=1), source) for _ in range(3000))
        assert found["best"] > found["next"] > found["last"] > 0
        shares.append(found["best"])
    assert shares[0] > shares[1]


def test_a_single_choice_is_taken() -> None:
    assert choose_softly({"only": -3.0}, Softness(0.01, 0), Random(3)) == "only"

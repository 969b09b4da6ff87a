"""Sources of random numbers."""

from random import Random

from heckmeck.games import Source


class Largest(Source):
    """Always gives the largest possible number."""

    def randrange(self, stop: int, /) -> int:
        return stop - 1


class Smallest(Source):
    def randrange(self, stop: int, /) -> int:
        return 0


def test_a_source_that_only_draws_integers_gives_numbers_from_0_to_less_than_1() -> None:
    assert Smallest().random() == 0
    assert Largest().random() == 1 - 2**-53 < 1


def test_the_standard_library_is_a_source() -> None:
    source: Source = Random(1)
    assert 0 <= source.random() < 1

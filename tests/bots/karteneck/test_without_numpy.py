"""The champion plays where there is no numpy, and chooses the same moves."""

from random import Random

from heckmeck.bots.karteneck.champion import KarteneckChampionBot
from helpers.karteneck_moments import GAME, moments
from helpers.without_numpy import choices_of_champions


def test_the_same_moves_are_chosen() -> None:
    views = [moment.view for seats in (2, 4) for moment in list(moments(seats, seed=seats))[::12]]
    chosen = choices_of_champions([GAME.position(view) for view in views])
    assert chosen == [str(KarteneckChampionBot(Random(1)).choose(view)) for view in views]

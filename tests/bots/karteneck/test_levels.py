"""The levels below the champion: softer choices, never a silly one."""

from random import Random

import pytest

from heckmeck.bots.karteneck.champion import KarteneckChampionBot
from heckmeck.bots.karteneck.levels import EASY, HARD, MEDIUM, KarteneckEasyBot, KarteneckHardBot, KarteneckMediumBot
from heckmeck.bots.soft_choice import Softness
from helpers.karteneck_moments import moments

LEVELS = {KarteneckEasyBot: EASY, KarteneckMediumBot: MEDIUM, KarteneckHardBot: HARD}


@pytest.mark.parametrize(("kind", "softness"), LEVELS.items())
def test_what_they_lose_is_bounded(kind: type[KarteneckChampionBot], softness: Softness) -> None:
    bot = kind(Random(1))
    for moment in moments(3, seed=3):
        values = bot.move_values(moment.view)
        chosen = bot.choose(moment.view)
        assert chosen in moment.view.moves
        assert (max(values.values()) - values[chosen]) * 3 / 2 <= softness.bound + 1e-9


def test_the_higher_the_level_the_less_is_lost() -> None:
    lost = []
    for kind in LEVELS:
        bot, sum_lost = kind(Random(1)), 0.0
        for moment in moments(2, seed=5):
            values = bot.move_values(moment.view)
            sum_lost += max(values.values()) - values[bot.choose(moment.view)]
        lost.append(sum_lost)
    assert lost[0] > lost[1] > lost[2] > 0


def test_other_set_ups_are_played_like_greedy() -> None:
    bot = KarteneckEasyBot(Random(1))
    for moment in moments(2, seed=1, hand=3):
        assert bot.choose(moment.view) in moment.view.moves
    assert bot.fallback == "There are learned values only for the cards and portions of the rules."

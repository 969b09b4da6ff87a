"""The bot `sampler`: better than `greedy`, reproducible, and blind to what its seat cannot see."""

from random import Random

import pytest

from heckmeck.bots.karteneck import SamplerBot
from heckmeck.games import BadSetup, Move
from heckmeck.games.karteneck import KarteneckState
from heckmeck.play import bot_table
from helpers.karteneck_moments import GAME, Moment, moments, position
from helpers.strength import interval


def test_it_beats_greedy() -> None:
    """In games of two rounds: they are quick, so that there are enough of them for a clear result."""
    low, _ = interval(GAME, "sampler", "greedy", deals=60, portions=(20, 23), removed=0, zeros=0)
    assert low > 0.6


def test_it_plays_the_same_game_for_the_same_seed() -> None:
    setup = GAME.setup(seats=3)
    games = [bot_table(GAME, setup, ["sampler", "greedy", "sampler"], seed) for seed in ("1", "1", "2")]
    for game in games:
        for _ in range(60):
            game.step()
    assert games[0].steps == games[1].steps != games[2].steps


def test_it_decides_alike_whatever_it_cannot_see() -> None:
    """It gets views and events; differences in hidden hands change nothing."""

    def decide(moment: Moment, state: KarteneckState) -> Move:
        bot = SamplerBot(Random(5), iterations=40)
        bot.observe(moment.events)
        return bot.choose(GAME.view(state, moment.view.seat))

    hidden = 0
    for moment in list(moments(3, seed=2))[::6]:
        other = GAME.resample(moment.state, moment.view.seat, Random(7))
        hidden += other != moment.state
        assert decide(moment, other) == decide(moment, moment.state)
    assert hidden > 3


def test_it_may_be_given_milliseconds_and_needs_some_budget() -> None:
    view = position((1, 2, 9, 10), (20, 30))
    assert SamplerBot(Random(1), milliseconds=1).choose(view) in view.moves
    for budget in ({"iterations": 0}, {"milliseconds": 0}, {"milliseconds": float("nan")}):
        with pytest.raises(BadSetup):
            SamplerBot(Random(1), **budget)


def test_a_decision_with_one_candidate_needs_no_search() -> None:
    view = position((1, 2), (20, 30), hands=((), (1, 2)), layouts=((1, 2, 9), ()))
    assert str(SamplerBot(Random(1)).choose(view)) == "out"

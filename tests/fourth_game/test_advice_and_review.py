"""The game in advice and review: its bots are known, and what cannot be judged is left out."""

from random import Random

import pytest

from heckmeck.bots import BOTS, bots_for, estimator_for, make
from heckmeck.games import AnyGame, BadSetup, GameError
from heckmeck.play import bot_table
from heckmeck.play.advice import advise
from heckmeck.play.luck import luck
from heckmeck.play.review import review


def test_its_bots_are_random_and_those_of_its_package(pig: AnyGame) -> None:
    assert {name: kind.strength for name, kind in bots_for(pig).items()} == {"random": "beginner", "hold": "strong"}
    assert pig.name in BOTS["random"].games
    assert BOTS["greedy"].kind(pig.name) is None
    with pytest.raises(BadSetup, match="no bot 'greedy' for Pig; there are random, hold"):
        make("greedy", pig, Random(1))


def test_there_is_no_advice_for_it(pig: AnyGame) -> None:
    assert estimator_for(pig) is None
    state, _ = pig.apply(pig.start(pig.setup(seats=2)), pig.parse("=4"))
    with pytest.raises(GameError) as caught:
        advise(pig.view(state, 0), ())
    assert caught.value.code == "no_advice"


def test_its_review_has_the_scores_after_every_turn_and_no_judgements(pig: AnyGame) -> None:
    table = bot_table(pig, pig.setup(seats=3, target=40), ["hold", "random", "random"], seed="1")
    table.finish()
    found = review(table.record())
    assert (found.exact, found.decisions, found.moments, found.lost, found.luck) == (False, (), (), (), ())
    assert table.outcome is not None
    assert found.standings[-1].scores == table.outcome.scores
    turns = [standing.seat for standing in found.standings[1:]]
    assert turns == [number % 3 for number in range(len(turns))]
    assert luck(table.record()) == []

"""Turns solved in plain Python have the values of the solver."""

from random import Random

import pytest

from heckmeck.bots.plain_turn import PlainTurn
from heckmeck.games import get_dice_game
from heckmeck.games.dice import DICE
from heckmeck.solve import turn_solver
from helpers.turn_worths import dice_games, random_worths


@dice_games
@pytest.mark.parametrize("gives_up", [True, False])
def test_values_and_decisions_are_those_of_the_solver(name: str, gives_up: bool) -> None:
    game, source = get_dice_game(name), Random(3)
    solver = turn_solver(name, gives_up=gives_up)
    for _ in range(2):
        stop, fail = random_worths(source, solver.sums, may_fail=False)
        plain = PlainTurn(game, stop, fail, gives_up)
        solved = solver.solve(solver.stop_values(stop, fail), fail)
        for kept in source.sample([dice for dice in game.die.facts if len(dice) > 0], 200):
            assert plain.value(kept) == pytest.approx(solved.value(kept))
            assert plain.stop_value(kept) == solved.stop_value(kept)
            assert plain.roll_value(kept) == pytest.approx(solved.roll_value(kept))
            assert plain.rolls_on(kept) == solved.rolls_on(kept)
            left = DICE - len(kept)
            if left and not game.die.facts[kept].over:
                rolled = game.die.rolls(left).sample(source).faces
                values = plain.keep_values(kept, rolled)
                assert values == pytest.approx(solved.keep_values(kept, rolled))
                if values:
                    assert plain.best_keep(kept, rolled) == solved.best_keep(kept, rolled)

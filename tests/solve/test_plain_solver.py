"""Turns solved in plain Python have the values, the decisions and the results of the solver."""

from random import Random

import pytest

from heckmeck.games import get_dice_game
from heckmeck.games.dice import DICE
from heckmeck.solve import turn_solver
from heckmeck.solve.plain_solver import PlainSolver
from helpers.turn_worths import dice_games, random_worths

CLOSE = 1e-9


@dice_games
@pytest.mark.parametrize("gives_up", [True, False])
def test_values_and_decisions_are_those_of_the_solver(name: str, gives_up: bool) -> None:
    game, source = get_dice_game(name), Random(3)
    solver, plain_solver = turn_solver(name, gives_up=gives_up), PlainSolver(game, gives_up)
    for _ in range(2):
        stop, fail = random_worths(source, solver.sums, may_fail=False)
        assert plain_solver.stop_values(stop, fail) == solver.stop_values(stop, fail)
        plain = plain_solver.solve(plain_solver.stop_values(stop, fail), fail)
        solved = solver.solve(solver.stop_values(stop, fail), fail)
        assert plain.start == pytest.approx(solved.start, abs=CLOSE)
        for kept in source.sample([dice for dice in game.die.facts if len(dice) > 0], 200):
            assert plain.value(kept) == pytest.approx(solved.value(kept), abs=CLOSE)
            assert plain.stop_value(kept) == solved.stop_value(kept)
            assert plain.roll_value(kept) == pytest.approx(solved.roll_value(kept), abs=CLOSE)
            assert plain.rolls_on(kept) == solved.rolls_on(kept)
            left = DICE - len(kept)
            if left and not game.die.facts[kept].over:
                rolled = game.die.rolls(left).sample(source).faces
                values = plain.keep_values(kept, rolled)
                assert values == pytest.approx(solved.keep_values(kept, rolled), abs=CLOSE)
                if values:
                    assert plain.best_keep(kept, rolled) == solved.best_keep(kept, rolled)


@dice_games
def test_the_results_of_a_policy_are_those_of_the_solver(name: str) -> None:
    game, source = get_dice_game(name), Random(4)
    solver, plain_solver = turn_solver(name), PlainSolver(game)
    stop, fail = random_worths(source, solver.sums, may_fail=False)
    plain = plain_solver.solve(plain_solver.stop_values(stop, fail), fail).policy()
    policy = solver.solve(solver.stop_values(stop, fail), fail).policy()
    figures = [tuple(source.random() for _ in range(3)) for _ in range(solver.sums)]
    failed = (0.5, 0.25, 0.0)
    expected, found = policy.expect(figures, failed), plain.expect(figures, failed)
    rolling = [dice for dice, facts in game.die.facts.items() if not facts.over]
    for kept in source.sample(rolling, 60):
        here = solver.states.after(kept)
        assert found.value[here] == pytest.approx(expected.value[here].tolist(), abs=CLOSE)
        assert found.roll[here] == pytest.approx(expected.roll[here].tolist(), abs=CLOSE)
        for roll in (None, True, False):
            ends, own = policy.results(kept, roll=roll), plain.results(kept, roll=roll)
            assert own.stop == pytest.approx(ends.stop.tolist(), abs=CLOSE)
            assert own.fail == pytest.approx(ends.fail, abs=CLOSE)

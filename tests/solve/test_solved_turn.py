"""A solved turn: the better of stopping and rolling, the best keep, and the results of a policy."""

from random import Random

import numpy as np
import pytest

from heckmeck.games import IllegalMove
from heckmeck.games.dice import DICE
from heckmeck.solve import turn_solver
from helpers.turn_worths import as_floats, dice_games, random_worths, with_kernel, worms


@dice_games
@with_kernel
def test_a_state_is_worth_the_better_of_stopping_and_rolling(name: str, use_kernel: bool) -> None:
    solver = turn_solver(name, use_kernel)
    stop, fail = random_worths(Random(3), solver.sums, name == "bratwurmeck")
    solved = solver.solve(as_floats(stop), fail)
    source = Random(1)
    dice = [kept for kept in solver.game.die.facts if kept]
    for kept in source.sample(dice, 300):
        roll, stops = solved.roll_value(kept), solved.stop_value(kept)
        assert solved.value(kept) == pytest.approx(max(v for v in (roll, stops) if v is not None))
    assert solved.roll_value("") == pytest.approx(solved.start)
    assert solved.stop_value("") is None


@dice_games
def test_the_results_of_a_policy_are_worth_what_the_solver_says(name: str) -> None:
    solver = turn_solver(name)
    stop = np.array([max(total - 15.0, 0) for total in range(solver.sums)])
    solved = solver.solve(stop, fail=-4)
    policy = solved.policy()
    for kept in ("", "W", "44", "1WW", "3344WW"):
        results = policy.results(kept)
        assert results.stop.sum() + results.fail == pytest.approx(1)
        assert results.stop @ stop - 4 * results.fail == pytest.approx(solved.value(kept))
    rolled = policy.results("44WWW", roll=True)
    assert rolled.stop @ stop - 4 * rolled.fail == pytest.approx(solved.roll_value("44WWW"))
    stopped = policy.results("44WWW", roll=False)
    assert stopped.stop[23] == 1


def test_the_results_of_a_policy_are_those_of_playing_it() -> None:
    """Play the policy with real dice through the rules' own tables, and compare frequencies."""
    solver = turn_solver("bratwurmeck")
    stop = np.array(worms(solver))
    solved = solver.solve(stop, fail=0)
    results = solved.policy().results()
    source, games, die = Random(7), 4000, solver.game.die
    counts = np.zeros(solver.sums)
    failed = 0
    for _ in range(games):
        kept = ""
        while True:
            rolled = die.rolls(DICE - len(kept)).sample(source).faces
            keeps = solved.keep_values(kept, rolled)
            if not keeps:
                failed += 1
                break
            face = max(keeps, key=keeps.__getitem__)
            kept = die.add(kept, face, rolled.count(face))
            roll, stops = solved.roll_value(kept), solved.stop_value(kept)
            if roll is None or (stops is not None and stops >= roll):
                worm = die.facts[kept].worm
                counts[die.facts[kept].total] += worm
                failed += not worm
                break
    spread = 4.5 * np.sqrt(results.stop * (1 - results.stop) / games) + 1e-9
    assert (np.abs(counts / games - results.stop) < spread).all()
    assert abs(failed / games - results.fail) < 4.5 * np.sqrt(results.fail * (1 - results.fail) / games)


@with_kernel
@dice_games
def test_the_best_keep_is_worth_most_and_of_equal_ones_the_first(name: str, use_kernel: bool) -> None:
    solver = turn_solver(name, use_kernel)
    stop, fail = random_worths(Random(4), solver.sums, name == "bratwurmeck")
    solved, equal = solver.solve(as_floats(stop), fail), solver.solve([0.7] * solver.sums, 0.7)
    source, die = Random(2), solver.game.die
    for kept in source.sample([kept for kept, facts in die.facts.items() if not facts.over], 300):
        rolled = die.rolls(DICE - len(kept)).sample(source).faces
        values = solved.keep_values(kept, rolled)
        assert list(values) == [face for face in die.facts[rolled].faces if face not in kept]
        if values:
            assert values[solved.best_keep(kept, rolled)] == max(values.values())
            # All keeps are worth the same: only rounding could distinguish the faces.
            assert equal.best_keep(kept, rolled) == next(iter(values))
            assert not kept or not equal.rolls_on(kept) or equal.stop_value(kept) is None


def test_a_roll_of_the_wrong_number_of_dice_is_refused() -> None:
    solver = turn_solver("bratwurmeck")
    with pytest.raises(IllegalMove) as caught:
        solver.solve(worms(solver), 0).keep_values("44", "1")
    assert caught.value.rule == "RK-5"

"""The turn solver: equal to exact fractions, with and without the kernel, one at a time and many."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from heckmeck.games import BadSetup, GameError
from heckmeck.games.dice import DICE
from heckmeck.solve import MAY_NOT_STOP, TurnSolver, turn_solver
from heckmeck.solve.kernel import library
from helpers.turn_reference import Reference

VALUES = {
    "bratwurmeck": {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "W": 5},
    "barbecue": {"1": 1, "2": 2, "3": 3, "4": 4, "6": 6, "W": 5},
}
VECTORS = 1000
CHUNKS = 8

with_kernel = pytest.mark.parametrize("use_kernel", [True, False] if library() else [False])
dice_games = pytest.mark.parametrize("name", VALUES)


def worths(source: Random, sums: int, may_fail: bool) -> tuple[list[int | None], int]:
    """Stop values of either sign, some that do not allow a stop where that can be, and a value of failing."""
    refuse = 0 if may_fail else source.choice([0, 3, 10])
    stop = [None if source.randrange(20) < refuse else source.randrange(-30, 100) for _ in range(sums)]
    return stop, source.randrange(-50, 60)


def as_floats(stop: list[int | None]) -> list[float]:
    return [MAY_NOT_STOP if worth is None else worth for worth in stop]


@dice_games
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_values_equal_those_in_exact_fractions(name: str, chunk: int) -> None:
    """A thousand random vectors of worths for each game, with every way to solve them."""
    may_fail = name == "bratwurmeck"
    reference = Reference(VALUES[name], may_fail)
    solvers = [turn_solver(name, use) for use in ([True, False] if library() else [False])]
    source = Random(chunk)
    some = [worths(source, solvers[0].sums, may_fail) for _ in range(VECTORS // CHUNKS)]
    exact = [float(reference.solve(*each)[frozenset(), DICE, 0]) for each in some]
    stop, fail = np.array([as_floats(stop) for stop, _ in some]), np.array([fail for _, fail in some])
    scale = 100.0
    for solver in solvers:
        one = [solver.solve(s, f).start for s, f in zip(stop, fail, strict=True)]
        assert np.abs(np.array(one) - exact).max() / scale < 1e-12
        assert np.abs(solver.solve_many(stop, fail, np.float64) - exact).max() / scale < 1e-12
        assert np.abs(solver.solve_many(stop, fail, np.float32) - exact).max() / scale < 1e-5


@dice_games
@with_kernel
def test_every_state_has_the_value_of_the_reference(name: str, use_kernel: bool) -> None:
    solver = turn_solver(name, use_kernel)
    stop, fail = worths(Random(5), solver.sums, name == "bratwurmeck")
    exact = Reference(VALUES[name], name == "bratwurmeck").solve(stop, fail)
    solved = solver.solve(as_floats(stop), fail)
    full = solver.solve_many([as_floats(stop)] * 3, [fail] * 3, np.float64, full=True)
    assert full.shape == (3, len(exact))
    for (kept, left, total), value in exact.items():
        bits = sum(solver.game.die.bits[face] for face in kept)
        number = solver.states.number[bits, left, total]  # type: ignore[index]
        assert solved.values[number] == pytest.approx(float(value), abs=1e-10)
        assert full[2, number] == pytest.approx(float(value), abs=1e-10)


def worms(solver: TurnSolver) -> list[float]:
    return [0.0 if total < 21 else (min(total, 36) - 17) // 4 for total in range(solver.sums)]


@with_kernel
def test_the_known_values_of_bratwurmeck(use_kernel: bool) -> None:
    solver = turn_solver("bratwurmeck", use_kernel)
    sums = np.arange(solver.sums)
    expected = Fraction(51132211301397563344873, 31088519960728128454656)
    solved = solver.solve(worms(solver), fail=0)
    assert solved.start == pytest.approx(float(expected), abs=1e-12)
    assert solver.solve(np.where(sums >= 21, 1.0, 0.0), fail=0).start == pytest.approx(0.893026737, abs=1e-9)
    assert solver.solve(np.where(sums >= 30, 1.0, 0.0), fail=0).start == pytest.approx(0.263789519, abs=1e-9)
    assert solver.solve(np.where(sums == 24, 1.0, 0.0), fail=0).start == pytest.approx(0.375060188, abs=1e-9)
    keeps = solved.keep_values("", "112444" + "5W")
    assert max(keeps, key=keeps.__getitem__) == "4"
    assert keeps["4"] == pytest.approx(1.503507513, abs=1e-9)


def test_the_reference_gives_the_known_fraction_exactly() -> None:
    stop = [0 if total < 21 else (min(total, 36) - 17) // 4 for total in range(41)]
    start = Reference(VALUES["bratwurmeck"], True).solve(stop, 0)[frozenset(), DICE, 0]
    assert start == Fraction(51132211301397563344873, 31088519960728128454656)


@dice_games
@with_kernel
def test_a_state_is_worth_the_better_of_stopping_and_rolling(name: str, use_kernel: bool) -> None:
    solver = turn_solver(name, use_kernel)
    stop, fail = worths(Random(3), solver.sums, name == "bratwurmeck")
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
@pytest.mark.parametrize("rows", [0, 1, 2, 7, 15, 16, 17, 100])
def test_any_number_of_solves_and_threads_gives_the_same(use_kernel: bool, rows: int) -> None:
    solver = turn_solver("barbecue", use_kernel)
    rng = np.random.default_rng(rows)
    stop, fail = rng.normal(size=(rows, solver.sums)), rng.normal(size=rows)
    one = np.array([solver.solve(s, f).start for s, f in zip(stop, fail, strict=True)])
    many = solver.solve_many(stop, fail, np.float64)
    assert many == pytest.approx(one)
    assert (solver.solve_many(stop, fail, np.float64, threads=3) == many).all()


@with_kernel
@dice_games
def test_one_solve_has_the_values_of_many_in_every_state(name: str, use_kernel: bool) -> None:
    solver = turn_solver(name, use_kernel)
    stop, fail = worths(Random(5), solver.sums, name == "bratwurmeck")
    for dtype, close in ((np.float64, 1e-12), (np.float32, 1e-5)):
        one = solver.solve(as_floats(stop), fail, dtype)
        rest = solver.solve(as_floats(stop), fail, dtype, start=False)
        assert np.flatnonzero(~(rest.values == one.values)).tolist() == [solver.states.start]
        assert np.isnan(rest.start)
        many = solver.solve_many([as_floats(stop)] * 3, [fail] * 3, dtype, full=True)
        finite = np.isfinite(one.values)
        assert finite.sum() > 1900
        assert np.abs(many[:, finite] - one.values[finite]).max() / 100 < close


@with_kernel
@dice_games
def test_the_best_keep_is_worth_most_and_of_equal_ones_the_first(name: str, use_kernel: bool) -> None:
    solver = turn_solver(name, use_kernel)
    stop, fail = worths(Random(4), solver.sums, name == "bratwurmeck")
    solved, equal = solver.solve(as_floats(stop), fail), solver.solve([0.7] * solver.sums, 0.7)
    source, die = Random(2), solver.game.die
    for kept in source.sample([kept for kept, tray in die.facts.items() if not tray.over], 300):
        rolled = die.rolls(DICE - len(kept)).sample(source).faces
        values = solved.keep_values(kept, rolled)
        assert list(values) == [face for face in die.facts[rolled].faces if face not in kept]
        if values:
            assert values[solved.best_keep(kept, rolled)] == max(values.values())
            # Whatever is kept, all is worth the same: only rounding could tell the faces apart.
            assert equal.best_keep(kept, rolled) == next(iter(values))
            assert not kept or not equal.rolls_on(kept) or equal.stop_value(kept) is None


@pytest.mark.skipif(library() is None, reason="there is no kernel to compare with: no compiler, or it is switched off")
@dice_games
def test_the_kernel_and_numpy_agree_in_every_state(name: str) -> None:
    kernel, plain = turn_solver(name, True), turn_solver(name, False)
    assert kernel.kernel is not None
    assert plain.kernel is None
    rng = np.random.default_rng(2)
    stop, fail = rng.normal(size=(40, kernel.sums)), rng.normal(size=40)
    both = [solver.solve_many(stop, fail, np.float64, full=True) for solver in (kernel, plain)]
    assert np.abs(both[0] - both[1]).max() < 1e-12


@with_kernel
def test_worths_that_are_no_numbers_or_of_the_wrong_shape_are_refused(use_kernel: bool) -> None:
    solver = turn_solver("bratwurmeck", use_kernel)
    good = np.zeros(solver.sums)
    for stop, fail in (
        (np.full(solver.sums, np.nan), 0.0),
        (np.full(solver.sums, np.inf), 0.0),
        (good, np.nan),
        (good, -np.inf),
        (good, np.inf),
    ):
        with pytest.raises(ValueError, match="must be numbers"):
            solver.solve(stop, fail)
    for shape in ((40,), (42,), (1, 41), ()):
        with pytest.raises(ValueError, match="shape"):
            solver.solve(np.zeros(shape), 0.0)
    with pytest.raises(ValueError, match="shape"):
        solver.solve_many(np.zeros((3, solver.sums)), np.zeros(2))
    with pytest.raises(ValueError, match="could not convert"):
        solver.solve(["x"] * solver.sums, 0.0)  # type: ignore[arg-type]


def test_a_game_without_dice_has_no_turns_to_solve() -> None:
    with pytest.raises(BadSetup, match="no roll-and-keep turns"):
        turn_solver("karteneck")


def test_a_roll_of_the_wrong_number_of_dice_is_refused() -> None:
    solver = turn_solver("bratwurmeck")
    with pytest.raises(GameError) as caught:
        solver.solve(worms(solver), 0).keep_values("44", "1")
    assert caught.value.rule == "RK-5"

"""The turn solver: equal to exact fractions, with and without the kernel, one at a time and many."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from heckmeck.games import BadSetup, get
from heckmeck.games.dice import DICE
from heckmeck.solve import MAY_NOT_STOP, turn_solver
from heckmeck.solve.kernel import library
from helpers.turn_reference import Reference
from helpers.turn_worths import VALUES, as_floats, dice_games, needs_kernel, random_worths, with_kernel, worms

VECTORS = 1000
CHUNKS = 8


@pytest.mark.slow
@dice_games
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_values_equal_those_in_exact_fractions(name: str, chunk: int) -> None:
    """A thousand random vectors of worths for each game, with every way to solve them."""
    may_fail = name == "bratwurmeck"
    reference = Reference(VALUES[name], may_fail)
    solvers = [turn_solver(name, use) for use in ([True, False] if library() else [False])]
    source = Random(chunk)
    some = [random_worths(source, solvers[0].sums, may_fail) for _ in range(VECTORS // CHUNKS)]
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
    stop, fail = random_worths(Random(5), solver.sums, name == "bratwurmeck")
    exact = Reference(VALUES[name], name == "bratwurmeck").solve(stop, fail)
    solved = solver.solve(as_floats(stop), fail)
    full = solver.solve_many([as_floats(stop)] * 3, [fail] * 3, np.float64, full=True)
    assert full.shape == (3, len(exact))
    for (kept, left, total), value in exact.items():
        bits = sum(solver.game.die.bits[face] for face in kept)
        number = solver.states.number[bits, left, total]  # type: ignore[index]
        assert solved.values[number] == pytest.approx(float(value), abs=1e-10)
        assert full[2, number] == pytest.approx(float(value), abs=1e-10)


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
    stop, fail = random_worths(Random(5), solver.sums, name == "bratwurmeck")
    for dtype, close in ((np.float64, 1e-12), (np.float32, 1e-5)):
        one = solver.solve(as_floats(stop), fail, dtype)
        rest = solver.solve(as_floats(stop), fail, dtype, start=False)
        assert np.flatnonzero(~(rest.values == one.values)).tolist() == [solver.states.start]
        assert np.isnan(rest.start)
        many = solver.solve_many([as_floats(stop)] * 3, [fail] * 3, dtype, full=True)
        finite = np.isfinite(one.values)
        assert finite.sum() > 1900
        assert np.abs(many[:, finite] - one.values[finite]).max() / 100 < close


@needs_kernel
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
        with pytest.raises(ValueError, match="must be finite"):
            solver.solve(stop, fail)
    for shape in ((40,), (42,), (1, 41), ()):
        with pytest.raises(ValueError, match="shape"):
            solver.solve(np.zeros(shape), 0.0)
    with pytest.raises(ValueError, match="shape"):
        solver.solve_many(np.zeros((3, solver.sums)), np.zeros(2))
    with pytest.raises(ValueError, match="could not convert"):
        solver.solve(["x"] * solver.sums, 0.0)


def test_a_solver_is_made_once_for_a_game_or_its_name() -> None:
    assert turn_solver("barbecue") is turn_solver(get("barbecue")) is not turn_solver(get("bratwurmeck"))


def test_a_sum_without_a_prize_is_a_failed_attempt_or_no_stop_as_the_rules_say() -> None:
    assert turn_solver("bratwurmeck").stop_values([None, 2.0], -1.0) == [-1.0, 2.0]
    assert turn_solver("barbecue").stop_values([None, 2.0], -1.0) == [MAY_NOT_STOP, 2.0]


def test_a_game_without_dice_has_no_turns_to_solve() -> None:
    with pytest.raises(BadSetup, match="no roll-and-keep turns"):
        turn_solver("karteneck")

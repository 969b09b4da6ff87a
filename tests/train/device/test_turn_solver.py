"""Turns are solved as by the kernel, and played as the best policy plays them."""

from typing import Any

import numpy as np
import pytest

from heckmeck.games import get_dice_game
from heckmeck.solve import turn_solver
from heckmeck.solve.worths import MAY_NOT_STOP

pytestmark = pytest.mark.train
torch = pytest.importorskip("torch")
GAMES = ("bratwurmeck", "barbecue")
PROCESSOR = torch.device("cpu")


def worths(sums: int, turns: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Shares of wins, many of them for stops that are not allowed."""
    source = np.random.default_rng(seed)
    stop = source.random((turns, sums))
    lowest = source.integers(15, 25, (turns, 1))
    return np.where((np.arange(sums) < lowest) | (source.random(stop.shape) < 0.3), MAY_NOT_STOP, stop), source.random(
        turns
    )


@pytest.mark.parametrize("gpu", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_the_kernel(name: str, gpu: bool, gpu_functions: Any) -> None:
    from heckmeck.train.device.turn_solver import GpuTurnSolver, make_turn_solver

    game, theirs = get_dice_game(name), turn_solver(name, gives_up=False)
    ours = GpuTurnSolver(game, PROCESSOR, gpu_functions) if gpu else make_turn_solver(game, PROCESSOR)
    for turns in (1, 50):
        stop, fail = worths(theirs.sums, turns, seed=turns)
        given = (torch.tensor(each, dtype=torch.float32) for each in (stop.T.copy(), fail))
        found = ours.solve(*given).values
        expected = theirs.solve_many(stop, fail, np.float64, full=True)
        assert np.abs(found[:-2].numpy().T - expected).max() < 1e-5
        assert np.isneginf(found[-2:].numpy()).all()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_turns_end_as_often_as_is_exact(name: str, seed: int) -> None:
    from heckmeck.train.device.turn_solver import make_turn_solver

    turns, solver = 100_000, turn_solver(name, gives_up=False)
    stop, fail = worths(solver.sums, 1, seed)
    expected = solver.solve(stop[0], fail[0]).policy().results()
    ours = make_turn_solver(get_dice_game(name), PROCESSOR)
    solved = ours.solve(torch.tensor(stop.T.copy()).float(), torch.tensor(fail).float())
    many = type(solved)(*(each.expand(-1, turns) for each in solved))
    ends = ours.total[ours.play(many, torch.Generator().manual_seed(seed))].numpy()
    found = np.bincount(ends, minlength=solver.sums + 1) / turns
    exact = np.append(expected.stop, expected.fail)
    assert len(exact[exact > 0]) > 10
    assert (np.abs(found - exact) < 5 * np.sqrt(exact * (1 - exact) / turns) + 5 / turns).all()
    assert not found[exact == 0].any()


@pytest.mark.parametrize("name", GAMES)
def test_a_gpu_plays_as_the_processor_does(name: str, gpu_functions: Any) -> None:
    from heckmeck.train.device.turn_solver import GpuTurnSolver, make_turn_solver

    turns, game = 500, get_dice_game(name)
    plain, gpu = make_turn_solver(game, PROCESSOR), GpuTurnSolver(game, PROCESSOR, gpu_functions)
    stop, fail = worths(plain.sums, turns, seed=4)
    solved = plain.solve(torch.tensor(stop.T.copy()).float(), torch.tensor(fail).float())
    rolls = torch.randint(6, (8, 8, turns), dtype=torch.uint8, generator=torch.Generator().manual_seed(1))
    ends = plain.play_with(solved, rolls)
    assert gpu.play_with(solved, rolls).tolist() == ends.tolist()
    assert len(set(plain.total[ends].tolist())) > 10
    assert plain.failed in ends


def test_nothing_is_rolled_without_need() -> None:
    """Where every stop is worth the same, the first one with a worm is taken."""
    from heckmeck.train.device.turn_solver import make_turn_solver

    ours = make_turn_solver(get_dice_game("barbecue"), PROCESSOR)
    solved = ours.solve(torch.ones(ours.sums, 500), torch.zeros(500))
    ends = ours.play(solved, torch.Generator().manual_seed(1))
    stopped = ends[ours.total[ends] < ours.sums].tolist()
    assert len(stopped) > 400
    states = turn_solver("barbecue", gives_up=False).states.states
    assert [states[state].bits.bit_count() for state in stopped].count(1) > 150, "a worm in the first roll, and no more"

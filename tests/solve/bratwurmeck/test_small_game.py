"""Small games: equal to a tiny solver that uses the rules themselves."""

from random import Random

import numpy as np
import pytest

from heckmeck.games.bratwurmeck import BratwurmeckSetup, BratwurmeckState, Steal, Take
from heckmeck.games.turn import Turn
from heckmeck.solve import Values, turn_solver
from heckmeck.solve.bratwurmeck import Places, Positions, solve, stop_worths
from heckmeck.solve.bratwurmeck.small_game import SLACK
from helpers.small_game_reference import GAME, SETUPS, TOLERANCE, reference, small_games, solved, some_dice


@small_games
def test_values_equal_those_of_a_tiny_solver_that_asks_the_rules(setup: BratwurmeckSetup) -> None:
    values = solved(setup)
    assert values.bound <= TOLERANCE
    for where, value in reference(setup).items():
        number = values.positions.find(*where)
        assert values.low[number] - 1e-9 <= value <= values.high[number] + 1e-9


def test_the_bounds_hold_after_every_sweep() -> None:
    setup = SETUPS[2]
    values = Values(Positions(setup))
    exact = np.zeros(len(values.positions))
    for where, value in reference(setup).items():
        exact[values.positions.find(*where)] = value
    bounds: list[float] = []

    def report(done: int) -> None:
        assert (values.low[:-3] <= exact + 1e-9).all()
        assert (values.high[:-3] >= exact - 1e-9).all()
        bounds.append(values.bound)

    solve(values, TOLERANCE, report=report)
    assert bounds[0] > 0.01
    assert bounds[-1] <= TOLERANCE


def test_single_precision_is_off_by_less_than_half_of_what_the_bounds_are_moved_apart() -> None:
    """Win probabilities as stops, and for a hard case those near one, where rounding is coarsest."""
    source, solver = np.random.default_rng(1), turn_solver("bratwurmeck")
    fail = np.concatenate([source.random(256), 1 - 1e-3 * source.random(256)])
    stop = np.repeat(fail[:, None], solver.sums, axis=1)
    stop[:256, 21:] = source.random((256, solver.sums - 21))
    stop[256:, 21:] = 1
    rough, exact = (solver.solve_many(stop, fail, kind) for kind in (np.float32, np.float64))
    assert 0 < np.abs(rough - exact).max() < SLACK / 2


def test_the_number_of_threads_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.solve.bratwurmeck.small_game.BATCH", 4)
    values = Values(Positions(SETUPS[1]))
    solve(values, TOLERANCE, threads=3)
    assert (values.low == solved(SETUPS[1]).low).all()
    assert (values.high == solved(SETUPS[1]).high).all()


def random_state(setup: BratwurmeckSetup, source: Random) -> BratwurmeckState:
    """Return any position between two turns, whether or not play leads to it: something always lies on the grill."""
    lowest, highest = setup.portions
    portions = list(range(lowest, highest + 1))
    source.shuffle(portions)
    grill, own, other = [portions.pop()], list[int](), list[int]()
    for portion in portions:
        source.choice([grill, grill, own, other, []]).append(portion)
    return BratwurmeckState(setup, tuple(sorted(grill)), (tuple(own), tuple(other)), 0, Turn())


@pytest.mark.parametrize("lower_portion", ["any", "next"])
@pytest.mark.parametrize("portions", [(21, 30), (27, 36), (24, 25)], ids=str)
def test_a_sum_earns_in_arrays_what_the_rules_let_it_take(lower_portion: str, portions: tuple[int, int]) -> None:
    """The plain rule is applied to every sum of random positions; the worths of the portions are random, too."""
    setup = BratwurmeckSetup(seats=2, portions=portions, lower_portion=lower_portion)
    source, numbers, places = Random(1), np.random.default_rng(1), Places(setup)
    states = [random_state(setup, source) for _ in range(300)]
    codes = np.array([places.code(state.grill, *state.stacks) for state in states])
    worth, fail = numbers.random((len(states), len(places.portions))), numbers.random(len(states))
    found = stop_worths(setup, places.after(codes), worth, fail)
    earned = 0
    for row, state in enumerate(states):
        for total in range(GAME.sums):
            if (kept := some_dice(total)) is not None:
                moves = GAME.legal_moves(state._replace(turn=Turn(kept, "", False)))
                stops = [worth[row, move.portion - portions[0]] for move in moves if isinstance(move, Take | Steal)]
                assert found[row, total] == max(stops, default=fail[row])
                earned += bool(stops)
    assert earned > 1000

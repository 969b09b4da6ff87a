"""Whole turns by given worths: what cannot be planned is refused, and no game leaves the rules."""

import numpy as np
import pytest

from heckmeck.games import BadSetup, IllegalMove, get_dice_game
from heckmeck.rl.batch import PASS, Batch, TurnPlans
from heckmeck.rl.batch.turn_plans import SOLVES, play_turns
from heckmeck.rl.batch.turn_tables import Plans
from heckmeck.solve import turn_solver
from helpers.batches import batch_of, with_kernel


@with_kernel
@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_plans_are_those_of_the_solver(name: str, use_kernel: bool) -> None:
    """Every game has its own worths."""
    game, batch = get_dice_game(name), batch_of(name, games=4, use_kernel=use_kernel)
    solver, chance = turn_solver(game), np.random.default_rng(1)
    stop, fail = chance.random((4, game.sums)), chance.random(4) / 2
    plans = TurnPlans(batch)
    plans.solve(np.arange(4), stop, fail, batch.dice_layout.prizes(batch.records).action)
    for number, state in enumerate(batch.states()):
        best = solver.solve(stop[number], float(fail[number])).best_keep(state.turn.kept, state.turn.rolled)
        assert batch.encoding.name(plans.decide(np.array([number]))[0]) == f"keep {best}"


def test_more_turns_than_are_solved_at_a_time() -> None:
    games = SOLVES + 10
    batch = batch_of("bratwurmeck", games=games)
    prizes = batch.dice_layout.prizes(batch.records)
    gain = prizes.gain + np.linspace(0, 0.1, games)[:, None]
    play_turns(batch, np.arange(games), np.where(prizes.exists, gain, 0), np.zeros(games), prizes.action)
    assert (batch.turns == 1).all()


@with_kernel
def test_plans_with_actions_that_are_not_legal(use_kernel: bool) -> None:
    batch = batch_of("bratwurmeck", games=20, use_kernel=use_kernel)
    prizes = batch.dice_layout.prizes(batch.records)
    with pytest.raises(IllegalMove, match=r"The plan of game \d+ has an action that is not legal there"):
        play_turns(batch, np.arange(20), prizes.gain, np.zeros(20), np.full_like(prizes.action, 39))
    assert batch.layout.possible(batch.records).all()
    assert batch.masks.any(axis=1).all()


def test_worths_of_a_wrong_shape_and_games_that_are_over() -> None:
    batch = batch_of("bratwurmeck", games=3)
    prizes = batch.dice_layout.prizes(batch.records)
    with pytest.raises(BadSetup, match="a row of 41 sums for each game"):
        play_turns(batch, np.arange(2), prizes.gain, np.zeros(3), prizes.action)
    for games in ([0, 0, 1], [-1, 0, 1], [0, 1, 3]):
        with pytest.raises(BadSetup, match="games must be different numbers from 0 to 2"):
            play_turns(batch, np.array(games), prizes.gain, np.zeros(3), prizes.action)
    with pytest.raises(BadSetup, match="action must have numbers from -1 to 39"):
        play_turns(batch, np.arange(3), prizes.gain, np.zeros(3), prizes.action + 40)
    batch.step([39, PASS, PASS], end_illegal=True)
    with pytest.raises(BadSetup, match="A game that is over has no turn"):
        play_turns(batch, np.arange(3), prizes.gain, np.zeros(3), prizes.action)


def plans_of(batch: Batch) -> Plans:
    """One turn for all games, solved for what stops gain."""
    solver, prizes = turn_solver(batch.dice_layout.game), batch.dice_layout.prizes(batch.records)
    stop, fail = prizes.gain[:1].astype(np.float64), np.zeros(1)
    values = solver.solve_many(stop, fail, np.float64, full=True).astype(np.float64)
    return Plans(values, stop, fail, prizes.action)


@with_kernel
def test_plans_that_do_not_fit_the_games_are_refused(use_kernel: bool) -> None:
    batch = batch_of("bratwurmeck", games=3, use_kernel=use_kernel)
    plans, games, rows = plans_of(batch), np.arange(3), np.zeros(3, np.intp)
    before = batch.records.copy()
    for wrong in ([0, 1, 3], [0, -1, 2], [0, 0, 1], [0.0, 1.0, 2.0]):
        with pytest.raises(BadSetup, match="games must be different numbers from 0 to 2"):
            batch.follow(np.array(wrong), rows, plans)
    for wrong in ([0, 0, 1], [0, -1, 0], [0, 0]):
        with pytest.raises(BadSetup, match="rows must be a number from 0 to 0 for each game"):
            batch.follow(games, np.array(wrong), plans)
    for name in ("values", "stop", "fail", "action"):
        with pytest.raises(BadSetup, match="plans must have rows of"):
            batch.follow(games, rows, plans._replace(**{name: getattr(plans, name)[..., :-1]}))
    with pytest.raises(BadSetup, match="action must have numbers from -1 to 39"):
        batch.follow(games, rows, plans._replace(action=plans.action + 40))
    assert np.array_equal(batch.records, before)
    batch.follow(games, rows, plans._replace(action=plans.action.astype(np.int64)))
    assert (batch.turns == 1).all()


@with_kernel
def test_faces_that_cannot_be_kept_are_refused(use_kernel: bool) -> None:
    """Without a best face the first one would be kept; a stop by a face would keep dice that were not rolled."""
    batch = batch_of("bratwurmeck", games=20, use_kernel=use_kernel)
    plans, games, rows = plans_of(batch), np.arange(20), np.zeros(20, np.intp)
    for wrong in (plans._replace(values=np.full_like(plans.values, np.nan)), plans._replace(action=plans.action * 0)):
        with pytest.raises(IllegalMove, match=r"The plan of game \d+ has an action that is not legal there"):
            batch.follow(games, rows, wrong)
        assert batch.layout.possible(batch.records).all()
        assert batch.masks.any(axis=1).all()
        batch.reset()

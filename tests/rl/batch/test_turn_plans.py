"""Whole turns by given worths: what cannot be planned is refused, and no game leaves the rules."""

import numpy as np
import pytest

from heckmeck.games import BadSetup, IllegalMove, get_dice_game
from heckmeck.rl.batch import PASS, TurnPlans
from heckmeck.rl.batch.turn_plans import SOLVES, play_turns
from heckmeck.solve import turn_solver
from helpers.batches import batch_of, with_kernel


@with_kernel
@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_plans_are_those_of_the_solver(name: str, use_kernel: bool) -> None:
    """Every game has worths of its own."""
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

"""Bots that solve turns: a plan for each turn, and the same games with and without the kernel."""

from itertools import pairwise
from random import Random

import pytest

from heckmeck import solve
from heckmeck.bots import make, turn_bot
from heckmeck.games import CHANCE, get
from heckmeck.play import Simulation
from heckmeck.solve import turn_solver
from helpers.turn_worths import dice_games, needs_kernel


@dice_games
def test_the_board_of_a_view_changes_from_turn_to_turn_and_not_in_between(name: str) -> None:
    game = get(name)
    bots = [make("greedy", game, Random(seat)) for seat in range(2)]
    source = Random(3)
    state = game.start(game.setup(seats=2))
    boards: list[list[object]] = []
    while (actor := game.to_act(state)) is not None:
        if actor is CHANCE:
            if not state.turn.kept:
                boards.append([])
            state = game.apply(state, game.sample(state, source)).state
        else:
            assert isinstance(actor, int)
            view = game.view(state, actor)
            boards[-1].append(view.board)
            state = game.apply(state, bots[actor].choose(view)).state
    turns = [turn for turn in boards if turn]
    assert len(turns) > 10
    assert all(board == turn[0] for turn in turns for board in turn)
    assert all(before[0] != after[0] for before, after in pairwise(turns))


@needs_kernel
@dice_games
def test_games_are_the_same_without_the_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    for use_kernel in (True, False):
        turn_bot.solve_turn.cache_clear()
        monkeypatch.setattr(
            solve, "turn_solver", lambda game, gives_up, use=use_kernel: turn_solver(game, use, gives_up)
        )
        simulation = Simulation(get(name), ["greedy", "sure"], seed=9)
        played.append([tuple(table.steps) for table in simulation.tables(4)])
    turn_bot.solve_turn.cache_clear()
    assert played[0] == played[1]

"""OpenSpiel's exact tools find the same values as ours, under the same limit of turns."""

import sys
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, cfr, exploitability

import heckmeck.rl.openspiel as spiel
from heckmeck.games import CHANCE, GAMES
from heckmeck.games.outcome import rank
from heckmeck.games.turn import Turn
from heckmeck.rl.returns import win_returns
from heckmeck.solve import turn_solver
from helpers.best_response import best_response_value

KINDS: dict[str, type[spiel.SpielGame]] = {"bratwurmeck": spiel.BratwurmeckSpiel, "barbecue": spiel.BarbecueSpiel}

POSITIONS = [
    "bratwurmeck seats=2 portions=21-24 grill=21,24 stacks=22/23 turn=0 kept=122W rolling=4",
    "bratwurmeck seats=2 portions=21-24 grill=21-22 stacks=24/23 turn=1 kept=33WW rolling=4",
    "barbecue seats=2 spots=23-25 snails=2 grill=23:0,24:11 worms=1/2 snails_won=0/0 turn=0 kept=144W rolling=4",
]


@pytest.fixture
def value_iteration(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Value iteration imports a solver of linear programs, which it needs only for simultaneous moves."""
    monkeypatch.setitem(sys.modules, "open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))
    from open_spiel.python.algorithms import value_iteration

    return value_iteration.value_iteration


def game_at(text: str, max_turns: int) -> spiel.SpielGame:
    """Return a game that begins at a position."""
    name = text.split()[0]
    parameters: dict[str, object] = {"max_turns": max_turns}
    for word in text.split():
        option, _, value = word.partition("=")
        if option in ("portions", "spots"):
            parameters[option] = value.replace("-", "to")
        elif option == "snails":
            parameters[option] = int(value)
    game = KINDS[name](parameters)
    game.rules.root = game.new_initial_state(text).node
    return game


def expected(state: Any, values: dict[str, float]) -> float:
    """Return the value of a state, given those of states in which no chance acts."""
    if not state.is_chance_node():
        return values[str(state)]
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    return sum(chance * expected(state.child(outcome), values) for outcome, chance in outcomes)


def value_of_turn(text: str) -> float:
    """Return what seat 0 gets at the end of this turn if it is played best, by a search through the rules."""
    game = GAMES[text.split()[0]]
    start = game.from_position(text)
    sign = 1 if start.seat == 0 else -1

    @cache
    def value(state: Any) -> float:
        if state.turn == Turn():
            return win_returns(game.outcome(state) or rank("limit", game.standings(state)))[0]
        if game.to_act(state) is CHANCE:
            chance = game.chance(state)
            return sum(weight * value(game.apply(state, roll).state) for roll, weight in chance) / chance.total
        return max((value(game.apply(state, move).state) for move in game.legal_moves(state)), key=lambda v: sign * v)

    return value(start)


@pytest.mark.parametrize("text", POSITIONS)
def test_value_iteration_of_one_turn(text: str, value_iteration: Any) -> None:
    game = game_at(text, max_turns=1)
    values = value_iteration(game, -1, 1e-12, cyclic_game=True)
    theirs = expected(game.new_initial_state(), values)
    assert theirs == pytest.approx(value_of_turn(text), abs=1e-9)
    assert -1 < theirs < 1, "it is not decided yet"


# A best response traverses the whole tree, without merging equal states.
SHORT = [
    "bratwurmeck seats=2 portions=21-24 grill=21,24 stacks=22/23 turn=0 kept=122WWW rolling=2",
    "bratwurmeck seats=2 portions=21-24 grill=21-22 stacks=24/23 turn=1 kept=3344WW rolling=2",
    "barbecue seats=2 spots=23-25 snails=2 grill=23:0,24:11 worms=1/2 snails_won=0/0 turn=0 kept=1444WW rolling=2",
]


@pytest.mark.parametrize("text", SHORT)
def test_best_response_of_one_turn(text: str) -> None:
    game = game_at(text, max_turns=1)
    root = game.new_initial_state()
    player = root.node.state.seat
    found = best_response.BestResponsePolicy(game, player, policy.UniformRandomPolicy(game))
    sign = 1 if player == 0 else -1
    assert found.value(root) == pytest.approx(sign * value_of_turn(text), abs=1e-9)


@pytest.mark.slow  # a whole turn has 65,000 states
def test_value_iteration_of_two_turns(value_iteration: Any) -> None:
    """After a failed attempt the other player has one turn to win the only portion: our solver knows its chance."""
    text = "bratwurmeck seats=2 portions=21-21 grill=21 stacks=-/- turn=0 kept=1122WW rolling=2"
    game = game_at(text, max_turns=2)
    values = value_iteration(game, -1, 1e-12, cyclic_game=True)
    theirs = expected(game.new_initial_state(), values)
    solver = turn_solver("bratwurmeck")
    wins = np.where(np.arange(solver.sums) >= 21, 1.0, 0.0)
    other = solver.solve(wins, fail=0).start
    ours = solver.solve(np.where(wins > 0, 1.0, -other), fail=-other).roll_value("1122WW")
    assert theirs == pytest.approx(ours, abs=1e-9)


@pytest.mark.parametrize(
    ("worms", "hand", "highest"), [(3, 1, 17), (4, 2, 17), pytest.param(3, 1, 19, marks=pytest.mark.slow)]
)
def test_exploitability_with_hidden_cards(worms: int, hand: int, highest: int) -> None:
    """Ours draws whole hands and distinguishes states by events; with two rounds the discard pile is shuffled too."""
    options = {"copies": 0, "worm_cards": worms, "hand": hand, "zeros": 0, "removed": 0}
    karteneck = GAMES["karteneck"]
    setup = karteneck.setup(seats=2, portions=(16, highest), **options)
    ours = [best_response_value(karteneck, setup, seat) for seat in range(2)]
    game = spiel.KarteneckSpiel({"portions": f"16to{highest}", **options})
    uniform = policy.UniformRandomPolicy(game)
    found = [best_response.BestResponsePolicy(game, seat, uniform).value(game.new_initial_state()) for seat in range(2)]
    assert found == pytest.approx(ours, abs=1e-9)
    if worms == 3 and highest == 17:
        assert exploitability.exploitability(game, uniform) == pytest.approx(sum(ours) / 2, abs=1e-9)


def test_regret_minimisation_finds_an_equilibrium() -> None:
    game = spiel.KarteneckSpiel(
        {"copies": 0, "worm_cards": 3, "hand": 1, "zeros": 0, "removed": 0, "portions": "16to17"}
    )
    solver = cfr.CFRSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.05

"""Records: nothing is lost in them, and prizes and standings in array form are those of the rules."""

from random import Random
from typing import Any

import numpy as np
import pytest

from heckmeck.games import AnyDiceGame, get, get_dice_game
from heckmeck.games.prize import END
from heckmeck.rl.batch import DiceLayout, PrizeArrays, layout_for
from heckmeck.rl.encoding import encoding_for
from helpers.random_games import setups
from helpers.random_games import states as random_states


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_records_hold_states_prizes_and_standings(name: str, seats: int) -> None:
    game = get_dice_game(name)
    for setup in setups(game, seats):
        layout = layout_for(encoding_for(setup))
        assert isinstance(layout, DiceLayout)
        states = list(random_states(game, game.start(setup), Random(7), 300))
        records = np.concatenate([layout.record(state) for state in states])
        assert [layout.state(record) for record in records] == states
        scores, ties = layout.standings(records)
        assert [tuple(zip(*row, strict=True)) for row in zip(scores.tolist(), ties.tolist(), strict=True)] == [
            game.standings(state) for state in states
        ]
        running = [number for number, state in enumerate(states) if not game.end(state)]
        compare_prizes(game, [states[number] for number in running], layout.prizes(records[running]))


def compare_prizes(game: AnyDiceGame, states: list[Any], found: PrizeArrays) -> None:
    action, gain, loss, secures, ends, cost, failure_ends = found
    encoding = encoding_for(game.setup_of(states[0]))
    for row, state in enumerate(states):
        view = game.view(state, 0)
        prizes = game.prizes(view)
        assert [None if each is None else encoding.ids(each.move)[0] for each in prizes] == [
            None if each < 0 else each for each in action[row].tolist()
        ]
        assert [each.gain if each else 0 for each in prizes] == gain[row].tolist()
        assert [each.loss if each else 0 for each in prizes] == loss[row].tolist()
        assert [bool(each and each.secures) for each in prizes] == secures[row].tolist()
        assert [bool(each and each.name == END) for each in prizes] == ends[row].tolist()
        assert game.failure_cost(view) == cost[row]
        assert game.failure_ends(view) == failure_ends[row]


@pytest.mark.parametrize("seats", [2, 5])
def test_records_hold_all_cards_and_portions(seats: int) -> None:
    game = get("karteneck")
    for setup in setups(game, seats):
        layout = layout_for(encoding_for(setup))
        found = list(random_states(game, game.start(setup), Random(7), 300))
        records = np.concatenate([layout.record(state) for state in found])
        assert [layout.state(record) for record in records] == found
        scores, ties = layout.standings(records)
        assert np.stack([scores, ties], axis=2).tolist() == [[list(each) for each in game.standings(s)] for s in found]


def test_chosen_worms_are_held_too() -> None:
    layout = layout_for(encoding_for(get("karteneck").setup(seats=2)))
    record = layout.record(get("karteneck").start(layout.setup), (3, 20))
    assert layout.chosen(record[0]) == (3, 20)

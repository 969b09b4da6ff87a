"""Features: every position has one row for each question, relative to the seat to move."""

from random import Random
from typing import Any

import pytest

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.features import Features, compare, compare_all
from heckmeck.games import CHANCE, get
from heckmeck.games.turn import Turn
from helpers.random_games import states

KINDS: dict[str, type[Features[Any, Any]]] = {"bratwurmeck": BratwurmeckFeatures, "barbecue": BarbecueFeatures}


def boards(name: str, seats: int, number: int = 200) -> list[Any]:
    game = get(name)
    found: list[Any] = []
    source = Random(seats)
    while len(found) < number:
        game_states = states(game, game.start(game.setup(seats=seats)), source, most=10**5)
        found += [state for state in game_states if state.turn == Turn() and game.to_act(state) is CHANCE]
    return found


@pytest.mark.parametrize(("name", "seats"), [("bratwurmeck", 2), ("bratwurmeck", 7), ("barbecue", 2), ("barbecue", 5)])
def test_each_question_has_one_answer(name: str, seats: int) -> None:
    features: Features[Any, Any] = KINDS[name](seats)
    seen = set()
    for state in boards(name, seats):
        rows = features.indices(state)
        first = 0
        assert len(rows) == features.count
        for row, answers in zip(rows, features.answers, strict=True):
            assert first <= row < first + answers
            first += answers
        seen.add(tuple(rows))
    assert first == features.size
    assert len(seen) > 30


@pytest.mark.parametrize("name", KINDS)
def test_only_the_seat_to_move_matters_not_its_number(name: str) -> None:
    features: Features[Any, Any] = KINDS[name](3)
    for state in boards(name, 3):
        assert features.indices(turned(name, state)) == features.indices(state)


def turned(name: str, state: Any) -> Any:
    """The same position with everybody one seat further."""
    seat = (state.seat + 1) % 3
    if name == "bratwurmeck":
        return state._replace(seat=seat, stacks=(state.stacks[-1], *state.stacks[:-1]))
    spots = tuple(spot if spot.owner is None else spot._replace(owner=(spot.owner + 1) % 3) for spot in state.spots)
    worms, snails = ((each[-1], *each[:-1]) for each in (state.worms, state.snails))
    return state._replace(seat=seat, spots=spots, worms=worms, snails=snails)


def test_comparisons_rise_with_the_lead() -> None:
    standings = [(score, tie) for score in range(20) for tie in (0, 30, 33)]
    for theirs in ((10, 30), (0, 30)):
        classes = [compare(mine, theirs, 5) for mine in standings]
        assert classes == sorted(classes)
        assert set(classes) <= set(range(13))
    assert compare((10, 30), (10, 30), 5) == 6
    assert len(compare_all([(1, 0)] * 2, 5)) == 1
    assert len(compare_all([(1, 0)] * 4, 5)) == 7
